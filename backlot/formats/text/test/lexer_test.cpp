#include "backlot/formats/text/lexer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/text/test/reading.h"

namespace backlot::text::lexer_test {
namespace {

// Every token in brackets, with a letter for its kind.
std::string tokens_of(const std::string& text) {
  const Source source("test", text);
  Problems problems;
  Lexer lexer(source, problems);
  std::string out;
  for (Token token = lexer.next(); token.kind != TokenKind::end_of_text; token = lexer.next()) {
    const char kinds[] = "wnsy#/?";
    const std::string_view view = source.text().substr(token.begin, token.size);
    out += kinds[static_cast<std::size_t>(token.kind)];
    out += "[" + (token.kind == TokenKind::line_end ? std::string() : std::string(view)) + "]";
  }
  return out;
}

TEST(Lexer, CutsWordsNumbersStringsSymbolsAndComments) {
  EXPECT_EQ(tokens_of("way a_1 { line 12.5 m } # end"), "w[way]w[a_1]y[{]w[line]n[12.5]w[m]y[}]#[# end]");
  EXPECT_EQ(tokens_of("import \"a b.way\"\nx"), "w[import]s[\"a b.way\"]/[]w[x]");
  EXPECT_EQ(tokens_of("(1,-2):3%"), "y[(]n[1]y[,]y[-]n[2]y[)]y[:]n[3]y[%]");
}

TEST(Lexer, TakesDotsIntoWordsOnlyBetweenWords) {
  EXPECT_EQ(tokens_of("market.east.R1"), "w[market.east.R1]");
  EXPECT_EQ(tokens_of("\"road 12\".end"), "s[\"road 12\"]y[.]w[end]");
  EXPECT_EQ(tokens_of("west.\"lane 1\""), "w[west]y[.]s[\"lane 1\"]");
}

TEST(Lexer, ReadsNumbersWithPointAndExponent) {
  EXPECT_EQ(tokens_of("3 3.25 1e5 2E-3 1.5e+10 3m 5e"), "n[3]n[3.25]n[1e5]n[2E-3]n[1.5e+10]n[3]w[m]n[5]w[e]");
}

TEST(Lexer, PassesOverAByteOrderMarkAndCarriageReturns) {
  EXPECT_EQ(tokens_of("\xEF\xBB\xBFway a\r\nb # c\r\n"), "w[way]w[a]/[]w[b]#[# c]/[]");
}

TEST(Lexer, ReportsWhatItCannotRead) {
  struct Case {
    const char* text;
    const char* codes;
  };
  const Case cases[] = {
      {"a $ b", "T101 1:3"},     {"a \xC3\xA9 b", "T101 1:3"}, {"x\n \"abc\ny", "T102 2:2"},
      {"\"a\\qb\"", "T103 1:3"}, {"1.2.3", "T104 1:1"},        {"12.", "T104 1:1"},
      {"1e999", "T105 1:1"},     {"1e-999", "T105 1:1"},       {"\"\\x4\"", "T103 1:2"},
  };
  for (const Case& c : cases) EXPECT_EQ(codes(parsed(c.text).diagnostics), c.codes) << c.text;
}

TEST(Lexer, CountsColumnsInCharacters) {
  EXPECT_EQ(codes(parsed("\"\xC3\xA4\xC3\xB6\" $").diagnostics), "T101 1:6");
}

TEST(Token, EveryNameReadsBackAsItself) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  for (const std::string& name :
       {std::string("a"), std::string("a.b"), std::string("a..b"), std::string("1"), std::string(),
        std::string("a b"), std::string(".a"), std::string("a."), all}) {
    const std::string text = name_text(name);
    EXPECT_EQ(text.front() == '"' ? unquoted(text) : text, name);
    EXPECT_TRUE(parsed(text).diagnostics.is_empty()) << text;
  }
}

}  // namespace
}  // namespace backlot::text::lexer_test
