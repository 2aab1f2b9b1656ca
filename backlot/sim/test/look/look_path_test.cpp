// Leaders and followers along random paths, against a scan over the bodies of all objects; from a world and from its frame.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/look/leader.h"
#include "backlot/sim/test/look/look_moments.h"

namespace backlot::sim::look_path_test {
namespace {

using look::AlongPath;
using look::Neighbour;
using look::PathNeighbours;
using record::FrameObject;
using world::PlanPoint;

constexpr double kPart_m = 0.5;     // the strip is made of such parts, each a polygon of four corners
constexpr double kBulge_m = 0.02;   // by which a bent part may differ from it
constexpr double kAtMost_m = 0.05;  // by which coordinates may differ then
constexpr double kLevel_m = 2;

// A part of the strip between two cross-sections.
struct Part {
  double from_m, to_m;
  PlanPoint from_left, from_right, to_left, to_right;
  double z;
};

std::vector<Part> parts_of(const network::Network& net, const network::Path& path, double low, double high,
                           const AlongPath& along) {
  std::vector<Part> parts;
  network::PathCursor cursor;
  const auto at = [&](double m, double side) {
    const geometry::WorldPoint p =
        network::pose_at(net, path, m, along.lateral_m + 0.5 * side * along.width_m, cursor).position;
    return p;
  };
  for (const network::PathElement& e : path.elements()) {
    // lanes are joined to centimetres: each has its own parts
    const double first = std::max(low, e.start_m), last = std::min(high, e.end_m) - 1e-6;
    if (first > last) continue;
    const double count = std::max(1.0, std::ceil((last - first) / kPart_m));
    for (double k = 0; k < count; ++k) {
      const double a = first + k / count * (last - first), b = first + (k + 1) / count * (last - first);
      const auto al = at(a, 1), ar = at(a, -1), bl = at(b, 1), br = at(b, -1);
      parts.push_back({a, b, {al.x, al.y}, {ar.x, ar.y}, {bl.x, bl.y}, {br.x, br.y}, 0.5 * (al.z + br.z)});
    }
  }
  return parts;
}

// Where between the ends of a part a point of it is, 0 ... 1: on the cross-section that passes through it.
double share_of(const Part& part, const PlanPoint& p) {
  const auto beyond = [&](double u) {
    const double lx = part.from_left.x + u * (part.to_left.x - part.from_left.x),
                 ly = part.from_left.y + u * (part.to_left.y - part.from_left.y),
                 rx = part.from_right.x + u * (part.to_right.x - part.from_right.x),
                 ry = part.from_right.y + u * (part.to_right.y - part.from_right.y);
    return (lx - rx) * (p.y - ry) - (ly - ry) * (p.x - rx) < 0;
  };
  double low = 0, high = 1;
  for (int k = 0; k < 20; ++k) {
    const double middle = 0.5 * (low + high);
    (beyond(middle) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// The first coordinate at which a body meets the strip, or the last one looking back.
std::optional<double> meets(const std::vector<Part>& parts, const world::BodyBox& box, bool looks_back) {
  const Polygon body = corners_of(box);
  const double reach = box.half_length + box.half_width;
  std::optional<double> best;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Part& part = parts[looks_back ? parts.size() - 1 - k : k];
    const double x = part.from_left.x - box.centre.x, y = part.from_left.y - box.centre.y, far = reach + 5;
    if (x * x + y * y > far * far || std::fabs(part.z - box.centre.z) >= kLevel_m) continue;
    for (const PlanPoint& p : clipped(body, {part.from_right, part.to_right, part.to_left, part.from_left})) {
      const double at = part.from_m + share_of(part, p) * (part.to_m - part.from_m);
      if (!best || (looks_back ? at > *best : at < *best)) best = at;
    }
    if (best) return best;
  }
  return best;
}

network::Path random_path(const Moment& m) {
  const world::Tracks& tracks = m.run.roads().tracks;
  const network::Network& net = m.roads.network;
  world::TrackId id(static_cast<std::uint32_t>(m.random.below(tracks.all().size())));
  if (m.random.below(3) > 0) id = m.run.vehicle(m.random.below(m.run.size())).mover.trail.current();
  network::Path path(net, {tracks[id].lane, tracks[id].is_along}, 0);
  const std::size_t lanes = 1 + m.random.below(5);
  while (path.size() < lanes) {
    const auto onward = net.onward(path.last().lane);
    if (onward.empty() || !path.extend(net, onward[m.random.below(onward.size())])) break;
  }
  return path;
}

AlongPath random_question(const Moment& m, const network::Path& path) {
  AlongPath along;
  along.from_m = m.random.uniform(path.start_m() - 2, path.end_m() + 2);
  along.lateral_m = m.random.below(2) == 0 ? 0 : m.random.uniform(-3, 3);
  along.width_m = m.random.uniform(0.2, 3);
  along.within_m = m.random.uniform(1, 40);
  along.speed_mps = m.random.uniform(0, 20);
  if (m.random.below(2) == 0) along.self = m.frame.objects[m.random.below(m.frame.objects.size())].id;
  return along;
}

struct Score {
  std::size_t found = 0, sharp = 0, none = 0;
};

// Of every body the coordinate is known to lie between that of a body a little larger and that of one a little smaller.
void compare(const Moment& m, const network::Path& path, const AlongPath& along, bool looks_back,
             const std::optional<Neighbour>& answer, Score& score) {
  const double low = std::max(path.start_m(), looks_back ? along.from_m - along.within_m : along.from_m);
  const double high = std::min(path.end_m(), looks_back ? along.from_m : along.from_m + along.within_m);
  const std::vector<Part> parts =
      low <= high ? parts_of(m.roads.network, path, low, high, along) : std::vector<Part>{};
  const double way = looks_back ? -1 : 1;
  std::optional<double> surely, perhaps;  // of the first body
  bool answer_is_possible = false;
  for (const FrameObject& o : m.frame.objects) {
    if (o.id == along.self) continue;
    const auto smaller = meets(parts, box_of(o, -kBulge_m), looks_back),
               larger = meets(parts, box_of(o, kBulge_m), looks_back);
    if (smaller && (!surely || way * *smaller < way * *surely)) surely = smaller;
    if (larger && (!perhaps || way * *larger < way * *perhaps)) perhaps = larger;
    if (!answer || answer->id != o.id) continue;
    answer_is_possible = larger && way * (answer->at_m - *larger) > -kAtMost_m &&
                         (!smaller || way * (answer->at_m - *smaller) < kAtMost_m);
  }
  if (!answer) {
    EXPECT_FALSE(surely) << "a body was missed at " << *surely;
    score.none += 1;
    return;
  }
  EXPECT_TRUE(answer_is_possible) << "object " << answer->id.slot() << " at " << answer->at_m;
  if (surely) {
    EXPECT_LT(way * (answer->at_m - *surely), kAtMost_m) << "another body is nearer";
  }
  ASSERT_TRUE(perhaps);
  EXPECT_NEAR(answer->gap_m, std::max(0.0, way * (answer->at_m - along.from_m)), 1e-9);
  score.found += 1;
  score.sharp += surely && std::fabs(*surely - *perhaps) < 0.2 ? 1U : 0U;
}

void expect_equal(const std::optional<Neighbour>& a, const std::optional<Neighbour>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->id, b->id);
  EXPECT_NEAR(a->gap_m, b->gap_m, 2 * PathNeighbours::kExact_m);
  EXPECT_NEAR(a->speed_mps, b->speed_mps, 1e-3);
  EXPECT_NEAR(a->closing_mps, b->closing_mps, 1e-3);
}

TEST(LookPath, TheLeaderIsTheFirstBodyOfAScan) {
  PathNeighbours neighbours;
  Score score;
  for_moments(11, [&](const Moment& m) {
    for (std::size_t k = 0; k < questions_per_moment(); ++k) {
      const network::Path path = random_path(m);
      const AlongPath along = random_question(m, path);
      const auto leader = neighbours.find_leader(m.world, path, along);
      expect_equal(leader, neighbours.find_leader(m.recorded, path, along));
      compare(m, path, along, false, leader, score);
      if (leader) {
        EXPECT_NEAR(leader->closing_mps, along.speed_mps - leader->speed_mps, 1e-12);
      }
      if (testing::Test::HasFailure()) return;
    }
  });
  EXPECT_GT(score.found, 20U);
  EXPECT_GT(static_cast<double>(score.sharp), 0.9 * static_cast<double>(score.found));
  EXPECT_GT(score.none, 20U);
}

TEST(LookPath, TheFollowerIsTheFirstBodyOfAScanBackwards) {
  PathNeighbours neighbours;
  Score score;
  for_moments(12, [&](const Moment& m) {
    for (std::size_t k = 0; k < questions_per_moment(); ++k) {
      const network::Path path = random_path(m);
      const AlongPath along = random_question(m, path);
      const auto follower = neighbours.find_follower(m.world, path, along);
      expect_equal(follower, neighbours.find_follower(m.recorded, path, along));
      compare(m, path, along, true, follower, score);
      if (follower) {
        EXPECT_NEAR(follower->closing_mps, follower->speed_mps - along.speed_mps, 1e-12);
      }
      if (testing::Test::HasFailure()) return;
    }
  });
  EXPECT_GT(score.found, 20U);
  EXPECT_GT(static_cast<double>(score.sharp), 0.9 * static_cast<double>(score.found));
  EXPECT_GT(score.none, 20U);
}

}  // namespace
}  // namespace backlot::sim::look_path_test
