#include "backlot/formats/text/syntax.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/text/limits.h"
#include "backlot/formats/text/test/reading.h"

namespace backlot::text::syntax_test {
namespace {

TEST(Syntax, StatementsEndAtLinesSemicolonsAndBraces) {
  EXPECT_EQ(formatted("a; b\nc { d; e }\nf {\n}\n"), "a\nb\nc { d; e }\nf {\n}\n");
}

TEST(Syntax, ALineGoesOnBehindACommaOrAnOpeningParenthesis) {
  EXPECT_EQ(formatted("a (1,\n 2)\nb = 3 +\n4\nc (\n5)"), "a (1, 2)\nb = 3 +\n4\nc (5)\n");
}

TEST(Syntax, ABraceWithALineOfItsOwnBelongsToTheLineAbove) {
  EXPECT_EQ(formatted("a\n{\n b\n}\n"), "a {\n  b\n}\n");
}

TEST(Syntax, IsEqualWhereverTheWordsStand) {
  EXPECT_EQ(parsed("a { b 1 }").syntax, parsed("\n\na\n{\nb   1\n}").syntax);
  EXPECT_FALSE(parsed("a { b 1 }").syntax == parsed("a { b 2 }").syntax);
  EXPECT_FALSE(parsed("a { b }").syntax == parsed("a\nb").syntax);
  EXPECT_FALSE(parsed("a # x").syntax == parsed("a # y").syntax);
  EXPECT_FALSE(parsed("a {}").syntax == parsed("a").syntax);
}

TEST(Syntax, ReportsBracesAndParenthesesThatDoNotPair) {
  struct Case {
    const char* text;
    const char* codes;
  };
  const Case cases[] = {
      {"a }", "T106 1:3"},         {"a {\n b {\n}\n", "T107 1:3"}, {"a (1\nb", "T108 1:3"},
      {"a 1)\nb", "T108 1:4"},     {"{ a }", "T109 1:1"},          {"a { b } { c }", "T109 1:9"},
      {"a (1 {\n}\n", "T108 1:3"},
  };
  for (const Case& c : cases) EXPECT_EQ(codes(parsed(c.text).diagnostics), c.codes) << c.text;
}

TEST(Syntax, EndsDeepNestingInADiagnostic) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "a {";
  const Parsed result = parsed(text);
  EXPECT_EQ(codes(result.diagnostics), "T110 1:195");
  EXPECT_FALSE(result.syntax.is_sound());
}

TEST(Syntax, TenMegabytesOfGarbageGiveAShortList) {
  std::string text;
  std::uint32_t state = 1;
  while (text.size() < 10'000'000) {
    state = state * 1664525U + 1013904223U;
    text += static_cast<char>(state >> 24U);
  }
  EXPECT_LE(parsed(text).diagnostics.size(), kMostErrors + 1);
}

TEST(Syntax, ManyCommentsWithinOneStatementTakeNoTime) {
  std::string text = "a (";
  for (int i = 0; i < 300'000; ++i) text += "1, # remark\n";
  const Parsed result = parsed(text + "2)");
  EXPECT_TRUE(result.diagnostics.is_empty());
  EXPECT_EQ(result.syntax.statements().size(), 300'001U);
}

}  // namespace
}  // namespace backlot::text::syntax_test
