#include "backlot/sim/test/look/look_moments.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/geometry/test/catalogue.h"
#include "backlot/network/test/route_towns.h"

namespace backlot::sim {

namespace {

using world::PlanPoint;
using world::Track;
using world::TrackId;

constexpr std::size_t kExternals = 12;

struct Scene {
  std::string name;
  std::unique_ptr<TestRoads> roads;
  std::size_t vehicles;
};

std::vector<Scene> scenes() {
  const network::test::Town town{.rows = 5, .columns = 5, .block_m = 120, .lanes = 2};
  std::vector<Scene> all;
  all.push_back({"biketown", scene_roads("biketown"), 90});
  all.push_back({"county_road", scene_roads("county_road"), 80});
  all.push_back({"motorway", scene_roads("motorway"), 120});
  all.push_back({"grid", std::make_unique<TestRoads>(network::test::built(town.description())), 200});
  return all;
}

// A car, or something shorter or longer that looks like one.
world::BodyShape random_shape(base::RandomStream& random) {
  world::BodyShape shape = world::usual_shape(world::ObjectKind::car);
  if (random.below(2) == 0) return shape;
  const auto size = static_cast<float>(random.uniform(0.3, 4));
  shape.length_m *= size;
  shape.wheelbase_m *= size;
  shape.rear_overhang_m *= size;
  return shape;
}

// Somewhere on a track, half of them near where an extra is: along its lane, or as it comes.
PoseCommand random_pose(const Simulation& run, base::RandomStream& random) {
  const world::Tracks& tracks = run.roads().tracks;
  TrackId id(static_cast<std::uint32_t>(random.below(tracks.all().size())));
  if (random.below(2) == 0) id = run.vehicle(random.below(run.size())).mover.trail.last();
  const Track& track = tracks[id];
  const double distance = tracks.distance_at(track, random.uniform() * track.length);
  const bool is_tidy = random.below(2) == 0;
  const double aside = is_tidy ? random.uniform(-0.4, 0.4) : random.uniform(-5, 5);
  const double turned = is_tidy ? random.uniform(-0.1, 0.1) : random.uniform(-3, 3);
  const world::Tracks::Pose pose = tracks.pose(track, distance, tracks.centre_at(track, distance) + aside);
  const bool reverses = random.below(4) == 0;
  const double sign = track.sign() * (reverses ? -1 : 1);
  const double heading = base::atan2(sign * pose.tangent.y, sign * pose.tangent.x) + turned;
  const double speed = random.below(3) == 0 ? 0 : random.uniform(1, 12);
  return {pose.point, heading, reverses ? -speed : speed};
}

}  // namespace

void for_moments(std::uint64_t seed, const std::function<void(const Moment&)>& call) {
  for (const Scene& scene : scenes()) {
    SCOPED_TRACE(scene.name);
    SimulationSettings settings;
    settings.seed = seed;
    settings.drivers.shares = {7, 1, 1, 1};
    Simulation run(scene.roads->roads, settings);
    run.insert_spread(scene.vehicles);
    look::FrameSnapshot recorded(scene.roads->roads);
    record::Frame frame;
    for (std::size_t k = 0; k < kLookMoments; ++k) {
      for (int step = 0; step < 60; ++step) run.step(base::Duration::from_milliseconds(100));
      base::RandomStream random{seed, k, 77};
      std::vector<world::ObjectId> externals;
      for (std::size_t i = 0; i < kExternals; ++i) {
        const PoseCommand pose = random_pose(run, random);
        const AddedExternal added =
            run.add_external(world::ObjectKind::car, pose, ByPose{}, random_shape(random));
        EXPECT_EQ(added.refused, "");
        externals.push_back(added.id);
      }
      run.frame(frame);
      EXPECT_EQ(recorded.read(frame), 0U);
      const look::Snapshot world = run.snapshot(), of_frame = recorded.view();
      call({run, *scene.roads, frame, world, of_frame, random});
      for (const world::ObjectId id : externals) run.remove(id);
      if (testing::Test::HasFailure()) return;
    }
  }
}

std::size_t questions_per_moment() {
  constexpr std::size_t kMoments = kLookScenes * kLookMoments;
  return (std::max<std::size_t>(1000, geometry::test::point_count(100000)) + kMoments - 1) / kMoments;
}

world::BodyBox box_of(const record::FrameObject& o, double grown_m) {
  return {o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m) + grown_m,
          0.5 * static_cast<double>(o.width_m) + grown_m};
}

PlanPoint random_place(const record::Frame& frame, base::RandomStream& random) {
  const geometry::WorldPoint& p = frame.objects[random.below(frame.objects.size())].centre;
  const double x = p.x + random.uniform(-40, 40);
  return {x, p.y + random.uniform(-40, 40)};
}

Polygon corners_of(const world::BodyBox& box) {
  Polygon corners;
  for (const auto& [i, j] :
       {std::pair(1.0, 1.0), std::pair(-1.0, 1.0), std::pair(-1.0, -1.0), std::pair(1.0, -1.0)}) {
    const double along = i * box.half_length, across = j * box.half_width;
    corners.push_back({box.centre.x + along * box.heading_x - across * box.heading_y,
                       box.centre.y + along * box.heading_y + across * box.heading_x});
  }
  return corners;
}

Polygon clipped(Polygon polygon, const Polygon& convex) {
  Polygon kept;
  for (std::size_t k = 0; k < convex.size() && !polygon.empty(); ++k) {
    const PlanPoint &a = convex[k], &b = convex[(k + 1) % convex.size()];
    const auto left_of = [&](const PlanPoint& p) {
      return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    };
    kept.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const PlanPoint &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
      const double at_p = left_of(p), at_q = left_of(q);
      if (at_p >= 0) kept.push_back(p);
      if ((at_p >= 0) != (at_q >= 0)) {
        const double t = at_p / (at_p - at_q);
        kept.push_back({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
      }
    }
    polygon.swap(kept);
  }
  return polygon;
}

}  // namespace backlot::sim
