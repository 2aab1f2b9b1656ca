#include "backlot/base/diagnostic.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace backlot::base::diagnostic_test {
namespace {

TEST(Diagnostic, ReadsLikeACompilersMessage) {
  Diagnostics list;
  list.error("N104", {"town.way", 12, 8}, "lane \"b\" ends too early", "extend the lane");
  EXPECT_EQ(to_text(list[0]),
            "town.way:12:8: error N104: lane \"b\" ends too early\n"
            "town.way:12:8: note: extend the lane");
}

TEST(Diagnostic, LeavesOutWhatIsMissing) {
  struct Case {
    const char* name;
    Diagnostic diagnostic;
    const char* text;
  };
  const Case cases[] = {
      {"no hint", {Severity::warning, "G1", {"a", 1, 2}, "m", ""}, "a:1:2: warning G1: m"},
      {"no column", {Severity::note, "G1", {"a", 1, 0}, "m", ""}, "a:1: note G1: m"},
      {"no line", {Severity::error, "G1", {"a", 0, 0}, "m", ""}, "a: error G1: m"},
      {"a column without a line", {Severity::error, "G1", {"a", 0, 5}, "m", ""}, "a: error G1: m"},
      {"no file", {Severity::error, "G1", {"", 3, 4}, "m", ""}, "3:4: error G1: m"},
      {"no place", {Severity::error, "G1", {}, "m", "h"}, "error G1: m\nnote: h"},
      {"no code", {Severity::error, "", {"a", 1, 2}, "m", ""}, "a:1:2: error: m"},
      {"nothing at all", {}, "error"},
  };
  for (const Case& c : cases) EXPECT_EQ(to_text(c.diagnostic), c.text) << c.name;
}

Diagnostics one_of_each() {
  Diagnostics list;
  list.note("A1", {}, "first");
  list.warning("A2", {"f", 1, 1}, "second", "do this");
  list.error("A3", {}, "third");
  return list;
}

TEST(Diagnostics, KeepsTheOrderAndCountsBySeverity) {
  const Diagnostics list = one_of_each();
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list.count(Severity::note), 1U);
  EXPECT_EQ(list.count(Severity::warning), 1U);
  EXPECT_EQ(list.count(Severity::error), 1U);
  EXPECT_EQ(list[1], (Diagnostic{Severity::warning, "A2", {"f", 1, 1}, "second", "do this"}));
  std::string codes;
  for (const Diagnostic& diagnostic : list) codes += diagnostic.code;
  EXPECT_EQ(codes, "A1A2A3");
  EXPECT_EQ(to_text(list),
            "note A1: first\nf:1:1: warning A2: second\nf:1:1: note: do this\nerror A3: third\n");
}

TEST(Diagnostics, HasErrorsOnlyWithAnError) {
  Diagnostics list;
  EXPECT_TRUE(list.is_empty());
  EXPECT_FALSE(list.has_errors());
  list.warning("A1", {}, "w");
  list.note("A2", {}, "n");
  EXPECT_FALSE(list.has_errors());
  list.error("A3", {}, "e");
  EXPECT_TRUE(list.has_errors());
}

TEST(Diagnostics, AppendsBehindItsOwn) {
  Diagnostics list;
  list.append(one_of_each());
  EXPECT_EQ(list, one_of_each());
  Diagnostics other = one_of_each();
  list.append(std::move(other));
  EXPECT_EQ(list.size(), 6U);
  EXPECT_EQ(list[3].code, "A1");
}

TEST(Diagnostics, CanBeAppendedToItself) {
  Diagnostics list = one_of_each();
  list.append(list);
  ASSERT_EQ(list.size(), 6U);
  EXPECT_EQ(list[5].message, "third");
}

TEST(DiagnosticsDeathTest, ChecksTheNumberAskedFor) {
  const Diagnostics list;
  EXPECT_DEATH(static_cast<void>(list[0]), "check failed");
}

}  // namespace
}  // namespace backlot::base::diagnostic_test
