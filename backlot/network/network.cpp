#include "backlot/network/network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/network/internal/across.h"
#include "backlot/network/internal/build/attributes.h"
#include "backlot/network/internal/build/build.h"
#include "backlot/network/internal/conflict/conflict.h"
#include "backlot/network/internal/network_data.h"

namespace backlot::network {

using internal::Across;
using internal::across;
using internal::Cubic;
using internal::edges_of;
using internal::lane_at_offset;
using internal::NetworkData;

// ---- life

Network::Network(std::unique_ptr<const NetworkData> data) : data_(std::move(data)) {}
Network::Network(Network&&) noexcept = default;
Network& Network::operator=(Network&&) noexcept = default;
Network::~Network() = default;

namespace {

// Every stage, also after errors. What hangs on something wrong is left out, so that it is not reported again.
void run_all_stages(internal::Build& build) {
  const NetworkDescription& description = build.description;
  NetworkData& data = *build.data;
  data.name = description.name;
  data.geo_reference = description.geo_reference;
  data.side = description.side;
  data.goes_first = description.goes_first;
  data.speed_limit_mps = description.speed_limit_mps;
  if (!std::isfinite(description.speed_limit_mps) || !(description.speed_limit_mps > 0)) {
    build.error(
        "N100", description.speed_limit_place,
        fmt::format("the speed limit of the network is {:.4g} km/h, where more than zero is asked for",
                    3.6 * description.speed_limit_mps),
        "write for example: speed limit 50 km/h");
    data.speed_limit_mps = NetworkDescription{}.speed_limit_mps;
  }
  internal::build_roads(build);
  internal::build_outlines(build);
  internal::build_intersections(build);
  internal::build_widths(build);
  internal::build_links(build);
  internal::build_dependencies(build);
  internal::build_areas(build);
  internal::build_index(build);
}

}  // namespace

base::Result<Network> Network::build(const NetworkDescription& description) {
  internal::Build build(description);
  run_all_stages(build);
  if (build.found.has_errors()) return base::Result<Network>::failure(std::move(build.found));
  return base::Result<Network>::success(Network(std::move(build.data)), std::move(build.found));
}

PartialNetwork Network::build_partly(const NetworkDescription& description) {
  internal::Build build(description);
  run_all_stages(build);
  return {Network(std::move(build.data)), std::move(build.found), std::move(build.spots),
          std::move(build.without_ribbon)};
}

// ---- tables and names

const std::string& Network::name() const { return data_->name; }
const GeoReference& Network::geo_reference() const { return data_->geo_reference; }
TrafficSide Network::side() const { return data_->side; }
TrafficSide Network::goes_first() const { return data_->goes_first; }
std::span<const geometry::Ribbon> Network::ribbons() const { return data_->ribbons; }
std::span<const Strip> Network::strips() const { return data_->strips; }
std::span<const Way> Network::ways() const { return data_->ways; }
std::span<const Lane> Network::lanes() const { return data_->lanes; }
std::span<const Corridor> Network::corridors() const { return data_->corridors; }
std::span<const Intersection> Network::intersections() const { return data_->intersections; }
std::span<const SignalGroup> Network::signal_groups() const { return data_->signal_groups; }
std::span<const SignalProgramme> Network::programmes() const { return data_->programmes; }

const std::string& Network::name_of(StripId id) const {
  BACKLOT_ASSERT(id.index() < data_->strip_names.size(), "the network has no such strip");
  return data_->strip_names[id.index()];
}
const std::string& Network::name_of(IntersectionId id) const {
  BACKLOT_ASSERT(id.index() < data_->intersection_names.size(), "the network has no such intersection");
  return data_->intersection_names[id.index()];
}
const std::string& Network::name_of(LaneId id) const {
  BACKLOT_ASSERT(id.index() < data_->lane_names.size(), "the network has no such lane");
  return data_->lane_words[data_->lane_names[id.index()]];
}
const std::string& Network::arm_name(IntersectionId id, std::uint32_t arm) const {
  BACKLOT_CHECK(arm < intersection(id).arm_count, "the intersection has no such arm");
  return data_->arm_names[intersection(id).first_arm + arm];
}
const std::string& Network::road_name(RibbonId id) const {
  BACKLOT_ASSERT(id.index() < data_->road_names.size(), "the network has no such road");
  return data_->road_names[id.index()];
}

StripId Network::find_strip(std::string_view name) const {
  const auto found = data_->strip_by_name.find(name);
  return found == data_->strip_by_name.end() ? StripId{} : StripId(found->second);
}
WayId Network::find_way(std::string_view name) const {
  const StripId strip = find_strip(name);
  return strip.is_empty() ? WayId{} : way_of(strip);
}
CorridorId Network::find_corridor(std::string_view name) const {
  const StripId strip = find_strip(name);
  return strip.is_empty() ? CorridorId{} : corridor_of(strip);
}
IntersectionId Network::find_intersection(std::string_view name) const {
  const auto found = data_->intersection_by_name.find(name);
  return found == data_->intersection_by_name.end() ? IntersectionId{} : IntersectionId(found->second);
}
LaneId Network::find_lane(StripId id, std::string_view name) const {
  const Strip& s = strip(id);
  for (std::uint32_t i = s.first_lane; i < s.first_lane + s.lane_count; ++i)
    if (name_of(LaneId(i)) == name) return LaneId(i);
  return {};
}

// ---- what belongs to what

WayId Network::way_of(StripId id) const {
  BACKLOT_ASSERT(id.index() < data_->strips.size(), "the network has no such strip");
  return id.index() < data_->ways.size() ? WayId(id.index()) : WayId{};
}
CorridorId Network::corridor_of(StripId id) const {
  BACKLOT_ASSERT(id.index() < data_->strips.size(), "the network has no such strip");
  const auto ways = static_cast<std::uint32_t>(data_->ways.size());
  return id.index() >= ways ? CorridorId(id.index() - ways) : CorridorId{};
}
std::span<const Arm> Network::arms(IntersectionId id) const {
  const Intersection& i = intersection(id);
  return std::span(data_->arms).subspan(i.first_arm, i.arm_count);
}
std::span<const Corridor> Network::corridors(IntersectionId id) const {
  const Intersection& i = intersection(id);
  return std::span(data_->corridors).subspan(i.first_corridor, i.corridor_count);
}
std::span<const geometry::WorldPoint> Network::boundary(IntersectionId id) const {
  const Intersection& i = intersection(id);
  return std::span(data_->boundary_points).subspan(i.first_boundary, i.boundary_count);
}
std::span<const IntersectionId> Network::parts(IntersectionId id) const {
  BACKLOT_ASSERT(id.index() < data_->parts.size(), "the network has no such intersection");
  return data_->parts[id.index()];
}
const SourceFrame* Network::source(RibbonId id) const {
  BACKLOT_ASSERT(id.index() < data_->ribbons.size(), "the network has no such road");
  if (id.index() >= data_->sources.size() || data_->sources[id.index()].road.empty()) return nullptr;
  return &data_->sources[id.index()];
}
std::span<const StripId> Network::strips_on(RibbonId id) const {
  BACKLOT_ASSERT(id.index() + 1 < data_->first_of_ribbon.size(), "the network has no such ribbon");
  const std::uint32_t first = data_->first_of_ribbon[id.index()];
  return std::span(data_->ribbon_strips).subspan(first, data_->first_of_ribbon[id.index() + 1] - first);
}

// ---- across

LaneEdges Network::edges(StripId id, double distance) const {
  const Strip& s = strip(id);
  return edges_of(s, across(*data_, s, distance));
}
LaneEdges Network::edges(LaneId id, double distance) const {
  const Strip& s = strip(lane(id).strip);
  const Across a = across(*data_, s, distance);
  const std::uint32_t k = id.index() - s.first_lane;
  return {a.boundaries[k].at(a.t), a.boundaries[k + 1].at(a.t)};
}
double Network::centre_slope(LaneId id, double distance) const {
  const Strip& s = strip(lane(id).strip);
  const Across a = across(*data_, s, distance);
  const std::uint32_t k = id.index() - s.first_lane;
  return 0.5 * (a.boundaries[k].slope(a.t) + a.boundaries[k + 1].slope(a.t));
}
LaneId Network::lane_at(StripId id, double distance, double offset) const {
  const Strip& s = strip(id);
  const Across a = across(*data_, s, distance);
  return lane_at_offset(s, a, edges_of(s, a), offset);
}
double Network::surface_height(StripId id, double distance, double offset) const {
  const Strip& s = strip(id);
  if (s.surface == Strip::kInPlane) return 0;
  internal::LaneSpot at;
  at.distance = std::clamp(distance, 0.0, s.length());
  const Across a = across(*data_, s, at.distance);
  while (at.lane + 1 < s.lane_count && offset < a.boundaries[at.lane + 1].at(a.t)) ++at.lane;
  const double left = a.boundaries[at.lane].at(a.t), right = a.boundaries[at.lane + 1].at(a.t);
  at.offset = std::clamp(offset, std::min(left, right), std::max(left, right));
  at.share = left > right ? (at.offset - right) / (left - right) : 0;
  return internal::height_on(*data_, s, at);
}

// ---- along

std::span<const LaneStation> Network::stations(LaneId id) const {
  const Lane& l = lane(id);
  return std::span(data_->stations).subspan(l.first_station, l.station_count);
}
double Network::distance_at(LaneId id, double metres) const {
  return network::distance_at(stations(id), lane(id).length, metres);
}
double Network::metres_at(LaneId id, double distance) const {
  return network::metres_at(stations(id), lane(id).length, distance);
}

// ---- what leads where

std::span<const DirectedLane> Network::onward(DirectedLane lane) const {
  BACKLOT_ASSERT(lane.node() + 1 < data_->first_onward.size(), "the network has no such lane");
  const std::uint32_t node = lane.node();
  return std::span(data_->onward)
      .subspan(data_->first_onward[node], data_->first_onward[node + 1] - data_->first_onward[node]);
}
std::vector<DirectedLane> Network::before(DirectedLane lane) const {
  std::vector<DirectedLane> out;
  for (const DirectedLane next : onward(lane.reversed())) out.push_back(next.reversed());
  return out;
}

namespace {

// Past lanes without traffic, to the next one for the same use and travel.
DirectedLane neighbour(const Network& network, DirectedLane from, bool to_the_left) {
  const Lane& own = network.lane(from.lane);
  const LaneId next = to_the_left == from.is_along ? own.left : own.right;
  if (next.is_empty()) return {};
  const Lane& other = network.lane(next);
  if (use_of(other.kind) != use_of(own.kind) || !other.permits(from.is_along)) return {};
  return {next, from.is_along};
}

}  // namespace

DirectedLane Network::neighbour_left(DirectedLane lane) const { return neighbour(*this, lane, true); }
DirectedLane Network::neighbour_right(DirectedLane lane) const { return neighbour(*this, lane, false); }

IntersectionId Network::intersection_ahead(DirectedLane directed) const {
  const WayId id = way_of(directed.lane);
  if (id.is_empty()) return {};
  return directed.is_along ? way(id).at_end : way(id).at_start;
}

// ---- what is painted

std::span<const LaneMarkingChange> Network::marking_changes(LaneId lane) const {
  const auto [first, last] = std::equal_range(
      data_->marking_changes.begin(), data_->marking_changes.end(), LaneMarkingChange{.lane = lane},
      [](const LaneMarkingChange& a, const LaneMarkingChange& b) { return a.lane < b.lane; });
  return {first, last};
}
Marking Network::marking_between(LaneId left, LaneId right, double distance) const {
  const auto of = [&](LaneId id, bool is_left) {
    if (id.is_empty()) return Marking::automatic;
    // the last one of this side that begins before the place
    const std::span<const LaneMarkingChange> all = marking_changes(id);
    const auto after = std::upper_bound(all.begin(), all.end(), distance, [&](double d, const auto& one) {
      return one.is_left != is_left ? is_left : d < one.change.from;
    });
    if (after != all.begin() && (after - 1)->is_left == is_left) return (after - 1)->change.marking;
    return is_left ? lane(id).left_marking : lane(id).right_marking;
  };
  const Marking own = of(right, true);
  return own != Marking::automatic ? own : of(left, false);
}

// ---- what applies

std::span<const AttributeDescription> Network::attributes(WayId id) const {
  return std::span(data_->attributes).subspan(way(id).first_attribute, way(id).attribute_count);
}
std::span<const FeatureDescription> Network::features(WayId id) const {
  return std::span(data_->features).subspan(way(id).first_feature, way(id).feature_count);
}
std::span<const FeatureDescription> Network::features(RibbonId road) const {
  BACKLOT_ASSERT(road.index() < data_->ribbons.size(), "the network has no such road");
  if (road.index() >= data_->road_features.size()) return {};
  const internal::FeatureRange& range = data_->road_features[road.index()];
  return std::span(data_->features).subspan(range.first, range.count);
}
std::span<const FeatureOutline> Network::outlines() const { return data_->outlines; }
std::span<const geometry::WorldPoint> Network::corners(const FeatureOutline& outline) const {
  BACKLOT_ASSERT(outline.first_corner + outline.corner_count <= data_->outline_corners.size(),
                 "an outline of another network");
  return std::span(data_->outline_corners).subspan(outline.first_corner, outline.corner_count);
}
const FeatureDescription& Network::feature_of(const FeatureOutline& outline) const {
  BACKLOT_ASSERT(!outline.road.is_empty(), "an outline lies along a road");
  return outline.way.is_empty() ? features(outline.road)[outline.feature]
                                : features(outline.way)[outline.feature];
}
double Network::speed_limit_mps(DirectedLane lane, double distance) const {
  return internal::speed_limit_mps(*data_, lane, distance);
}
const AttributeDescription* Network::attribute_at(AttributeKind kind, DirectedLane lane,
                                                  double distance) const {
  return internal::attribute_at(*data_, kind, lane, distance);
}
const AttributeDescription* Network::next_attribute(AttributeKind kind, DirectedLane lane,
                                                    double distance) const {
  return internal::next_attribute(*data_, kind, lane, distance);
}
const FeatureDescription* Network::next_feature(FeatureKind kind, DirectedLane lane, double distance) const {
  return internal::next_feature(*data_, kind, lane, distance);
}
double Network::stop_distance(DirectedLane lane) const { return internal::stop_distance(*data_, lane); }

// ---- right of way

std::span<const Dependency> Network::dependencies(CorridorId id) const {
  BACKLOT_ASSERT(id.index() + 1 < data_->first_dependency.size(), "the network has no such corridor");
  const std::uint32_t first = data_->first_dependency[id.index()];
  return std::span(data_->dependencies).subspan(first, data_->first_dependency[id.index() + 1] - first);
}
std::optional<Stretches> Network::find_stretches(const Dependency& dependency, double half_width,
                                                 double other_half_width) const {
  BACKLOT_ASSERT(dependency.contact / 2 < data_->contacts.size(), "a dependency of another network");
  BACKLOT_ASSERT(half_width >= 0 && other_half_width >= 0, "bodies have widths");
  const internal::Contact& contact = data_->contacts[dependency.contact / 2];
  const bool is_second = dependency.contact % 2 == 1;
  const internal::SweptLine line = swept_line(*data_, is_second ? contact.second : contact.first),
                            other = swept_line(*data_, is_second ? contact.first : contact.second);
  return internal::find_stretches(internal::Swath(line, half_width),
                                  internal::Swath(other, other_half_width));
}

// ---- the rest

const geometry::RibbonIndex& Network::index() const { return *data_->index; }

void Network::areas_at(const geometry::WorldPoint& p, double loft_low, double loft_high,
                       std::vector<IntersectionId>& areas) const {
  areas.clear();
  for (const std::uint32_t i : data_->areas.near(p.x, p.y)) {
    const IntersectionId id(i);
    const Intersection& area = intersection(id);
    if (!(p.z >= area.z_low + loft_low && p.z <= area.z_high + loft_high)) continue;
    // a ray to the right crosses the boundary an odd number of times from inside
    const std::span<const geometry::WorldPoint> corners = boundary(id);
    bool is_inside = false;
    for (std::size_t a = 0, b = corners.size() - 1; a < corners.size(); b = a++) {
      const geometry::WorldPoint &u = corners[a], &v = corners[b];
      if ((u.y > p.y) != (v.y > p.y) && p.x < (v.x - u.x) * (p.y - u.y) / (v.y - u.y) + u.x)
        is_inside = !is_inside;
    }
    if (is_inside) areas.push_back(id);
  }
}

const std::vector<NetworkRepair>& Network::repairs() const { return data_->repairs; }
Network::Nudges Network::nudges() const { return data_->nudges; }

std::size_t Network::bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  const NetworkData& d = *data_;
  std::size_t bytes = sizeof(NetworkData);
  for (const geometry::Ribbon& ribbon : d.ribbons) bytes += ribbon.bytes();
  bytes += of(d.ribbon_strips) + of(d.first_of_ribbon) + of(d.strips) + of(d.breaks) + of(d.boundaries) +
           of(d.lanes) + of(d.lane_names) + of(d.stations) + of(d.surfaces) + of(d.road_surfaces) +
           of(d.marking_changes) + of(d.ways) + of(d.attributes) + of(d.features) + of(d.road_features) +
           of(d.outlines) + of(d.outline_corners) + of(d.intersections) + of(d.parts) + of(d.arms) +
           of(d.corridors) + of(d.boundary_points) + of(d.signal_groups) + of(d.programmes) +
           of(d.first_onward) + of(d.onward) + of(d.first_dependency) + of(d.dependencies) + of(d.contacts);
  const auto of_heights = [&](const geometry::CubicProfile& p) { return of(p.records); };
  for (const internal::StripSurface& surface : d.surfaces)
    for (const LaneHeights& lane : surface.lanes)
      bytes += sizeof(lane) + of_heights(lane.left) + of_heights(lane.right);
  for (const std::vector<SurfaceStation>& stations : d.road_surfaces)
    for (const SurfaceStation& station : stations) bytes += sizeof(station) + of_heights(station.height);
  const auto of_names = [](const auto& names) {
    std::size_t sum = 0;
    for (const std::string& name : names)
      sum += sizeof(name) + (name.capacity() > 15 ? name.capacity() + 1 : 0);
    return sum;
  };
  bytes += of_names(d.strip_names) + of_names(d.intersection_names) + of_names(d.arm_names) +
           of_names(d.road_names);
  bytes +=
      (d.strip_by_name.size() + d.intersection_by_name.size()) * 40;  // a node and its place in the table
  return bytes + d.index->bytes() + d.areas.bytes();
}

}  // namespace backlot::network
