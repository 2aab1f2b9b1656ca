#include "backlot/network/internal/conflict.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/network/test/slow_sweep.h"

namespace backlot::network::internal {
namespace {

// ---- Corridors: lines and arcs, exactly --------------------------------------------------------------------------------

struct Bend {
  double length = 0;
  double curvature = 0;
};

struct Curve {
  double x = 0, y = 0, heading = 0;
  std::vector<Bend> bends{};
  double z = 0, grade = 0;  // height at the start, and per metre
  double skew = 0;  // of the lateral against the right angle, as of a lane that drifts across its road
  double lateral_length = 1;  // in plan: less than 1 on a banked road

  double length() const {
    double sum = 0;
    for (const Bend& b : bends) sum += b.length;
    return sum;
  }
};

SlowSweep::Section section_at(const Curve& curve, double s) {
  double x = curve.x, y = curve.y, heading = curve.heading, left = s;
  for (std::size_t k = 0; k < curve.bends.size(); ++k) {
    const Bend& b = curve.bends[k];
    const double d = k + 1 < curve.bends.size() ? std::min(left, b.length) : left;
    if (b.curvature == 0) {
      x += d * std::cos(heading);
      y += d * std::sin(heading);
    } else {
      x += (std::sin(heading + b.curvature * d) - std::sin(heading)) / b.curvature;
      y += (std::cos(heading) - std::cos(heading + b.curvature * d)) / b.curvature;
      heading += b.curvature * d;
    }
    left -= d;
    if (left <= 0) break;
  }
  return {x, y, curve.z + curve.grade * s, -std::sin(heading + curve.skew) * curve.lateral_length,
          std::cos(heading + curve.skew) * curve.lateral_length};
}

CentreLine sampled(const Curve& curve) {
  CentreLine line;
  const double length = curve.length();
  const auto steps = static_cast<int>(std::ceil(length / 0.2));
  for (int k = 0; k <= steps; ++k) {
    const double s = length * k / steps;
    const SlowSweep::Section at = section_at(curve, s);
    const double up = std::sqrt(std::max(0.0, 1 - curve.lateral_length * curve.lateral_length));
    line.points.push_back({at.x, at.y, at.z});
    line.laterals.push_back({at.lateral_x, at.lateral_y, up});
    line.distances.push_back(s);
  }
  return line;
}

constexpr double kPi = 3.14159265358979323846;

Curve line(double x, double y, double heading_deg, double length) {
  return {.x = x, .y = y, .heading = heading_deg * kPi / 180, .bends = {{length, 0}}};
}

// A turn with straight run-ups of 2 m: the angle is positive to the left.
Curve turn(double x, double y, double heading_deg, double radius, double angle_deg) {
  const double angle = angle_deg * kPi / 180;
  return {.x = x,
          .y = y,
          .heading = heading_deg * kPi / 180,
          .bends = {{2, 0}, {radius * std::fabs(angle), (angle > 0 ? 1 : -1) / radius}, {2, 0}}};
}

SlowSweep sweep_of(const Curve& curve) {
  return SlowSweep(curve.length(), [&](double s) { return section_at(curve, s); });
}

// ---- The comparison ---------------------------------------------------------------------------------------------------

// How answers lie to what the slow way finds.
struct Tally {
  double shortest =
      -std::numeric_limits<double>::infinity();  // what an answer lacked, at worst; negative: none did
  double longest = 0;                            // what an answer had too much
  int compared = 0;                              // stretches that both found
  int too_long = 0;                              // of those, by more than 0.3 m at an end
};

// The stored width at or above a half width, and the one at or below.
std::size_t stored_above(double half_width) {
  std::size_t k = 0;
  while (k + 1 < kBodyHalfWidths.size() && kBodyHalfWidths[k] < half_width) ++k;
  return k;
}
std::size_t stored_below(double half_width) {
  std::size_t k = kBodyHalfWidths.size() - 1;
  while (k > 0 && kBodyHalfWidths[k] > half_width) --k;
  return k;
}

bool is_some(const Stretch& s) { return s.from <= s.to; }

// Checks for one pair of widths what is promised for all; the rest goes into the tally. The slow way sees the ends of a
// stretch up to SlowSweep::kThin too late.
void compare(const ConflictTable& table, const SlowSweep& own, const SlowSweep& other, double w,
             double other_w, Tally& tally) {
  const std::string at = "at " + std::to_string(w) + ", " + std::to_string(other_w);
  const Stretch truth = own.touching(other, w, other_w);
  const std::optional<Stretch> found = stretch_at(table, w, other_w);
  if (!found) {
    EXPECT_FALSE(is_some(truth)) << "missed " << at << ": " << truth.from << " ... " << truth.to;
    return;
  }
  EXPECT_GE(found->from, 0) << at;
  EXPECT_LE(found->to, own.length() + 1e-5) << at;
  EXPECT_LE(found->from, found->to) << at;

  // no longer than the true one for the next stored widths; a centimetre and a half across decides who grazes
  const double above = kBodyHalfWidths[stored_above(w)], other_above = kBodyHalfWidths[stored_above(other_w)];
  const Stretch bound = own.touching(other, above + 0.015, other_above + 0.015);
  ASSERT_TRUE(is_some(bound)) << "found where wider bodies pass clear, " << at;
  EXPECT_GE(found->from, bound.from - SlowSweep::kThin - 0.05) << at;
  EXPECT_LE(found->to, bound.to + SlowSweep::kThin + 0.05) << at;

  if (!is_some(truth)) return;
  tally.shortest = std::max({tally.shortest, found->from - truth.from, truth.to - found->to});
  ++tally.compared;
  // how near it comes is promised where the next smaller stored bodies touch as well
  if (table.cells[stored_below(w)][stored_below(other_w)].is_clear()) return;
  const double too_much =
      std::max(truth.from - SlowSweep::kThin - found->from, found->to - SlowSweep::kThin - truth.to);
  tally.longest = std::max(tally.longest, too_much);
  if (too_much > 0.3) ++tally.too_long;
}

// Both sides, for all stored widths where asked, and for some between.
Tally compare(const Curve& a, const Curve& b, bool all_stored, int between, std::uint64_t seed) {
  const SlowSweep slow_a = sweep_of(a), slow_b = sweep_of(b);
  const std::optional<Conflict> found = find_conflict(sampled(a), sampled(b));
  const ConflictTable clear;
  const ConflictTable& on_a = found ? found->on_first : clear;
  const ConflictTable& on_b = found ? found->on_second : clear;
  Tally tally;
  const auto both = [&](double w, double other_w) {
    compare(on_a, slow_a, slow_b, w, other_w, tally);
    compare(on_b, slow_b, slow_a, w, other_w, tally);
  };
  if (all_stored) {
    for (const double w : kBodyHalfWidths) {
      for (const double other_w : kBodyHalfWidths) both(w, other_w);
    }
  }
  base::RandomStream random{seed, 0, 0};
  for (int k = 0; k < between; ++k) {
    const double w = random.uniform(0.3, 1.5), other_w = random.uniform(0.3, 1.5);
    both(w, other_w);
  }
  EXPECT_LE(tally.shortest, 1e-6);
  return tally;
}

struct Case {
  const char* name;
  Curve a, b;
  bool touches = true;
  double longest = 0.3;  // more where edges graze, or a second place of contact comes in
};

// As they lie in intersections of lanes 3.5 m wide, traffic on the right.
std::vector<Case> cases() {
  const Curve east = line(-12, -1.75, 0, 24);
  Curve bridge = line(0, -15, 90, 30);
  bridge.z = 4;
  Curve low_bridge = bridge;
  low_bridge.z = 2;
  Curve drifting = line(-12, 3, -14, 24);
  drifting.skew = 14 * kPi / 180;
  Curve banked = line(0, -15, 80, 30);
  banked.lateral_length = 0.98;
  return {
      {"right angle", east, line(1.75, -12, 90, 24)},
      {"45 degrees", east, line(-10, -12, 45, 30)},
      {"20 degrees", east, line(-14, -7, 20, 30)},
      {"against the distance, over an end", east, line(12, 5, 200, 30), true, 0.4},
      {"left turn across oncoming", turn(12, 1.75, 180, 12, 90), east},
      {"two left turns around each other", turn(4, 1.75, 180, 8, 90), turn(-4, -1.75, 0, 8, 90)},
      {"right turn into the same lane", line(1.75, -14, 90, 24), turn(-10.25, -2, 0, 10, 90)},
      {"left turn into the same lane", line(1.75, -14, 90, 24), turn(13.75, -2, 180, 10, -90)},
      {"diverging right", east, turn(-12, -1.75, 0, 9, -90)},
      {"diverging left, widely", east, turn(-12, -1.75, 0, 40, 30)},
      {"merging at a small angle, beside each other", line(0, 0, 0, 40),
       Curve{.x = 0, .y = -4, .heading = 0.2, .bends = {{20, 0}, {10, -0.02}}}, true, 4},
      {"turn around", turn(-8, -1.75, 0, 3.5, 180), line(12, 1.75, 180, 24)},
      {"turn around, tighter than wide", turn(-8, -1.75, 0, 1.1, 180), line(-5.5, -8, 90, 16)},
      {"turn around, tight, crossed aslant", turn(-8, -1.75, 0, 1.3, 180), line(-9, -6, 60, 16)},
      {"ring and entry", Curve{.x = 15, .y = 0, .heading = kPi / 2, .bends = {{30, 1 / 15.0}}},
       turn(21, 6, 180, 12, -60)},
      {"parallel, 3.5 m apart", east, line(-12, 1.75, 0, 24), false},
      {"parallel, 2.6 m apart", east, line(-12, 0.85, 0, 24)},
      {"parallel, oncoming, 1.9 m apart", east, line(12, 0.15, 180, 20)},
      {"ends within the other", east, line(1, -10, 90, 8.5)},
      {"begins within the other", east, line(1, -1.5, 70, 10)},
      {"wholly within the other", east, line(-0.3, -1.9, 30, 0.7)},
      {"ends just before the other", east, line(1, -10, 90, 7.2)},
      {"S-shaped, touching twice",
       Curve{.x = -12, .y = -1, .heading = 0, .bends = {{8, 0.1}, {16, -0.1}, {8, 0.1}}},
       line(-12, 1.2, 0, 26), true, 1.2},
      {"one after the other", line(-10, 0, 0, 10), line(0, 0, 0, 10)},
      {"a bridge", east, bridge, false},
      {"a low bridge", east, low_bridge},
      {"a lateral that is oblique", drifting, line(0, -12, 90, 24)},
      {"banked", banked, east},
      {"far apart", east, line(200, 0, 0, 20), false},
  };
}

TEST(Conflict, IsNeverTooShortAndHardlyTooLong) {
  std::uint64_t seed = 1;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Tally tally = compare(c.a, c.b, true, 60, seed++);
    EXPECT_EQ(tally.compared > 0, c.touches);
    EXPECT_LE(tally.longest, c.longest);
  }
}

// Lines and turns of all kinds, thrown at each other.
Curve random_curve(base::RandomStream& random) {
  const double angle = random.uniform(0, 2 * kPi), radius = random.uniform(0, 12);
  Curve curve{
      .x = radius * std::cos(angle), .y = radius * std::sin(angle), .heading = random.uniform(0, 2 * kPi)};
  const auto bends = 1 + random.below(3);
  for (std::uint64_t k = 0; k < bends; ++k) {
    const double length = random.uniform(2, 10);
    const double curvature = random.uniform() < 0.4 ? 0 : random.uniform(-0.25, 0.25);
    curve.bends.push_back({length, curvature});
  }
  return curve;
}

TEST(Conflict, KeepsItsPromiseForRandomCorridors) {
  base::RandomStream random{2026, 0, 0};
  int touching = 0, compared = 0, too_long = 0;
  for (int k = 0; k < 400; ++k) {
    SCOPED_TRACE(k);
    const Curve a = random_curve(random), b = random_curve(random);
    const Tally tally = compare(a, b, false, 8, 100 + static_cast<std::uint64_t>(k));
    touching += tally.compared > 0 ? 1 : 0;
    compared += tally.compared;
    too_long += tally.too_long;
  }
  EXPECT_GT(touching, 100);
  // what grazes is rare
  EXPECT_LT(too_long, compared / 50);
}

// Nearly a circle, and a line through it: wide bodies touch where it begins as well, so the stretch grows by a jump, at a
// width that lies between two stored ones.
TEST(Conflict, IsNotTooShortWhereASecondPlaceOfContactComesIn) {
  const Curve through{
      .x = 4.0457, .y = 8.2741, .heading = 4.08868, .bends = {{9.5529, 0}, {7.4935, -0.02515}}};
  const Curve around{.x = -1.6486,
                     .y = -1.1415,
                     .heading = 2.92516,
                     .bends = {{6.4175, -0.20771}, {5.9232, -0.17419}, {6.4771, -0.18822}}};
  const Tally tally = compare(through, around, false, 400, 6601);
  EXPECT_EQ(tally.compared, 800);
}

// The edge of a tight turn swings towards the start of a line: with the width the stretch grows faster and faster, then
// stops at the start.
TEST(Conflict, IsNotTooShortWhereItRunsIntoAnEnd) {
  const Curve swinging{
      .x = 7.6108, .y = -6.6272, .heading = 3.09769, .bends = {{3.4891, -0.56126}, {7.8897, 0}}};
  const Curve hit{.x = 3.5762, .y = -4.2144, .heading = 6.21654, .bends = {{8.8430, 0}}};
  const SlowSweep slow_swinging = sweep_of(swinging), slow_hit = sweep_of(hit);
  const std::optional<Conflict> found = find_conflict(sampled(swinging), sampled(hit));
  ASSERT_TRUE(found);
  Tally tally;
  for (double w = 1.005; w < 1.06; w += 0.005) {
    for (double other_w = 1.08; other_w < 1.16; other_w += 0.01) {
      compare(found->on_first, slow_swinging, slow_hit, w, other_w, tally);
      compare(found->on_second, slow_hit, slow_swinging, w, other_w, tally);
    }
  }
  EXPECT_GT(tally.compared, 100);
  EXPECT_LE(tally.shortest, 1e-6);
}

// Two straight lines at an angle: the near edge of the one meets the far corner of the other's cross-section.
TEST(Conflict, OfTwoLinesIsTheClosedForm) {
  for (const double degrees : {90.0, 60.0, 45.0, 30.0}) {
    const double angle = degrees * kPi / 180;
    const std::optional<Conflict> found =
        find_conflict(sampled(line(-20, 0, 0, 40)),
                      sampled(line(-20 * std::cos(angle), -20 * std::sin(angle), degrees, 40)));
    ASSERT_TRUE(found);
    for (const double own : {0.25, 0.3, 0.5, 0.6, 0.9, 1.0, 1.2, 1.5}) {
      for (const double other : {0.25, 0.4, 0.75, 1.1, 1.5}) {
        const std::optional<Stretch> stretch = stretch_at(found->on_first, own, other);
        ASSERT_TRUE(stretch);
        const double half = (other + own * std::cos(angle)) / std::sin(angle);
        EXPECT_LE(stretch->from, 20 - half) << degrees << ' ' << own << ' ' << other;
        EXPECT_GE(stretch->from, 20 - half - 0.05) << degrees << ' ' << own << ' ' << other;
        EXPECT_GE(stretch->to, 20 + half) << degrees << ' ' << own << ' ' << other;
        EXPECT_LE(stretch->to, 20 + half + 0.05) << degrees << ' ' << own << ' ' << other;
      }
    }
  }
}

TEST(Conflict, IsTheSameFromBothSides) {
  base::RandomStream random{7, 0, 0};
  std::vector<Case> all = cases();
  for (int k = 0; k < 100; ++k) {
    const Curve a = random_curve(random), b = random_curve(random);
    all.push_back({"random", a, b});
  }
  for (const Case& c : all) {
    const std::optional<Conflict> one = find_conflict(sampled(c.a), sampled(c.b));
    const std::optional<Conflict> other = find_conflict(sampled(c.b), sampled(c.a));
    ASSERT_EQ(one.has_value(), other.has_value()) << c.name;
    if (!one) continue;
    EXPECT_EQ(one->on_first, other->on_second) << c.name;
    EXPECT_EQ(one->on_second, other->on_first) << c.name;
    EXPECT_FALSE(one->on_first.is_clear());
    EXPECT_FALSE(one->on_second.is_clear());
    for (std::size_t i = 0; i < kBodyHalfWidths.size(); ++i) {
      for (std::size_t j = 0; j < kBodyHalfWidths.size(); ++j) {
        EXPECT_EQ(one->on_first.cells[i][j].is_clear(), one->on_second.cells[j][i].is_clear()) << c.name;
      }
    }
  }
}

TEST(Conflict, RunsToTheEndWhereCorridorsMergeAndFromTheStartWhereTheyPart) {
  const Curve through = line(1.75, -14, 90, 24), into = turn(-10.25, -2, 0, 10, 90);
  const std::optional<Conflict> merge = find_conflict(sampled(through), sampled(into));
  ASSERT_TRUE(merge);
  const Curve east = line(-12, -1.75, 0, 24), off = turn(-12, -1.75, 0, 9, -90);
  const std::optional<Conflict> parting = find_conflict(sampled(east), sampled(off));
  ASSERT_TRUE(parting);
  for (const double w : {0.25, 0.8, 1.0, 1.5}) {
    EXPECT_NEAR(stretch_at(merge->on_second, w, w)->to, into.length(), 1e-5);
    EXPECT_NEAR(stretch_at(merge->on_first, w, w)->to, through.length(), 1e-5);
    EXPECT_EQ(stretch_at(parting->on_first, w, w)->from, 0);
    EXPECT_EQ(stretch_at(parting->on_second, w, w)->from, 0);
  }
}

// A ramp of 8 % leaves the road that it lies on: 2.5 m above it after 31.25 m.
TEST(Conflict, EndsWhereOneRoadIsHighAboveTheOther) {
  Curve ramp = line(0, 0, 0, 60);
  ramp.grade = 0.08;
  const Curve road = line(0, 0.3, 0, 60);
  const std::optional<Conflict> found = find_conflict(sampled(ramp), sampled(road));
  ASSERT_TRUE(found);
  for (const double own : {0.5, 1.0, 1.5}) {
    for (const double other : {0.5, 1.0, 1.5}) {
      for (const ConflictTable* table : {&found->on_first, &found->on_second}) {
        const std::optional<Stretch> stretch = stretch_at(*table, own, other);
        ASSERT_TRUE(stretch);
        EXPECT_EQ(stretch->from, 0);
        EXPECT_GE(stretch->to, 31.25);
        EXPECT_LE(stretch->to, 31.25 + 0.05 / 0.08 + 0.3);  // five centimetres of height are spare
      }
    }
  }
}

TEST(Conflict, GrowsWithTheStoredWidths) {
  for (const Case& c : cases()) {
    const std::optional<Conflict> found = find_conflict(sampled(c.a), sampled(c.b));
    ASSERT_EQ(found.has_value(), c.touches) << c.name;
    if (!found) continue;
    for (const ConflictTable* table : {&found->on_first, &found->on_second}) {
      for (std::size_t i = 0; i + 1 < kBodyHalfWidths.size(); ++i) {
        for (std::size_t j = 0; j + 1 < kBodyHalfWidths.size(); ++j) {
          const ConflictTable::Cell& cell = table->cells[i][j];
          if (cell.is_clear()) continue;
          for (const ConflictTable::Cell& wider : {table->cells[i + 1][j], table->cells[i][j + 1]}) {
            EXPECT_LE(wider.from, cell.from) << c.name;
            EXPECT_GE(wider.to, cell.to) << c.name;
          }
        }
      }
    }
  }
}

TEST(Conflict, ExtrapolatesBeyondTheWidestStored) {
  const std::optional<Conflict> found =
      find_conflict(sampled(line(-20, 0, 0, 40)), sampled(line(0, -20, 90, 40)));
  ASSERT_TRUE(found);
  const std::optional<Stretch> stretch = stretch_at(found->on_first, 2.5, 2.0);
  ASSERT_TRUE(stretch);
  EXPECT_NEAR(stretch->from, 18, 0.05);
  EXPECT_NEAR(stretch->to, 22, 0.05);
  // never past the ends
  const std::optional<Stretch> huge = stretch_at(found->on_first, 1, 100);
  ASSERT_TRUE(huge);
  EXPECT_EQ(huge->from, 0);
  EXPECT_EQ(huge->to, 40);
}

TEST(Conflict, IsAsForTheSmallestStoredBelowIt) {
  const std::optional<Conflict> found =
      find_conflict(sampled(line(-20, 0, 0, 40)), sampled(line(0, -20, 90, 40)));
  ASSERT_TRUE(found);
  const std::optional<Stretch> none = stretch_at(found->on_first, 0, 0);
  const std::optional<Stretch> least = stretch_at(found->on_first, kBodyHalfWidths[0], kBodyHalfWidths[0]);
  ASSERT_TRUE(none && least);
  EXPECT_EQ(none->from, least->from);
  EXPECT_EQ(none->to, least->to);
}

// Far from the origin a millimetre is still a millimetre.
TEST(Conflict, DoesNotMindWhereTheOriginLies) {
  const auto moved = [](Curve curve) {
    curve.x += 500000;
    curve.y += 5400000;
    return curve;
  };
  const Curve a = turn(12, 1.75, 180, 12, 90), b = line(-12, -1.75, 0, 24);
  const std::optional<Conflict> here = find_conflict(sampled(a), sampled(b));
  const std::optional<Conflict> there = find_conflict(sampled(moved(a)), sampled(moved(b)));
  ASSERT_TRUE(here && there);
  for (const double w : {0.3, 0.5, 1.0, 1.3}) {
    EXPECT_NEAR(stretch_at(here->on_first, w, 1.0)->from, stretch_at(there->on_first, w, 1.0)->from, 1e-3);
    EXPECT_NEAR(stretch_at(here->on_first, w, 1.0)->to, stretch_at(there->on_first, w, 1.0)->to, 1e-3);
  }
}

TEST(Conflict, NeedsALineWithTwoEnds) {
  const CentreLine point{{{0, 0, 0}}, {{0, 1, 0}}, {0}};
  EXPECT_FALSE(find_conflict(CentreLine{}, sampled(line(-5, 0, 0, 10))));
  EXPECT_FALSE(find_conflict(point, sampled(line(-5, 0, 0, 10))));
  EXPECT_FALSE(find_conflict(sampled(line(-5, 0, 0, 10)), point));
}

}  // namespace
}  // namespace backlot::network::internal
