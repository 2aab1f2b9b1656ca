// What must hold on every network, tried on many.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/network/locate.h"
#include "backlot/network/path.h"
#include "backlot/network/test/random_network.h"
#include "backlot/network/test/slow_sweep.h"

namespace backlot::network::properties_test {
namespace {

Network built(const Sketch& sketch) {
  base::Result<Network> network = Network::build(const_cast<Sketch&>(sketch).description());
  if (!network) RC_FAIL(to_text(network.diagnostics()));
  return std::move(*network);
}

// The paths over every corridor, from lane to lane.
std::vector<Path> paths_over_corridors(const Network& network) {
  std::vector<Path> paths;
  for (const Corridor& corridor : network.corridors()) {
    Path path(network, corridor.from, 0);
    const bool along = network.lane(corridor.lane).permits(true);
    if (!path.extend(network, {corridor.lane, along}) || !path.extend(network, corridor.to))
      RC_FAIL("a corridor does not follow its lanes");
    paths.push_back(std::move(path));
  }
  return paths;
}

// Nearer to the centre of curvature than a tenth of the radius, places have more than one pair of coordinates.
bool is_ribbonlike(const Network& network, StripId id, double distance, double offset) {
  const Strip& strip = network.strip(id);
  return 1 - network.ribbon(strip.ribbon).curvature(strip.from + distance) * offset >= 0.1;
}

RC_GTEST_PROP(NetworkProperty, CorridorsJoinLanesWithoutAGap, ()) {
  const Network network = built(random_crossing());
  for (const Path& path : paths_over_corridors(network)) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      // both sides of the joint, each on a path that ends or begins there
      const Path before(network, path[i].lane, 0), after(network, path[i + 1].lane, 0);
      PathCursor cursor;
      const PathPose a = pose_at(network, before, before.end_m(), 0, cursor),
                     b = pose_at(network, after, 0, 0, cursor);
      RC_ASSERT(geometry::distance_between(a.position, b.position) <= 1e-6);
      RC_ASSERT(std::fabs(base::wrap_angle(a.heading_rad - b.heading_rad)) <= 1e-6);
    }
  }
}

RC_GTEST_PROP(NetworkProperty, DependencyIsSymmetric, ()) {
  const Network network = built(random_crossing());
  for (std::uint32_t i = 0; i < network.corridors().size(); ++i)
    for (const Dependency& mine : network.dependencies(CorridorId(i))) {
      int found = 0;
      for (const Dependency& theirs : network.dependencies(mine.other)) {
        if (theirs.other != CorridorId(i)) continue;
        ++found;
        RC_ASSERT(theirs.kind == mine.kind);
        const bool is_opposite = mine.precedence == Precedence::goes ? theirs.precedence == Precedence::yields
                                 : mine.precedence == Precedence::yields
                                     ? theirs.precedence == Precedence::goes
                                     : theirs.precedence == mine.precedence;
        RC_ASSERT(is_opposite);
        const std::optional<Stretches> my_view = network.find_stretches(mine, 1, 0.75),
                                       their_view = network.find_stretches(theirs, 0.75, 1);
        RC_ASSERT(my_view.has_value() == their_view.has_value());
        if (!my_view) continue;
        // outside of RC_ASSERT, which evaluates both sides of || and &&
        const bool is_same = my_view->own == their_view->other && my_view->other == their_view->own;
        RC_ASSERT(is_same);
      }
      RC_ASSERT(found == 1);
    }
}

// Of every crossing a few pairs, for bodies of any width. Never too short; at most 0.3 m too long.
RC_GTEST_PROP(NetworkProperty, StretchesAgreeWithASweepOfRectangles, ()) {
  const Network network = built(random_crossing());
  const auto sweep_of = [&](CorridorId id) {
    const StripId strip = network.strip_of(id);
    return internal::SlowSweep(network.strip(strip).length(), [&, strip](double d) {
      const geometry::PlacedPose pose = place(network, strip, {d, network.edges(strip, d).centre(), 0});
      return internal::SlowSweep::Section{pose.position.x, pose.position.y, pose.position.z, pose.lateral.x,
                                          pose.lateral.y};
    });
  };
  base::RandomStream widths{*rc::gen::inRange<std::uint64_t>(0, 1000000), 0, 0};
  const auto count = static_cast<std::uint32_t>(network.corridors().size());
  for (std::uint32_t i = 0; i < count; i += 1 + count / 8) {
    const std::span<const Dependency> dependencies = network.dependencies(CorridorId(i));
    const internal::SlowSweep own = sweep_of(CorridorId(i));
    for (std::size_t k = 0; k < dependencies.size(); k += 1 + dependencies.size() / 6) {
      const internal::SlowSweep other = sweep_of(dependencies[k].other);
      for (int n = 0; n < 3; ++n) {
        const double half = widths.uniform(0.2, 1.5), other_half = widths.uniform(0.2, 1.5);
        const auto [certain, possible] = own.touching(other, half, other_half);
        const std::optional<Stretches> found = network.find_stretches(dependencies[k], half, other_half);
        if (certain.from <= certain.to) {
          RC_ASSERT(found.has_value());
          RC_ASSERT(found->own.from <= certain.from);
          RC_ASSERT(found->own.to >= certain.to);
        }
        if (!found) continue;
        RC_ASSERT(possible.from <= possible.to);
        RC_ASSERT(found->own.from >= possible.from - 0.3);
        RC_ASSERT(found->own.to <= possible.to + 0.3);
      }
    }
  }
}

RC_GTEST_PROP(NetworkProperty, EveryLaneLeadsSomewhereOrIsDeclaredToEnd, ()) {
  const Network network = built(random_crossing());
  for (std::uint32_t i = 0; i < network.lanes().size(); ++i) {
    const Lane& lane = network.lanes()[i];
    if (use_of(lane.kind) == Use::none || lane.ends) continue;
    for (const bool along : {true, false}) {
      if (!lane.permits(along)) continue;
      const DirectedLane directed{LaneId(i), along};
      const WayId way = network.way_of(LaneId(i));
      const bool is_open =
          !way.is_empty() && (along ? network.way(way).end : network.way(way).start) != EndKind::joined;
      RC_ASSERT(is_open || !network.onward(directed).empty());
      for (const DirectedLane next : network.onward(directed))
        RC_ASSERT(network.lane(next.lane).permits(next.is_along));
    }
  }
}

RC_GTEST_PROP(NetworkProperty, PathCoordinateGoesToTheWorldAndBack, ()) {
  const Network network = built(random_crossing());
  for (const Path& path : paths_over_corridors(network)) {
    PathCursor cursor, other;
    for (int k = 0; k <= 60; ++k) {
      const double m = path.end_m() * k / 60, lateral = 1.3 * (k % 3 - 1);
      const PathPose pose = pose_at(network, path, m, lateral, cursor);
      const LaneSpot spot = spot_at(network, path, m, cursor);
      const double offset =
          network.edges(spot.lane.lane, spot.distance).centre() + (spot.lane.is_along ? lateral : -lateral);
      if (!is_ribbonlike(network, network.lane(spot.lane.lane).strip, spot.distance, offset)) continue;
      const auto found = find_on_path(network, path, pose.position, m, other);
      RC_ASSERT(found.has_value());
      RC_ASSERT(std::fabs(found->metres - m) <= 1e-6);
      RC_ASSERT(std::fabs(found->lateral - lateral) <= 1e-6);
    }
  }
}

RC_GTEST_PROP(NetworkProperty, AMillimetreOfPathIsAMillimetreOfWorld, ()) {
  const Network network = built(random_crossing());
  for (const Path& path : paths_over_corridors(network)) {
    PathCursor cursor;
    for (int k = 0; k < 400; ++k) {
      const double m = (path.end_m() - 1e-3) * k / 399;
      const PathPose a = pose_at(network, path, m, 0, cursor),
                     b = pose_at(network, path, m + 1e-3, 0, cursor);
      RC_ASSERT(std::fabs(geometry::distance_between(a.position, b.position) - 1e-3) <= 1e-6);
    }
  }
}

RC_GTEST_PROP(NetworkProperty, AMoveToTheNeighbourLaneDoesNotMoveTheWorldPoint, ()) {
  const Network network = built(random_crossing());
  for (std::uint32_t i = 0; i < network.lanes().size(); ++i) {
    const Lane& lane = network.lanes()[i];
    const DirectedLane directed{LaneId(i), lane.permits(true)};
    if (network.way_of(directed.lane).is_empty() || network.neighbour_left(directed).is_empty()) continue;
    for (const double share : {0.0, 0.1, 0.5, 0.77, 1.0}) {
      Path path(network, directed, 0);
      PathCursor cursor;
      const double m = share * lane.length;
      const PathPose before = pose_at(network, path, m, -0.4, cursor);
      const auto aside = path.move_left(network, m);
      RC_ASSERT(aside.has_value());
      RC_ASSERT(*aside < 0);  // the old lane lies to the right of the new one
      const PathPose after = pose_at(network, path, m, -0.4 + *aside, cursor);
      RC_ASSERT(geometry::distance_between(before.position, after.position) <= 1e-6);
    }
  }
}

RC_GTEST_PROP(NetworkProperty, EveryPlaceOfAStripIsLocatedThere, ()) {
  const Network network = built(random_crossing());
  LocateScratch scratch;
  std::vector<NetworkLocated> answers;
  for (std::uint32_t i = 0; i < network.strips().size(); ++i) {
    const StripId strip(i);
    for (int k = 0; k <= 20; ++k) {
      const double d = network.strip(strip).length() * k / 20;
      const LaneEdges edges = network.edges(strip, d);
      const double offset = edges.right + edges.width() * ((7 * k) % 20 + 0.5) / 21;
      if (!is_ribbonlike(network, strip, d, offset)) continue;
      locate_all(network, place(network, strip, {d, offset, 0.1}).position, scratch, answers);
      bool found = false;
      for (const NetworkLocated& answer : answers)
        found = found || (answer.on == On::strip && answer.strip == strip &&
                          std::fabs(answer.point.distance - d) < 1e-6 &&
                          std::fabs(answer.point.offset - offset) < 1e-6);
      RC_ASSERT(found);
    }
  }
}

}  // namespace
}  // namespace backlot::network::properties_test
