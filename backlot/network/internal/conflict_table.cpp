#include "backlot/network/internal/conflict_table.h"

#include <cmath>

namespace backlot::network::internal {

namespace {

double mixed(double a, double b, double t) { return a + t * (b - a); }

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// How far a stretch reaches outward on one side. It grows with both widths; unknown where bodies pass clear.
double back_of(const Extent& e) { return e.is_clear() ? kUnknown : -e.from; }
double ahead_of(const Extent& e) { return e.is_clear() ? kUnknown : e.to; }

using Reach = std::array<std::array<double, kFineCount>, kFineCount>;

// What follows on two or three values by their growth, and by how that grew; unknown with fewer.
template <class Values>
double foreseen(const Values& at, std::size_t k) {
  if (k < 2) return kUnknown;
  const auto slope = [&](std::size_t step) {
    return (at(step + 1) - at(step)) / (kFineWidths[step + 1] - kFineWidths[step]);
  };
  const double last = slope(k - 2), earlier = k > 2 ? slope(k - 3) : kUnknown;
  const double faster = earlier < last ? last - earlier : 0;
  return at(k - 1) + (last + faster) * (kFineWidths[k] - kFineWidths[k - 1]);
}

// Where a stretch runs to the end of the corridor its growth is cut. There it is given a value with which it would go on: answers
// are cut at the end anyway, and without the kink there is less to lack between the stored widths. Of the ways to go on the
// furthest is taken: a stretch that grows faster and faster must not seem to reach the end late.
void go_on_beyond(Reach& reach, double end) {
  for (std::size_t i = 0; i < kFineCount; ++i) {
    for (std::size_t j = 0; j < kFineCount; ++j) {
      if (!(reach[i][j] >= end)) continue;
      const double guesses[] = {
          foreseen([&](std::size_t k) { return reach[k][j]; }, i),
          foreseen([&](std::size_t k) { return reach[i][k]; }, j),
          i > 0 && j > 0 ? reach[i - 1][j] + (reach[i][j - 1] - reach[i - 1][j - 1]) : kUnknown};
      for (const double guess : guesses) {
        if (guess > reach[i][j]) reach[i][j] = guess;
      }
    }
  }
}

constexpr double kOnsetFall = 2.5;

constexpr std::array<double, kFineCount - 1> kPerFineStep = [] {
  std::array<double, kFineCount - 1> per_step{};
  for (std::size_t k = 0; k + 1 < kFineCount; ++k) per_step[k] = 1 / (kFineWidths[k + 1] - kFineWidths[k]);
  return per_step;
}();

// How far a growing function lies above the straight line between two fine widths, at most, by its slopes before, on and
// after that step: where it bends down it stays below its neighbours' lines, which cross above the step. An outer slope may
// be unknown: before the onset of a contact, which falls off like a square root, 2.4 to 1 from step to step, and
// beyond the table.
double bulge_on_step(double before, double here, double after, double step) {
  if (std::isnan(before)) before = kOnsetFall * here;
  if (std::isnan(after)) after = std::max(0.0, 2 * here - before);
  const double bend_before = before - here, bend_after = here - after;
  if (!(bend_before > 0) || !(bend_after > 0)) return 0;
  return step * bend_before * bend_after / (bend_before + bend_after);
}

// How far the function lies above the straight line for every step along one row of fine widths: by its bend, and by what the
// dense widths between tell. What stands out of the growth from one dense width to the next is taken for a jump, where
// another place of contact comes in; near the onset there is only one side to compare with.
std::array<double, kFineCount - 1> excess_along(const std::array<double, kFineCount>& fine,
                                                const std::array<double, kDenseCount>& dense) {
  std::array<double, kFineCount - 1> slopes{}, excess{};
  for (std::size_t k = 0; k + 1 < kFineCount; ++k) slopes[k] = (fine[k + 1] - fine[k]) * kPerFineStep[k];
  std::array<double, kDenseCount + 1>
      growth{};  // of dense widths, by step; unknown before the first and after the last
  growth.front() = growth.back() = kUnknown;
  for (std::size_t k = 0; k + 1 < kDenseCount; ++k) {
    growth[k + 1] = (dense[k + 1] - dense[k]) * kPerFineStep[k / kPerStep];
  }

  for (std::size_t k = 0; k + 1 < kFineCount; ++k) {
    if (std::isnan(slopes[k])) continue;
    const double before = k > 0 ? slopes[k - 1] : kUnknown,
                 after = k + 2 < kFineCount ? slopes[k + 1] : kUnknown;
    const double step = kFineWidths[k + 1] - kFineWidths[k];
    excess[k] = bulge_on_step(before, slopes[k], after, step);
    for (std::size_t t = 0; t < kPerStep; ++t) {
      const std::size_t at = kPerStep * k + t;
      const double expected = std::isnan(growth[at])       ? kOnsetFall * growth[at + 2]
                              : std::isnan(growth[at + 2]) ? growth[at]
                                                           : std::max(growth[at], growth[at + 2]);
      const double jump = std::max(0.0, growth[at + 1] - expected) * step;
      const double straight =
          mixed(fine[k], fine[k + 1], static_cast<double>(t) / static_cast<double>(kPerStep));
      excess[k] = std::max(excess[k], dense[at] + jump - straight);
    }
  }
  return excess;
}

// By row, then by step along it.
using StepsOfRows = std::array<std::array<double, kFineCount - 1>, kFineCount>;

// How much the interpolation between four stored corners lacks. Within a fine square the function lies above the
// interpolation of its own four corners by no more than its excess along the sides, and a quarter of its twist (a kink that
// runs diagonally shows in no side). The difference of two such interpolations is smallest at a corner, so it is enough to
// look at the corners of the fine squares.
double lack_of(const Reach& reach, const StepsOfRows& excess_own, const StepsOfRows& excess_other,
               std::size_t i, std::size_t j) {
  double lack = 0;
  for (std::size_t x = i; x < i + 2; ++x) {
    for (std::size_t y = j; y < j + 2; ++y) {
      const double twist = (reach[x + 1][y + 1] - reach[x + 1][y]) - (reach[x][y + 1] - reach[x][y]);
      const double excess = std::max(excess_own[y][x], excess_own[y + 1][x]) +
                            std::max(excess_other[x][y], excess_other[x + 1][y]) + 0.25 * std::fabs(twist);
      for (std::size_t u = x; u <= x + 1; ++u) {
        for (std::size_t v = y; v <= y + 1; ++v) {
          const double share = 0.5 * static_cast<double>(u - i),
                       other_share = 0.5 * static_cast<double>(v - j);
          const double straight = mixed(mixed(reach[i][j], reach[i + 2][j], share),
                                        mixed(reach[i][j + 2], reach[i + 2][j + 2], share), other_share);
          lack = std::max(lack, reach[u][v] + excess - straight);
        }
      }
    }
  }
  return lack;
}

using Lacks = std::array<std::array<std::uint16_t, kStoredCount - 1>, kStoredCount - 1>;

template <class ReachOf>
Lacks lacks_of(const Reach& reach, const Contacts& contacts, const ReachOf& reach_of) {
  StepsOfRows excess_own{}, excess_other{};
  for (std::size_t row = 0; row < kFineCount; ++row) {
    std::array<double, kFineCount> fine_own{}, fine_other{};
    for (std::size_t k = 0; k < kFineCount; ++k) {
      fine_own[k] = reach[k][row];
      fine_other[k] = reach[row][k];
    }
    std::array<double, kDenseCount> dense_own{}, dense_other{};
    for (std::size_t k = 0; k < kDenseCount; ++k) {
      dense_own[k] = reach_of(contacts.by_own[k][row]);
      dense_other[k] = reach_of(contacts.by_other[row][k]);
    }
    excess_own[row] = excess_along(fine_own, dense_own);
    excess_other[row] = excess_along(fine_other, dense_other);
  }
  Lacks lacks{};
  for (std::size_t i = 0; i + 1 < kStoredCount; ++i) {
    for (std::size_t j = 0; j + 1 < kStoredCount; ++j) {
      if (std::isnan(reach[2 * i][2 * j])) continue;  // not interpolated
      const double lack = lack_of(reach, excess_own, excess_other, 2 * i, 2 * j);
      lacks[i][j] = static_cast<std::uint16_t>(std::min(65535.0, std::ceil(1000 * lack)));
    }
  }
  return lacks;
}

float rounded_down(double value) {
  const auto rounded = static_cast<float>(value);
  return static_cast<double>(rounded) > value ? std::nextafter(rounded, std::numeric_limits<float>::lowest())
                                              : rounded;
}

}  // namespace

ConflictTable table_of(const Contacts& contacts, double length) {
  Reach back{}, ahead{};
  for (std::size_t own = 0; own < kFineCount; ++own) {
    for (std::size_t other = 0; other < kFineCount; ++other) {
      Extent e = contacts.by_own[kPerStep * own][other];
      e.include(contacts.by_other[own][kPerStep * other]);
      back[own][other] = back_of(e);
      ahead[own][other] = ahead_of(e);
    }
  }
  go_on_beyond(back, 0);
  go_on_beyond(ahead, length);
  const Lacks lacks_back = lacks_of(back, contacts, back_of),
              lacks_ahead = lacks_of(ahead, contacts, ahead_of);

  ConflictTable table;
  table.length = -rounded_down(-length);
  for (std::size_t i = 0; i < kStoredCount; ++i) {
    for (std::size_t j = 0; j < kStoredCount; ++j) {
      if (std::isnan(back[2 * i][2 * j])) continue;
      table.cells[i][j] = {rounded_down(-back[2 * i][2 * j]), -rounded_down(-ahead[2 * i][2 * j])};
      if (i + 1 < kStoredCount && j + 1 < kStoredCount)
        table.lacks[i][j] = {lacks_back[i][j], lacks_ahead[i][j]};
    }
  }
  return table;
}

namespace {

// Between which stored widths a width lies, and how near to the upper one: more than 1 beyond the largest.
struct WidthPlace {
  std::size_t low = 0, high = 1;
  double share = 0;
};

WidthPlace place_of(double half_width) {
  WidthPlace place;
  while (place.high + 1 < kStoredCount && kBodyHalfWidths[place.high] < half_width) ++place.high;
  place.low = place.high - 1;
  const double width = std::max(half_width, kBodyHalfWidths.front());
  place.share =
      (width - kBodyHalfWidths[place.low]) / (kBodyHalfWidths[place.high] - kBodyHalfWidths[place.low]);
  return place;
}

}  // namespace

std::optional<Stretch> stretch_at(const ConflictTable& table, double half_width, double other_half_width) {
  const WidthPlace own = place_of(half_width), other = place_of(other_half_width);
  // the next stored widths that are not smaller
  const std::size_t next = own.share > 0 ? own.high : own.low,
                    other_next = other.share > 0 ? other.high : other.low;
  const ConflictTable::Cell& bound = table.cells[next][other_next];
  if (bound.is_clear()) return std::nullopt;
  auto from = static_cast<double>(bound.from), to = static_cast<double>(bound.to);
  if (!table.cells[own.low][other.low].is_clear()) {
    const auto blended = [&](float ConflictTable::Cell::*end) {
      const auto at = [&](std::size_t x, std::size_t y) {
        return static_cast<double>(table.cells[x][y].*end);
      };
      return mixed(mixed(at(own.low, other.low), at(own.high, other.low), own.share),
                   mixed(at(own.low, other.high), at(own.high, other.high), own.share), other.share);
    };
    const ConflictTable::Lack& lack = table.lacks[own.low][other.low];
    const double blended_from = blended(&ConflictTable::Cell::from) - 0.001 * lack.back;
    const double blended_to = blended(&ConflictTable::Cell::to) + 0.001 * lack.ahead;
    const bool is_beyond = own.share > 1 || other.share > 1;
    from = is_beyond ? std::min(from, blended_from) : std::max(from, blended_from);
    to = is_beyond ? std::max(to, blended_to) : std::min(to, blended_to);
  }
  return Stretch{std::max(0.0, from), std::min(static_cast<double>(table.length), to)};
}

}  // namespace backlot::network::internal
