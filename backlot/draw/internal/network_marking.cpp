#include "backlot/draw/internal/network_marking.h"

#include <algorithm>
#include <map>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::draw::internal {

using network::Lane;
using network::LaneDirection;
using network::LaneId;
using network::LaneKind;
using network::Marking;
using network::Network;

namespace {

constexpr double kOpen_m = 0.1;

bool is_travelled(const Lane& lane) {
  const network::Use use = network::use_of(lane.kind);
  return use == network::Use::vehicles || use == network::Use::bicycles;
}

bool is_paved(const Lane& lane) {
  return is_travelled(lane) || lane.kind == LaneKind::parking || lane.kind == LaneKind::shoulder;
}

bool divides_directions(const Network& network, LaneId left, LaneId right) {
  if (left.is_empty() || right.is_empty()) return false;
  const Lane &a = network.lane(left), &b = network.lane(right);
  return is_travelled(a) && is_travelled(b) && a.direction != b.direction;
}

Marking between_travelled(const Lane& a, const Lane& b) {
  if (a.direction != b.direction) {
    // traffic that shares a lane with the other direction may cross over
    const bool is_shared = a.direction == LaneDirection::both || b.direction == LaneDirection::both;
    return is_shared ? Marking::broken : Marking::double_solid;
  }
  return (a.kind == LaneKind::bicycle) != (b.kind == LaneKind::bicycle) ? Marking::solid : Marking::broken;
}

bool is_no_passing(const network::AttributeDescription& attribute) {
  return attribute.kind == network::AttributeKind::no_passing;
}

// The distances, and between them those where a no-passing zone begins or ends, or paint changes.
std::vector<double> with_zones(const Network& network, network::WayId way, std::vector<double> distances) {
  BACKLOT_ASSERT(!distances.empty(), "a boundary is cut somewhere");
  const double from = distances.front(), to = distances.back();
  for (const network::AttributeDescription& attribute : network.attributes(way)) {
    if (!is_no_passing(attribute)) continue;
    for (const double d : {attribute.from, attribute.to}) {
      if (d > from && d < to) distances.push_back(d);
    }
  }
  const network::Strip& strip = network.strip(network.way(way).strip);
  for (std::uint32_t i = 0; i < strip.lane_count; ++i)
    for (const network::LaneMarkingChange& one : network.marking_changes(LaneId(strip.first_lane + i)))
      if (one.change.from > from && one.change.from < to) distances.push_back(one.change.from);
  std::sort(distances.begin(), distances.end());
  distances.erase(std::unique(distances.begin(), distances.end()), distances.end());
  return distances;
}

// The double line of a way that speaks of passing, at a distance: broken on the side of the traffic that may cross it.
Marking by_zones(const Network& network, LaneId left, LaneId right, double distance) {
  BACKLOT_ASSERT(!left.is_empty() && !right.is_empty(), "zones decide between two lanes");
  const auto may_pass = [&](LaneId lane) {
    const bool is_along = network.lane(lane).permits(true);
    return network.attribute_at(network::AttributeKind::no_passing, {lane, is_along}, distance) == nullptr;
  };
  if (may_pass(left)) return may_pass(right) ? Marking::broken : Marking::broken_solid;
  return may_pass(right) ? Marking::solid_broken : Marking::double_solid;
}

}  // namespace

Marking automatic_marking(const Network& network, LaneId left, LaneId right) {
  if (left.is_empty() || right.is_empty()) {
    const LaneId only = left.is_empty() ? right : left;
    if (only.is_empty()) return Marking::none;
    return is_travelled(network.lane(only)) ? Marking::solid : Marking::none;
  }
  const Lane &a = network.lane(left), &b = network.lane(right);
  if (is_travelled(a) && is_travelled(b)) return between_travelled(a, b);
  if (is_paved(a) && is_paved(b)) return is_travelled(a) || is_travelled(b) ? Marking::solid : Marking::none;
  if (is_paved(a) != is_paved(b)) {
    // grass and rails keep wheels off by a line, a sidewalk by its kerb
    const Lane &road = is_paved(a) ? a : b, &beside = is_paved(a) ? b : a;
    const bool is_walk = beside.kind == LaneKind::sidewalk || beside.kind == LaneKind::crosswalk;
    return is_travelled(road) && !is_walk ? Marking::solid : Marking::kerb;
  }
  return Marking::none;
}

std::vector<MarkedBoundary> marked_boundaries(const Network& network, network::WayId way,
                                              const std::vector<double>& sampling) {
  BACKLOT_ASSERT(std::is_sorted(sampling.begin(), sampling.end()),
                 "a way is sampled from its beginning to its end");
  BACKLOT_ASSERT(!sampling.empty() && !way.is_empty(), "boundaries are those of a way");
  const network::Strip& strip = network.strip(network.way(way).strip);
  const auto attributes = network.attributes(way);
  const bool has_zones = std::any_of(attributes.begin(), attributes.end(), is_no_passing);
  const std::vector<double> distances = with_zones(network, way, sampling);
  std::vector<MarkedBoundary> found;
  std::map<std::pair<LaneId, LaneId>, std::size_t> last;  // the newest stretch of a pair
  std::vector<LaneId> open;
  for (std::size_t k = 0; k + 1 < distances.size(); ++k) {
    const double from = distances[k], to = distances[k + 1], middle = 0.5 * (from + to);
    // which lanes are there between these two cuts; an empty id stands for what lies beside the way
    open.assign(1, LaneId());
    for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
      const LaneId lane(strip.first_lane + i);
      if (network.edges(lane, middle).width() >= kOpen_m) open.push_back(lane);
    }
    open.emplace_back();
    for (std::size_t i = 0; i + 1 < open.size(); ++i) {
      const LaneId left = open[i], right = open[i + 1];
      Marking marking = network.marking_between(left, right, middle);
      if (marking == Marking::automatic) {
        marking = automatic_marking(network, left, right);
        if (has_zones && marking == Marking::double_solid) marking = by_zones(network, left, right, middle);
      }
      const auto [at, is_new] = last.try_emplace({left, right}, found.size());
      if (is_new || found[at->second].distances.back() != from || found[at->second].marking != marking) {
        at->second = found.size();
        found.push_back({left, right, marking, divides_directions(network, left, right), {from}});
      }
      found[at->second].distances.push_back(to);
    }
  }
  return found;
}

}  // namespace backlot::draw::internal
