// Orders by brute force: every property is counted over all rows.
#include "backlot/study/order.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace backlot::study::order_test {
namespace {

using Row = std::vector<std::size_t>;

std::vector<Row> all_rows_of(Order order, std::size_t n, std::size_t rows) {
  std::vector<Row> list;
  for (std::size_t row = 0; row < rows; ++row) list.push_back(order_of(order, n, row, 7));
  return list;
}

// How often a condition comes at a place, and behind another one.
struct Counted {
  std::map<std::pair<std::size_t, std::size_t>, int> at, behind;
};
Counted count(const std::vector<Row>& rows) {
  Counted counted;
  for (const Row& row : rows)
    for (std::size_t place = 0; place < row.size(); ++place) {
      ++counted.at[{row[place], place}];
      if (place > 0) ++counted.behind[{row[place - 1], row[place]}];
    }
  return counted;
}

bool is_even(const std::map<std::pair<std::size_t, std::size_t>, int>& counts, std::size_t cells) {
  if (counts.size() != cells) return false;
  return std::all_of(counts.begin(), counts.end(),
                     [&](const auto& one) { return one.second == counts.begin()->second; });
}

TEST(Order, EveryRowHasEveryConditionOnce) {
  for (const Order order :
       {Order::listed, Order::random, Order::latin_square, Order::balanced_latin_square})
    for (std::size_t n = 1; n <= 12; ++n)
      for (const Row& row : all_rows_of(order, n, 3 * n)) {
        EXPECT_EQ(row.size(), n);
        EXPECT_EQ(std::set<std::size_t>(row.begin(), row.end()).size(), n);
        EXPECT_EQ(*std::max_element(row.begin(), row.end()), n - 1);
      }
}

TEST(Order, ALatinSquareHasEveryConditionAtEveryPlaceEquallyOften) {
  for (std::size_t n = 2; n <= 12; ++n) {
    const std::size_t rows = rows_of(Order::latin_square, n);
    EXPECT_EQ(rows, n);
    EXPECT_TRUE(is_even(count(all_rows_of(Order::latin_square, n, rows)).at, n * n)) << n;
    // the property is lost with one row fewer, and the next rows are the first ones again
    EXPECT_FALSE(is_even(count(all_rows_of(Order::latin_square, n, rows - 1)).at, n * n)) << n;
    EXPECT_EQ(order_of(Order::latin_square, n, rows, 1), order_of(Order::latin_square, n, 0, 1));
  }
}

TEST(Order, ABalancedLatinSquareHasEveryConditionBehindEveryOtherOneEquallyOften) {
  for (std::size_t n = 2; n <= 12; ++n) {
    const std::size_t rows = rows_of(Order::balanced_latin_square, n);
    EXPECT_EQ(rows, n % 2 == 0 ? n : 2 * n);
    const Counted counted = count(all_rows_of(Order::balanced_latin_square, n, rows));
    EXPECT_TRUE(is_even(counted.at, n * n)) << n;
    EXPECT_TRUE(is_even(counted.behind, n * (n - 1))) << n;
  }
  // the control: the plain square is not balanced
  EXPECT_FALSE(is_even(count(all_rows_of(Order::latin_square, 4, 4)).behind, 12));
}

TEST(Order, ARandomOrderDependsOnSeedAndRowAlone) {
  EXPECT_EQ(order_of(Order::random, 8, 3, 11), order_of(Order::random, 8, 3, 11));
  std::set<Row> seen;
  for (std::size_t row = 0; row < 50; ++row) seen.insert(order_of(Order::random, 8, row, 11));
  EXPECT_GT(seen.size(), 45U);
  EXPECT_NE(order_of(Order::random, 8, 3, 11), order_of(Order::random, 8, 3, 12));
  // every one of the six orders of three is as likely: chi-square with five degrees of freedom, 99.9 % below 20.5
  std::map<Row, double> drawn;
  constexpr std::size_t kDraws = 6000;
  for (std::size_t row = 0; row < kDraws; ++row) ++drawn[order_of(Order::random, 3, row, 4)];
  double chi2 = 0;
  for (const auto& [row, times] : drawn) chi2 += (times - kDraws / 6.0) * (times - kDraws / 6.0) / (kDraws / 6.0);
  EXPECT_EQ(drawn.size(), 6U);
  EXPECT_LT(chi2, 20.5);
}

}  // namespace
}  // namespace backlot::study::order_test
