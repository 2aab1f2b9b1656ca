// Each casting query against a scan of all bodies, on frames of several runs.
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
#include "backlot/network/test/route_towns.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "backlot/world/approach.h"
#include "backlot/world/line_of_sight.h"
#include "backlot/world/region.h"

namespace backlot::sim {
namespace {

using world::Building;
using world::Circle;
using world::Coming;
using world::Eye;
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

// Calls for some frames of each case, with random numbers for that frame.
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

// A body of either kind.
struct Body {
  world::ObjectId id;
  world::BodyBox box;
  double height_m;
};
std::vector<Body> all_bodies(const Simulation& run) {
  std::vector<Body> all;
  for (std::size_t k = 0; k < run.size(); ++k) {
    const VehicleView v = run.vehicle(k);
    all.push_back({v.id, world::box_of(v.shape, v.mover), static_cast<double>(v.shape.height_m)});
  }
  for (std::size_t k = 0; k < run.external_count(); ++k) {
    const world::LooseBody& body = run.external(k).external.body;
    all.push_back({run.external(k).id, world::box_of(body), static_cast<double>(body.shape.height_m)});
  }
  return all;
}

// Near somebody, most of the time.
PlanPoint random_place(const Simulation& run, base::RandomStream& random) {
  const geometry::WorldPoint p = run.vehicle(random.below(run.size())).mover.guide;
  return {p.x + random.uniform(-40, 40), p.y + random.uniform(-40, 40)};
}

// Some bodies that no lane binds, from a bin to a crane, on the road and beside it.
std::vector<world::ObjectId> add_rogues(Simulation& run, base::RandomStream& random) {
  std::vector<world::ObjectId> rogues;
  for (int k = 0; k < 6; ++k) {
    const PlanPoint place = random_place(run, random);
    world::BodyShape shape = world::usual_shape(world::ObjectKind::car);
    const auto size = static_cast<float>(random.uniform(0.3, 4));
    shape.length_m *= size;
    shape.wheelbase_m *= size;
    shape.rear_overhang_m *= size;
    const PoseCommand pose{{place.x, place.y, run.vehicle(0).mover.guide.z}, random.uniform(-3, 3), 0};
    const AddedExternal added = run.add_external(world::ObjectKind::car, pose, Parked{}, shape);
    EXPECT_EQ(added.refused, "");
    rogues.push_back(added.id);
  }
  return rogues;
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

// The way of one vehicle to a mark, looked for forwards: along his trail, then as long as there is nothing to choose.
std::optional<double> way_to(const world::Tracks& tracks, const VehicleView& v, const Mark& mark) {
  const world::Trail& trail = v.mover.trail;
  std::vector<TrackId> path{trail.current()};
  for (std::uint32_t k = 0; k < trail.ahead(); ++k) path.push_back(trail.ahead(k));
  double begins = -v.mover.metres - static_cast<double>(v.shape.front_m()), reach = -v.mover.metres;
  for (const TrackId id : path) reach += tracks[id].length;
  const bool goes_on = reach >= world::Approach::kLooksAhead_m;
  for (std::size_t k = 0; k < path.size() && begins < world::Approach::kFurthest_m; ++k) {
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

TEST(Casting, FindsAllWhoComeToAMarkInOrder) {
  std::size_t found = 0, far = 0;
  world::Approach approach;
  for_frames(1, [&](Simulation& run, const TestRoads&, base::RandomStream& random) {
    const traffic::CastingView view = run.casting();
    for (int k = 0; k < 60; ++k) {
      const Mark mark = random_mark(run.roads().tracks, random);
      const double within = random.uniform(0, 300);
      const std::vector<Way> expected = all_ways_to(run, mark, within);
      const std::span<const Coming> coming = approach.find(view.world, mark, {.within_m = within});
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

TEST(Casting, TheNearestFewAreTheFirstOfAll) {
  world::Approach approach;
  for_frames(2, [&](Simulation& run, const TestRoads&, base::RandomStream& random) {
    const traffic::CastingView view = run.casting();
    for (int k = 0; k < 40; ++k) {
      const Mark mark = random_mark(run.roads().tracks, random);
      const std::size_t most = 1 + random.below(3);
      const std::vector<Way> expected = all_ways_to(run, mark, 400);
      const std::span<const Coming> coming = approach.find(view.world, mark, {.within_m = 400, .most = most});
      ASSERT_EQ(coming.size(), std::min(most, expected.size()));
      for (std::size_t i = 0; i < coming.size(); ++i) EXPECT_EQ(coming[i].number, expected[i].number);
    }
  });
}

TEST(Casting, AQueueIsWhoStandsOneBehindTheOther) {
  std::size_t longest = 0, queued = 0;
  world::Approach approach;
  for_frames(3, [&](Simulation& run, const TestRoads& roads, base::RandomStream&) {
    const traffic::CastingView view = run.casting();
    for (const network::Corridor& corridor : roads.network.corridors()) {
      const network::CorridorId id = roads.network.corridor_of(corridor.strip);
      const Mark line = world::line_before(run.roads().tracks, id);
      const std::span<const Coming> queue = approach.find_queue(view.world, line);
      if (line.track.is_empty()) {
        EXPECT_TRUE(queue.empty());
        continue;
      }
      std::vector<std::uint32_t> expected;
      double tail = 0;
      for (const Way& way : all_ways_to(run, line, 5000)) {
        const world::Mover& mover = view.world.mover(way.number);
        if (mover.speed_mps >= 0.5 || way.way_m - tail > 10) break;
        tail = std::max(tail, way.way_m + static_cast<double>(view.world.shape(mover).length_m));
        expected.push_back(way.number);
      }
      ASSERT_EQ(queue.size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(queue[k].number, expected[k]);
      longest = std::max(longest, expected.size());
      queued += expected.size();
    }
  });
  EXPECT_GT(queued, 100U);
  EXPECT_GE(longest, 3U);
}

// One whom nobody here drives, on a lane and along it.
struct Stranger {
  world::ObjectId id;
  TrackId track;
  double front_m;  // of the track
};

// Some of them on ways, of which some move, and some back up.
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
    // where a lane begins it is in the width of the one beside
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

// The shortest way of one who may take any, looked for forwards.
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

TEST(Casting, WhomNobodyDrivesComesWhereverHisLaneLeads) {
  std::size_t found = 0, queued = 0, arriving = 0;
  world::Approach approach;
  traffic::Arrivals arrivals;
  for_frames(9, [&](Simulation& run, const TestRoads&, base::RandomStream& random) {
    const std::vector<Stranger> strangers = add_strangers(run, random);
    const traffic::CastingView view = run.casting();
    const world::Tracks& tracks = run.roads().tracks;
    for (int k = 0; k < 60; ++k) {
      const Mark mark = random_mark(tracks, random);
      const double within = random.uniform(0, 200);
      const std::vector<Way> expected = ways_of_all(run, strangers, mark, within);
      const std::span<const Coming> coming = approach.find(view.world, mark, {.within_m = within});
      ASSERT_EQ(coming.size(), expected.size());
      for (const Way& way : expected) {
        const auto at = std::ranges::find(coming, way.number, &Coming::number);
        ASSERT_NE(at, coming.end());
        EXPECT_NEAR(at->way_m, way.way_m, 0.02);
        if (view.world.is_extra(way.number)) continue;
        ++found;
        // as fast as it is; who stands does not come
        const double speed = std::fabs(view.world.motion(way.number).speed_mps);
        const auto all = arrivals.find(view, mark, 0, 100);
        const auto arrival = std::ranges::find(all, way.number, &traffic::Arriving::number);
        EXPECT_EQ(arrival != all.end(), speed > 0 && (1 - traffic::kSooner) * at->way_m <= 100 * speed);
        if (arrival == all.end()) continue;
        EXPECT_NEAR(arrival->arrival.expected_s, at->way_m / speed, 1e-9);
        ++arriving;
      }
      EXPECT_TRUE(std::ranges::is_sorted(coming, {}, &Coming::way_m));

      std::vector<std::uint32_t> standing, queue;
      double tail = 0;
      for (const Way& way : ways_of_all(run, strangers, mark, 1000)) {
        const auto [length_m, speed_mps] = view.world.motion(way.number);
        if (std::fabs(speed_mps) >= 0.5 || way.way_m - tail > 10) break;
        tail = std::max(tail, way.way_m + length_m);
        standing.push_back(way.number);
        queued += view.world.is_extra(way.number) ? 0U : 1U;
      }
      for (const Coming& one : approach.find_queue(view.world, mark)) queue.push_back(one.number);
      EXPECT_EQ(queue, standing);
    }
    for (const Stranger& stranger : strangers) run.remove(stranger.id);
  });
  EXPECT_GT(found, 300U);
  EXPECT_GT(arriving, 100U);
  EXPECT_GT(queued, 5U);
}

// ---- regions

TEST(Casting, FindsAllWithinACircle) {
  std::size_t found = 0;
  std::vector<std::uint32_t> within;
  for_frames(4, [&](Simulation& run, const TestRoads&, base::RandomStream& random) {
    const std::vector<world::ObjectId> rogues = add_rogues(run, random);
    const traffic::CastingView view = run.casting();
    for (int k = 0; k < 60; ++k) {
      const Circle circle{random_place(run, random), random.uniform(0, 80)};
      std::vector<std::uint32_t> expected;
      for (const auto& [id, box, height] : all_bodies(run)) {
        // by the nearest of many points of the body
        const double dx = circle.centre.x - box.centre.x, dy = circle.centre.y - box.centre.y;
        const double along = dx * box.heading_x + dy * box.heading_y,
                     across = dy * box.heading_x - dx * box.heading_y;
        const double a = along - std::clamp(along, -box.half_length, box.half_length),
                     b = across - std::clamp(across, -box.half_width, box.half_width);
        if (std::sqrt(a * a + b * b) <= circle.radius_m) expected.push_back(id.slot());
      }
      std::sort(expected.begin(), expected.end());
      world::find_within(view.world, circle, within);
      EXPECT_EQ(within, expected);
      found += expected.size();
    }
    for (const world::ObjectId id : rogues) run.remove(id);
  });
  EXPECT_GT(found, 3000U);
}

// Whether a point of the plane is in a convex polygon, corners counter-clockwise.
bool holds(const std::vector<PlanPoint>& corners, double x, double y) {
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const PlanPoint &a = corners[k], &b = corners[(k + 1) % corners.size()];
    if ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < 0) return false;
  }
  return true;
}

TEST(Casting, FindsAllWithinAPolygon) {
  std::size_t found = 0;
  std::vector<std::uint32_t> within;
  for_frames(5, [&](Simulation& run, const TestRoads&, base::RandomStream& random) {
    const traffic::CastingView view = run.casting();
    for (int k = 0; k < 30; ++k) {
      // a triangle or more, around a circle
      const PlanPoint middle = random_place(run, random);
      const double radius = random.uniform(3, 90);
      const std::size_t count = 3 + random.below(4);
      std::vector<PlanPoint> corners;
      for (std::size_t i = 0; i < count; ++i) {
        const double turn =
            6.283185307 * (static_cast<double>(i) + 0.5 * random.uniform()) / static_cast<double>(count);
        corners.push_back({middle.x + radius * std::cos(turn), middle.y + radius * std::sin(turn)});
      }
      world::find_within(view.world, corners, within);
      EXPECT_TRUE(std::is_sorted(within.begin(), within.end()));
      for (std::size_t i = 0; i < run.size(); ++i) {
        // a fine grid of points of the body; where none is inside, the two may only graze each other
        const VehicleView v = run.vehicle(i);
        const world::BodyBox box = world::box_of(v.shape, v.mover);
        const bool is_found = std::binary_search(within.begin(), within.end(), v.id.slot());
        if (!world::touches(box, Circle{middle, radius})) {
          EXPECT_FALSE(is_found);
          continue;
        }
        bool is_inside = false;
        constexpr int kFine = 24;
        for (int a = -kFine; a <= kFine && !is_inside; ++a) {
          for (int b = -kFine; b <= kFine && !is_inside; ++b) {
            const double along = box.half_length * a / kFine, across = box.half_width * b / kFine;
            is_inside = holds(corners, box.centre.x + along * box.heading_x - across * box.heading_y,
                              box.centre.y + along * box.heading_y + across * box.heading_x);
          }
        }
        EXPECT_TRUE(is_found || !is_inside);
        if (is_found && !is_inside) {
          // then a body that is half a metre smaller is not found
          world::BodyBox smaller = box;
          smaller.half_length -= 0.5;
          smaller.half_width = std::max(0.05, box.half_width - 0.5);
          EXPECT_FALSE(world::touches(smaller, corners));
        }
        found += is_inside ? 1U : 0U;
      }
    }
  });
  EXPECT_GT(found, 1000U);
}

// ---- lines of sight

// Whether a line passes through a box, by points along it.
bool is_blocked(const world::BodyBox& box, double height, const geometry::WorldPoint& a,
                const geometry::WorldPoint& b, double grown) {
  const double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  const auto parts = static_cast<int>(std::sqrt(dx * dx + dy * dy) / 0.02) + 2;
  for (int k = 1; k < parts; ++k) {
    const double t = static_cast<double>(k) / parts;
    const double x = a.x + t * dx - box.centre.x, y = a.y + t * dy - box.centre.y,
                 z = a.z + t * dz - box.centre.z;
    if (std::fabs(x * box.heading_x + y * box.heading_y) < box.half_length + grown &&
        std::fabs(y * box.heading_x - x * box.heading_y) < box.half_width + grown && z > -grown &&
        z < height + grown)
      return true;
  }
  return false;
}

// Whether a body is seen by a scan of all others; bodies grown by so much.
bool is_seen(const std::vector<Body>& all, const geometry::WorldPoint& eye, const Body& who, double grown) {
  const world::BodyBox& box = who.box;
  const double points[5][2] = {{0, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
  return std::any_of(std::begin(points), std::end(points), [&](const double(&p)[2]) {
    const double along = p[0] * box.half_length, across = p[1] * box.half_width;
    const geometry::WorldPoint at{box.centre.x + along * box.heading_x - across * box.heading_y,
                                  box.centre.y + along * box.heading_y + across * box.heading_x,
                                  box.centre.z + 0.5 * who.height_m};
    return std::none_of(all.begin(), all.end(), [&](const Body& other) {
      return other.id != who.id && is_blocked(other.box, other.height_m, eye, at, grown);
    });
  });
}

// The houses of a network as bodies; all of them are boxes.
void add_houses(const network::Network& network, std::vector<Body>& all) {
  for (std::size_t w = 0; w < network.ways().size(); ++w) {
    const network::Strip& strip = network.strip(network.ways()[w].strip);
    for (const network::FeatureDescription& f : network.features(network::WayId::from_size(w))) {
      if (f.kind != network::FeatureKind::building) continue;
      const geometry::PlacedPose pose =
          geometry::place_pose(network.ribbon(strip.ribbon), {strip.from + f.distance, f.offset, f.loft});
      const double heading = pose.heading_rad + f.heading_rad;
      all.push_back({{},
                     {pose.position, std::cos(heading), std::sin(heading), 0.5 * f.length, 0.5 * f.width},
                     f.height});
    }
  }
}

TEST(Casting, FindsAllThatAreVisible) {
  std::size_t seen = 0, hidden = 0;
  world::LineOfSight sight;
  for_frames(6, [&](Simulation& run, const TestRoads& roads, base::RandomStream& random) {
    const std::vector<world::ObjectId> rogues = add_rogues(run, random);
    const traffic::CastingView view = run.casting();
    const std::vector<Body> all = all_bodies(run);
    std::vector<Body> blockers = all;
    add_houses(roads.network, blockers);
    for (int k = 0; k < 2; ++k) {
      const PlanPoint place = random_place(run, random);
      const double z = run.vehicle(0).mover.guide.z, within = random.uniform(10, 70);
      const Eye eye{.ground = {place.x, place.y, z}};
      const geometry::WorldPoint from{place.x, place.y, z + 1.2};
      const std::span<const std::uint32_t> found = sight.find_visible(view.world, eye, within);
      const std::vector<std::uint32_t> visible(found.begin(), found.end());
      EXPECT_TRUE(std::is_sorted(visible.begin(), visible.end()));
      for (const Body& body : all) {
        const bool is_found = std::binary_search(visible.begin(), visible.end(), body.id.slot());
        if (!world::touches(body.box, Circle{place, within})) {
          EXPECT_FALSE(is_found);
          continue;
        }
        // where growing the others by some centimetres makes no difference, the answer is certain
        const bool surely = is_seen(blockers, from, body, 0.03),
                   perhaps = is_seen(blockers, from, body, -0.03);
        if (surely != perhaps) continue;
        EXPECT_EQ(is_found, surely);
        EXPECT_EQ(sight.is_visible(view.world, eye, body.id), surely);
        (surely ? seen : hidden) += 1;
      }
    }
    for (const world::ObjectId id : rogues) run.remove(id);
  });
  EXPECT_GT(seen, 300U);
  EXPECT_GT(hidden, 30U);
}

TEST(Casting, NobodyLooksThroughAHouse) {
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
  world::LineOfSight sight;
  const traffic::CastingView view = run.casting();
  const Eye beside{.ground = {75, 40, 0}}, behind{.ground = {20, -1.75, 0}};
  EXPECT_TRUE(sight.is_visible(view.world, beside, near));
  EXPECT_TRUE(sight.is_visible(view.world, beside, far));
  EXPECT_TRUE(sight.is_visible(view.world, behind, near));
  // of a car in line with another not even a corner is seen: they are equally wide
  EXPECT_FALSE(sight.is_visible(view.world, behind, far));
  EXPECT_FALSE(sight.is_visible(view.world, {.ground = behind.ground, .of = far}, far)) << "not himself";
  EXPECT_TRUE(sight.is_visible(view.world, {.ground = behind.ground, .of = near}, far))
      << "the own body hides nothing";
  EXPECT_TRUE(sight.is_visible(view.world, {.ground = behind.ground, .height_m = 12}, far)) << "from above";

  // an L between the eye and the near one
  const std::vector<Building> house{{{{60, 10}, {62, 10}, {62, 28}, {70, 28}, {70, 30}, {60, 30}}, 0, 6}};
  EXPECT_FALSE(sight.is_visible(view.world, beside, near, house));
  EXPECT_TRUE(sight.is_visible(view.world, beside, far, house));
  const std::vector<Building> bridge{{house[0].corners, 4, 6}};
  EXPECT_TRUE(sight.is_visible(view.world, beside, near, bridge)) << "under it";
  EXPECT_EQ(sight.find_visible(view.world, beside, 60, house).size(), 1U);
  EXPECT_EQ(sight.find_visible(view.world, beside, 60).size(), 2U);
  EXPECT_EQ(sight.find_visible(view.world, beside, 10).size(), 0U);
  const std::vector<Building> none{
      {{{60, 10}, {62, 10}}, 0, 6}, {{}, 0, 6}, {{{kNaN, 0}, {1, 0}, {1, 1}}, 0, 6}};
  EXPECT_TRUE(sight.is_visible(view.world, beside, near, none)) << "houses that are none hide nothing";
}

TEST(Casting, NobodyLooksThroughAHouseOfTheNetwork) {
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
  world::LineOfSight sight;
  const traffic::CastingView view = run.casting();
  const Eye beside{.ground = {75, 40, 0}}, middle{.ground = {130, 30, 0}}, wall{.ground = {180, 30, 0}};
  EXPECT_FALSE(sight.is_visible(view.world, beside, cars[0]));
  EXPECT_TRUE(sight.is_visible(view.world, beside, cars[1]));
  EXPECT_TRUE(sight.is_visible(view.world, middle, cars[2])) << "over a railing";
  EXPECT_FALSE(sight.is_visible(view.world, wall, cars[3])) << "behind a wall";
  EXPECT_TRUE(sight.find_visible(view.world, wall, 35).empty());
}

// ---- wrong use

TEST(Casting, AnswersWrongQuestionsWithNobody) {
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {});
  run.insert_spread(60);
  const traffic::CastingView view = run.casting();
  const world::Tracks& tracks = run.roads().tracks;
  world::Approach approach;
  const TrackId some(0), none(static_cast<std::uint32_t>(tracks.all().size()));
  for (const Mark& mark : {Mark{}, Mark{none, 0}, Mark{some, kNaN}, Mark{some, kForEver}, Mark{some, 1e9}}) {
    EXPECT_TRUE(approach.find(view.world, mark).empty());
    EXPECT_TRUE(approach.find_queue(view.world, mark).empty());
  }
  const Mark mark = world::line_of(tracks, some);
  EXPECT_TRUE(approach.find(view.world, mark, {.within_m = kNaN}).empty());
  EXPECT_TRUE(approach.find(view.world, mark, {.within_m = -1}).empty());
  EXPECT_TRUE(approach.find(view.world, mark, {.most = 0}).empty());
  EXPECT_TRUE(world::line_of(tracks, none).track.is_empty());
  EXPECT_TRUE(world::line_before(tracks, network::CorridorId{}).track.is_empty());
  EXPECT_TRUE(world::line_before(tracks, network::CorridorId(1000000)).track.is_empty());

  std::vector<std::uint32_t> found{7};
  for (const Circle& circle : {Circle{{kNaN, 0}, 10}, Circle{{0, kForEver}, 10}, Circle{{0, 0}, kNaN},
                               Circle{{0, 0}, -1}, Circle{{1e12, 1e12}, 10}}) {
    world::find_within(view.world, circle, found);
    EXPECT_TRUE(found.empty());
  }
  world::find_within(view.world, Circle{{0, 0}, kForEver}, found);
  EXPECT_EQ(found.size(), run.size()) << "everybody is somewhere";
  world::find_within(view.world, Circle{{0, 0}, 1e9}, found);
  EXPECT_EQ(found.size(), run.size());
  const std::vector<PlanPoint> line{{0, 0}, {1, 1}}, odd{{0, 0}, {kNaN, 1}, {1, 0}};
  for (const std::vector<PlanPoint>& corners : {line, odd, std::vector<PlanPoint>{}}) {
    world::find_within(view.world, corners, found);
    EXPECT_TRUE(found.empty());
  }

  world::LineOfSight sight;
  EXPECT_TRUE(sight.find_visible(view.world, {.ground = {kNaN, 0, 0}}, 50).empty());
  EXPECT_TRUE(sight.find_visible(view.world, {.height_m = kNaN}, 50).empty());
  EXPECT_TRUE(sight.find_visible(view.world, {}, kNaN).empty());
  EXPECT_TRUE(sight.find_visible(view.world, {}, -1).empty());
  const world::ObjectId gone = run.vehicle(0).id;
  ASSERT_TRUE(run.remove(gone));
  EXPECT_FALSE(sight.is_visible(run.casting().world, {}, gone));
  EXPECT_FALSE(sight.is_visible(run.casting().world, {}, {}));
  EXPECT_FALSE(sight.is_visible(run.casting().world, {}, {1000000, 3}));
}

// ---- what it costs

// Who asks between steps does not change the run, and what asking took of memory is kept.
TEST(Casting, ChangesNothingAndTakesNoMemoryAfterWarmUp) {
  const auto town = scene_roads("biketown");
  for (const Update update : {Update::transactional, Update::sequential}) {
    Simulation alone(town->roads, {.update = update}), asked(town->roads, {.update = update});
    alone.insert_spread(80);
    asked.insert_spread(80);
    world::Approach approach;
    world::LineOfSight sight;
    traffic::Arrivals arrivals;
    std::vector<std::uint32_t> found;
    const auto ask = [&] {
      const traffic::CastingView view = asked.casting();
      for (std::uint32_t k = 0; k < 40; ++k) {
        const Mark line = world::line_of(town->roads.tracks, TrackId(k));
        approach.find(view.world, line, {.within_m = 200});
        approach.find_queue(view.world, line);
        arrivals.find(view, line, 1, 10);
        world::find_within(view.world, Circle{{10.0 * k, 0}, 60}, found);
        sight.find_visible(view.world, {.ground = {10.0 * k, 0, 0}}, 60);
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
}  // namespace backlot::sim
