// The places and events that are found from poses alone, against those that extras know of themselves.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "backlot/world/lane_watch.h"

namespace backlot::sim::lane_place_run_test {
namespace {

using record::EventKind;
using record::FrameObject;

// One extra, watched as if it were an external object.
struct Follower {
  world::LaneWatch watch;
  bool has_pose = false;
  double x = 0, y = 0, heading_x = 1, heading_y = 0, bend_1pm = 0;
  bool is_changing = false;         // as its own events tell
  bool is_in_intersection = false;  // as its own frames tell
  int strip_changes = 0;            // of the watch, in this passage
  network::StripId strip{};
};

struct Counts {
  std::size_t plain = 0, plain_right = 0;    // samples outside of intersections and lane changes
  std::size_t inside = 0, inside_right = 0;  // samples within intersections
  std::size_t compared = 0;                  // samples with the same strip
  double worst_distance_m = 0, worst_offset_m = 0;
  std::size_t passages = 0, most_changes = 0;
  std::size_t lines = 0, lines_seen = 0, lines_wrong = 0, corridors_right = 0;
  std::size_t changes = 0, changes_seen = 0;
};

// The bend of the course since the last step.
void update_pose(const FrameObject& o, Follower& f) {
  const double dx = o.centre.x - f.x, dy = o.centre.y - f.y, way = std::sqrt(dx * dx + dy * dy);
  if (f.has_pose && way > 0.05) {
    const double sine = f.heading_x * o.heading_y - f.heading_y * o.heading_x;
    f.bend_1pm = sine / way;
  }
  f.has_pose = true;
  f.x = o.centre.x;
  f.y = o.centre.y;
  f.heading_x = o.heading_x;
  f.heading_y = o.heading_y;
}

world::LooseBody body_of(const FrameObject& o, const Follower& f) {
  world::LooseBody body;
  body.shape = world::usual_shape(o.kind);
  body.middle = o.centre;
  body.heading_x = o.heading_x;
  body.heading_y = o.heading_y;
  body.speed_mps = o.speed_mps;
  body.bend_1pm = f.bend_1pm;
  return body;
}

void count_place(const network::Network& net, const FrameObject& o, Follower& f, Counts& counts) {
  const world::LanePlace& place = f.watch.place;
  const bool is_inside = !net.corridor_of(o.strip).is_empty();
  if (is_inside && !f.is_in_intersection) f.strip_changes = 0;
  if (place.strip != f.strip) ++f.strip_changes;
  f.strip = place.strip;
  if (!is_inside && f.is_in_intersection) {
    ++counts.passages;
    counts.most_changes = std::max(counts.most_changes, static_cast<std::size_t>(f.strip_changes));
  }
  f.is_in_intersection = is_inside;
  if (is_inside) {
    ++counts.inside;
    if (place.strip == o.strip) ++counts.inside_right;
  } else if (!f.is_changing) {
    ++counts.plain;
    if (place.strip == o.strip && place.lane == o.lane) ++counts.plain_right;
  }
  if (place.strip != o.strip) return;
  ++counts.compared;
  counts.worst_distance_m = std::max(counts.worst_distance_m, std::fabs(place.distance - o.distance));
  counts.worst_offset_m = std::max(counts.worst_offset_m, std::fabs(place.offset - o.offset));
}

// Follows all extras of a run by their poses.
Counts compare(const std::string& scene, std::size_t vehicles, int steps) {
  const auto town = scene_roads(scene);
  const network::Network& net = town->network;
  Simulation simulation(town->roads, {.seed = 3});
  simulation.insert_spread(vehicles);
  std::map<world::ObjectId, Follower> followers;
  world::PlaceScratch scratch;
  record::Frame frame;
  Counts counts;
  for (int k = 0; k < steps; ++k) {
    simulation.step(base::Duration::from_milliseconds(100));
    std::map<world::ObjectId, network::CorridorId> crossed;
    for (const record::Event& e : simulation.events()) {
      if (e.kind == EventKind::crossed_line) crossed[e.object] = e.corridor;
      if (e.kind == EventKind::began_lane_change) followers[e.object].is_changing = true;
      if (e.kind == EventKind::ended_lane_change) {
        followers[e.object].is_changing = false;
        ++counts.changes;
      }
    }
    simulation.frame(frame);
    for (const FrameObject& o : frame.objects) {
      Follower& f = followers[o.id];
      const bool is_first = !f.has_pose;
      update_pose(o, f);
      const world::Watched seen = world::watch(town->roads, body_of(o, f), f.watch, scratch);
      if (is_first) continue;
      count_place(net, o, f, counts);
      if (seen.ended) ++counts.changes_seen;
      const auto reported = crossed.find(o.id);
      if (reported != crossed.end()) ++counts.lines;
      if (!seen.crossed) continue;
      if (reported == crossed.end() || net.corridor(reported->second).from.lane != seen.crossed->lane) {
        ++counts.lines_wrong;
        continue;
      }
      ++counts.lines_seen;
      if (seen.crossed->corridor == reported->second) ++counts.corridors_right;
    }
  }
  return counts;
}

TEST(LanePlaceRun, AgreesWithWhatExtrasKnowOfThemselves) {
  for (const char* scene : {"biketown", "county_road", "motorway"}) {
    const Counts c = compare(scene, 60, 1200);
    const auto share = [](std::size_t part, std::size_t all) {
      return static_cast<double>(part) / static_cast<double>(std::max<std::size_t>(all, 1));
    };
    SCOPED_TRACE(scene);
    EXPECT_GT(c.plain, 10000U);
    EXPECT_GE(share(c.plain_right, c.plain), 0.995);
    EXPECT_LT(c.worst_distance_m, 0.02);
    EXPECT_LT(c.worst_offset_m, 0.02);
    EXPECT_LE(c.most_changes, 3U);
    EXPECT_GE(share(c.inside_right, c.inside), 0.8) << "a turn shows only after some metres";
    // stop lines in the same step, of the same lane
    EXPECT_GE(share(c.lines_seen, c.lines), 0.99);
    EXPECT_LE(share(c.lines_wrong, c.lines), 0.01);
    EXPECT_GE(share(c.corridors_right, c.lines), 0.3) << "of several turns the straightest is expected";
    // every lane change of a driver is seen, and few that a driver does not know of
    EXPECT_GE(c.changes_seen + 1, c.changes);
    EXPECT_LE(c.changes_seen, c.changes + c.changes / 20 + 1);
  }
}

}  // namespace
}  // namespace backlot::sim::lane_place_run_test
