// Words are those that a real shell makes of the same text.
#include "backlot/sut_link/words.h"

#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::sut_link::words_test {
namespace {

std::vector<std::string> words_of_shell(const std::string& text) {
  FILE* pipe = ::popen(("printf '%s\\001' " + text).c_str(), "r");
  std::vector<std::string> words{""};
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c == 1)
      words.emplace_back();
    else
      words.back() += static_cast<char>(c);
  }
  EXPECT_EQ(::pclose(pipe), 0) << text;
  words.pop_back();
  return words;
}

TEST(Words, AreThoseOfAShell) {
  for (const char* text : {"python3 mine.py", "  two   blanks\tand a tab ",
                           "'single quotes' \"double quotes\"", R"(a"b c"d'e f')", R"(back\ slash \"q\" \\)",
                           R"("in \"double\" \\ quotes \x \$HOME \`")", R"('no \ escape $HOME "')",
                           R"("" '' x)", R"(--path="/a b/c" -n=1)", R"(\'\')", "\"it's\" 'say \"x\"'"}) {
    const auto words = split_words(text);
    ASSERT_TRUE(words) << text;
    EXPECT_EQ(*words, words_of_shell(text)) << text;
  }
}

TEST(Words, NothingElseOfAShellHasAMeaning) {
  EXPECT_EQ(*split_words("a $HOME *.py; b | c > d &"),
            (std::vector<std::string>{"a", "$HOME", "*.py;", "b", "|", "c", ">", "d", "&"}));
  EXPECT_EQ(*split_words(""), std::vector<std::string>{});
}

TEST(Words, AQuoteHasToBeClosed) {
  for (const char* text : {"'a", "a \"b", "a'b'c'", "a\\", "\"a\\\""})
    EXPECT_FALSE(split_words(text)) << text;
}

}  // namespace
}  // namespace backlot::sut_link::words_test
