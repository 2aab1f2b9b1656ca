#include "backlot/direct/answer.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace backlot::direct::answer_test {
namespace {

bool is_snake_case(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

template <class Enum>
void expect_words(std::uint32_t from) {
  std::set<std::string_view> names, sentences;
  for (std::uint32_t k = from; k < count_of(Enum{}); ++k) {
    const auto value = static_cast<Enum>(k);
    EXPECT_TRUE(is_snake_case(to_text(value))) << k << " " << to_text(value);
    EXPECT_GT(explain(value).size(), to_text(value).size()) << to_text(value);
    names.insert(to_text(value));
    sentences.insert(explain(value));
  }
  EXPECT_EQ(names.size(), count_of(Enum{}) - from);
  EXPECT_EQ(sentences.size(), count_of(Enum{}) - from);
}

TEST(Answer, EveryKindHasANameAndASentenceOfItsOwn) { expect_words<AnswerKind>(0); }
TEST(Answer, EveryRefusalHasANameAndASentenceOfItsOwn) {
  expect_words<Refusal>(1);
  EXPECT_EQ(to_text(Refusal::none), "");
}

// Names are written to files: they do not move with the order of the enum.
TEST(Answer, NamesBelongToTheirValues) {
  EXPECT_EQ(to_text(Refusal::unknown_actor), "unknown_actor");
  EXPECT_EQ(to_text(Refusal::not_ahead), "not_ahead");
  EXPECT_EQ(to_text(Refusal::not_behind), "not_behind");
  EXPECT_EQ(to_text(Refusal::not_on_way), "not_on_way");
  EXPECT_EQ(to_text(Refusal::too_late), "too_late");
  EXPECT_EQ(to_text(Refusal::in_intersection), "in_intersection");
  EXPECT_EQ(to_text(Refusal::took_another_way), "took_another_way");
  EXPECT_EQ(to_text(AnswerKind::accepted), "accepted");
  EXPECT_EQ(to_text(AnswerKind::superseded), "superseded");
  EXPECT_EQ(to_text(AnswerKind::cancelled), "cancelled");
}

}  // namespace
}  // namespace backlot::direct::answer_test
