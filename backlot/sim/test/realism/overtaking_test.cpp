// Overtaking on roads with one lane for each direction, as an observer of the bodies sees it from above. It shares no
// code with the drivers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/network/locate.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/observer.h"
#include "backlot/sim/test/roads.h"
#include "backlot/traffic/vehicle/lights.h"

namespace backlot::sim::overtaking_test {
namespace {

using base::Duration;
using traffic::Side;
using world::TrackId;

constexpr Duration kStep = Duration::from_milliseconds(100);

// For ways with the spine between the two directions.
class Watch {
 public:
  explicit Watch(const network::Network& network)
      : network_(network), out_(network.side() == network::TrafficSide::right ? Side::left : Side::right) {}

  // To be called after every step.
  void watch(const Simulation& simulation) {
    std::swap(before_, now_);
    now_.clear();
    for (std::size_t k = 0; k < simulation.size(); ++k) add(simulation, simulation.vehicle(k));
    for (auto& [id, body] : now_) {
      if (!body.is_out) continue;
      ++out_frames;
      body.least_s = std::min(body.least_s, time_to_collision(body));
      least_s = std::min(least_s, body.least_s);
      if (forbids_passing(body)) ++forbidden_frames;
    }
    for (const auto& [id, past] : before_) {
      const auto at = now_.find(id);
      if (past.is_out && at != now_.end() && !at->second.is_out) count_passed(past, at->second);
    }
  }

  std::size_t overtakings = 0;  // from going out to coming back, with at least one vehicle passed meanwhile
  std::size_t given_up = 0;     // with no vehicle passed
  std::size_t passed = 0;       // bodies
  std::size_t trucks_passed = 0;
  std::size_t out_frames = 0, forbidden_frames = 0;
  std::size_t late_indicators = 0;  // on for less than three seconds when the body began to go out
  double least_s = std::numeric_limits<double>::infinity();  // time to collision with an oncoming vehicle

 private:
  struct Body {
    std::uint64_t id = 0;
    world::ObjectKind kind = world::ObjectKind::car;
    network::NetworkLocated at;
    bool is_along = true;
    double x = 0, y = 0, hx = 1, hy = 0, half_length = 0, speed = 0;
    double travelled = 0;  // on its way
    bool is_out = false;   // some of the body is on the oncoming side
    double shown_s = 0;    // for how long the indicator to that side has been on
    double least_s = std::numeric_limits<double>::infinity();
    std::set<std::uint64_t> ahead;  // on the way when it went out
  };

  void add(const Simulation& simulation, const VehicleView& v) {
    Body b;
    b.id = v.id.raw();
    b.kind = v.mover.kind;
    b.hx = v.mover.heading_x;
    b.hy = v.mover.heading_y;
    const double forward = 0.5 * static_cast<double>(v.shape.front_m() - v.shape.rear_m());
    b.x = v.mover.guide.x + forward * b.hx;
    b.y = v.mover.guide.y + forward * b.hy;
    b.half_length = 0.5 * static_cast<double>(v.shape.length_m);
    b.speed = v.mover.speed_mps;
    const auto past = before_.find(b.id);
    b.at = network::locate(network_, {b.x, b.y, v.mover.guide.z}, scratch_,
                           past == before_.end() ? nullptr : &past->second.at);
    if (b.at.on == network::On::strip && b.at.intersection.is_empty()) {
      const geometry::Vec3 tangent =
          network::place(network_, b.at.strip, {b.at.point.distance, 0, 0}).tangent;
      const double cosine = b.hx * tangent.x + b.hy * tangent.y, sine = b.hx * tangent.y - b.hy * tangent.x;
      b.is_along = cosine > 0;
      b.travelled = (b.is_along ? 1 : -1) * b.at.point.distance;
      const double half =
          0.5 * static_cast<double>(v.shape.width_m) * std::fabs(cosine) + b.half_length * std::fabs(sine);
      const bool counts_to_the_left = b.is_along == (out_ == Side::left);
      b.is_out = (counts_to_the_left ? 1 : -1) * b.at.point.offset + half > 0.1;
    }
    const Side indicated =
        traffic::lights_of(simulation.roads().tracks, v.shape, v.mover, v.driver).indicates;
    if (past != before_.end()) {
      b.shown_s = indicated == out_ ? past->second.shown_s + kStep.seconds() : 0;
      if (b.is_out && past->second.is_out) {
        b.ahead = past->second.ahead;
        b.least_s = past->second.least_s;
      } else if (b.is_out) {
        for (const auto& [id, other] : before_) {
          if (is_same_way(past->second, other) && other.travelled > past->second.travelled)
            b.ahead.insert(id);
        }
        if (b.shown_s < 3) ++late_indicators;
      }
    }
    now_.emplace(b.id, std::move(b));
  }

  static bool is_same_way(const Body& a, const Body& b) {
    return a.id != b.id && a.at.strip == b.at.strip && a.is_along == b.is_along &&
           b.at.intersection.is_empty();
  }

  // Straight to the vehicles that head towards it, wherever they are: on a bend that is shorter than along the road.
  double time_to_collision(const Body& body) const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [id, other] : now_) {
      const double dx = other.x - body.x, dy = other.y - body.y;
      if (body.hx * other.hx + body.hy * other.hy > -0.7 || body.hx * dx + body.hy * dy < 0) continue;
      const double gap = std::sqrt(dx * dx + dy * dy) - body.half_length - other.half_length;
      if (body.speed + other.speed > 0)
        least = std::min(least, std::max(0.0, gap) / (body.speed + other.speed));
    }
    return least;
  }

  bool forbids_passing(const Body& body) const {
    for (const network::AttributeDescription& a : network_.attributes(network_.way_of(body.at.strip))) {
      const bool concerns =
          a.direction == network::LaneDirection::both ||
          a.direction == (body.is_along ? network::LaneDirection::forward : network::LaneDirection::backward);
      if (a.kind == network::AttributeKind::no_passing && concerns && a.from <= body.at.point.distance &&
          body.at.point.distance <= a.to)
        return true;
    }
    return false;
  }

  void count_passed(const Body& past, const Body& body) {
    std::size_t count = 0;
    for (const std::uint64_t id : past.ahead) {
      const auto other = now_.find(id);
      if (other == now_.end() || !is_same_way(body, other->second) ||
          other->second.travelled > body.travelled)
        continue;
      ++count;
      if (other->second.kind == world::ObjectKind::truck) ++trucks_passed;
    }
    passed += count;
    if (count > 0) ++overtakings;
    if (count == 0 && past.least_s < 1e9) ++given_up;
  }

  const network::Network& network_;
  Side out_;  // the side on which oncoming traffic drives
  network::LocateScratch scratch_;
  std::map<std::uint64_t, Body> before_, now_;
};

TrackId entrance_of(const TestRoads& road, std::string_view way) {
  const network::StripId strip = road.network.find_strip(way);
  for (const TrackId id : road.roads.tracks.entrances()) {
    if (road.roads.tracks[id].strip == strip) return id;
  }
  return {};
}

// All vehicles go straight on at the crossings.
void keep_straight(const TestRoads& road, SimulationSettings& settings) {
  const world::Tracks& tracks = road.roads.tracks;
  for (const world::Track& track : tracks.all()) {
    if (track.is_corridor()) continue;
    std::vector<double> shares;
    for (const world::Exit& exit : tracks.exits(tracks[track.carriageway]))
      shares.push_back(exit.turn == network::Turn::straight ? 1 : 0);
    if (std::count(shares.begin(), shares.end(), 1.0) > 0)
      settings.turning_shares.set(tracks, track.carriageway, shares);
  }
}

// 300 vehicles an hour from each end of the highway, of which some are trucks at two thirds of the limit.
SimulationSettings behind_trucks(const TestRoads& road, std::uint64_t seed) {
  SimulationSettings settings{.seed = seed};
  settings.drivers.kinds[static_cast<std::size_t>(world::ObjectKind::truck)].middle.speed_factor = 0.67F;
  for (const char* way : {"highway_west", "highway_east"})
    settings.flows.push_back(
        {.lanes = {entrance_of(road, way)}, .vehicles_per_hour = 300, .mix = {0.9, 0.1, 0, 0}});
  keep_straight(road, settings);
  return settings;
}

TEST(Overtaking, HappensBehindTrucksOnTheCountyRoadAndIsSafe) {
  const auto road = scene_roads("county_road");
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE(seed);
    Simulation simulation(road->roads, behind_trucks(*road, seed));
    Watch watch(road->network);
    Observer observer(road->network);
    for (int k = 0; k < 36000; ++k) {
      simulation.step(kStep);
      watch.watch(simulation);
      observer.watch(simulation);
    }
    EXPECT_GE(watch.trucks_passed, 20U);
    EXPECT_GE(watch.overtakings, 20U);
    EXPECT_GE(watch.least_s, 3);
    EXPECT_EQ(watch.forbidden_frames, 0U);
    EXPECT_EQ(watch.late_indicators, 0U);
    EXPECT_EQ(simulation.tally().contacts, 0U);
    const Seen& seen = observer.seen();
    EXPECT_EQ(seen.overlaps, 0U) << seen.worst;
    EXPECT_EQ(seen.off_network, 0U);
    EXPECT_EQ(seen.red_crossings, 0U) << seen.worst;
    EXPECT_LE(seen.hardest_gain, 4.0);
    EXPECT_LE(seen.lateral, 4.0);
    EXPECT_LE(seen.side_slip, 1e-3);
    EXPECT_LT(static_cast<double>(seen.hard_braking), 1e-4 * static_cast<double>(seen.bodies));
  }
}

TEST(Overtaking, HappensAlikeInLeftHandTraffic) {
  const auto road = mirrored_scene_roads("county_road");
  Simulation simulation(road->roads, behind_trucks(*road, 1));
  Watch watch(road->network);
  for (int k = 0; k < 36000; ++k) {
    simulation.step(kStep);
    watch.watch(simulation);
  }
  EXPECT_GE(watch.overtakings, 20U);
  EXPECT_GE(watch.least_s, 3);
  EXPECT_EQ(watch.forbidden_frames, 0U);
  EXPECT_EQ(watch.late_indicators, 0U);
  EXPECT_EQ(simulation.tally().contacts, 0U);
}

// Three kilometres straight on, one lane each way.
std::string straight_road(const std::string& middle, const std::string& rule) {
  return "network straight\ntraffic on the right\nspeed limit 90 km/h\nway road {\n  lanes { vehicle "
         "backward 3.6 m; spine; "
         "vehicle forward 3.6 m { " +
         middle + " } }\n  begin at (0 m, 0 m) heading 0 deg\n  line 3000 m\n  start open\n  end open\n  " +
         rule + "\n}\n";
}

TrackId track_of(const TestRoads& road, bool is_along) {
  for (std::size_t k = 0; k < road.roads.tracks.all().size(); ++k) {
    if (road.roads.tracks.all()[k].is_along == is_along) return TrackId::from_size(k);
  }
  return {};
}

// All drivers of a kind are alike; a truck at two thirds of the limit.
SimulationSettings alike() {
  SimulationSettings settings;
  for (traffic::KindOfDriver& kind : settings.drivers.kinds) kind.spread = {0, 0, 0};
  settings.drivers.kinds[static_cast<std::size_t>(world::ObjectKind::truck)].middle.speed_factor = 0.67F;
  return settings;
}

// A truck and two cars behind it; `oncoming` vehicles an hour come towards them at even headways. They meet the first of them after
// `before_s`.
Watch watch_a_truck(const TestRoads& road, double oncoming, double before_s) {
  SimulationSettings settings = alike();
  if (oncoming > 0)
    settings.flows = {
        {.lanes = {track_of(road, false)}, .vehicles_per_hour = oncoming, .arrivals = Arrivals::regular}};
  Simulation simulation(road.roads, settings);
  for (int k = 0; k < static_cast<int>(10 * before_s); ++k) simulation.step(kStep);
  simulation.insert(world::ObjectKind::truck, track_of(road, true), 70, 16);
  simulation.insert(world::ObjectKind::car, track_of(road, true), 35, 16);
  simulation.insert(world::ObjectKind::car, track_of(road, true), 5, 16);
  Watch watch(road.network);
  for (int k = 0; k < 1700; ++k) {
    simulation.step(kStep);
    watch.watch(simulation);
  }
  EXPECT_EQ(simulation.tally().contacts, 0U);
  return watch;
}

TEST(Overtaking, HappensOnlyWhereTheRoadAllowsIt) {
  struct Case {
    const char* middle;
    const char* rule;
    bool is_allowed;
  };
  const Case cases[] = {{"", "", true},
                        {"left marking broken", "", true},
                        {"left marking solid broken", "", true},
                        {"", "no passing backward", true},
                        {"", "no passing", false},
                        {"", "no passing forward", false},
                        {"left marking solid", "", false},
                        {"left marking double solid", "", false},
                        {"left marking broken solid", "", false}};
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.middle) + ", " + c.rule);
    const auto road = roads_of(straight_road(c.middle, c.rule));
    const Watch watch = watch_a_truck(*road, 0, 0);
    EXPECT_EQ(watch.trucks_passed, c.is_allowed ? 2U : 0U);
    EXPECT_EQ(watch.out_frames > 0, c.is_allowed);
    EXPECT_EQ(watch.forbidden_frames, 0U);
  }
}

TEST(Overtaking, WaitsForAGapInOncomingTraffic) {
  const auto road = roads_of(straight_road("", ""));
  const Watch dense = watch_a_truck(*road, 600, 150);  // every six seconds, 150 m
  EXPECT_EQ(dense.out_frames, 0U);
  const Watch sparse = watch_a_truck(*road, 90, 150);  // every 40 s, 1000 m
  EXPECT_EQ(sparse.trucks_passed, 2U);
  EXPECT_GE(sparse.least_s, 3);
}

// A vehicle appears ahead while the car is out, nearer than its driver could know.
TEST(Overtaking, IsGivenUpWhereAnOncomingVehicleAppears) {
  const auto road = roads_of(straight_road("", ""));
  Simulation simulation(road->roads, alike());
  simulation.insert(world::ObjectKind::truck, track_of(*road, true), 70, 16);
  const world::ObjectId car = simulation.insert(world::ObjectKind::car, track_of(*road, true), 35, 16);
  Watch watch(road->network);
  bool has_come = false;
  double braking = 0;
  for (int k = 0; k < 600; ++k) {
    simulation.step(kStep);
    watch.watch(simulation);
    const world::Mover mover = simulation.find(car)->mover;
    if (!has_come && std::fabs(mover.lateral) > 3.5) {
      simulation.insert(world::ObjectKind::car, track_of(*road, false), 3000 - mover.metres - 480, 25);
      has_come = true;
    }
    if (has_come) braking = std::max(braking, -mover.accel_mps2);
  }
  ASSERT_TRUE(has_come);
  EXPECT_EQ(simulation.tally().contacts, 0U);
  EXPECT_EQ(watch.given_up, 1U);
  EXPECT_GE(watch.least_s, 3);
  EXPECT_GT(braking, 2) << "he falls back";
}

TEST(Overtaking, GoesOnFromASavedState) {
  const auto road = scene_roads("county_road");
  SimulationSettings settings = behind_trucks(*road, 1);
  Simulation whole(road->roads, settings);
  settings.threads = 3;
  int saved = 0;
  for (int k = 0; k < 20000 && saved < 5; ++k) {
    whole.step(kStep);
    if (k % 10 != 0) continue;
    bool is_out = false;
    for (std::size_t slot = 0; slot < whole.size(); ++slot)
      is_out = is_out || std::fabs(whole.vehicle(slot).mover.lateral) > 1.5;
    if (!is_out) continue;
    ++saved;
    const std::string bytes = whole.save();
    Simulation other(road->roads, settings);
    ASSERT_TRUE(other.restore(bytes).is_empty());
    EXPECT_EQ(other.save(), bytes);
    for (int rest = 0; rest < 100; ++rest) {
      whole.step(kStep);
      other.step(kStep);
      ASSERT_EQ(other.hash(), whole.hash()) << rest;
    }
  }
  EXPECT_EQ(saved, 5) << "in the middle of overtaking";
}

}  // namespace
}  // namespace backlot::sim::overtaking_test
