#include "backlot/draw/ticks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::draw {

namespace {

// 10^k by repeated multiplication: the same bits everywhere
double power_of_ten(int k) {
  double p = 1;
  for (int i = 0; i < std::abs(k); ++i) p *= 10;
  return k < 0 ? 1 / p : p;
}

// the largest k with 10^k <= x, give or take rounding
int decade_of(double x) {
  int k = 0;
  while (k < 300 && power_of_ten(k + 1) <= x * (1 + 1e-12)) ++k;
  while (k > -300 && power_of_ten(k) > x * (1 + 1e-12)) --k;
  return k;
}

std::string superscript(int k) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = k < 0 ? "⁻" : "";
  for (const char c : fmt::format("{}", std::abs(k))) out += kDigits[c - '0'];
  return out;
}

}  // namespace

std::string tick_text(double value) {
  if (value == 0) return "0";
  const double size = std::fabs(value);
  const int decade = decade_of(size);
  // tiny and huge ones by powers of ten
  if (decade < -4 || decade > 6) {
    const double front = value / power_of_ten(decade);
    if (std::fabs(front - 1) < 1e-9) return "10" + superscript(decade);
    return fmt::format("{:.3g}·10{}", front, superscript(decade));
  }
  // digits in groups of three, from five digits on
  std::string out = fmt::format("{:.6f}", value);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  std::size_t point = std::min(out.find('.'), out.size());
  const std::size_t front = value < 0 ? 1 : 0;
  if (point - front > 4) {
    while (point > front + 3) {
      point -= 3;
      out.insert(point, " ");
    }
  }
  return out;
}

std::vector<Tick> linear_ticks(double low, double high, int wanted) {
  BACKLOT_CHECK(low < high && std::isfinite(high - low) && wanted > 0, "ticks need a range");
  const double rough = (high - low) / wanted;
  const double decade = power_of_ten(decade_of(rough));
  double step = 10 * decade;
  for (const double times : {5.0, 2.0, 1.0}) {
    if (times * decade >= rough * (1 - 1e-9)) step = times * decade;
  }
  std::vector<Tick> ticks;
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  // so far from zero that steps vanish in rounding
  if (!(last - first <= 10.0 * wanted) || first + 1 == first || last + 1 == last) return ticks;
  for (double k = first; k <= last; ++k) ticks.push_back({k * step, tick_text(k * step)});
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high) {
  BACKLOT_CHECK(low > 0 && low < high && std::isfinite(high), "ticks need a range above zero");
  const int first = decade_of(low), last = decade_of(high);
  const int decades = last - first + 1;
  std::vector<Tick> ticks;
  for (int k = first; k <= last; ++k) {
    const double decade = power_of_ten(k);
    const bool is_labelled = decades <= 8 || k % 2 == 0;
    for (int times = 1; times <= 9; ++times) {
      const double value = times * decade;
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      if (times > 1 && decades > 8) continue;
      const bool between = decades <= 3 && (times == 2 || times == 5);
      ticks.push_back({value, (times == 1 && is_labelled) || between ? tick_text(value) : ""});
    }
  }
  return ticks;
}

}  // namespace backlot::draw
