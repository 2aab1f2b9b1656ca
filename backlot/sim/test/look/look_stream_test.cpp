// Approaches by the next corridor, queues, gaps and arrivals: against searches forwards from every body, and from a world against its frame.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/look/arrivals.h"
#include "backlot/look/gap.h"
#include "backlot/network/locate.h"
#include "backlot/sim/test/look/look_moments.h"

namespace backlot::sim::look_stream_test {
namespace {

using look::Approaching;
using look::StreamBody;
using network::DirectedLane;
using record::FrameObject;
using world::Mark;
using world::Track;
using world::TrackId;

constexpr double kFar_m = 150;
constexpr double kExact_m = 1e-5, kRounding_s = 1e-6;
constexpr double kNever_s = std::numeric_limits<double>::infinity();

// A lane that a body travels, and the metre of it that its front has come to.
struct OnLane {
  DirectedLane lane;
  double front_m = 0;
};

// Where an object travels, by its pose and the network alone. Objects for which a hair's breadth would decide are unsure.
struct Travelled {
  std::vector<OnLane> lanes;
  bool is_unsure = false;
};

double along_lane(const network::Network& net, DirectedLane lane, double distance) {
  const double metres = net.metres_at(lane.lane, distance);
  return lane.is_along ? metres : net.lane(lane.lane).length - metres;
}

Travelled travelled_by_extra(const network::Network& net, const FrameObject& o) {
  const network::Lane& lane = net.lane(o.lane);
  const geometry::PlacedPose pose = network::place(net, o.strip, {o.distance, o.offset, 0});
  const double heads = o.heading_x * pose.tangent.x + o.heading_y * pose.tangent.y;
  const DirectedLane directed{o.lane, lane.direction == network::LaneDirection::both
                                          ? heads > 0
                                          : lane.direction == network::LaneDirection::forward};
  const double ahead =
      (o.centre.x - pose.position.x) * o.heading_x + (o.centre.y - pose.position.y) * o.heading_y;
  return {{{directed, along_lane(net, directed, o.distance) + ahead + 0.5 * static_cast<double>(o.length_m)}},
          false};
}

// It travels along a lane for vehicles that has its middle within, and within 0.3 rad of its direction; not where it stands in an intersection.
Travelled travelled_by_external(const network::Network& net, const FrameObject& o,
                                network::LocateScratch& scratch) {
  Travelled travelled;
  std::vector<network::NetworkLocated> all;
  network::locate_all(net, o.centre, scratch, all, {-2, 2});
  const double moves = o.speed_mps < 0 ? -1 : 1;
  for (const network::NetworkLocated& at : all) {
    // near the ends of a strip, and where its lanes get wider, other rules decide
    const double length = net.strip(at.strip).length();
    const bool is_near_end = at.point.distance < 6 || at.point.distance > length - 6;
    if (at.on != network::On::strip || is_near_end || at.nudge_m > 0) travelled.is_unsure = true;
    if (at.on != network::On::strip || at.lane.is_empty()) continue;
    const network::Lane& lane = net.lane(at.lane);
    if (network::use_of(lane.kind) != network::Use::vehicles) continue;
    const geometry::PlacedPose pose = network::place(net, at.strip, {at.point.distance, at.point.offset, 0});
    const double along = moves * (o.heading_x * pose.tangent.x + o.heading_y * pose.tangent.y);
    const network::LaneEdges edges = net.edges(at.lane, at.point.distance);
    const double from_edge = std::min(edges.left - at.point.offset, at.point.offset - edges.right);
    if (std::fabs(std::fabs(along) - 0.955) < 0.02 || from_edge < 0.1 || !lane.has_fixed_centre)
      travelled.is_unsure = true;
    const DirectedLane directed{at.lane, along > 0};
    if (std::fabs(along) < 0.955 || !lane.permits(directed.is_along)) continue;
    if (!net.corridor_of(at.lane).is_empty() && std::fabs(o.speed_mps) < 0.3) continue;
    travelled.lanes.push_back(
        {directed, along_lane(net, directed, at.point.distance) + 0.5 * static_cast<double>(o.length_m)});
  }
  // a body that reaches over the edge of the road is in lists of strips on which its middle is not
  if (all.empty() || all.size() > 1) travelled.is_unsure = travelled.is_unsure || all.size() > 1;
  return travelled;
}

// One body, and how far it is from its front to the start of every lane that it may come to.
struct Traveller {
  const FrameObject* object = nullptr;
  bool is_unsure = false;
  std::map<DirectedLane, double> begins_m;
};

// The shortest ways on from a lane; the first corridor on them is the next one, where that is known.
void go_on(const network::Network& net, const OnLane& from, network::CorridorId next, Traveller& t) {
  struct Open {
    DirectedLane lane;
    double begins_m;
    bool has_passed;  // a corridor
  };
  std::vector<Open> open{{from.lane, -from.front_m, !net.corridor_of(from.lane.lane).is_empty()}};
  std::map<std::pair<DirectedLane, bool>, double> known;
  for (std::size_t k = 0; k < open.size(); ++k) {
    const Open o = open[k];
    const auto at = known.find({o.lane, o.has_passed});
    if (at != known.end() && at->second <= o.begins_m) continue;
    known[{o.lane, o.has_passed}] = o.begins_m;
    const auto begins = t.begins_m.find(o.lane);
    if (begins == t.begins_m.end() || begins->second > o.begins_m) t.begins_m[o.lane] = o.begins_m;
    const double ends = o.begins_m + net.lane(o.lane.lane).length;
    if (ends > kFar_m + 30) continue;
    for (const DirectedLane& onward : net.onward(o.lane)) {
      const network::CorridorId corridor = net.corridor_of(onward.lane);
      if (!corridor.is_empty() && !o.has_passed && !next.is_empty() && corridor != next) continue;
      if (onward == from.lane) continue;  // on a ring a body comes once
      open.push_back({onward, ends, o.has_passed || !corridor.is_empty()});
    }
  }
}

std::vector<Traveller> travellers_of(const Moment& m) {
  network::LocateScratch scratch;
  std::vector<Traveller> all;
  for (const FrameObject& o : m.frame.objects) {
    const bool is_extra = o.behaviour == record::Behaviour::extra;
    const Travelled travelled = is_extra ? travelled_by_extra(m.roads.network, o)
                                         : travelled_by_external(m.roads.network, o, scratch);
    Traveller t{&o, travelled.is_unsure, {}};
    for (const OnLane& lane : travelled.lanes)
      go_on(m.roads.network, lane, is_extra ? o.corridor : network::CorridorId{}, t);
    all.push_back(std::move(t));
  }
  return all;
}

struct Way {
  const Traveller* traveller;
  double way_m;
};
std::vector<Way> ways_to(const Moment& m, const std::vector<Traveller>& all, const Mark& mark,
                         double within) {
  const Track& track = m.run.roads().tracks[mark.track];
  const DirectedLane lane{track.lane, track.is_along};
  std::vector<Way> ways;
  for (const Traveller& t : all) {
    const auto at = t.begins_m.find(lane);
    if (at == t.begins_m.end()) continue;
    const double way = at->second + mark.metres;
    if (way >= 0 && way <= within) ways.push_back({&t, way});
  }
  std::ranges::sort(ways, {}, &Way::way_m);
  return ways;
}

// Marks on all kinds of lanes, many of them ahead of an extra.
Mark random_mark(const Moment& m) {
  const world::Tracks& tracks = m.run.roads().tracks;
  TrackId id(static_cast<std::uint32_t>(m.random.below(tracks.all().size())));
  if (m.random.below(2) == 0) id = m.run.vehicle(m.random.below(m.run.size())).mover.trail.last();
  const Track& track = tracks[id];
  switch (m.random.below(3)) {
    case 0:
      return world::line_of(tracks, id);
    case 1:
      return track.is_corridor() ? world::line_before(tracks, track.corridor) : world::line_of(tracks, id);
    default:
      return {id, m.random.uniform() * track.length};
  }
}

// The bodies that were found are those of the scan, but for unsure ones and those at the very limits.
void compare(const std::vector<Way>& expected, std::span<const Approaching> found, const Moment& m,
             const std::vector<Traveller>& all, double within) {
  const auto traveller_of = [&](std::uint32_t number) {
    const world::ObjectId id = m.world.id(number);
    return std::ranges::find_if(all, [&](const Traveller& t) { return t.object->id == id; });
  };
  for (const Way& way : expected) {
    if (way.traveller->is_unsure || way.way_m < kExact_m || way.way_m > within - kExact_m) continue;
    const auto at = std::ranges::find(found, way.traveller->object->id.slot(), &Approaching::number);
    ASSERT_NE(at, found.end()) << "object " << way.traveller->object->id.slot() << " at " << way.way_m;
    EXPECT_NEAR(at->way_m, way.way_m, kExact_m);
  }
  for (const Approaching& a : found) {
    if (traveller_of(a.number)->is_unsure || a.way_m < kExact_m || a.way_m > within - kExact_m) continue;
    EXPECT_TRUE(std::ranges::any_of(expected,
                                    [&](const Way& w) { return w.traveller->object->id.slot() == a.number; }))
        << "object " << a.number << " at " << a.way_m;
  }
  EXPECT_TRUE(std::ranges::is_sorted(found, {}, &Approaching::way_m));
}

void expect_equal(std::span<const Approaching> a, std::span<const Approaching> b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].number, b[k].number);
    EXPECT_NEAR(a[k].way_m, b[k].way_m, kExact_m);
  }
}

TEST(LookStream, TheApproachByTheNextCorridorIsThatOfAScan) {
  look::Approach approach, of_frame;
  std::size_t found = 0, externals = 0;
  for_moments(21, [&](const Moment& m) {
    const std::vector<Traveller> all = travellers_of(m);
    for (std::size_t k = 0; k < questions_per_moment(); ++k) {
      const Mark mark = random_mark(m);
      const double within = m.random.uniform(0, kFar_m);
      const auto answer =
          approach.find(m.world, mark, {.within_m = within, .route = look::Route::next_corridor});
      expect_equal(answer, of_frame.find(m.recorded, mark, {.within_m = within}));
      compare(ways_to(m, all, mark, within), answer, m, all, within);
      found += answer.size();
      for (const Approaching& a : answer) externals += m.world.is_external(a.number) ? 1U : 0U;
      if (testing::Test::HasFailure()) return;
    }
  });
  EXPECT_GT(found, 100U);
  EXPECT_GT(externals, 10U);
}

TEST(LookStream, TheQueueIsThatOfAScan) {
  look::Approach approach, of_frame;
  std::size_t queued = 0, longest = 0;
  for_moments(22, [&](const Moment& m) {
    const std::vector<Traveller> all = travellers_of(m);
    const bool is_any_unsure = std::ranges::any_of(all, &Traveller::is_unsure);
    for (std::size_t k = 0; k < questions_per_moment(); ++k) {
      const Mark mark = random_mark(m);
      const auto answer = approach.find_queue(m.world, mark);
      expect_equal(answer, of_frame.find_queue(m.recorded, mark));
      queued += answer.size();
      longest = std::max(longest, answer.size());
      std::vector<std::uint32_t> expected;
      double tail = 0;
      bool is_unsure = false;
      for (const Way& way : ways_to(m, all, mark, kFar_m)) {
        const FrameObject& o = *way.traveller->object;
        is_unsure = is_unsure || way.traveller->is_unsure || std::fabs(way.way_m - tail - 10) < kExact_m;
        if (std::fabs(o.speed_mps) >= 0.5 || way.way_m - tail > 10) break;
        tail = std::max(tail, way.way_m + static_cast<double>(o.length_m));
        expected.push_back(o.id.slot());
      }
      // an unsure body that the scan did not meet may still be in the answer
      if (is_any_unsure)
        for (const Approaching& a : answer)
          is_unsure = is_unsure || std::ranges::any_of(all, [&](const Traveller& t) {
                        return t.is_unsure && t.object->id.slot() == a.number;
                      });
      if (is_unsure || tail > kFar_m - 30) continue;
      std::vector<std::uint32_t> numbers;
      for (const Approaching& a : answer) numbers.push_back(a.number);
      EXPECT_EQ(numbers, expected);
      if (testing::Test::HasFailure()) return;
    }
  });
  EXPECT_GT(queued, 50U);
  EXPECT_GE(longest, 2U);
}

// ---- gaps

// Whether a box has a point of a line in it, by clipping the line.
bool is_over(const FrameObject& o, const geometry::WorldPoint& a, const geometry::WorldPoint& b,
             double grown_m) {
  const world::BodyBox box = box_of(o, grown_m);
  if (std::fabs(0.5 * (a.z + b.z) - box.centre.z) >= 2) return false;
  double first = 0, last = 1;
  const auto clip = [&](double from, double to, double half) {
    if (from == to) {
      if (std::fabs(from) > half) last = -1;
      return;
    }
    const double s = (-half - from) / (to - from), t = (half - from) / (to - from);
    first = std::max(first, std::min(s, t));
    last = std::min(last, std::max(s, t));
  };
  const auto along = [&](const geometry::WorldPoint& p) {
    return (p.x - box.centre.x) * box.heading_x + (p.y - box.centre.y) * box.heading_y;
  };
  const auto across = [&](const geometry::WorldPoint& p) {
    return (p.y - box.centre.y) * box.heading_x - (p.x - box.centre.x) * box.heading_y;
  };
  clip(along(a), along(b), box.half_length);
  clip(across(a), across(b), box.half_width);
  return first <= last;
}

// How far the bodies over a mark reach before it.
double over_tail(const Moment& m, std::span<const StreamBody> stream, const geometry::WorldPoint& middle,
                 const geometry::Vec3& tangent, double sign) {
  const double length = sign * std::sqrt(tangent.x * tangent.x + tangent.y * tangent.y);
  double tail = 0;
  for (const StreamBody& body : stream) {
    if (!body.is_over) continue;
    for (const world::PlanPoint& p : corners_of(box_of(*record::find(m.frame, m.world.id(body.number)))))
      tail = std::max(tail, ((middle.x - p.x) * tangent.x + (middle.y - p.y) * tangent.y) / length);
  }
  return tail;
}

TEST(LookStream, GapsAreThoseOfAScan) {
  look::Gaps gaps, of_frame;
  look::Approach approach;
  std::size_t over = 0, coming = 0;
  for_moments(23, [&](const Moment& m) {
    const network::Network& net = m.roads.network;
    const std::vector<Traveller> all = travellers_of(m);
    for (std::size_t k = 0; k < questions_per_moment(); ++k) {
      Mark mark = random_mark(m);
      mark.metres = std::max(0.0, mark.metres);
      const double within = m.random.uniform(0, kFar_m);
      const auto stream = gaps.find(m.world, mark, within);
      const auto recorded = of_frame.find(m.recorded, mark, within);
      ASSERT_EQ(stream.size(), recorded.size());

      // the bodies over the mark
      const Track& track = m.run.roads().tracks[mark.track];
      const double distance = net.distance_at(
          track.lane, track.is_along ? mark.metres : net.lane(track.lane).length - mark.metres);
      const network::LaneEdges edges = net.edges(track.lane, distance);
      const auto left = network::place(net, track.strip, {distance, edges.left, 0}).position,
                 right = network::place(net, track.strip, {distance, edges.right, 0}).position;
      for (const FrameObject& o : m.frame.objects) {
        const bool surely = is_over(o, left, right, -kExact_m), perhaps = is_over(o, left, right, kExact_m);
        if (surely != perhaps) continue;
        const auto at = std::ranges::find(stream, o.id.slot(), &StreamBody::number);
        EXPECT_EQ(at != stream.end() && at->is_over, surely) << "object " << o.id.slot();
        over += surely ? 1U : 0U;
      }

      // the bodies that come, and every gap
      std::vector<Approaching> approaching;
      double tail = over_tail(m, stream, {0.5 * (left.x + right.x), 0.5 * (left.y + right.y), 0},
                              network::place(net, track.strip, {distance, edges.centre(), 0}).tangent,
                              track.is_along ? 1 : -1);
      double last_s = 0;
      for (std::size_t i = 0; i < stream.size(); ++i) {
        const StreamBody &a = stream[i], &b = recorded[i];
        EXPECT_EQ(a.number, b.number);
        EXPECT_NEAR(a.way_m, b.way_m, kExact_m);
        EXPECT_NEAR(a.gap_m, b.gap_m, kExact_m);
        if (a.gap_s < kNever_s || b.gap_s < kNever_s) {
          EXPECT_NEAR(a.gap_s, b.gap_s, 1e-3);
        }
        if (a.is_over) continue;
        ++coming;
        approaching.push_back({a.number, a.way_m, 0});
        const FrameObject& o = *record::find(m.frame, m.world.id(a.number));
        const double pace = std::fabs(o.speed_mps), arrives = pace < 0.5 ? kNever_s : a.way_m / pace;
        if (arrives < kNever_s) {
          EXPECT_NEAR(a.arrives_s, arrives, 1e-6);
        }
        if (arrives < kNever_s) {
          EXPECT_NEAR(a.gap_s, std::max(0.0, arrives - last_s), 1e-6);
        }
        EXPECT_EQ(a.gap_s == kNever_s, arrives == kNever_s);
        EXPECT_NEAR(a.gap_m, std::max(0.0, a.way_m - tail), kExact_m);
        tail = std::max(tail, a.way_m + static_cast<double>(o.length_m));
        if (arrives < kNever_s) last_s = std::max(last_s, arrives);
      }
      std::vector<Way> expected = ways_to(m, all, mark, within);
      std::erase_if(expected,
                    [&](const Way& w) { return is_over(*w.traveller->object, left, right, kExact_m); });
      compare(expected, approaching, m, all, within);
      if (testing::Test::HasFailure()) return;
    }
  });
  EXPECT_GT(over, 20U);
  EXPECT_GT(coming, 100U);
}

// ---- arrivals

// A frame knows neither drivers nor routes: its bounds contain those of the world.
TEST(LookStream, ArrivalsFromAFrameContainThoseOfTheWorld) {
  look::Arrivals arrivals, of_frame;
  std::size_t found = 0, bounded = 0;
  for_moments(24, [&](const Moment& m) {
    for (std::size_t k = 0; k < std::max<std::size_t>(4, questions_per_moment() / 50); ++k) {
      const Mark mark = random_mark(m);
      const auto answer = arrivals.find(m.world, mark, 0, 20);
      const auto recorded = of_frame.find(m.recorded, mark, 0, 20);
      for (const look::Arriving& a : answer) {
        const auto at = std::ranges::find(recorded, a.number, &look::Arriving::number);
        ASSERT_NE(at, recorded.end()) << "object " << a.number << ", way " << a.way_m;
        EXPECT_LE(at->way_m, a.way_m + kExact_m);
        EXPECT_LE(at->arrival.soonest_s, a.arrival.soonest_s + kRounding_s)
            << "object " << a.number << ", way " << a.way_m;
        EXPECT_GE(at->arrival.latest_s, a.arrival.latest_s - kRounding_s)
            << "object " << a.number << ", way " << a.way_m;
        EXPECT_LE(at->arrival.soonest_s, at->arrival.expected_s);
        EXPECT_LE(at->arrival.expected_s, at->arrival.latest_s);
        bounded += at->arrival.latest_s < kNever_s ? 1U : 0U;
        ++found;
      }
      if (testing::Test::HasFailure()) return;
    }
  });
  EXPECT_GT(found, 200U);
  EXPECT_GT(static_cast<double>(bounded), 0.9 * static_cast<double>(found));
}

}  // namespace
}  // namespace backlot::sim::look_stream_test
