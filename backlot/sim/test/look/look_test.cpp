// The vehicles that approach a mark, against a search forwards from each of them; houses; wrong questions; what asking costs. The scans over all bodies are in
// look_bodies_test, look_path_test and look_stream_test.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/base/test/allocations.h"
#include "backlot/look/approach.h"
#include "backlot/look/arrivals.h"
#include "backlot/look/frame_snapshot.h"
#include "backlot/look/gap.h"
#include "backlot/look/leader.h"
#include "backlot/look/line_of_sight.h"
#include "backlot/look/region.h"
#include "backlot/network/test/route_towns.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::look_test {
namespace {

using look::Approaching;
using look::Circle;
using look::Eye;
using world::Building;
using world::Mark;
using world::PlanPoint;
using world::Track;
using world::TrackId;

const base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kForEver = std::numeric_limits<double>::infinity();

std::unique_ptr<TestRoads> grid_roads() {
  const network::test::Town town{.rows = 5, .columns = 5, .block_m = 120, .lanes = 2};
  return std::make_unique<TestRoads>(network::test::built(town.description()));
}

struct Case {
  std::string name;
  std::unique_ptr<TestRoads> roads;
  std::size_t vehicles;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  all.push_back({"biketown", scene_roads("biketown"), 90});
  all.push_back({"county_road", scene_roads("county_road"), 80});
  all.push_back({"motorway", scene_roads("motorway"), 120});
  all.push_back({"grid", grid_roads(), 300});
  return all;
}

SimulationSettings mixed_traffic(std::uint64_t seed) {
  SimulationSettings settings;
  settings.seed = seed;
  settings.drivers.shares = {7, 1, 1, 1};
  return settings;
}

// Calls for some moments of each case, with random numbers for that moment.
using OnFrame = std::function<void(Simulation&, const TestRoads&, base::RandomStream&)>;
void for_frames(std::uint64_t seed, const OnFrame& call) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    Simulation run(c.roads->roads, mixed_traffic(seed));
    run.insert_spread(c.vehicles);
    for (int frame = 0; frame < 12; ++frame) {
      for (int k = 0; k < 70; ++k) run.step(kStep);
      base::RandomStream random{seed, static_cast<std::uint64_t>(frame), 77};
      call(run, *c.roads, random);
      if (testing::Test::HasFailure()) return;
    }
  }
}

Mark random_mark(const world::Tracks& tracks, base::RandomStream& random) {
  const TrackId id(static_cast<std::uint32_t>(random.below(tracks.all().size())));
  const Track& track = tracks[id];
  switch (random.below(3)) {
    case 0:
      return world::line_of(tracks, id);
    case 1:
      return track.is_corridor() ? world::line_before(tracks, track.corridor) : world::line_of(tracks, id);
    default:
      return {id, random.uniform() * track.length};
  }
}

// The way of one vehicle to a mark, searched forwards: along its trail, then as long as there is nothing to choose.
std::optional<double> way_to(const world::Tracks& tracks, const VehicleView& v, const Mark& mark) {
  const world::Trail& trail = v.mover.trail;
  std::vector<TrackId> path{trail.current()};
  for (std::uint32_t k = 0; k < trail.ahead(); ++k) path.push_back(trail.ahead(k));
  double begins = -v.mover.metres - static_cast<double>(v.shape.front_m()), reach = -v.mover.metres;
  for (const TrackId id : path) reach += tracks[id].length;
  const bool goes_on = reach >= look::Approach::kLooksAhead_m;
  for (std::size_t k = 0; k < path.size() && begins < look::Approach::kFurthest_m; ++k) {
    if (path[k] == mark.track) {
      const double way = begins + mark.metres;
      return way >= 0 ? std::optional(way) : std::nullopt;
    }
    const Track& track = tracks[path[k]];
    begins += track.length;
    if (k + 1 == path.size() && goes_on && track.onward_count == 1) {
      const TrackId next = tracks.onward(track).front();
      if (std::find(path.begin(), path.end(), next) == path.end()) path.push_back(next);
    }
  }
  return {};
}

struct Way {
  std::uint32_t number;
  double way_m;
};
std::vector<Way> all_ways_to(const Simulation& run, const Mark& mark, double within) {
  std::vector<Way> ways;
  for (std::size_t k = 0; k < run.size(); ++k) {
    const auto way = way_to(run.roads().tracks, run.vehicle(k), mark);
    if (way && *way <= within) ways.push_back({run.vehicle(k).id.slot(), *way});
  }
  std::sort(ways.begin(), ways.end(), [](const Way& a, const Way& b) {
    return std::fabs(a.way_m - b.way_m) > 1e-6 ? a.way_m < b.way_m : a.number < b.number;
  });
  return ways;
}

// ---- approaches and queues

TEST(Look, FindsAllVehiclesThatApproachAMarkInOrder) {
  std::size_t found = 0, far = 0;
  look::Approach approach;
  for_frames(1, [&](Simulation& run, const TestRoads&, base::RandomStream& random) {
    const look::Snapshot now = run.snapshot();
    for (int k = 0; k < 60; ++k) {
      const Mark mark = random_mark(run.roads().tracks, random);
      const double within = random.uniform(0, 300);
      const std::vector<Way> expected = all_ways_to(run, mark, within);
      const std::span<const Approaching> coming = approach.find(now, mark, {.within_m = within});
      ASSERT_EQ(coming.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(coming[i].number, expected[i].number);
        EXPECT_NEAR(coming[i].way_m, expected[i].way_m, 1e-6);
        far += expected[i].way_m > 100 ? 1U : 0U;
      }
      found += expected.size();
    }
  });
  EXPECT_GT(found, 1000U);
  EXPECT_GT(far, 100U);
}

TEST(Look, TheNearestFewAreTheFirstOfAll) {
  look::Approach approach;
  for_frames(2, [&](Simulation& run, const TestRoads&, base::RandomStream& random) {
    const look::Snapshot now = run.snapshot();
    for (int k = 0; k < 40; ++k) {
      const Mark mark = random_mark(run.roads().tracks, random);
      const std::size_t most = 1 + random.below(3);
      const std::vector<Way> expected = all_ways_to(run, mark, 400);
      const std::span<const Approaching> coming = approach.find(now, mark, {.within_m = 400, .most = most});
      ASSERT_EQ(coming.size(), std::min(most, expected.size()));
      for (std::size_t i = 0; i < coming.size(); ++i) EXPECT_EQ(coming[i].number, expected[i].number);
    }
  });
}

// An external body on a lane and along it.
struct Stranger {
  world::ObjectId id;
  TrackId track;
  double front_m;  // of the track
};

// External bodies on ways; some move, some stand, some reverse.
std::vector<Stranger> add_strangers(Simulation& run, base::RandomStream& random) {
  const world::Tracks& tracks = run.roads().tracks;
  const world::BodyShape shape = world::usual_shape(world::ObjectKind::car);
  const double half = 0.5 * static_cast<double>(shape.length_m);
  std::vector<Stranger> strangers;
  while (strangers.size() < 8) {
    const TrackId id(static_cast<std::uint32_t>(random.below(tracks.all().size())));
    const Track& track = tracks[id];
    if (track.is_corridor() || track.length < 20) continue;
    const double metres = random.uniform(8, track.length - 8), distance = tracks.distance_at(track, metres);
    // where a lane begins, it lies in the width of the lane beside
    const bool is_in_two = std::ranges::any_of(tracks.all(), [&](const Track& other) {
      return &other != &track && other.strip == track.strip && other.is_along == track.is_along &&
             std::fabs(tracks.centre_at(other, distance) - tracks.centre_at(track, distance)) <
                 static_cast<double>(other.half_width) + 0.1;
    });
    if (is_in_two) continue;
    const geometry::Vec3 along = tracks.tangent_at(track, distance);
    const bool backs_up = random.below(4) == 0;
    const double sign = track.sign() * (backs_up ? -1 : 1);
    const PoseCommand pose{tracks.place(track, distance, tracks.centre_at(track, distance)),
                           base::atan2(sign * along.y, sign * along.x),
                           backs_up               ? -2.0
                           : random.below(2) == 0 ? 0.0
                                                  : random.uniform(1, 12)};
    const AddedExternal added = run.add_external(world::ObjectKind::car, pose, ByPose{}, shape);
    EXPECT_EQ(added.refused, "");
    strangers.push_back({added.id, id, metres + half});
  }
  return strangers;
}

// The shortest way of a body that may take any, searched forwards.
std::optional<double> shortest_way_to(const world::Tracks& tracks, const Stranger& stranger, const Mark& mark,
                                      double within) {
  std::map<TrackId, double> begins{{stranger.track, -stranger.front_m}};
  std::vector<TrackId> open{stranger.track};
  std::optional<double> shortest;
  for (std::size_t k = 0; k < open.size(); ++k) {
    const Track& track = tracks[open[k]];
    const double at = begins[open[k]];
    if (open[k] == mark.track) {
      const double way = at + mark.metres;
      if (way >= 0 && way <= within && (!shortest || way < *shortest)) shortest = way;
    }
    if (at + track.length > within + 20) continue;  // a line may be before its track
    for (const TrackId next : tracks.onward(track)) {
      const auto known = begins.find(next);
      if (known != begins.end() && known->second <= at + track.length) continue;
      begins[next] = at + track.length;
      open.push_back(next);
    }
  }
  return shortest;
}

std::vector<Way> ways_of_all(const Simulation& run, const std::vector<Stranger>& strangers, const Mark& mark,
                             double within) {
  std::vector<Way> ways = all_ways_to(run, mark, within);
  for (const Stranger& stranger : strangers) {
    if (const auto way = shortest_way_to(run.roads().tracks, stranger, mark, within))
      ways.push_back({stranger.id.slot(), *way});
  }
  std::ranges::sort(ways, {}, &Way::way_m);
  return ways;
}

TEST(Look, AnExternalBodyApproachesEveryMarkThatItsLaneLeadsTo) {
  std::size_t found = 0, arriving = 0;
  look::Approach approach;
  look::Arrivals arrivals;
  for_frames(9, [&](Simulation& run, const TestRoads&, base::RandomStream& random) {
    const std::vector<Stranger> strangers = add_strangers(run, random);
    const look::Snapshot now = run.snapshot();
    const world::Tracks& tracks = run.roads().tracks;
    for (int k = 0; k < 60; ++k) {
      const Mark mark = random_mark(tracks, random);
      const double within = random.uniform(0, 200);
      const std::vector<Way> expected = ways_of_all(run, strangers, mark, within);
      const std::span<const Approaching> coming = approach.find(now, mark, {.within_m = within});
      ASSERT_EQ(coming.size(), expected.size());
      for (const Way& way : expected) {
        const auto at = std::ranges::find(coming, way.number, &Approaching::number);
        ASSERT_NE(at, coming.end());
        EXPECT_NEAR(at->way_m, way.way_m, 0.02);
        if (!now.is_external(way.number)) continue;
        ++found;
        // at its present speed; a body that stands does not arrive
        const double speed = std::fabs(now.motion(way.number).speed_mps);
        const auto all = arrivals.find(now, mark, 0, 100);
        const auto arrival = std::ranges::find(all, way.number, &look::Arriving::number);
        EXPECT_EQ(arrival != all.end(), speed > 0 && (1 - look::kSooner) * at->way_m <= 100 * speed);
        if (arrival == all.end()) continue;
        EXPECT_NEAR(arrival->arrival.expected_s, at->way_m / speed, 1e-9);
        ++arriving;
      }
      EXPECT_TRUE(std::ranges::is_sorted(coming, {}, &Approaching::way_m));
    }
    for (const Stranger& stranger : strangers) run.remove(stranger.id);
  });
  EXPECT_GT(found, 300U);
  EXPECT_GT(arriving, 100U);
}

// ---- lines of sight

TEST(Look, AHouseHidesWhatIsBehindIt) {
  const auto roads = roads_of(R"(
network road
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way a { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 300 m;  start open;  end open }
)");
  Simulation run(roads->roads, {});
  const network::StripId strip = roads->network.find_strip("a");
  const world::ObjectId near = run.add(world::ObjectKind::car, strip, 50, -1.75, 0).id,
                        far = run.add(world::ObjectKind::car, strip, 100, -1.75, 0).id;
  ASSERT_FALSE(near.is_empty());
  ASSERT_FALSE(far.is_empty());
  look::LineOfSight sight;
  const look::Snapshot now = run.snapshot();
  const Eye beside{.ground = {75, 40, 0}}, behind{.ground = {20, -1.75, 0}};
  EXPECT_TRUE(sight.is_visible(now, beside, near));
  EXPECT_TRUE(sight.is_visible(now, beside, far));
  EXPECT_TRUE(sight.is_visible(now, behind, near));
  // of a car in line with another not even a corner is seen: they are equally wide
  EXPECT_FALSE(sight.is_visible(now, behind, far));
  EXPECT_FALSE(sight.is_visible(now, {.ground = behind.ground, .of = far}, far)) << "not the own body";
  EXPECT_TRUE(sight.is_visible(now, {.ground = behind.ground, .of = near}, far))
      << "the own body hides nothing";
  EXPECT_TRUE(sight.is_visible(now, {.ground = behind.ground, .height_m = 12}, far)) << "from above";

  // an L between the eye and the near one
  const std::vector<Building> house{{{{60, 10}, {62, 10}, {62, 28}, {70, 28}, {70, 30}, {60, 30}}, 0, 6}};
  EXPECT_FALSE(sight.is_visible(now, beside, near, house));
  EXPECT_TRUE(sight.is_visible(now, beside, far, house));
  const std::vector<Building> bridge{{house[0].corners, 4, 6}};
  EXPECT_TRUE(sight.is_visible(now, beside, near, bridge)) << "under it";
  EXPECT_EQ(sight.find_visible(now, beside, 60, house).size(), 1U);
  EXPECT_EQ(sight.find_visible(now, beside, 60).size(), 2U);
  EXPECT_EQ(sight.find_visible(now, beside, 10).size(), 0U);
  const std::vector<Building> none{
      {{{60, 10}, {62, 10}}, 0, 6}, {{}, 0, 6}, {{{kNaN, 0}, {1, 0}, {1, 1}}, 0, 6}};
  EXPECT_TRUE(sight.is_visible(now, beside, near, none)) << "houses without an area hide nothing";
}

TEST(Look, AHouseOfTheNetworkHidesWhatIsBehindIt) {
  const auto roads = roads_of(R"(
network road
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way a {
  profile street;  begin at (0 m, 0 m) heading 0 deg;  line 300 m;  start open;  end open
  building at 61 m offset 20 m size (2 m, 20 m, 6 m)
  barrier at 130 m offset 10 m size (40 m, 0.2 m, 0.9 m)
  barrier at 180 m offset 10 m size (40 m, 0.2 m, 3 m)
}
)");
  Simulation run(roads->roads, {});
  const network::StripId strip = roads->network.find_strip("a");
  std::vector<world::ObjectId> cars;
  for (const double at : {50.0, 100.0, 130.0, 180.0})
    cars.push_back(run.add(world::ObjectKind::car, strip, at, -1.75, 0).id);
  look::LineOfSight sight;
  const look::Snapshot now = run.snapshot();
  const Eye beside{.ground = {75, 40, 0}}, middle{.ground = {130, 30, 0}}, wall{.ground = {180, 30, 0}};
  EXPECT_FALSE(sight.is_visible(now, beside, cars[0]));
  EXPECT_TRUE(sight.is_visible(now, beside, cars[1]));
  EXPECT_TRUE(sight.is_visible(now, middle, cars[2])) << "over a railing";
  EXPECT_FALSE(sight.is_visible(now, wall, cars[3])) << "behind a wall";
  EXPECT_TRUE(sight.find_visible(now, wall, 35).empty());
}

// ---- wrong use

TEST(Look, AnswersWrongQuestionsWithNoBody) {
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {});
  run.insert_spread(60);
  const look::Snapshot now = run.snapshot();
  const world::Tracks& tracks = run.roads().tracks;
  look::Approach approach;
  const TrackId some(0), none(static_cast<std::uint32_t>(tracks.all().size()));
  for (const Mark& mark : {Mark{}, Mark{none, 0}, Mark{some, kNaN}, Mark{some, kForEver}, Mark{some, 1e9}}) {
    EXPECT_TRUE(approach.find(now, mark).empty());
    EXPECT_TRUE(approach.find_queue(now, mark).empty());
  }
  const Mark mark = world::line_of(tracks, some);
  EXPECT_TRUE(approach.find(now, mark, {.within_m = kNaN}).empty());
  EXPECT_TRUE(approach.find(now, mark, {.within_m = -1}).empty());
  EXPECT_TRUE(approach.find(now, mark, {.most = 0}).empty());
  EXPECT_TRUE(world::line_of(tracks, none).track.is_empty());
  EXPECT_TRUE(world::line_before(tracks, network::CorridorId{}).track.is_empty());
  EXPECT_TRUE(world::line_before(tracks, network::CorridorId(1000000)).track.is_empty());

  std::vector<std::uint32_t> found{7};
  for (const Circle& circle : {Circle{{kNaN, 0}, 10}, Circle{{0, kForEver}, 10}, Circle{{0, 0}, kNaN},
                               Circle{{0, 0}, -1}, Circle{{1e12, 1e12}, 10}}) {
    look::find_within(now, circle, found);
    EXPECT_TRUE(found.empty());
  }
  look::find_within(now, Circle{{0, 0}, kForEver}, found);
  EXPECT_EQ(found.size(), run.size()) << "every body is somewhere";
  look::find_within(now, Circle{{0, 0}, 1e9}, found);
  EXPECT_EQ(found.size(), run.size());
  const std::vector<PlanPoint> line{{0, 0}, {1, 1}}, odd{{0, 0}, {kNaN, 1}, {1, 0}};
  for (const std::vector<PlanPoint>& corners : {line, odd, std::vector<PlanPoint>{}}) {
    look::find_within(now, corners, found);
    EXPECT_TRUE(found.empty());
  }

  look::LineOfSight sight;
  EXPECT_TRUE(sight.find_visible(now, {.ground = {kNaN, 0, 0}}, 50).empty());
  EXPECT_TRUE(sight.find_visible(now, {.height_m = kNaN}, 50).empty());
  EXPECT_TRUE(sight.find_visible(now, {}, kNaN).empty());
  EXPECT_TRUE(sight.find_visible(now, {}, -1).empty());
  const world::ObjectId gone = run.vehicle(0).id;
  ASSERT_TRUE(run.remove(gone));
  EXPECT_FALSE(sight.is_visible(run.snapshot(), {}, gone));
  EXPECT_FALSE(sight.is_visible(run.snapshot(), {}, {}));
  EXPECT_FALSE(sight.is_visible(run.snapshot(), {}, {1000000, 3}));
}

// ---- what it costs

// Questions between steps do not change the run, and the memory that they took is kept.
TEST(Look, ChangesNothingAndTakesNoMemoryAfterWarmUp) {
  const auto town = scene_roads("biketown");
  for (const Update update : {Update::transactional, Update::sequential}) {
    Simulation alone(town->roads, {.update = update}), asked(town->roads, {.update = update});
    alone.insert_spread(80);
    asked.insert_spread(80);
    look::Approach approach;
    look::LineOfSight sight;
    look::Arrivals arrivals;
    std::vector<std::uint32_t> found;
    look::Gaps gaps;
    look::PathNeighbours neighbours;
    look::FrameSnapshot recorded(town->roads);
    record::Frame frame;
    const network::Path path(town->network, {town->roads.tracks[TrackId(0)].lane, true}, 0);
    const auto ask = [&] {
      asked.frame(frame);
      recorded.read(frame);
      for (const look::Snapshot& now : {asked.snapshot(), recorded.view()}) {
        for (std::uint32_t k = 0; k < 40; ++k) {
          const Mark line = world::line_of(town->roads.tracks, TrackId(k));
          approach.find(now, line, {.within_m = 200});
          approach.find_queue(now, line);
          arrivals.find(now, line, 1, 5);
          look::find_within(now, Circle{{10.0 * k, 0}, 60}, found);
          sight.find_visible(now, {.ground = {10.0 * k, 0, 0}}, 60);
          gaps.find(now, line, 100);
          neighbours.find_leader(now, path, {.from_m = 2.0 * k});
        }
      }
    };
    for (int k = 0; k < 800; ++k) {
      alone.step(kStep);
      ask();
      asked.step(kStep);
      if (k % 7 == 0) asked.refresh_occupancy();
    }
    EXPECT_EQ(alone.hash(), asked.hash());
    EXPECT_EQ(alone.tally().contacts, asked.tally().contacts);
    EXPECT_EQ(alone.save(), asked.save());
    const std::size_t before = base::allocation_count();
    ask();
    EXPECT_EQ(base::allocation_count(), before);
  }
}

}  // namespace
}  // namespace backlot::sim::look_test
