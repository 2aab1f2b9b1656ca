#include "backlot/storyboard/internal/labels.h"

#include <gtest/gtest.h>

#include "backlot/storyboard/internal/panel_painter.h"

namespace backlot::storyboard::internal::labels_test {
namespace {

TEST(Labels, ALineMeetsABox) {
  const SheetBox box = {{0, 0}, {10, 10}};
  EXPECT_TRUE(meets(box, {-5, 5}, {15, 5}));
  EXPECT_TRUE(meets(box, {5, 5}, {6, 6}));
  EXPECT_FALSE(meets(box, {-4, 8}, {4, 16})) << "past a corner";
  EXPECT_FALSE(meets(box, {-5, -5}, {-5, 15}));
  EXPECT_FALSE(meets(box, {-5, 5}, {-1, 5}));
}

TEST(Labels, APlaceNearTheOwnerIsFound) {
  LabelPlanner planner({{0, 0}, {400, 400}});
  const SheetBox owner = {{190, 195}, {210, 205}};
  planner.add_obstacle(owner);
  const auto label = planner.place({"name", 12, owner});
  ASSERT_TRUE(label);
  EXPECT_FALSE(overlap(label->box, owner));
  EXPECT_LT(label->box.low.x, 230);
  EXPECT_GT(label->box.high.x, 170);
}

// A frame that is full gives no place, and as many names as it took do not touch.
TEST(Labels, AFullFrameHasNoRoom) {
  LabelPlanner planner({{0, 0}, {200, 100}});
  const SheetBox owner = {{99, 49}, {101, 51}};
  std::vector<SheetBox> boxes;
  while (boxes.size() < 200) {
    const auto label = planner.place({"name", 12, owner});
    if (!label) break;
    for (const SheetBox& other : boxes) EXPECT_FALSE(overlap(label->box, other));
    boxes.push_back(label->box);
  }
  EXPECT_GE(boxes.size(), 4U);
  EXPECT_LT(boxes.size(), 40U);
}

TEST(PanelTexts, LinesBreakAtBlanks) {
  const double wide = text_width("aaaa bbbb", 10);
  EXPECT_EQ(broken_lines("aaaa bbbb cccc", 10, wide, 2), (std::vector<std::string>{"aaaa bbbb", "cccc"}));
  EXPECT_EQ(broken_lines("", 10, wide, 2), std::vector<std::string>{});
  const std::vector<std::string> cut = broken_lines("aaaa bbbb cccc dddd eeee", 10, wide, 2);
  ASSERT_EQ(cut.size(), 2U);
  EXPECT_TRUE(cut[1].ends_with("…")) << cut[1];
  EXPECT_LE(text_width(cut[1], 10), wide);
  EXPECT_LE(text_width(broken_lines(std::string(100, 'x'), 10, wide, 1).at(0), 10), wide);
}

}  // namespace
}  // namespace backlot::storyboard::internal::labels_test
