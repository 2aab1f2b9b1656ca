#include "backlot/record/csv.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/random.h"

namespace backlot::record::csv_test {
namespace {

std::string fixed(double value, unsigned decimals) {
  std::string text;
  append_fixed(value, decimals, text);
  return text;
}

TEST(Csv, WritesNumbersWithAFixedCountOfDigits) {
  EXPECT_EQ(fixed(0, 3), "0.000");
  EXPECT_EQ(fixed(-0.0, 2), "0.00");
  EXPECT_EQ(fixed(-0.004, 2), "0.00") << "zero has no sign";
  EXPECT_EQ(fixed(-0.006, 2), "-0.01");
  EXPECT_EQ(fixed(0.05, 1), "0.1");
  EXPECT_EQ(fixed(1234.5, 0), "1235");
  EXPECT_EQ(fixed(9.9996, 3), "10.000");
  EXPECT_EQ(fixed(-1234.5678, 4), "-1234.5678");
  EXPECT_EQ(fixed(1e20, 2), "100000000000000000000.00");
  EXPECT_EQ(fixed(std::numeric_limits<double>::infinity(), 2), "inf");
  EXPECT_EQ(fixed(std::nan(""), 2), "nan");
}

// The general formatter rounds exactly. Ours may differ by one unit of the last digit, and only where the value is a half of it.
TEST(Csv, WritesNumbersAsTheGeneralFormatterDoes) {
  base::RandomStream random(7, 0, 0);
  constexpr std::array<double, 4> kSizes = {1, 100, 1e4, 1e6};
  for (int k = 0; k < 40000; ++k) {
    const auto decimals = static_cast<unsigned>(k % 7);
    const double value = (random.uniform() - 0.5) * kSizes[static_cast<std::size_t>(k / 7 % 4)];
    const std::string ours = fixed(value, decimals), theirs = fmt::format("{:.{}f}", value + 0.0, decimals);
    if (ours == theirs || "-" + ours == theirs) continue;
    const double unit = std::pow(10.0, -static_cast<double>(decimals));
    EXPECT_NEAR(std::strtod(ours.c_str(), nullptr), value, 0.5000001 * unit) << value;
  }
}

TEST(Csv, QuotesWhatWouldBreakALine) {
  const auto text = [](std::string_view value) {
    std::string out;
    append_text(value, out);
    return out;
  };
  EXPECT_EQ(text("high_street"), "high_street");
  EXPECT_EQ(text("a,b"), "\"a,b\"");
  EXPECT_EQ(text("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(text("two\nlines"), "\"two\nlines\"");
}

TEST(Csv, WritesEveryKindOfCell) {
  struct Row {
    double x;
  };
  const std::array<Column<Row>, 4> columns = {{
      {"x_m", "m", ColumnType::number, 2, "", [](const Row& r) { return Cell::of(r.x); }},
      {"count", "", ColumnType::whole, 0, "",
       [](const Row&) { return Cell::of(std::uint64_t{18446744073709551615U}); }},
      {"nothing", "", ColumnType::text, 0, "", [](const Row&) { return Cell{}; }},
      {"name", "", ColumnType::text, 0, "", [](const Row&) { return Cell::of(std::string_view("a,b")); }},
  }};
  std::string text;
  append_header<Row>(columns, text);
  append_row<Row>(columns, {1.005e3}, text);
  EXPECT_EQ(text, "x_m,count,nothing,name\n1005.00,18446744073709551615,,\"a,b\"\n");
}

}  // namespace
}  // namespace backlot::record::csv_test
