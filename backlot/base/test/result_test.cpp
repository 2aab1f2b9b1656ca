#include "backlot/base/result.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace backlot::base::result_test {
namespace {

Diagnostics one_warning() {
  Diagnostics list;
  list.warning("T1", {}, "odd");
  return list;
}

Diagnostics one_error() {
  Diagnostics list;
  list.error("T2", {}, "wrong");
  return list;
}

Result<std::string> doubled(const std::string& text) {
  if (text.empty()) return Result<std::string>::failure(one_error());
  return text + text;
}

TEST(Result, HoldsAValue) {
  const Result<std::string> result = doubled("ab");
  ASSERT_TRUE(result);
  EXPECT_TRUE(result.has_value());
  EXPECT_EQ(result.value(), "abab");
  EXPECT_EQ(*result, "abab");
  EXPECT_EQ(result->size(), 4U);
  EXPECT_TRUE(result.diagnostics().is_empty());
}

TEST(Result, HoldsTheReasonsOfAFailure) {
  const Result<std::string> result = doubled("");
  EXPECT_FALSE(result);
  EXPECT_FALSE(result.has_value());
  EXPECT_EQ(result.diagnostics(), one_error());
}

TEST(Result, HoldsAValueWithWarnings) {
  const auto result = Result<int>::success(7, one_warning());
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 7);
  EXPECT_EQ(result.diagnostics(), one_warning());
}

TEST(Result, IsAFailureExactlyWhenThereIsAnError) {
  EXPECT_TRUE(Result<int>::from(1, one_warning()).has_value());
  EXPECT_TRUE(Result<int>::from(1, {}).has_value());
  EXPECT_FALSE(Result<int>::from(1, one_error()).has_value());
}

TEST(Result, CarriesWhatCanOnlyBeMoved) {
  auto result = Result<std::unique_ptr<int>>::success(std::make_unique<int>(5), one_warning());
  ASSERT_TRUE(result);
  EXPECT_EQ(**result, 5);
  *result.value() = 6;
  Result<std::unique_ptr<int>> moved = std::move(result);
  const std::unique_ptr<int> out = std::move(moved).value();
  EXPECT_EQ(*out, 6);
}

TEST(Result, LetsTheValueBeChanged) {
  Result<std::string> result = doubled("x");
  result->push_back('y');
  *result += 'z';
  EXPECT_EQ(*result, "xxyz");
}

TEST(Result, HandsItsDiagnosticsOn) {
  Result<std::string> inner = doubled("");
  const auto outer = Result<int>::failure(std::move(inner).diagnostics());
  EXPECT_EQ(outer.diagnostics(), one_error());
}

TEST(ResultDeathTest, HasNoValueAfterAFailure) {
  Result<std::string> result = doubled("");
  EXPECT_DEATH(static_cast<void>(result.value()), "no value");
  EXPECT_DEATH(static_cast<void>(*result), "no value");
  EXPECT_DEATH(static_cast<void>(result->size()), "no value");
}

TEST(ResultDeathTest, FailsOnlyWithAnErrorAndSucceedsOnlyWithout) {
  EXPECT_DEATH(static_cast<void>(Result<int>::failure(one_warning())), "says why");
  EXPECT_DEATH(static_cast<void>(Result<int>::success(1, one_error())), "no errors");
}

}  // namespace
}  // namespace backlot::base::result_test
