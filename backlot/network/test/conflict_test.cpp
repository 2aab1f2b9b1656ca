#include "backlot/network/internal/conflict/conflict.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/test/catalogue.h"
#include "backlot/network/test/slow_sweep.h"

namespace backlot::network::internal::conflict_test {
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

SweptLine swept(const Curve& curve) {
  return {curve.length(), [&](double s) {
            const SlowSweep::Section at = section_at(curve, s);
            return SweptLine::Section{at.x, at.y, at.lateral_x, at.lateral_y, at.z, s};
          }};
}

std::optional<Stretches> stretches(const Curve& a, const Curve& b, double half_width,
                                   double other_half_width) {
  const SweptLine line = swept(a), other = swept(b);
  return find_stretches(Swath(line, half_width), Swath(other, other_half_width));
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
  return SlowSweep(curve.length(), [curve](double s) { return section_at(curve, s); });
}

// ---- The comparison ---------------------------------------------------------------------------------------------------

// How answers lie to what the slow way finds for the very same widths.
struct Tally {
  double longest = 0;  // what an answer had too much
  int compared = 0;    // stretches that both found
  int open = 0;        // where the slow way itself cannot say to a centimetre where they are
};

bool is_some(const Stretch& s) { return s.from <= s.to; }

// What an answer has more than the truth, at the worse of its ends.
double excess(const Stretch& found, const Stretch& truth) {
  return std::max(truth.from - found.from, found.to - truth.to);
}

// Checks for one pair of widths what is promised for all; the rest goes into the tally.
void compare(const std::optional<Stretch>& found, const SlowSweep& own, const SlowSweep& other, double w,
             double other_w, Tally& tally) {
  const std::string at = "at " + std::to_string(w) + ", " + std::to_string(other_w);
  const auto [certain, possible] = own.touching(other, w, other_w);
  if (is_some(possible) && !(is_some(certain) && excess(possible, certain) <= 0.01)) ++tally.open;
  if (!found) {
    EXPECT_FALSE(is_some(certain)) << "missed " << at << ": " << certain.from << " ... " << certain.to;
    return;
  }
  EXPECT_GE(found->from, 0) << at;
  EXPECT_LE(found->to, own.length()) << at;
  EXPECT_LE(found->from, found->to) << at;
  ASSERT_TRUE(is_some(possible)) << "found where bodies pass clear, " << at << ": " << found->from << " ... "
                                 << found->to;
  EXPECT_LE(excess(*found, possible), 0.3) << at;
  if (is_some(certain)) {
    EXPECT_LE(found->from, certain.from) << at;
    EXPECT_GE(found->to, certain.to) << at;
  }
  tally.longest = std::max(tally.longest, excess(*found, possible));
  ++tally.compared;
}

// Both sides.
Tally compare(const Curve& a, const Curve& b, const std::vector<std::pair<double, double>>& widths) {
  const SlowSweep slow_a = sweep_of(a), slow_b = sweep_of(b);
  const SweptLine line_a = swept(a), line_b = swept(b);
  Tally tally;
  for (const auto& [w, other_w] : widths) {
    const std::optional<Stretches> found = find_stretches(Swath(line_a, w), Swath(line_b, other_w));
    const auto side = [&](Stretch Stretches::*one) {
      return found ? std::optional((*found).*one) : std::nullopt;
    };
    compare(side(&Stretches::own), slow_a, slow_b, w, other_w, tally);
    compare(side(&Stretches::other), slow_b, slow_a, other_w, w, tally);
  }
  return tally;
}

std::vector<std::pair<double, double>> random_widths(int count, std::uint64_t seed) {
  base::RandomStream random{seed, 0, 0};
  std::vector<std::pair<double, double>> widths;
  for (int k = 0; k < count; ++k) {
    const double w = random.uniform(0.2, 1.5);
    widths.emplace_back(w, random.uniform(0.2, 1.5));
  }
  return widths;
}

struct Case {
  const char* name;
  Curve a, b;
  bool touches = true;
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
      {"against the distance, over an end", east, line(12, 5, 200, 30)},
      {"left turn across oncoming", turn(12, 1.75, 180, 12, 90), east},
      {"two left turns around each other", turn(4, 1.75, 180, 8, 90), turn(-4, -1.75, 0, 8, 90)},
      {"right turn into the same lane", line(1.75, -14, 90, 24), turn(-10.25, -2, 0, 10, 90)},
      {"left turn into the same lane", line(1.75, -14, 90, 24), turn(13.75, -2, 180, 10, -90)},
      {"diverging right", east, turn(-12, -1.75, 0, 9, -90)},
      {"diverging left, widely", east, turn(-12, -1.75, 0, 40, 30)},
      {"merging at a small angle, beside each other", line(0, 0, 0, 40),
       Curve{.x = 0, .y = -4, .heading = 0.2, .bends = {{20, 0}, {10, -0.02}}}},
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
       line(-12, 1.2, 0, 26)},
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
    const Tally tally = compare(c.a, c.b, random_widths(60, seed++));
    EXPECT_EQ(tally.compared > 0, c.touches);
    EXPECT_LE(tally.longest, 0.03);
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
  int touching = 0, open = 0;
  const std::size_t pairs = geometry::test::point_count(1500);
  for (std::size_t k = 0; k < pairs; ++k) {
    SCOPED_TRACE(k);
    const Curve a = random_curve(random), b = random_curve(random);
    const Tally tally = compare(a, b, random_widths(8, 100 + k));
    touching += tally.compared > 0 ? 1 : 0;
    open += tally.open;
  }
  EXPECT_GT(touching, static_cast<int>(pairs / 6));
  EXPECT_EQ(open, 0);  // edges thrown at each other are nowhere parallel to 1e-9 m
}

// The same on slopes, where a stretch may end because the one has come high enough over the other.
TEST(Conflict, KeepsItsPromiseForRandomSlopes) {
  base::RandomStream random{2027, 0, 0};
  int touching = 0;
  const std::size_t pairs = geometry::test::point_count(200);
  for (std::size_t k = 0; k < pairs; ++k) {
    SCOPED_TRACE(k);
    Curve a = random_curve(random), b = random_curve(random);
    a.z = random.uniform(0, 3);
    a.grade = random.uniform(-0.12, 0.12);
    b.grade = random.uniform(-0.12, 0.12);
    touching += compare(a, b, random_widths(8, 5000 + k)).compared > 0 ? 1 : 0;
  }
  EXPECT_GT(touching, static_cast<int>(pairs / 10));
}

// Nearly a circle, and a line through it: wide bodies touch where it begins as well, so the stretch grows by a jump.
TEST(Conflict, IsNotTooShortWhereASecondPlaceOfContactComesIn) {
  const Curve through{
      .x = 4.0457, .y = 8.2741, .heading = 4.08868, .bends = {{9.5529, 0}, {7.4935, -0.02515}}};
  const Curve around{.x = -1.6486,
                     .y = -1.1415,
                     .heading = 2.92516,
                     .bends = {{6.4175, -0.20771}, {5.9232, -0.17419}, {6.4771, -0.18822}}};
  EXPECT_EQ(compare(through, around, random_widths(400, 6601)).compared, 800);
}

// The edge of a tight turn swings towards the start of a line: with the width the stretch grows faster and faster, then
// stops at the start.
TEST(Conflict, IsNotTooShortWhereItRunsIntoAnEnd) {
  const Curve swinging{
      .x = 7.6108, .y = -6.6272, .heading = 3.09769, .bends = {{3.4891, -0.56126}, {7.8897, 0}}};
  const Curve hit{.x = 3.5762, .y = -4.2144, .heading = 6.21654, .bends = {{8.8430, 0}}};
  std::vector<std::pair<double, double>> widths;
  for (double w = 1.005; w < 1.06; w += 0.005) {
    for (double other_w = 1.08; other_w < 1.16; other_w += 0.01) widths.emplace_back(w, other_w);
  }
  EXPECT_GT(compare(swinging, hit, widths).compared, 100);
}

// A wide turn. Its outer edge swings over the edge of a line, or passes it, by much less than cells are off. The
// overlap is a segment of a circle, so its half chord is known.
TEST(Conflict, OfEdgesThatGrazeIsTheClosedForm) {
  constexpr double kHalf = 1, kOtherHalf = 0.8, kRun = 10;
  for (const double radius : {12.0, 50.0, 400.0}) {
    const double outer = radius + kHalf;
    for (const double deep : {-1e-3, -1e-4, -1e-5, 1e-5, 1e-4, 1e-3, 1e-2}) {
      const Curve turning{.x = -radius * std::sin(kRun / radius),
                          .y = radius * std::cos(kRun / radius) - outer,
                          .heading = kRun / radius,
                          .bends = {{2 * kRun, -1 / radius}}};
      const std::optional<Stretches> found =
          stretches(turning, line(-kRun, kOtherHalf - deep, 0, 2 * kRun), kHalf, kOtherHalf);
      ASSERT_EQ(found.has_value(), deep > 0) << radius << ' ' << deep;
      if (!found) continue;
      const double angle = std::acos(1 - deep / outer);
      for (const auto& [stretch, half] :
           {std::pair(found->own, radius * angle), {found->other, outer * std::sin(angle)}}) {
        EXPECT_LE(stretch.from, kRun - half) << radius << ' ' << deep;
        EXPECT_GE(stretch.from, kRun - half - 0.11) << radius << ' ' << deep;
        EXPECT_GE(stretch.to, kRun + half) << radius << ' ' << deep;
        EXPECT_LE(stretch.to, kRun + half + 0.11) << radius << ' ' << deep;
      }
    }
  }
}

// Lanes beside each other, straight and in a turn. What is apart by 1e-5 m is apart; what would touch but for rounding does, all along.
TEST(Conflict, OfEdgesThatAreParallelIsAllOrNothing) {
  const auto ring = [](double radius) {
    return Curve{.x = radius, .y = 0, .heading = kPi / 2, .bends = {{1.5 * radius, 1 / radius}}};
  };
  for (const auto& [inner, outer, apart] :
       {std::tuple(line(0, 0, 30, 40), line(-1, std::sqrt(3), 30, 40), 2.0), {ring(20), ring(22.5), 2.5}}) {
    const double half = 0.4 * apart, other_half = 0.6 * apart;
    EXPECT_FALSE(stretches(inner, outer, half - 1e-5, other_half));
    for (const double more : {0.0, 1e-5}) {
      const std::optional<Stretches> found = stretches(inner, outer, half + more, other_half);
      ASSERT_TRUE(found);
      EXPECT_NEAR(found->own.from, 0, 0.11);
      EXPECT_NEAR(found->own.to, inner.length(), 0.11);
      EXPECT_NEAR(found->other.from, 0, 0.11);
      EXPECT_NEAR(found->other.to, outer.length(), 0.11);
    }
  }
}

// Two straight lines at an angle: the near edge of the one meets the far corner of the other's cross-section.
TEST(Conflict, OfTwoLinesIsTheClosedForm) {
  for (const double degrees : {90.0, 60.0, 45.0, 30.0}) {
    const double angle = degrees * kPi / 180;
    const Curve a = line(-20, 0, 0, 40), b = line(-20 * std::cos(angle), -20 * std::sin(angle), degrees, 40);
    for (const double own : {0.0, 0.25, 0.3, 0.5, 0.6, 0.9, 1.0, 1.2, 1.5, 2.5}) {
      for (const double other : {0.0, 0.25, 0.4, 0.75, 1.1, 1.5, 2.0}) {
        const std::optional<Stretches> found = stretches(a, b, own, other);
        ASSERT_TRUE(found);
        const double half = (other + own * std::cos(angle)) / std::sin(angle);
        EXPECT_LE(found->own.from, 20 - half) << degrees << ' ' << own << ' ' << other;
        EXPECT_GE(found->own.from, 20 - half - 0.004) << degrees << ' ' << own << ' ' << other;
        EXPECT_GE(found->own.to, 20 + half) << degrees << ' ' << own << ' ' << other;
        EXPECT_LE(found->own.to, 20 + half + 0.004) << degrees << ' ' << own << ' ' << other;
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
    for (const auto& [w, other_w] : {std::pair(0.3, 0.9), {1.5, 1.5}, {1.25, 0.4}}) {
      const std::optional<Stretches> one = stretches(c.a, c.b, w, other_w),
                                     other = stretches(c.b, c.a, other_w, w);
      ASSERT_EQ(one.has_value(), other.has_value()) << c.name;
      if (!one) continue;
      EXPECT_EQ(one->own, other->other) << c.name;
      EXPECT_EQ(one->other, other->own) << c.name;
    }
  }
}

TEST(Conflict, RunsToTheEndWhereCorridorsMergeAndFromTheStartWhereTheyPart) {
  const Curve through = line(1.75, -14, 90, 24), into = turn(-10.25, -2, 0, 10, 90);
  const Curve east = line(-12, -1.75, 0, 24), off = turn(-12, -1.75, 0, 9, -90);
  for (const double w : {0.25, 0.8, 1.0, 1.5}) {
    const std::optional<Stretches> merge = stretches(through, into, w, w),
                                   parting = stretches(east, off, w, w);
    ASSERT_TRUE(merge && parting);
    EXPECT_EQ(merge->own.to, through.length());
    EXPECT_EQ(merge->other.to, into.length());
    EXPECT_EQ(parting->own.from, 0);
    EXPECT_EQ(parting->other.from, 0);
  }
}

// A ramp of 8 % leaves the road that it lies on: 2.5 m above it after 31.25 m.
TEST(Conflict, EndsWhereOneRoadIsHighAboveTheOther) {
  Curve ramp = line(0, 0, 0, 60);
  ramp.grade = 0.08;
  const Curve road = line(0, 0.3, 0, 60);
  for (const double own : {0.5, 1.0, 1.5}) {
    for (const double other : {0.5, 1.0, 1.5}) {
      const std::optional<Stretches> found = stretches(ramp, road, own, other);
      ASSERT_TRUE(found);
      for (const Stretch& stretch : {found->own, found->other}) {
        EXPECT_EQ(stretch.from, 0);
        EXPECT_GE(stretch.to, 31.25);
        EXPECT_LE(stretch.to, 31.25 + 0.11);
      }
    }
  }
}

// And so it may be looked for only where wider bodies touch.
TEST(Conflict, GrowsRoughlyWithTheWidths) {
  const std::vector<double> widths = {0.2, 0.3, 0.6, 0.9, 1.25, 1.5};
  for (const Case& c : cases()) {
    const SweptLine line_a = swept(c.a), line_b = swept(c.b);
    std::vector<Swath> on_a, on_b;
    for (const double w : widths) {
      on_a.emplace_back(line_a, w);
      on_b.emplace_back(line_b, w);
    }
    EXPECT_EQ(find_rough_stretches(on_a.back(), on_b.back()).has_value(), c.touches) << c.name;
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
      for (std::size_t j = 0; j + 1 < widths.size(); ++j) {
        const std::optional<RoughStretches> found = find_rough_stretches(on_a[i], on_b[j]);
        if (!found) continue;
        for (const auto& wider :
             {find_rough_stretches(on_a[i + 1], on_b[j]), find_rough_stretches(on_a[i], on_b[j + 1])}) {
          ASSERT_TRUE(wider) << c.name;
          EXPECT_LE(excess(found->stretches.own, wider->stretches.own), 1e-9) << c.name;
          EXPECT_LE(excess(found->stretches.other, wider->stretches.other), 1e-9) << c.name;
          EXPECT_EQ(find_rough_stretches(on_a[i], on_b[j], wider->stretches)->stretches, found->stretches)
              << c.name;
        }
      }
    }
  }
}

// A body of no width is a point; a negative width counts as zero.
TEST(Conflict, TakesHalfWidthsBelowZeroForZero) {
  const Curve a = line(-20, 0, 0, 40), b = line(0, -20, 90, 40);
  EXPECT_EQ(stretches(a, b, -1, 0.5), stretches(a, b, 0, 0.5));
}

// Far from the origin a millimetre is still a millimetre.
TEST(Conflict, DoesNotMindWhereTheOriginLies) {
  const auto moved = [](Curve curve) {
    curve.x += 500000;
    curve.y += 5400000;
    return curve;
  };
  const Curve a = turn(12, 1.75, 180, 12, 90), b = line(-12, -1.75, 0, 24);
  for (const double w : {0.3, 0.5, 1.0, 1.3}) {
    const std::optional<Stretches> here = stretches(a, b, w, 1.0),
                                   there = stretches(moved(a), moved(b), w, 1.0);
    ASSERT_TRUE(here && there);
    EXPECT_NEAR(here->own.from, there->own.from, 1e-6);
    EXPECT_NEAR(here->own.to, there->own.to, 1e-6);
  }
}

TEST(Conflict, NeedsALineWithTwoEnds) {
  const Curve east = line(-5, 0, 0, 10), point = line(0, 0, 0, 0);
  EXPECT_FALSE(stretches(point, east, 1, 1));
  EXPECT_FALSE(stretches(east, point, 1, 1));
  EXPECT_TRUE(swept(point).sections().empty());
}

}  // namespace
}  // namespace backlot::network::internal::conflict_test
