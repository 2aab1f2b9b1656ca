#include "backlot/world/standing.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/test/catalogue.h"
#include "backlot/world/test/random_bodies.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::standing_test {
namespace {

using network::StripId;

const TestRoads& town() {
  static const TestRoads all(scene("biketown.way"));
  return all;
}

TEST(AddEntries, EveryBodyHasOneEntryOnTheStripOfItsGuide) {
  for (const Body& body : random_bodies(town(), 500, 14)) {
    int own = 0;
    for (const StripEntry& e : entries_of(town(), body)) {
      EXPECT_EQ(e.entry.id, body.signs.number);
      if (!e.entry.has(EntryFlag::own)) continue;
      ++own;
      const Stance stance = stance_of(town().tracks, body.shape, body.mover);
      EXPECT_EQ(e.strip, town().track(body.mover.trail.current()).strip);
      EXPECT_EQ(e.entry.from, stance.foot.from);
      EXPECT_EQ(e.entry.to, stance.foot.to);
      EXPECT_TRUE(e.entry.has(EntryFlag::travels));
      EXPECT_FALSE(e.entry.has(EntryFlag::approaches));
    }
    EXPECT_EQ(own, 1);
  }
}

TEST(AddEntries, CorridorsAheadListTheVehiclesThatApproach) {
  const TrackId lane = town().lane("market_street", "R1"),
                corridor = town().corridor("school.south_to_north");
  Body body;
  put_on_track(town().tracks, lane, town().track(lane).length - 30, 0, body.mover);
  body.mover.trail.extend(corridor);
  body.mover.speed_mps = 8;
  body.signs.number = 17;
  body.signs.flags = EntryFlag::committed;
  const auto announced = [&]() -> std::optional<Entry> {
    for (const StripEntry& e : entries_of(town(), body))
      if (e.strip == town().track(corridor).strip && e.entry.has(EntryFlag::approaches)) return e.entry;
    return std::nullopt;
  };
  const double away = 30 - static_cast<double>(body.shape.front_m());
  body.signs.announce_m = away - 1;
  EXPECT_FALSE(announced());
  body.signs.announce_m = away + 1;
  const auto e = announced();
  ASSERT_TRUE(e);
  EXPECT_EQ(e->id, 17U);
  EXPECT_TRUE(e->has(EntryFlag::travels));
  EXPECT_TRUE(e->has(EntryFlag::committed));
  EXPECT_NEAR(e->front_m, -away, 1e-4);
  EXPECT_NEAR(e->from, -away, 0.01 * away);
  EXPECT_EQ(e->from, e->to);
  EXPECT_EQ(e->speed_mps, 8);
}

// Whether a body stands on a vehicle corridor, more than a margin inside of its lane: points all over its box, each located.
bool stands_on(const TestRoads& roads, const Track& track, const Body& body, double margin) {
  const BodyBox box = box_of(body.shape, body.mover);
  constexpr int kAlong = 24, kAcross = 8;
  for (int i = 0; i <= kAlong; ++i) {
    for (int j = 0; j <= kAcross; ++j) {
      const double l = box.half_length * (2.0 * i / kAlong - 1), w = box.half_width * (2.0 * j / kAcross - 1);
      const geometry::WorldPoint p{box.centre.x + l * box.heading_x - w * box.heading_y,
                                   box.centre.y + l * box.heading_y + w * box.heading_x, box.centre.z};
      const geometry::Located at = geometry::locate(roads.tracks.ribbon(track), p);
      const double distance = at.point.distance + at.beyond - track.from;
      if (std::fabs(at.point.loft) > 2 || distance < margin || distance > track.strip_length - margin)
        continue;
      const network::LaneEdges edges = roads.network.edges(track.lane, distance);
      if (at.point.offset > edges.right + margin && at.point.offset < edges.left - margin) return true;
    }
  }
  return false;
}

// The vehicle corridors on which a body stands by more than a margin, but which do not list it.
std::vector<std::string> missing_corridors(const TestRoads& roads, const Body& body, double margin,
                                           std::size_t& touched) {
  std::set<StripId> listed;
  for (const StripEntry& e : entries_of(roads, body))
    if (!e.entry.has(EntryFlag::approaches)) listed.insert(e.strip);
  std::vector<std::string> missing;
  for (const Track& track : roads.tracks.all()) {
    if (!track.is_corridor()) continue;
    const geometry::WorldPoint middle = roads.tracks.place(track, 0.5 * track.strip_length, 0);
    if (distance_between(middle, body.mover.guide) > 0.5 * track.strip_length + 15) continue;
    if (!stands_on(roads, track, body, margin)) continue;
    ++touched;
    if (!listed.contains(track.strip)) missing.push_back(roads.network.name_of(track.strip));
  }
  return missing;
}

std::string to_text(const TestRoads& roads, const Body& body) {
  return fmt::format("kind {} on {} at {:.2f} m, lateral {:.2f} m", static_cast<int>(body.mover.kind),
                     roads.network.name_of(roads.track(body.mover.trail.current()).strip), body.mover.metres,
                     body.mover.lateral);
}

// Footprints are good to about half a metre in the bends of a crossing (see footprint_test), and lanes are wider than vehicles.
constexpr double kMargin_m = 0.5;

// Bodies as they come to be in an intersection: driven there, from the lane before to the lane behind.
TEST(AddEntries, AVehicleInAnIntersectionIsListedOnEveryCorridorThatItTouches) {
  const TestRoads& roads = town();
  base::RandomStream random{16, 0, 0};
  std::size_t touched = 0;
  const double step_s = geometry::test::point_count(1000) < 1000 ? 1.2 : 0.3;
  for (const Track& track : roads.tracks.all()) {
    if (!track.is_corridor()) continue;
    const TrackId before = roads.tracks.track_of(roads.network.corridor(track.corridor).from);
    if (before.is_empty()) continue;
    for (std::uint32_t kind = 0; kind < kVehicleKinds; ++kind) {
      Body body;
      body.shape = usual_shape(static_cast<ObjectKind>(kind));
      Mover& m = body.mover;
      put_on_track(roads.tracks, before, std::max(0.0, roads.track(before).length - 15),
                   random.uniform(-0.25, 0.25), m);
      m.trail.extend(roads.tracks.track_of(track.corridor));
      for (int k = 0; k < 2 && !roads.tracks.onward(roads.tracks[m.trail.last()]).empty(); ++k)
        m.trail.extend(roads.tracks.onward(roads.tracks[m.trail.last()]).front());
      m.kind = static_cast<ObjectKind>(kind);
      m.shape_class = width_class(static_cast<double>(body.shape.half_width_m()));
      m.speed_mps = 5;
      while (m.trail.behind() < 2 || (m.trail.behind() == 2 && m.metres < 8)) {
        // the trail does not tell on what a body stood before it was put there
        const bool is_whole = m.trail.behind() > 0 || m.metres > static_cast<double>(body.shape.rear_m()) + 1;
        if (is_whole) {
          EXPECT_EQ(missing_corridors(roads, body, kMargin_m, touched), std::vector<std::string>())
              << to_text(roads, body);
        }
        for (int k = 0; k < 3; ++k) move(roads.tracks, body.shape, 0, step_s / 3, m);
      }
    }
  }
  EXPECT_GT(touched, 2000U);
}

// Anywhere in an intersection, aslant and astride.
TEST(AddEntries, AVehicleThatStandsInAnIntersectionIsListedOnEveryCorridorThatItTouches) {
  std::size_t touched = 0;
  for (const Body& body :
       random_bodies(town(), std::max<std::size_t>(200, geometry::test::point_count(3000)), 15)) {
    if (!town().track(body.mover.trail.current()).is_corridor()) continue;
    EXPECT_EQ(missing_corridors(town(), body, kMargin_m, touched), std::vector<std::string>())
        << to_text(town(), body);
  }
  EXPECT_GT(touched, 100U);
}

}  // namespace
}  // namespace backlot::world::standing_test
