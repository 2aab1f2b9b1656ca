#include "apps/cli/maps/network_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/network/locate.h"

namespace backlot::cli {

using network::LaneId;
using network::Network;
using network::StripId;

StripSummary summarise(const Network& network, StripId id) {
  // Edges are cubics between breaks that lie metres apart, and curvature changes over metres.
  constexpr double kStep = 0.5;
  constexpr double kFewest = 32;

  const network::Strip& strip = network.strip(id);
  const geometry::Ribbon& ribbon = network.ribbon(strip.ribbon);
  StripSummary summary;
  summary.length_m = strip.length();
  summary.left_m = std::numeric_limits<double>::infinity();
  summary.right_m = -summary.left_m;
  const double steps = std::max(kFewest, std::ceil(summary.length_m / kStep));
  for (double i = 0; i <= steps; ++i) {
    const double distance = summary.length_m * (i / steps);
    const network::LaneEdges edges = network.edges(id, distance);
    summary.left_m = std::min(summary.left_m, edges.left);
    summary.right_m = std::max(summary.right_m, edges.right);
    const double curvature = ribbon.curvature(strip.from + distance);
    if (1 - curvature * edges.left <= 0 || 1 - curvature * edges.right <= 0) summary.is_ribbonlike = false;
  }
  if (summary.left_m <= summary.right_m) summary.is_ribbonlike = false;
  return summary;
}

Box box_of(const Network& network) {
  constexpr double kStep = 2;
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Box box{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  for (std::size_t i = 0; i < network.strips().size(); ++i) {
    const StripId id = StripId::from_size(i);
    const double length = network.strip(id).length();
    const double steps = std::max(2.0, std::ceil(length / kStep));
    for (double k = 0; k <= steps; ++k) {
      const double distance = length * (k / steps);
      const network::LaneEdges edges = network.edges(id, distance);
      for (const double offset : {edges.left, edges.right}) {
        const geometry::WorldPoint p = network::place(network, id, {distance, offset, 0}).position;
        box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
        box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
      }
    }
  }
  return box;
}

NetworkSummary summarise(const Network& network) {
  NetworkSummary summary;
  for (const network::Way& way : network.ways()) summary.length_m += network.strip(way.strip).length();
  for (std::size_t i = 0; i < network.lanes().size(); ++i) {
    const network::Lane& lane = network.lanes()[i];
    if (network.way_of(lane.strip).is_empty()) continue;
    ++summary.lanes;
    LaneFigures& figures = summary.lane_kinds[static_cast<std::size_t>(lane.kind)];
    ++figures.count;
    figures.length_m += lane.length;
    if (network::use_of(lane.kind) == network::Use::vehicles) summary.drivable_lane_m += lane.length;
  }
  for (const network::Intersection& one : network.intersections())
    ++(!one.whole.is_empty()                                ? summary.parts
       : one.kind == network::IntersectionKind::zero_length ? summary.joints
                                                            : summary.areas);
  for (const network::Corridor& corridor : network.corridors()) {
    if (network::use_of(network.lane(corridor.lane).kind) == network::Use::pedestrians) {
      ++summary.walkways;
      continue;
    }
    ++summary.turns[corridor.turn];
    ++summary.controls[corridor.control];
  }
  return summary;
}

}  // namespace backlot::cli
