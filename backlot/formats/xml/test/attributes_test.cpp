#include "backlot/formats/xml/attributes.h"

#include <string>

#include <gtest/gtest.h>

namespace backlot::formats::xml::attributes_test {
namespace {

class AttributesTest : public testing::Test {
 protected:
  // The answer of `ask` about <a> with one attribute v, and what was said of it.
  template <class Ask>
  auto ask(const std::string& value, Ask ask) {
    const std::string text = "<a v=\"" + value + "\"/>";
    const auto document = parse(text, "a.xml");
    text::Problems problems;
    Attributes attributes(*document, problems);
    const auto answer = ask(attributes, document->root());
    diagnostics_ = problems.take();
    return answer;
  }
  std::string code() const { return diagnostics_.is_empty() ? "" : diagnostics_[0].code; }

  base::Diagnostics diagnostics_;
};

constexpr auto kNumber = [](Attributes& a, Element e) { return a.number(e, "v"); };
constexpr auto kNumberOr = [](Attributes& a, Element e) { return a.number_or(e, "v", 7); };

TEST_F(AttributesTest, NumbersAreReadAsXmlWritesThem) {
  EXPECT_EQ(ask("1.5", kNumber), 1.5);
  EXPECT_EQ(ask(" -2.5e-3\n", kNumber), -2.5e-3);
  EXPECT_EQ(ask("+4", kNumber), 4);
  EXPECT_EQ(ask(".5", kNumber), .5);
  EXPECT_EQ(ask("5.", kNumber), 5);
  EXPECT_EQ(ask("1e-400", kNumber), 0);
  EXPECT_TRUE(diagnostics_.is_empty());
}

TEST_F(AttributesTest, WhatIsNoFiniteNumberInRangeIsAnErrorWhereItIsNeeded) {
  for (const char* value : {"abc", "1,5", "1.5m", "0x10", "--1", "+-1", "1 2"}) {
    EXPECT_EQ(ask(value, kNumber), 0) << value;
    EXPECT_EQ(code(), "X111") << value;
    EXPECT_TRUE(diagnostics_.has_errors()) << value;
  }
  for (const char* value : {"nan", "inf", "-inf", "1e400", "1e308", "-2e9"}) {
    EXPECT_EQ(ask(value, kNumber), 0) << value;
    EXPECT_EQ(code(), "X112") << value;
  }
  ask("", kNumber);
  EXPECT_EQ(code(), "X110");
  EXPECT_EQ(diagnostics_[0].place.column, 4);
}

TEST_F(AttributesTest, AWrongNumberThatMayBeMissingIsAWarning) {
  EXPECT_EQ(ask("nan", kNumberOr), 7);
  EXPECT_EQ(code(), "X112");
  EXPECT_FALSE(diagnostics_.has_errors());
  EXPECT_EQ(ask("", kNumberOr), 7);
  EXPECT_TRUE(diagnostics_.is_empty());
}

TEST_F(AttributesTest, ACoefficientMayBeMissingButNotWrong) {
  const auto coefficient = [](Attributes& a, Element e) { return a.coefficient(e, "v"); };
  EXPECT_EQ(ask("", coefficient), 0);
  EXPECT_TRUE(diagnostics_.is_empty());
  EXPECT_EQ(ask("nan", coefficient), 0);
  EXPECT_TRUE(diagnostics_.has_errors());
}

TEST_F(AttributesTest, AHundredWarningsOfAKindAreEnough) {
  const auto ask_often = [](Attributes& a, Element e) {
    for (int i = 0; i < 1000; ++i) a.warning("X1", e.where(), std::to_string(i));
    return 0;
  };
  ask("1", ask_often);
  ASSERT_EQ(diagnostics_.size(), 100U);
  EXPECT_EQ(diagnostics_[99].hint, "more of this kind are not listed");
}

TEST_F(AttributesTest, LaneNumbersAreWhole) {
  const auto whole = [](Attributes& a, Element e) { return a.whole(e, "v"); };
  EXPECT_EQ(ask("-3", whole), -3);
  EXPECT_EQ(ask("2.0", whole), 2);
  EXPECT_TRUE(diagnostics_.is_empty());
  EXPECT_EQ(ask("2.5", whole), 0);
  EXPECT_EQ(code(), "X113");
}

TEST_F(AttributesTest, FlagsHaveThreeSpellings) {
  const auto flag = [](Attributes& a, Element e) { return a.find_flag(e, "v"); };
  EXPECT_EQ(ask("true", flag), true);
  EXPECT_EQ(ask("no", flag), false);
  EXPECT_EQ(ask("0", flag), false);
  EXPECT_TRUE(diagnostics_.is_empty());
  EXPECT_EQ(ask("maybe", flag), std::nullopt);
  EXPECT_EQ(code(), "X113");
}

}  // namespace
}  // namespace backlot::formats::xml::attributes_test
