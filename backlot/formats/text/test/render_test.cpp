#include "backlot/formats/text/render.h"

#include <gtest/gtest.h>

#include "backlot/formats/text/problems.h"

namespace backlot::text::render_test {
namespace {

TEST(Render, ShowsTheLineAndACaret) {
  const Source source("town.way", "way a {\n  line 50 km/h\n}\n");
  EXPECT_EQ(
      render({base::Severity::error, "T123", {"town.way", 2, 8}, "a length is asked for", "write m"}, source),
      "town.way:2:8: error T123: a length is asked for\n"
      "    line 50 km/h\n"
      "         ^\n"
      "town.way:2:8: note: write m");
}

TEST(Render, KeepsTabsAndCountsCharacters) {
  const Source source("f", "\t\"\xC3\xA4\" x");
  EXPECT_EQ(render({base::Severity::warning, "T1", {"f", 1, 6}, "m", ""}, source),
            "f:1:6: warning T1: m\n  \t\"\xC3\xA4\" x\n  \t    ^");
}

TEST(Render, IsPlainWithoutALine) {
  const Source source("f", "a");
  EXPECT_EQ(render({base::Severity::error, "T1", {"other", 1, 1}, "m", ""}, source),
            "other:1:1: error T1: m");
  EXPECT_EQ(render({base::Severity::error, "T1", {"f", 9, 1}, "m", ""}, source), "f:9:1: error T1: m");
}

TEST(Problems, AreSortedByPlaceListedOnceAndCutOff) {
  Problems problems;
  problems.error("T1", {"f", 3, 1}, "later");
  problems.error("T1", {"f", 1, 1}, "sooner");
  problems.error("T1", {"f", 1, 1}, "again");
  const base::Diagnostics list = problems.take();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].message, "sooner");

  Problems many;
  for (int i = 1; i < 1000; ++i) many.error("T1", {"f", i, 1}, "x");
  EXPECT_TRUE(many.is_full());
  EXPECT_EQ(many.take()[100].code, "T112");
}

}  // namespace
}  // namespace backlot::text::render_test
