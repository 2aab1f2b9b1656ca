#include "backlot/storyboard/storyboard.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/draw/test/xml_check.h"
#include "backlot/storyboard/test/sample_storyboard.h"
#include "backlot/storyboard/test/svg_parts.h"

namespace backlot::storyboard::storyboard_test {
namespace {

using draw::test::xml_fault;
using test::county_road;
using test::Element;
using test::elements_of;
using test::labels_of;
using test::Rect;
using test::sample_storyboard;
using test::texts_equal_to;
using test::Vehicle;
using test::vehicles_of;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostBytes = 200'000;

std::string panel_svg(const Storyboard& board, std::size_t panel, const PanelOptions& options = {}) {
  return draw_panel(county_road(), board, panel, options).to_svg();
}

void expect_sound(const std::string& svg) {
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_LT(svg.size(), kMostBytes);
}

const Vehicle* find_vehicle(const std::vector<Vehicle>& vehicles, const std::string& part) {
  for (const Vehicle& v : vehicles)
    if (v.title.find(part) != std::string::npos) return &v;
  return nullptr;
}

// How many pairs of names, and of a name and a vehicle, lie on each other.
std::size_t collisions_of(const std::vector<Element>& elements) {
  const std::vector<Rect> labels = labels_of(elements);
  const std::vector<Vehicle> vehicles = vehicles_of(elements);
  std::size_t count = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) count += overlap(labels[i], labels[k]) ? 1U : 0U;
    for (const Vehicle& v : vehicles) count += overlap(labels[i], v.bounds()) ? 1U : 0U;
  }
  return count;
}

// The detector sees names on names and names on vehicles.
TEST(Storyboard, TheTestFindsNamesThatCollide) {
  draw::Sheet sheet(200, 200);
  sheet.begin_group({}, "car 1, 0 km/h");
  sheet.polygon(std::vector<draw::SheetPoint>{{10, 10}, {50, 10}, {50, 30}}, {.fill = "#123456"});
  sheet.end_group();
  sheet.rounded_rectangle({100, 100}, 40, 20, 3, {.fill = "#fffffc"});
  EXPECT_EQ(collisions_of(elements_of(sheet.to_svg())), 0U);
  sheet.rounded_rectangle({139, 110}, 40, 20, 3, {.fill = "#fffffb"});
  EXPECT_EQ(collisions_of(elements_of(sheet.to_svg())), 1U);
  sheet.rounded_rectangle({45, 25}, 20, 10, 3, {.fill = "#fffffc"});
  EXPECT_EQ(collisions_of(elements_of(sheet.to_svg())), 2U);
}

TEST(Storyboard, PanelsAreSoundAndSmall) {
  const Storyboard board = sample_storyboard();
  for (std::size_t i = 0; i < board.panels.size(); ++i) expect_sound(panel_svg(board, i));
  expect_sound(draw_strip(county_road(), board).to_svg());
  EXPECT_EQ(draw_panel(county_road(), board, 0).width(), 900);
  EXPECT_EQ(draw_panel(county_road(), board, 0).height(), 600);
}

TEST(Storyboard, GivesTheSameBytesEachTime) {
  EXPECT_EQ(draw_strip(county_road(), sample_storyboard()).to_svg(),
            draw_strip(county_road(), sample_storyboard()).to_svg());
}

TEST(Storyboard, EachRoleAndMarkIsNamedOnceInAPanel) {
  const Storyboard board = sample_storyboard();
  for (std::size_t i = 0; i < board.panels.size(); ++i) {
    const std::vector<Element> elements = elements_of(panel_svg(board, i));
    for (const char* name : {"subject", "violator", "line", "left_line", "conflict"})
      EXPECT_EQ(texts_equal_to(elements, name), 1U) << name << " in panel " << i;
    EXPECT_EQ(labels_of(elements).size(), 5U);
    EXPECT_EQ(texts_equal_to(elements, board.panels[i].beat), 1U);
    EXPECT_EQ(texts_equal_to(elements, board.panels[i].caption), 1U);
  }
  const std::vector<Element> strip = elements_of(draw_strip(county_road(), board).to_svg());
  EXPECT_EQ(texts_equal_to(strip, "violator"), 4U);
  EXPECT_EQ(texts_equal_to(strip, board.title), 1U);
}

TEST(Storyboard, NamesCoverNeitherNamesNorVehicles) {
  const Storyboard board = sample_storyboard();
  for (std::size_t i = 0; i < board.panels.size(); ++i)
    EXPECT_EQ(collisions_of(elements_of(panel_svg(board, i))), 0U) << i;
}

// A crowd with six roles and six marks, at random places within 50 m.
TEST(Storyboard, NamesStayClearInACrowd) {
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    base::RandomStream random(seed, 0, 0);
    Storyboard board;
    board.panels.push_back({"crowd", "", 1, {}});
    record::Frame& frame = board.panels[0].frame;
    for (std::uint32_t k = 0; k < 40; ++k) {
      record::FrameObject o;
      o.id = world::ObjectId(k, k);
      o.kind = static_cast<world::ObjectKind>(k % world::kVehicleKinds);
      const world::BodyShape shape = world::usual_shape(o.kind);
      o.length_m = shape.length_m;
      o.width_m = shape.width_m;
      o.centre = {100 * random.uniform(), 100 * random.uniform(), 0};
      o.heading_x = k % 2 == 0 ? 0.6 : 1;
      o.heading_y = k % 2 == 0 ? 0.8 : 0;
      if (k < 6) o.role = record::RoleId(k);
      frame.objects.push_back(o);
    }
    frame.role_names = {"subject", "turner", "feint", "a_longer_name", "x", "oncoming"};
    for (int k = 0; k < 6; ++k)
      board.marks.push_back({fmt::format("mark_{}", k), {100 * random.uniform(), 100 * random.uniform(), 0}});
    const std::vector<Element> elements = elements_of(panel_svg(board, 0));
    EXPECT_EQ(collisions_of(elements), 0U) << "seed " << seed;
    for (const std::string& role : frame.role_names) EXPECT_EQ(texts_equal_to(elements, role), 1U) << role;
  }
}

// The scale of the panel follows from the length of the subject on the sheet, which is written in hundredths of a unit: 0.01 units of 18 or
// more are 0.4 units of 700.
TEST(Storyboard, EveryVehicleInViewIsDrawnInItsPlaceAndSize) {
  const Storyboard board = sample_storyboard();
  for (std::size_t i = 0; i < board.panels.size(); ++i) {
    const std::vector<Element> elements = elements_of(panel_svg(board, i));
    const std::vector<Vehicle> vehicles = vehicles_of(elements);
    const Vehicle* subject = find_vehicle(vehicles, "subject: car 1,");
    ASSERT_NE(subject, nullptr);
    const record::Frame& frame = board.panels[i].frame;
    const record::FrameObject& own = *record::find(frame, test::kSubject);
    const Rect s = subject->bounds();
    const double scale = (s.x1 - s.x0) / static_cast<double>(own.length_m);
    EXPECT_NEAR(s.y1 - s.y0, scale * static_cast<double>(own.width_m), 0.1);
    const Element& window = *std::find_if(elements.begin() + 1, elements.end(), [](const Element& e) {
      return e.name == "svg" && !e.get("x").empty();
    });
    constexpr double kTolerance = 0.4;
    std::size_t in_view = 0;
    for (const record::FrameObject& o : frame.objects) {
      const double length = static_cast<double>(o.length_m), width = static_cast<double>(o.width_m);
      const bool is_along_x = std::fabs(o.heading_x) > 0.5;
      const double half_x = 0.5 * scale * (is_along_x ? length : width);
      const double half_y = 0.5 * scale * (is_along_x ? width : length);
      const double x = 0.5 * (s.x0 + s.x1) + scale * (o.centre.x - own.centre.x);
      const double y = 0.5 * (s.y0 + s.y1) - scale * (o.centre.y - own.centre.y);
      const double left = window.number("x"), top = window.number("y");
      const double right = left + window.number("width"), bottom = top + window.number("height");
      const bool is_inside =
          x + half_x > left && x - half_x < right && y + half_y > top && y - half_y < bottom;
      const Vehicle* drawn = find_vehicle(vehicles, fmt::format(" {},", world::number_for_people(o.id)));
      EXPECT_EQ(drawn != nullptr, is_inside)
          << "object " << world::number_for_people(o.id) << " in panel " << i;
      if (drawn == nullptr) continue;
      ++in_view;
      const bool is_whole =
          x - half_x > left && x + half_x < right && y - half_y > top && y + half_y < bottom;
      if (!is_whole) continue;
      const Rect r = drawn->bounds();
      EXPECT_NEAR(r.x0, x - half_x, kTolerance);
      EXPECT_NEAR(r.x1, x + half_x, kTolerance);
      EXPECT_NEAR(r.y0, y - half_y, kTolerance);
      EXPECT_NEAR(r.y1, y + half_y, kTolerance);
    }
    EXPECT_EQ(vehicles.size(), in_view);
    EXPECT_GE(in_view, 4U);
  }
}

TEST(Storyboard, TheCastHasColoursAndExtrasAreGrey) {
  const Storyboard board = sample_storyboard();
  const auto before = vehicles_of(elements_of(panel_svg(board, 0)));
  EXPECT_EQ(find_vehicle(before, "violator")->fills[0], "#d3d7dc") << "not cast yet";
  for (const std::size_t i : {1U, 2U, 3U}) {
    const auto vehicles = vehicles_of(elements_of(panel_svg(board, i)));
    for (const Vehicle& v : vehicles) {
      const char* expected = v.title.starts_with("subject")    ? "#0063b2"
                             : v.title.starts_with("violator") ? "#d55e00"
                                                               : nullptr;
      if (expected != nullptr) {
        EXPECT_EQ(v.fills[0], expected) << v.title;
      } else {
        EXPECT_NE(v.fills[0], "#0063b2") << v.title;
        EXPECT_NE(v.fills[0], "#d55e00") << v.title;
      }
    }
  }
}

// A role that was cast twice: the object that has it in the frame is named, not the one that gets it later.
TEST(Storyboard, ARoleThatWasCastTwiceIsNamedOnce) {
  Storyboard board = sample_storyboard();
  Trail other = board.trails[1];
  other.id = world::ObjectId(2, 8);
  board.trails.push_back(other);
  for (std::size_t i = 0; i < board.panels.size(); ++i)
    EXPECT_EQ(texts_equal_to(elements_of(panel_svg(board, i)), "violator"), 1U) << i;
  EXPECT_NE(find_vehicle(vehicles_of(elements_of(panel_svg(board, 2))), "violator: car 7,"), nullptr);
  EXPECT_NE(find_vehicle(vehicles_of(elements_of(panel_svg(board, 0))), "violator: bus 8,"), nullptr);
}

TEST(Storyboard, AnActorOutOfViewIsNamedAtTheBorder) {
  Storyboard board = sample_storyboard();
  board.panels[1].frame.objects[1].centre = {-117, 500, 0};
  const std::vector<Element> elements = elements_of(panel_svg(board, 1));
  const auto named = std::count_if(elements.begin(), elements.end(), [](const Element& e) {
    return e.name == "text" && e.text.starts_with("violator, 4");
  });
  EXPECT_EQ(named, 1) << "about 480 m from the border";
  EXPECT_EQ(texts_equal_to(elements, "violator"), 0U);
  EXPECT_EQ(find_vehicle(vehicles_of(elements), "violator"), nullptr);
}

// At 8 s the subject is at -195 + 19 * 8 = -43 m, its front 2.25 m ahead of that; the line is at -20, the conflict at -2.45.
TEST(Storyboard, TellsSpeedsAndTheWayToMarks) {
  const std::vector<Element> elements = elements_of(panel_svg(sample_storyboard(), 2));
  EXPECT_EQ(texts_equal_to(elements, "68 km/h, 1.1 s (21 m) before line, 2.0 s (38 m) before conflict"), 1U);
  EXPECT_EQ(texts_equal_to(elements, "22 km/h"), 1U) << "2.6 m/s2 for 2.4 s";
  EXPECT_EQ(texts_equal_to(elements, "t = 8.0 s"), 1U);
  EXPECT_EQ(texts_equal_to(elements_of(panel_svg(sample_storyboard(), 0)), "stands"), 1U);
}

// At 19 m/s the dots of the subject are 19 m apart; the panel at 4 s shows the one of 3 s at least.
TEST(Storyboard, TrailsHaveADotEverySecond) {
  const std::vector<Element> elements = elements_of(panel_svg(sample_storyboard(), 3, {.narrowest_m = 150}));
  const Rect s = find_vehicle(vehicles_of(elements), "subject")->bounds();
  const double scale = (s.x1 - s.x0) / 4.5, x = 0.5 * (s.x0 + s.x1);
  std::vector<double> dots;
  for (const Element& e : elements)
    if (e.name == "circle" && e.get("stroke") == "#0063b2") dots.push_back((x - e.number("cx")) / scale);
  ASSERT_EQ(dots.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    const double expected = test::subject_at(9.6).x - test::subject_at(8.6 - static_cast<double>(k)).x;
    EXPECT_NEAR(dots[k], expected, 0.05);
  }
}

TEST(Storyboard, WithoutPanelsItSaysSo) {
  const Storyboard empty;
  EXPECT_EQ(texts_equal_to(elements_of(draw_strip(county_road(), empty).to_svg()), "no panels"), 1U);
  EXPECT_EQ(texts_equal_to(elements_of(panel_svg(empty, 3)), "no such panel"), 1U);
  Storyboard bare;
  bare.panels.emplace_back();
  expect_sound(panel_svg(bare, 0));
  expect_sound(draw_strip(county_road(), bare).to_svg());
}

TEST(Storyboard, LeavesOutWhatIsNotFinite) {
  Storyboard board = sample_storyboard();
  for (record::FrameObject& o : board.panels[2].frame.objects) o.speed_mps = kNan;
  board.panels[2].frame.objects[2].centre.x = kNan;
  board.panels[2].frame.objects[3].heading_y = kNan;
  board.panels[2].frame.objects[4].length_m = std::numeric_limits<float>::infinity();
  board.panels[2].time_s = kNan;
  board.panels[3].frame.objects[0].centre.y = kNan;
  board.marks[0].point.x = kNan;
  board.course[60].x = kNan;
  board.trails[0].points[70].y = kNan;
  board.trails[1].step_s = kNan;
  for (std::size_t i = 0; i < board.panels.size(); ++i) expect_sound(panel_svg(board, i));
  expect_sound(draw_strip(county_road(), board, {.panel_width = kNan}).to_svg());
  EXPECT_EQ(texts_equal_to(elements_of(panel_svg(board, 3)), "subject"), 0U);
  expect_sound(
      panel_svg(board, 0, {.width = kNan, .height = -1, .past_s = kNan, .widest_m = 0, .narrowest_m = kNan}));
}

TEST(Storyboard, NamesAreEscaped) {
  Storyboard board = sample_storyboard();
  board.marks[0].name = "a<b>&\"c\"";
  board.panels[1].caption = std::string(400, 'w') + " <b> & \"long\"";
  board.panels[1].beat = "<&>";
  board.title = "<title>";
  expect_sound(panel_svg(board, 1));
  expect_sound(draw_strip(county_road(), board).to_svg());
}

}  // namespace
}  // namespace backlot::storyboard::storyboard_test
