#include "backlot/formats/text/cursor.h"

#include <array>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/text/test/reading.h"

namespace backlot::text::cursor_test {
namespace {

// Reads the first statement of a text; the errors that this gives.
std::string errors_of(const std::string& text, const std::function<void(Cursor&)>& read) {
  Problems problems;
  const Syntax syntax = Syntax::parse(std::make_shared<Source>("test", text), problems);
  const Scope scope;
  for (const Node node : syntax.top()) {
    Cursor c(node, scope, problems);
    read(c);
    break;
  }
  return to_text(problems.take());
}

TEST(Cursor, TakesPhrasesAsAWhole) {
  EXPECT_EQ(errors_of("priority to the left",
                      [](Cursor& c) {
                        EXPECT_FALSE(c.take("priority to the right"));
                        EXPECT_TRUE(c.take("priority to the"));
                        EXPECT_TRUE(c.take("left"));
                        EXPECT_TRUE(c.finish());
                      }),
            "");
}

TEST(Cursor, PrefersTheLongestOfSeveralPhrases) {
  constexpr std::array<std::string_view, 2> kWords = {"red", "red yellow"};
  errors_of("red yellow", [&](Cursor& c) { EXPECT_EQ(c.take_one_of(kWords), 1U); });
}

TEST(Cursor, AQuotedWordIsNoKeyword) {
  errors_of("\"from\" x", [](Cursor& c) {
    EXPECT_FALSE(c.take("from"));
    EXPECT_EQ(c.name("a name"), "from");
  });
}

TEST(Cursor, ReadsReferencesWithQuotedParts) {
  errors_of("a.\"b c\".d.end", [](Cursor& c) {
    const Reference reference = c.reference("an end");
    EXPECT_EQ(reference.owner, "a.b c.d");
    EXPECT_EQ(reference.last, "end");
  });
}

TEST(Cursor, SaysOnlyItsFirstError) {
  EXPECT_EQ(errors_of("line 50 km/h x",
                      [](Cursor& c) {
                        c.expect("line");
                        c.length();
                        c.expect("y");
                        c.finish();
                      }),
            "test:1:6: error T123: a length is asked for here, this is a speed\n"
            "test:1:6: note: write it in m, km, cm, mm or ft\n");
}

TEST(Cursor, SuggestsTheNearestOfItsWords) {
  constexpr std::array<std::string_view, 3> kWords = {"forward", "backward", "both"};
  EXPECT_EQ(errors_of("fowrard", [&](Cursor& c) { c.choose(kWords, "direction"); }),
            "test:1:1: error T145: \"fowrard\" is no direction\n"
            "test:1:1: note: did you mean \"forward\"?\n");
}

TEST(Cursor, CountsTheNumbersInParentheses) {
  std::array<double, 3> numbers{};
  EXPECT_EQ(errors_of("(1 m)", [&](Cursor& c) { c.tuple(kLength, numbers, 2); }),
            "test:1:1: error T147: 2 or 3 numbers are asked for here, these are 1\n");
}

TEST(Cursor, MissesABlockAndIsSurprisedByOne) {
  EXPECT_EQ(errors_of("way",
                      [](Cursor& c) {
                        c.expect("way");
                        c.finish_before_block("the way");
                      })
                .substr(0, 22),
            "test:1:4: error T143: ");
  EXPECT_EQ(errors_of("line { }",
                      [](Cursor& c) {
                        c.expect("line");
                        c.finish();
                      })
                .substr(0, 22),
            "test:1:5: error T144: ");
}

}  // namespace
}  // namespace backlot::text::cursor_test
