#include "backlot/base/suggest.h"

#include <array>
#include <string_view>

#include <gtest/gtest.h>

namespace backlot::base::suggest_test {
namespace {

TEST(Suggest, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("street", "steet"), 1U);
  EXPECT_EQ(edit_distance("street", "stret"), 1U);
  EXPECT_EQ(edit_distance("street", "steret"), 1U);
  EXPECT_EQ(edit_distance("street", "streak"), 2U);
}

TEST(Suggest, NamesTheNearestOrNone) {
  constexpr std::array<std::string_view, 4> kWords = {"street", "avenue", "lane", "line"};
  EXPECT_EQ(did_you_mean("stret", kWords), "did you mean \"street\"?");
  EXPECT_EQ(did_you_mean("lin", kWords), "did you mean \"line\"?");
  EXPECT_EQ(did_you_mean("motorway", kWords), "");
  EXPECT_EQ(did_you_mean("x", kWords), "");
  EXPECT_EQ(did_you_mean("", kWords), "");
}

TEST(Suggest, KnowsAPhraseByItsFirstWord) {
  constexpr std::array<std::string_view, 3> kPhrases = {"stop line", "speed limit", "no passing"};
  EXPECT_EQ(did_you_mean("sped", kPhrases), "did you mean \"speed limit\"?");
}

}  // namespace
}  // namespace backlot::base::suggest_test
