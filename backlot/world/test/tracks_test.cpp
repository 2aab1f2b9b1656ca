#include "backlot/world/tracks.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/test/catalogue.h"
#include "backlot/network/path.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::tracks_test {
namespace {

using network::DirectedLane;
using network::LaneId;

// Every shipped network in turn.
const std::vector<std::string> kScenes = {"biketown.way", "county_road.way", "motorway.way"};

// Two lanes one way, three the other, and some that are not for vehicles.
//
//     L3 sidewalk | <- L2 | <- L1 | spine | R1 -> | R2 -> | R3 -> | R4 bicycle
constexpr const char* kWideStreet = R"(
way street {
  lanes {
    sidewalk 2 m
    vehicle backward 3 m
    vehicle backward 3 m
    spine
    vehicle forward 3 m
    vehicle forward 3 m
    vehicle forward 3 m
    bicycle forward 1.5 m
  }
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  start open
  end open
  speed limit 36 km/h from 40 m to 60 m forward
}
)";

//                |   north
//        west  ==+--
//                |   south
constexpr const char* kJunction = R"(
speed limit 50 km/h
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way west {
  lanes { vehicle backward 3.25 m; spine; vehicle forward 3.25 m; vehicle forward 3.25 m }
  begin at (-112 m, 0 m) heading 0 deg
  line 100 m
  start open
  stop line at 97 m forward
}
way east { profile street;  begin at (112 m, 0 m) heading 180 deg;  line 100 m;  start open }
way north { profile street;  begin at (0 m, 112 m) heading 270 deg;  line 100 m;  start open }
way south { profile street;  begin at (0 m, -112 m) heading 90 deg;  line 100 m;  start open }
intersection x { arm west: west.end; arm east: east.end; arm north: north.end; arm south: south.end }
)";

TEST(Tracks, AreTheLanesForVehiclesInTheDirectionsThatTheRulesPermit) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    std::size_t expected = 0;
    for (std::uint32_t k = 0; k < town.network.lanes().size(); ++k) {
      const network::Lane& lane = town.network.lanes()[k];
      for (const bool along : {true, false}) {
        const TrackId id = town.tracks.track_of(DirectedLane{LaneId(k), along});
        const bool is_driven = lane.kind == network::LaneKind::vehicle && lane.permits(along);
        ASSERT_EQ(!id.is_empty(), is_driven) << file << " " << town.network.name_of(lane.strip);
        if (!is_driven) continue;
        ++expected;
        const Track& track = town.track(id);
        EXPECT_EQ(track.lane, LaneId(k));
        EXPECT_EQ(track.strip, lane.strip);
        EXPECT_EQ(track.is_along, along);
        EXPECT_EQ(track.length, lane.length);
        EXPECT_EQ(track.is_corridor(), !town.network.corridor_of(lane.strip).is_empty());
        if (track.is_corridor()) {
          EXPECT_EQ(town.tracks.track_of(track.corridor), id);
        }
      }
    }
    EXPECT_EQ(town.tracks.all().size(), expected) << file;
  }
}

// A lane for buses at the kerb, beside one for all.
constexpr const char* kBusLane = R"(
way street {
  lanes { spine; vehicle forward 3.25 m; bus forward 3.25 m }
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  start open
  end open
}
)";

TEST(Tracks, LanesForBusesAreKeptFree) {
  const TestRoads town(kBusLane);
  ASSERT_EQ(town.network.lanes().size(), 2U);
  ASSERT_EQ(town.tracks.all().size(), 1U);
  const Track& track = town.tracks.all().front();
  EXPECT_EQ(town.network.lane(track.lane).kind, network::LaneKind::vehicle);
  EXPECT_TRUE(track.right.is_empty()) << "no vehicle changes over to it";
  EXPECT_EQ(town.tracks.entrances().size(), 1U);
}

TEST(Tracks, OnwardIsWhereTheNetworkLeadsAndGoesOnAtTheSamePlace) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    for (const Track& track : town.tracks.all()) {
      std::vector<TrackId> expected;
      for (const DirectedLane next : town.network.onward({track.lane, track.is_along}))
        if (!town.tracks.track_of(next).is_empty()) expected.push_back(town.tracks.track_of(next));
      const auto onward = town.tracks.onward(track);
      ASSERT_EQ(std::vector<TrackId>(onward.begin(), onward.end()), expected);
      const auto end_of = [&](const Track& t, double metres) {
        const double d = town.tracks.distance_at(t, metres);
        return town.tracks.place(t, d, town.tracks.centre_at(t, d));
      };
      for (const TrackId next : onward) {
        EXPECT_LT(distance_between(end_of(track, track.length), end_of(town.track(next), 0)), network::kCrack)
            << file << " " << town.network.name_of(track.strip) << " to "
            << town.network.name_of(town.track(next).strip);
      }
    }
  }
}

TEST(Tracks, BeforeIsTheOtherWayRound) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    std::set<std::pair<TrackId, TrackId>> onward, before;
    for (const Track& track : town.tracks.all()) {
      const TrackId id = town.tracks.track_of(DirectedLane{track.lane, track.is_along});
      for (const TrackId next : town.tracks.onward(track)) onward.insert({id, next});
      for (const TrackId last : town.tracks.before(track)) before.insert({last, id});
    }
    EXPECT_EQ(onward, before) << file;
    EXPECT_FALSE(onward.empty());
  }
}

TEST(Tracks, ThoseSideBySideForTheSameTravelAreACarriageway) {
  const TestRoads road(kWideStreet);
  ASSERT_EQ(road.tracks.carriageways().size(), 2U);
  ASSERT_EQ(road.tracks.all().size(), 5U);
  const auto abreast = [&](const char* lane) { return road.track(road.lane("street", lane)).abreast; };
  EXPECT_EQ(abreast("R3"), 0);
  EXPECT_EQ(abreast("R2"), 1);
  EXPECT_EQ(abreast("R1"), 2);
  EXPECT_EQ(abreast("L2"), 0);  // at the right of a vehicle that travels that way
  EXPECT_EQ(abreast("L1"), 1);

  for (const Carriageway& way : road.tracks.carriageways()) {
    const auto members = road.tracks.tracks_of(way);
    for (std::size_t k = 0; k < members.size(); ++k) {
      const Track& track = road.track(members[k]);
      EXPECT_EQ(track.abreast, k);
      EXPECT_EQ(track.right, k > 0 ? members[k - 1] : TrackId());
      EXPECT_EQ(track.left, k + 1 < members.size() ? members[k + 1] : TrackId());
    }
  }
  EXPECT_EQ(road.track(road.lane("street", "R1")).left, TrackId());  // there is the oncoming traffic
}

TEST(Tracks, EveryTrackOnAWayBelongsToOneCarriagewayAndNoneInCorridors) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    std::set<TrackId> seen;
    for (std::uint32_t c = 0; c < town.tracks.carriageways().size(); ++c) {
      for (const TrackId id : town.tracks.tracks_of(town.tracks.carriageways()[c])) {
        EXPECT_TRUE(seen.insert(id).second);
        EXPECT_EQ(town.track(id).carriageway, CarriagewayId(c));
      }
    }
    double metres = 0;
    for (const Track& track : town.tracks.all()) {
      EXPECT_EQ(track.carriageway.is_empty(), track.is_corridor());
      if (!track.is_corridor()) metres += track.length;
    }
    EXPECT_DOUBLE_EQ(town.tracks.way_metres(), metres);
  }
}

// Of the exits of a lane's carriageway: the one that leads to that of another lane.
const Exit* exit_to(const TestRoads& roads, TrackId from, TrackId to) {
  for (const Exit& e : roads.tracks.exits(roads.tracks[roads.track(from).carriageway]))
    if (e.to == roads.track(to).carriageway) return &e;
  return nullptr;
}

TEST(Tracks, ExitsNameTheLanesThatLeadThere) {
  const TestRoads roads(kJunction);
  const TrackId west = roads.lane("west", "R1");
  struct Case {
    const char* way;
    network::Turn turn;
    LaneMask lanes;  // bit 0 is the right one
  };
  for (const Case& c :
       {Case{"north", network::Turn::left, 0b10}, Case{"south", network::Turn::right, 0b01}}) {
    const Exit* exit = exit_to(roads, west, roads.lane(c.way, "L1"));
    ASSERT_NE(exit, nullptr) << c.way;
    EXPECT_EQ(exit->turn, c.turn) << c.way;
    EXPECT_EQ(exit->lanes, c.lanes) << c.way;
  }
  const Exit* on = exit_to(roads, west, roads.lane("east", "L1"));
  ASSERT_NE(on, nullptr);
  EXPECT_EQ(on->turn, network::Turn::straight);
  EXPECT_NE(on->lanes, 0U);
  EXPECT_EQ(exit_to(roads, west, roads.lane("west", "L1")), nullptr);
}

TEST(Tracks, ALaneIsInTheMaskOfAnExitWhenASearchAlongItComesThere) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    for (const Carriageway& way : town.tracks.carriageways()) {
      // carriageways that each lane leads to, through any number of corridors
      std::set<std::pair<CarriagewayId, std::uint32_t>> found, told;
      for (const TrackId id : town.tracks.tracks_of(way)) {
        std::vector<TrackId> ahead(town.tracks.onward(town.track(id)).begin(),
                                   town.tracks.onward(town.track(id)).end());
        while (!ahead.empty()) {
          const Track& track = town.track(ahead.back());
          ahead.pop_back();
          if (track.is_corridor()) {
            for (const TrackId next : town.tracks.onward(track)) ahead.push_back(next);
          } else {
            found.insert({track.carriageway, town.track(id).abreast});
          }
        }
      }
      for (const Exit& e : town.tracks.exits(way)) {
        for (std::uint32_t k = 0; k < kMostTracksAbreast; ++k)
          if (((e.lanes >> k) & 1U) != 0) told.insert({e.to, k});
      }
      EXPECT_EQ(found, told) << file;
    }
  }
}

TEST(Tracks, EntrancesAreTheLanesThatBeginAtOpenEnds) {
  const TestRoads roads(kJunction);
  const auto entrances = roads.tracks.entrances();
  const std::set<TrackId> expected = {roads.lane("west", "R1"), roads.lane("west", "R2"),
                                      roads.lane("east", "R1"), roads.lane("north", "R1"),
                                      roads.lane("south", "R1")};
  EXPECT_EQ(std::set<TrackId>(entrances.begin(), entrances.end()), expected);
}

TEST(Tracks, OneStopsAtTheLineOrAtTheEnd) {
  const TestRoads roads(kJunction);
  EXPECT_NEAR(roads.track(roads.lane("west", "R1")).stop_m, 97, 1e-9);
  EXPECT_NEAR(roads.track(roads.lane("west", "L1")).stop_m, 100, 1e-9);
  EXPECT_NEAR(roads.track(roads.lane("east", "R1")).stop_m, 100, 1e-9);
}

// The passing stretches of the two tracks of a road of 1000 m, as text: along, then against.
std::string passing_on(std::string_view lanes, std::string_view rules) {
  const TestRoads road(
      "way road {\n  lanes { " + std::string(lanes) +
      " }\n  begin at (0 m, 0 m) heading 0 deg\n  line 1000 m\n  start open\n  end open\n  " +
      std::string(rules) + "\n}\n");
  std::string text;
  for (const bool is_along : {true, false}) {
    for (const Track& track : road.tracks.all()) {
      if (track.is_along != is_along) continue;
      EXPECT_EQ(track.has_passing, !road.tracks.passing(track).empty());
      for (const PassingStretch& stretch : road.tracks.passing(track)) {
        EXPECT_EQ(road.track(road.tracks.oncoming(track)).is_along, !is_along);
        text += (is_along ? "+" : "-") + std::to_string(std::lround(stretch.from_m)) + "-" +
                std::to_string(std::lround(stretch.to_m)) + " ";
      }
    }
  }
  return text;
}

TEST(Tracks, HavePassingWhereTheOncomingLaneIsBesideAndTheRoadAllowsIt) {
  const std::string two = "vehicle backward 3.5 m; spine; vehicle forward 3.5 m";
  EXPECT_EQ(passing_on(two, ""), "+0-1000 -0-1000 ");
  EXPECT_EQ(passing_on(two, "no passing"), "");
  EXPECT_EQ(passing_on(two, "no passing forward"), "-0-1000 ");
  // the samples lie two metres apart; a stretch too short for any overtaking is left out
  EXPECT_EQ(
      passing_on(
          "vehicle backward 3.5 m { right marking broken; right marking solid from 301 m; right marking "
          "broken from 399 m }; spine; vehicle forward 3.5 m",
          ""),
      "+0-300 +400-1000 -0-600 -700-1000 ");
  EXPECT_EQ(passing_on(two, "no passing from 301 m to 399 m"), "+0-300 +400-1000 -0-600 -700-1000 ");
  EXPECT_EQ(passing_on(two, "no passing from 201 m to 399 m"), "+400-1000 -0-600 ");
  EXPECT_EQ(passing_on(two + " { left marking double solid }", ""), "");
  EXPECT_EQ(passing_on(two + " { left marking solid broken }", ""), "+0-1000 ") << "of the right lane";
  EXPECT_EQ(passing_on(two + " { left marking broken solid }", ""), "-0-1000 ") << "of the left lane";
  EXPECT_EQ(passing_on("vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m", ""),
            "");
  EXPECT_EQ(passing_on("vehicle backward 3.5 m; spine; median 2 m; vehicle forward 3.5 m", ""), "");
  EXPECT_EQ(passing_on("spine; vehicle forward 3.5 m", ""), "");
}

const SpeedZone& zone_at(const Tracks& tracks, const Track& track, double metres) {
  const auto zones = tracks.zones(track);
  std::size_t k = 0;
  while (k + 1 < zones.size() && static_cast<double>(zones[k + 1].from_m) <= metres) ++k;
  return zones[k];
}

TEST(SpeedZone, TellsTheLimitOfItsDirection) {
  const TestRoads road(kWideStreet);
  const Track& forward = road.track(road.lane("street", "R2"));
  const Track& backward = road.track(road.lane("street", "L1"));
  const auto usual = static_cast<float>(road.network.speed_limit_mps({forward.lane, true}, 10));
  struct Case {
    double metres;
    float forward;
  };
  // a slower stretch may begin up to two metres early, and end two metres late
  for (const Case& c :
       {Case{0, usual}, Case{37, usual}, Case{41, 10}, Case{59, 10}, Case{63, usual}, Case{100, usual}}) {
    EXPECT_EQ(zone_at(road.tracks, forward, c.metres).limit_mps, c.forward) << c.metres;
    EXPECT_EQ(zone_at(road.tracks, backward, c.metres).limit_mps, usual) << c.metres;
  }
}

// In steps of a fifth of a metre: what a zone says is never faster than the fastest within two metres, and no slower than the
// slowest, less the twentieth by which zones are kept long.
TEST(SpeedZone, IsTheLeastSpeedNearby) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    for (const Track& track : town.tracks.all()) {
      const DirectedLane lane{track.lane, track.is_along};
      const network::Path path(town.network, lane, 0);
      network::PathCursor cursor;
      // the speed limit, and what is possible with 2.5 m/s2 across
      const auto speed_at = [&](double m) {
        const double limit = track.is_corridor() && town.network.corridor(track.corridor).speed_limit_mps > 0
                                 ? town.network.corridor(track.corridor).speed_limit_mps
                                 : town.network.speed_limit_mps(lane, town.tracks.distance_at(track, m));
        const double bend = std::fabs(network::curvature_at(town.network, path, m, cursor));
        return std::min(limit, std::sqrt(2.5 / std::max(bend, 1e-6)));
      };
      constexpr double kStep = 0.2;
      std::vector<double> speeds;
      for (int k = 0; k * kStep <= track.length; ++k) speeds.push_back(speed_at(k * kStep));
      for (std::size_t k = 0; k < speeds.size(); ++k) {
        const double m = static_cast<double>(k) * kStep;
        const SpeedZone& zone = zone_at(town.tracks, track, m);
        const double told = static_cast<double>(std::min(zone.limit_mps, zone.bend_mps));
        const std::size_t first = k < 11 ? 0 : k - 11, last = std::min(speeds.size(), k + 12);
        const double least = *std::min_element(speeds.begin() + static_cast<std::ptrdiff_t>(first),
                                               speeds.begin() + static_cast<std::ptrdiff_t>(last));
        const double most = *std::max_element(speeds.begin() + static_cast<std::ptrdiff_t>(first),
                                              speeds.begin() + static_cast<std::ptrdiff_t>(last));
        ASSERT_GE(told, 0.94 * least) << file << " " << town.network.name_of(track.strip) << " at " << m;
        ASSERT_LE(told, 1.001 * most) << file << " " << town.network.name_of(track.strip) << " at " << m;
      }
    }
  }
}

TEST(SpeedZone, OfACircleIsTheSpeedOfItsLane) {
  const TestRoads road(R"(
way bend {
  lanes { vehicle backward 3 m; spine; vehicle forward 3 m }
  begin at (0 m, 0 m) heading 0 deg
  arc left radius 40 m turn 180 deg
  start open
  end open
}
)");
  const Track& outer = road.track(road.lane("bend", "R1"));
  const Track& inner = road.track(road.lane("bend", "L1"));
  EXPECT_NEAR(zone_at(road.tracks, outer, 60).bend_mps, std::sqrt(2.5 * 41.5), 0.05);
  EXPECT_NEAR(zone_at(road.tracks, inner, 60).bend_mps, std::sqrt(2.5 * 38.5), 0.05);
}

// From straight to a radius of 60 m on 120 m: a vehicle may keep 20 m/s for the first 45 m of it.
TEST(SpeedZone, OfASpiralFallsWithTheBend) {
  const TestRoads road(R"(
way bend {
  lanes { spine; vehicle forward 3 m }
  begin at (0 m, 0 m) heading 0 deg
  spiral left straight to radius 60 m length 120 m
  start open
  end open
}
)");
  const Track& track = road.track(road.lane("bend", "R1"));
  for (const double m : {30.0, 45.0, 60.0, 80.0, 100.0, 118.0}) {
    const double bend = m / (120 * 60), expected = std::sqrt(2.5 * (1 / bend + 1.5));
    EXPECT_NEAR(static_cast<double>(zone_at(road.tracks, track, m).bend_mps), expected, 0.08 * expected) << m;
  }
}

TEST(Tracks, LanesThatOpenOrEndAreWideWhereAVehicleFits) {
  const TestRoads road(R"(
way street {
  lanes {
    spine
    vehicle forward 3.5 m
    vehicle forward { name opens; width { at 0 m: 0 m; at 40 m: 3.5 m } }
    vehicle forward { name closes; width { at 0 m: 3.5 m; at 60 m: 3.5 m; at 100 m: 0 m }; ends }
  }
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  start open
  end open
}
)");
  const auto half_at = [&](const Track& track, double metres) {
    return 0.5 * road.network.edges(track.lane, road.tracks.distance_at(track, metres)).width();
  };
  const Track& fixed = road.track(road.lane("street", "R1"));
  EXPECT_EQ(fixed.wide_from_m, 0);
  EXPECT_EQ(fixed.wide_to_m, 100);

  const Track& opens = road.track(road.lane("street", "opens"));
  const auto from = static_cast<double>(opens.wide_from_m);
  EXPECT_GE(half_at(opens, from), 1.3 - 1e-6);
  EXPECT_LT(half_at(opens, from - 2.01), 1.3);
  EXPECT_NEAR(static_cast<double>(opens.wide_to_m), opens.length, 1e-4);

  const Track& closes = road.track(road.lane("street", "closes"));
  const auto to = static_cast<double>(closes.wide_to_m);
  EXPECT_EQ(closes.wide_from_m, 0);
  EXPECT_GE(half_at(closes, to), 1.3 - 1e-6);
  EXPECT_LT(half_at(closes, to + 2.01), 1.3);
  EXPECT_LE(closes.stop_m, to + 1e-4);  // no vehicle stops where there is no room
}

TEST(Tracks, MetresOfACircleAreThoseOfTheLane) {
  const TestRoads road(R"(
way bend {
  lanes { vehicle backward 3 m; spine; vehicle forward 3 m }
  begin at (0 m, 0 m) heading 0 deg
  arc left radius 40 m turn 180 deg
  start open
  end open
}
)");
  const Track& outer = road.track(road.lane("bend", "R1"));
  const Track& inner = road.track(road.lane("bend", "L1"));  // travelled against the distance
  for (const double angle : {0.0, 0.4, 1.0, 2.5, 3.1}) {
    EXPECT_NEAR(road.tracks.distance_at(outer, 41.5 * angle), 40 * angle, 5e-3);
    EXPECT_NEAR(road.tracks.distance_at(inner, 38.5 * angle), inner.strip_length - 40 * angle, 5e-3);
  }
}

TEST(Tracks, MetresAndDistanceUndoEachOtherInBothDirections) {
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    base::RandomStream random{1, 0, 0};
    for (const Track& track : town.tracks.all()) {
      EXPECT_NEAR(town.tracks.distance_at(track, 0), track.is_along ? 0 : track.strip_length, 1e-9);
      EXPECT_NEAR(town.tracks.distance_at(track, track.length), track.is_along ? track.strip_length : 0,
                  1e-9);
      double before = -1;
      for (int k = 0; k < 20; ++k) {
        const double m = track.length * (k + random.uniform()) / 20;
        const double distance = town.tracks.distance_at(track, m);
        EXPECT_NEAR(town.tracks.metres_at(track, distance), m, 1e-9);
        const double travelled = track.is_along ? distance : track.strip_length - distance;
        EXPECT_GT(travelled, before);
        before = travelled;
      }
    }
  }
}

// Between the least and the most that the ribbon has within the reach of its samples.
void expect_curvature(const Tracks& tracks, const Track& track, double distance) {
  const geometry::Ribbon& ribbon = tracks.ribbon(track);
  double least = ribbon.curvature(track.from + std::clamp(distance, 0.0, track.strip_length)), most = least;
  for (int k = -20; k <= 20; ++k) {
    const double near = std::clamp(distance + 0.1 * k, 0.0, track.strip_length);
    least = std::min(least, ribbon.curvature(track.from + near));
    most = std::max(most, ribbon.curvature(track.from + near));
  }
  EXPECT_GE(tracks.curvature_at(track, distance), least - 1e-3);
  EXPECT_LE(tracks.curvature_at(track, distance), most + 1e-3);
  if (track.is_straight) {
    EXPECT_EQ(tracks.curvature_at(track, distance), 0);
  }
}

TEST(Tracks, PlacesAreThoseOfTheSurface) {
  double worst_place = 0, worst_tangent = 0;
  std::size_t plane = 0, curved = 0, moved = 0;
  for (const std::string& file : kScenes) {
    const TestRoads town(scene(file));
    base::RandomStream random{2, 0, 0};
    for (const Track& track : town.tracks.all()) {
      const network::Strip& strip = town.network.strip(track.strip);
      const geometry::Ribbon& ribbon = town.network.ribbon(strip.ribbon);
      ++(track.is_plane ? plane : track.is_moved ? moved : curved);
      const std::size_t count = geometry::test::point_count(100);
      for (std::size_t k = 0; k < count; ++k) {
        // a body reaches past the ends, where the surface goes on straight
        const double distance = random.uniform(-5, track.strip_length + 5), offset = random.uniform(-8, 8);
        if (strip.from + distance < 0 || strip.from + distance > ribbon.length()) continue;
        const geometry::PlacedPose pose = geometry::place_pose(ribbon, {strip.from + distance, offset, 0});
        worst_place = std::max(worst_place,
                               distance_between(town.tracks.place(track, distance, offset), pose.position));
        worst_tangent = std::max(worst_tangent, norm(town.tracks.tangent_at(track, distance) - pose.tangent));
        expect_curvature(town.tracks, track, distance);
        EXPECT_NEAR(town.tracks.centre_at(track, distance), town.network.edges(track.lane, distance).centre(),
                    1e-9);
      }
    }
  }
  EXPECT_LT(worst_place, 1e-9);
  EXPECT_LT(worst_tangent, 1e-9);
  EXPECT_GT(plane, 50U);
  EXPECT_GT(curved, 50U);
  EXPECT_GT(moved, 20U);
}

}  // namespace
}  // namespace backlot::world::tracks_test
