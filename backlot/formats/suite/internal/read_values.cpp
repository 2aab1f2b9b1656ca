#include "backlot/formats/suite/internal/read_values.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/base/random.h"

namespace backlot::formats::suite {

namespace {

constexpr double kTiny = 1e-9;  // of a step: 0.3 is a multiple of 0.1

// Numbers that share a unit, which stands behind one of them or behind several.
class Numbers {
 public:
  explicit Numbers(text::Cursor& c) : c_(c) {}

  double next() {
    const std::size_t position = c_.position();
    const std::optional<double> value = c_.take_number();
    if (!value)
      c_.fail_at(position, "T120", fmt::format("a number is asked for here, this is {}", c_.next_text()));
    take_unit();
    return value.value_or(0);
  }
  void take_unit() {
    const std::size_t position = c_.position();
    const text::Unit* const unit = c_.take_unit();
    if (unit == nullptr) return;
    if (unit_ != nullptr && unit->name != unit_->name)
      c_.fail_at(position, "K111",
                 fmt::format("the numbers of one parameter share one unit, here {}", unit_->name),
                 "write the unit once, behind the last number");
    unit_ = unit;
  }
  // A value with the unit, without the dust of binary fractions.
  std::string text(double value) const {
    if (unit_ == nullptr) return fmt::format("{:.12g}", value);
    return fmt::format("{:.12g} {}", value, unit_->name);
  }

 private:
  text::Cursor& c_;
  const text::Unit* unit_ = nullptr;
};

void expect_dots(text::Cursor& c) {
  c.expect_symbol('.');
  c.expect_symbol('.');
}

bool is_range_next(text::Cursor& c) {
  const std::size_t begin = c.position();
  const bool has_number = c.take_number().has_value();
  if (has_number) static_cast<void>(c.take_unit());
  const bool is_range = has_number && c.take_symbol('.');
  c.go_to(begin);
  return is_range;
}

void check_order(text::Cursor& c, std::size_t begin, double low, double high) {
  BACKLOT_ASSERT(begin <= c.position(), "a range begins before the place where it is read to");
  if (low > high)
    c.fail_at(begin, "K112", "this range is empty: it begins above its end",
              "write the smaller number first");
}

std::vector<std::string> read_steps(text::Cursor& c) {
  const std::size_t begin = c.position();
  Numbers numbers(c);
  const double low = numbers.next();
  expect_dots(c);
  const double high = numbers.next();
  if (!c.take("step") && !c.has_failed())
    c.fail("K113", "a range of which each value is played has a step",
           "write each of 10..60 km/h step 5, or leave \"each of\" out: then each run draws its value");
  const double step = numbers.next();
  check_order(c, begin, low, high);
  if (step <= 0)
    c.fail_at(begin, "K113", "the step of a range must be above zero", "write 10..60 km/h step 5");
  if (c.has_failed()) return {};
  const double count = std::floor((high - low) / step + kTiny) + 1;
  if (count > static_cast<double>(kMostValues)) {
    c.fail_at(begin, "K114", fmt::format("a parameter has at most {} values", kMostValues),
              "take a larger step");
    return {};
  }
  std::vector<std::string> values;
  for (std::size_t n = 0; n < static_cast<std::size_t>(count); ++n)
    values.push_back(numbers.text(low + static_cast<double>(n) * step));
  return values;
}

// Three digits behind the leading one of a width are enough to tell values apart, and can be read by people. The next power of ten below a thousandth.
double grain_of(double width) {
  if (!(width > 0) || !std::isfinite(width)) return 0;
  double grain = 1;
  while (grain > width / 1000) grain /= 10;
  while (grain * 10 <= width / 1000) grain *= 10;
  return grain;
}

// `LOW..HIGH`, every number as likely, or `normal(MEAN, DEVIATION) in LOW..HIGH`.
std::vector<std::string> read_drawn(text::Cursor& c, double count, std::string_view owner) {
  const std::size_t begin = c.position();
  Numbers numbers(c);
  const bool is_normal = c.take("normal");
  double mean = 0, deviation = 0;
  if (is_normal) {
    c.expect_symbol('(');
    mean = numbers.next();
    c.expect_symbol(',');
    deviation = numbers.next();
    c.expect_symbol(')');
    numbers.take_unit();
    c.expect("in");
  }
  const double low = numbers.next();
  expect_dots(c);
  const double high = numbers.next();
  check_order(c, begin, low, high);
  if (deviation < 0)
    c.fail_at(begin, "K113", "a standard deviation must be at least zero", "write zero or a number above it");
  if (c.has_failed()) return {};

  const double grain = grain_of(high - low);
  constexpr std::uint32_t kPurpose = 0x5317;
  constexpr int kMostTries = 1000;
  base::Hasher hasher;
  hasher.add(owner);
  base::RandomStream stream(hasher.value(), 0, kPurpose);
  std::vector<std::string> values;
  std::set<std::string> seen;
  for (std::size_t n = 0; n < static_cast<std::size_t>(count); ++n) {
    stream.skip_to(n);
    for (int k = 0; k < kMostTries && values.size() <= n; ++k) {
      double value = is_normal ? mean + deviation * stream.normal() : stream.uniform(low, high);
      if (grain > 0) value = std::round(value / grain) * grain;
      if (value < low || value > high) continue;
      std::string text = numbers.text(value);
      if (seen.insert(text).second) values.push_back(std::move(text));
    }
    if (values.size() > n) continue;
    c.fail_at(begin, "K115", fmt::format("no {} different values can be drawn from this", count),
              "draw fewer, or from a wider range");
    return {};
  }
  return values;
}

std::vector<std::string> read_number_list(text::Cursor& c) {
  Numbers numbers(c);
  std::vector<double> list;
  do {
    list.push_back(numbers.next());
  } while (!c.has_failed() && c.take_symbol(','));
  std::vector<std::string> values;
  for (const double number : list) values.push_back(numbers.text(number));
  return values;
}

std::vector<std::string> read_word_list(text::Cursor& c) {
  std::vector<std::string> values;
  do {
    values.push_back(c.name("a value"));
  } while (!c.has_failed() && c.take_symbol(','));
  return values;
}

// Whether `N drawn from` comes next.
std::optional<double> take_count_of_draws(text::Cursor& c) {
  const std::size_t begin = c.position();
  const std::optional<double> count = c.take_number();
  if (count && c.take("drawn from")) {
    if (*count < 1 || *count > static_cast<double>(kMostValues) || *count != std::floor(*count))
      c.fail_at(begin, "K114", fmt::format("a parameter has 1 to {} values", kMostValues),
                "write a whole number: each of 5 drawn from 30..70 km/h");
    return count;
  }
  c.go_to(begin);
  return std::nullopt;
}

std::vector<std::string> read_each(text::Cursor& c, std::string_view owner) {
  if (const std::optional<double> count = take_count_of_draws(c)) return read_drawn(c, *count, owner);
  if (is_range_next(c)) return read_steps(c);
  if (c.is_name_next()) return read_word_list(c);
  return read_number_list(c);
}

// The rest of the statement as it was written; the scene reads it.
std::string read_rest(text::Cursor& c) {
  if (c.is_at_end()) {
    c.fail("K110", "the value of the parameter is missing", "write it as in parameter lead = 1.5 s");
    return {};
  }
  const auto tokens = c.node().tokens();
  std::string value;
  for (std::size_t k = c.position(); k < tokens.size(); ++k) {
    if (k > c.position() && !tokens[k].is_joined) value += ' ';
    value += c.node().text(tokens[k]);
  }
  c.go_to(tokens.size());
  return value;
}

}  // namespace

std::vector<std::string> read_values(text::Cursor& c, std::string_view owner) {
  if (c.has_failed()) return {};
  if (!c.take("each of")) {
    std::vector<std::string> one{read_rest(c)};
    return c.finish() ? one : std::vector<std::string>{};
  }
  const std::size_t begin = c.position();
  std::vector<std::string> values = read_each(c, owner);
  if (!c.finish()) return {};
  std::set<std::string_view> seen;
  for (const std::string& value : values)
    if (!seen.insert(value).second) {
      c.fail_at(begin, "K115", fmt::format("the value {} is there twice", value), "keep one of them");
      return {};
    }
  return values;
}

}  // namespace backlot::formats::suite
