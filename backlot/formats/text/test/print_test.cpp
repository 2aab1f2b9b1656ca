#include "backlot/formats/text/print.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/text/test/reading.h"

namespace backlot::text::print_test {
namespace {

TEST(Print, PutsOneBlankBetweenWords) {
  EXPECT_EQ(formatted("  way   a{line   3m}"), "way a { line 3 m }\n");
  EXPECT_EQ(formatted("at ( 1 m ,2m ) heading 3deg"), "at (1 m, 2 m) heading 3 deg\n");
  EXPECT_EQ(formatted("x  =  a*b+c - d/ e"), "x = a * b + c - d / e\n");
  EXPECT_EQ(formatted("at 0 m :5 m"), "at 0 m: 5 m\n");
  EXPECT_EQ(formatted("grade 5 %"), "grade 5%\n");
  EXPECT_EQ(formatted("(1,2)(3,4)"), "(1, 2) (3, 4)\n");
}

TEST(Print, TellsSignsFromOperatorsByTheirBlanks) {
  EXPECT_EQ(formatted("offset -5 m"), "offset -5 m\n");
  EXPECT_EQ(formatted("offset - 5 m"), "offset - 5 m\n");
  EXPECT_EQ(formatted("x = a-5 m"), "x = a - 5 m\n");
  EXPECT_EQ(formatted("p (- 5 m, -b)"), "p (-5 m, -b)\n");
  EXPECT_EQ(formatted("x = - a * - b"), "x = -a * -b\n");
}

TEST(Print, KeepsQuotientsOfUnitsTight) {
  EXPECT_EQ(formatted("speed limit 50 km/h"), "speed limit 50 km/h\n");
  EXPECT_EQ(formatted("curvature 0.01/m"), "curvature 0.01/m\n");
  EXPECT_EQ(formatted("x = a / b"), "x = a / b\n");
  EXPECT_EQ(formatted("w { a }/b"), "w { a }\n/ b\n") << "nothing is divided here";
}

TEST(Print, KeepsCallsTightAndPlacesApart) {
  EXPECT_EQ(formatted("c is crossing(a = 1) at (0 m, 1 m)"), "c is crossing(a = 1) at (0 m, 1 m)\n");
}

TEST(Print, KeepsCommentsAndGroups) {
  const char* const text =
      "# head\n"
      "\n"
      "a  # first\n"
      "long_word  # second\n"
      "\n"
      "\n"
      "b {  # opens\n"
      "\n"
      "  # inside\n"
      "  c\n"
      "  # last\n"
      "}  # closes\n";
  EXPECT_EQ(formatted(text),
            "# head\n"
            "\n"
            "a          # first\n"
            "long_word  # second\n"
            "\n"
            "b {  # opens\n"
            "  # inside\n"
            "  c\n"
            "  # last\n"
            "}  # closes\n");
}

TEST(Print, LosesNoComment) {
  for (const char* const text :
       {"a # 1\n{ # 2\nb # 3\n} # 4\n", "a (1, # 1\n2, # 2\n3) # 3\n", "a { b } # 1\n", "a { b # 1\n}\n",
        "a { # 1\n}\n", "a; b # 1\n", "a {\n# 1\n} # 2\n# 3"}) {
    const std::string once = formatted(text);
    for (const char* const comment : {"# 1", "# 2", "# 3", "# 4"}) {
      const bool is_there = std::string(text).find(comment) != std::string::npos;
      const bool is_kept = once.find(comment) != std::string::npos;
      EXPECT_EQ(is_there, is_kept) << text;
    }
  }
}

TEST(Print, BreaksABlockThatIsTooWideForItsLine) {
  const std::string words(60, 'w');
  EXPECT_EQ(formatted("a { " + words + "; " + words + " }"), "a {\n  " + words + "\n  " + words + "\n}\n");
}

TEST(Print, IsIdempotentAndKeepsTheSyntax) {
  for (const char* const text : {"a{b;c{d}}", "x # c\n{ y }", "a (1, # r\n 2)", "p -q\nr - s\nt -u-v",
                                 "a.\"b c\" . d", "1 .5", "\"\".x", "f(x) g (y)", "a /b/ c/d",
                                 "x = -(1)-(-2)", "a\n\n\n#\n\nb", "a {\n\n}\n", "5 e - x", "1 %2"}) {
    const Parsed first = parsed(text);
    ASSERT_TRUE(first.diagnostics.is_empty()) << text;
    const std::string once = print(first.syntax);
    const Parsed second = parsed(once);
    EXPECT_EQ(first.syntax, second.syntax) << text << "\n->\n" << once;
    EXPECT_EQ(print(second.syntax), once) << text;
  }
}

}  // namespace
}  // namespace backlot::text::print_test
