#include "backlot/world/loose_body.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/world/loose_listing.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::loose_body_test {
namespace {

const TestRoads& town() {
  static const TestRoads all(scene("biketown.way"));
  return all;
}

LooseBody body_at(const geometry::WorldPoint& middle, double heading_rad, double speed_mps = 0) {
  LooseBody body;
  body.middle = middle;
  const base::SinCos heading = base::sin_cos(heading_rad);
  body.heading_x = heading.cos;
  body.heading_y = heading.sin;
  body.speed_mps = speed_mps;
  return body;
}

// In the middle of a lane, turned against its travel by an angle.
LooseBody body_on(TrackId id, double metres, double turned_rad, double speed_mps = 0) {
  const Track& track = town().track(id);
  const double distance = town().tracks.distance_at(track, metres);
  const Tracks::Pose pose = town().tracks.pose(track, distance, town().tracks.centre_at(track, distance));
  const double heading = base::atan2(track.sign() * pose.tangent.y, track.sign() * pose.tangent.x);
  return body_at(pose.point, heading + turned_rad, speed_mps);
}

EntryBatch entries_of(const LooseBody& body, const LooseSigns& signs) {
  SurfacesAround around;
  LooseScratch scratch;
  EntryBatch entries;
  add_entries(town().roads, body, signs, around, scratch, entries);
  return entries;
}

// ---- rolling

// Known answer: with the wheels turned the rear axle goes around a circle of radius wheelbase / tan(steer), forwards and backwards.
TEST(LooseBody, RollsAroundTheCircleOfItsWheels) {
  for (const double steer : {0.4, -0.15}) {
    for (const double speed : {7.0, -3.0}) {
      LooseBody body = body_at({10, -4, 0}, 0.7, speed);
      body.bend_1pm = bend_of(body.shape, steer);
      const double radius = static_cast<double>(body.shape.wheelbase_m) / std::tan(steer);
      const double back =
          0.5 * static_cast<double>(body.shape.length_m) - static_cast<double>(body.shape.rear_overhang_m);
      const geometry::WorldPoint axle = ahead_of_middle(body, -back);
      const double x = axle.x - radius * body.heading_y,
                   y = axle.y + radius * body.heading_x;  // of its middle
      const LooseBody first = body;
      const int steps = 400;
      const double dt_s = 2 * base::kPi * std::fabs(radius / speed) / steps;  // once around
      for (int k = 0; k < steps; ++k) {
        roll(0, dt_s, body);
        const geometry::WorldPoint now = ahead_of_middle(body, -back);
        EXPECT_NEAR(std::hypot(now.x - x, now.y - y), std::fabs(radius), 1e-9);
        EXPECT_NEAR(std::hypot(body.heading_x, body.heading_y), 1, 1e-12);
      }
      EXPECT_NEAR(body.middle.x, first.middle.x, 1e-8);
      EXPECT_NEAR(body.middle.y, first.middle.y, 1e-8);
      EXPECT_NEAR(body.heading_x, first.heading_x, 1e-9);
    }
  }
}

TEST(LooseBody, StopsWhereItsBrakesTakeItAndStays) {
  for (const double sign : {1.0, -1.0}) {
    LooseBody body = body_at({0, 0, 0}, 0, sign * 10);
    for (int k = 0; k < 100; ++k) roll(body.speed_mps == 0 ? 0 : -sign * 4, 0.07, body);
    EXPECT_EQ(body.speed_mps, 0);
    EXPECT_NEAR(body.middle.x, sign * 12.5, 1e-9);
    EXPECT_EQ(body.middle.y, 0);
  }
}

TEST(LooseBody, KeepsToTheSurfaceWhereThereIsOne) {
  const TrackId lane = town().lane("market_street", "R1");
  SurfacesAround around;
  LooseBody body = body_on(lane, 20, 0);
  const double z = body.middle.z;
  body.middle.z += 0.3;
  follow_surface(town().network, around, body);
  EXPECT_NEAR(body.middle.z, z, 1e-6);
  LooseBody away = body_at({5000, 5000, 7}, 0);
  follow_surface(town().network, around, away);
  EXPECT_EQ(away.middle.z, 7);
}

// ---- the lists

// Whether some point of a box is on a strip, more than a margin inside of its edges and ends: by locating points all over it.
bool stands_on(const Track& track, const LooseBody& body, double margin) {
  constexpr int kAlong = 24, kAcross = 8;
  const network::Strip& strip = town().network.strip(track.strip);
  for (int i = 0; i <= kAlong; ++i) {
    for (int j = 0; j <= kAcross; ++j) {
      const BodyBox box = box_of(body);
      const double l = box.half_length * (2.0 * i / kAlong - 1), w = box.half_width * (2.0 * j / kAcross - 1);
      const geometry::WorldPoint p{box.centre.x + l * box.heading_x - w * box.heading_y,
                                   box.centre.y + l * box.heading_y + w * box.heading_x, box.centre.z};
      const geometry::Located at = geometry::locate(town().network.ribbon(strip.ribbon), p);
      const double distance = at.point.distance + at.beyond - strip.from;
      if (std::fabs(at.point.loft) > 1 || distance < margin || distance > strip.length() - margin) continue;
      const network::LaneEdges edges = town().network.edges(track.strip, distance);
      if (at.point.offset > edges.right + margin && at.point.offset < edges.left - margin) return true;
    }
  }
  return false;
}

// Anywhere near the roads, at any angle, of any kind: listed on every strip that it stands on by half a metre, which is what footprints are
// good to, and on none that is not near.
TEST(LooseBody, IsListedWhereverItStands) {
  base::RandomStream random{3, 0, 0};
  const std::span<const Track> tracks = town().tracks.all();
  constexpr double kCorner_m = 1.5;  // of the box of strip coordinates around a body that stands aslant
  std::size_t listed = 0, across = 0;
  for (int k = 0; k < 400; ++k) {
    const TrackId near(static_cast<std::uint32_t>(random.below(tracks.size())));
    // one draw after the other: in which order arguments are evaluated is up to the compiler
    const double heading_rad = random.uniform(-base::kPi, base::kPi);
    const double metres = random.uniform(0, town().track(near).length);
    LooseBody body = body_on(near, metres, heading_rad);
    body.middle.x += random.uniform(-4, 4);
    body.middle.y += random.uniform(-4, 4);
    body.shape = usual_shape(static_cast<ObjectKind>(random.below(kVehicleKinds)));
    const EntryBatch entries = entries_of(body, {7, 100, false});
    std::set<std::uint32_t> strips;
    for (std::size_t e = 0; e < entries.size(); ++e) {
      EXPECT_EQ(entries[e].id, 7U);
      if (!entries[e].has(EntryFlag::approaches)) strips.insert(entries.strip(e).index());
    }
    listed += strips.size();
    across += strips.size() > 2 ? 1U : 0U;
    std::set<std::uint32_t> done;
    for (const Track& track : tracks) {
      if (!done.insert(track.strip.index()).second) continue;
      const bool is_listed = strips.contains(track.strip.index());
      if (stands_on(track, body, 0.5)) {
        EXPECT_TRUE(is_listed) << "missing on " << town().network.name_of(track.strip) << ", case " << k;
      }
      if (is_listed) {
        EXPECT_TRUE(stands_on(track, body, -kCorner_m))
            << "not on " << town().network.name_of(track.strip) << ", case " << k;
      }
    }
  }
  EXPECT_GT(listed, 300U);
  EXPECT_GT(across, 30U) << "some stand on several";
}

TEST(LooseBody, TravelsWhereItGoesAsTrafficDoes) {
  const TrackId lane = town().lane("market_street", "R1");
  const auto flags = [&](double turned_rad, double speed_mps) -> int {
    const EntryBatch entries = entries_of(body_on(lane, 30, turned_rad, speed_mps), {1, 0, false});
    for (std::size_t k = 0; k < entries.size(); ++k)
      if (entries.strip(k) == town().track(lane).strip && !entries[k].has(EntryFlag::approaches))
        return entries[k].flags;
    return -1;
  };
  const int body = EntryFlag::external, travels = EntryFlag::external | EntryFlag::travels;
  EXPECT_EQ(flags(0, 8), travels);
  EXPECT_EQ(flags(0, 0), travels);
  EXPECT_EQ(flags(0.25, 8), travels);
  EXPECT_EQ(flags(0.4, 8), body) << "aslant";
  EXPECT_EQ(flags(0, -3), body) << "it reverses";
  EXPECT_EQ(flags(base::kPi, 8), body) << "the wrong way";
  EXPECT_EQ(flags(base::kPi, -3), travels) << "tail first, but as all the others";
  EXPECT_EQ(flags(base::kHalfPi, 0), body) << "across";
}

// Every corridor that a body may take from its lane is told that it comes: committed where it cannot stop, held while it stands.
TEST(LooseBody, IsAnnouncedOnAllCorridorsThatItCouldTake) {
  const TrackId lane = town().lane("market_street", "R1");
  const double length = town().track(lane).length;
  const auto announced = [&](double away_m, double speed_mps, bool is_parked) {
    LooseBody body = body_on(lane, length - away_m, 0, speed_mps);
    const EntryBatch entries = entries_of(body, {1, 60, is_parked});
    std::map<std::uint32_t, std::uint16_t> found;
    for (std::size_t k = 0; k < entries.size(); ++k)
      if (entries[k].has(EntryFlag::approaches)) found[entries.strip(k).index()] = entries[k].flags;
    return found;
  };
  const std::span<const TrackId> onward = town().tracks.onward(town().track(lane));
  ASSERT_GT(onward.size(), 1U);
  for (const auto& [speed, flag] :
       {std::pair{2.0, 0}, {14.0, int{EntryFlag::committed}}, {0.0, int{EntryFlag::held}}}) {
    const auto found = announced(20, speed, false);
    for (const TrackId corridor : onward) {
      const auto at = found.find(town().track(corridor).strip.index());
      ASSERT_NE(at, found.end());
      EXPECT_EQ(at->second, EntryFlag::external | EntryFlag::travels | EntryFlag::approaches | flag) << speed;
    }
  }
  EXPECT_TRUE(announced(20, 0, true).empty()) << "who is parked does not come";
  EXPECT_TRUE(announced(90, 2, false).empty()) << "too far";
}

// A body that follows no lane is foretold where it would be, with the time.
TEST(LooseBody, IsAnnouncedWhereDriversDoNotExpectIt) {
  const TrackId lane = town().lane("market_street", "R1");
  // out of a yard, towards the street, at a right angle
  LooseBody body = body_on(lane, 40, base::kHalfPi, 5);
  const double away = 12;
  body.middle.x -= away * body.heading_x;
  body.middle.y -= away * body.heading_y;
  const EntryBatch entries = entries_of(body, {1, 60, false});
  ASSERT_GT(entries.size(), 0U);
  double comes = 100, gone = 0;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries.strip(k) != town().track(lane).strip || !entries[k].has(EntryFlag::foretold)) continue;
    EXPECT_TRUE(entries[k].has(EntryFlag::approaches) && !entries[k].has(EntryFlag::travels));
    EXPECT_LE(entries[k].to - entries[k].from, 3) << "as wide as it is";
    comes = std::min(comes, entries[k].comes_s());
    gone = std::max(gone, entries[k].gone_s());
  }
  const double half_road = 6;  // lanes and sidewalk
  const double front = 0.5 * static_cast<double>(body.shape.length_m);
  EXPECT_LE(comes, (away - front) / 5);
  EXPECT_GE(comes, (away - front - 2 * half_road) / 5 - 0.5);
  EXPECT_GE(gone, std::min(3.0, (away + front) / 5));
  body.speed_mps = 0;
  EXPECT_EQ(entries_of(body, {1, 60, false}).size(), 0U) << "who stands beside the road stays there";
}

}  // namespace
}  // namespace backlot::world::loose_body_test
