#include "backlot/network/internal/build/attributes.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {

bool concerns(LaneDirection direction, bool along) {
  return direction == LaneDirection::both ||
         direction == (along ? LaneDirection::forward : LaneDirection::backward);
}

bool concerns(const NetworkData& data, const AttributeDescription& attribute, DirectedLane lane) {
  BACKLOT_ASSERT(lane.lane.index() < data.lanes.size(), "the network has no such lane");
  if (!concerns(attribute.direction, lane.is_along)) return false;
  if (attribute.lanes.empty()) return true;
  const std::string& name = data.lane_words[data.lane_names[lane.lane.index()]];
  return std::find(attribute.lanes.begin(), attribute.lanes.end(), name) != attribute.lanes.end();
}

// The way of a lane; null for a corridor's.
const Way* way_of(const NetworkData& data, DirectedLane lane) {
  BACKLOT_ASSERT(lane.lane.index() < data.lanes.size(), "the network has no such lane");
  const StripId strip = data.lanes[lane.lane.index()].strip;
  return strip.index() < data.ways.size() ? &data.ways[strip.index()] : nullptr;
}

// The attributes of a kind on a way, by `from`.
std::span<const AttributeDescription> of_kind(const NetworkData& data, const Way& way, AttributeKind kind) {
  BACKLOT_ASSERT(way.first_attribute + way.attribute_count <= data.attributes.size(),
                 "a way of another network");
  const std::span all = std::span(data.attributes).subspan(way.first_attribute, way.attribute_count);
  const auto first = std::find_if(all.begin(), all.end(), [&](const auto& a) { return a.kind == kind; });
  const auto last = std::find_if(first, all.end(), [&](const auto& a) { return a.kind != kind; });
  return all.subspan(static_cast<std::size_t>(first - all.begin()), static_cast<std::size_t>(last - first));
}

}  // namespace

const AttributeDescription* attribute_at(const NetworkData& data, AttributeKind kind, DirectedLane lane,
                                         double distance) {
  const Way* way = way_of(data, lane);
  if (!way || way->attribute_count == 0) return nullptr;
  const AttributeDescription* found = nullptr;
  for (const AttributeDescription& attribute : of_kind(data, *way, kind))
    if (attribute.from <= distance && distance <= attribute.to && concerns(data, attribute, lane))
      found = &attribute;
  return found;
}

const AttributeDescription* next_attribute(const NetworkData& data, AttributeKind kind, DirectedLane lane,
                                           double distance) {
  const Way* way = way_of(data, lane);
  if (!way) return nullptr;
  const AttributeDescription* found = nullptr;
  for (const AttributeDescription& attribute : of_kind(data, *way, kind)) {
    if (!concerns(data, attribute, lane)) continue;
    if (lane.is_along ? attribute.from > distance && (!found || attribute.from < found->from)
                      : attribute.to < distance && (!found || attribute.to > found->to))
      found = &attribute;
  }
  return found;
}

const FeatureDescription* next_feature(const NetworkData& data, FeatureKind kind, DirectedLane lane,
                                       double distance) {
  const Way* way = way_of(data, lane);
  if (!way) return nullptr;
  const FeatureDescription* found = nullptr;
  for (const FeatureDescription& feature :
       std::span(data.features).subspan(way->first_feature, way->feature_count)) {
    if (feature.kind != kind || !concerns(feature.direction, lane.is_along)) continue;
    if (lane.is_along ? feature.distance > distance && !found : feature.distance < distance) found = &feature;
  }
  return found;
}

double speed_limit_mps(const NetworkData& data, DirectedLane lane, double distance) {
  BACKLOT_ASSERT(!lane.is_empty(), "a limit belongs to a lane");
  const StripId strip = data.lanes[lane.lane.index()].strip;
  if (strip.index() >= data.ways.size())
    return data.corridors[strip.index() - data.ways.size()].speed_limit_mps;
  const AttributeDescription* limit = attribute_at(data, AttributeKind::speed_limit, lane, distance);
  return limit ? limit->value : data.speed_limit_mps;
}

double stop_distance(const NetworkData& data, DirectedLane lane) {
  BACKLOT_ASSERT(lane.lane.index() < data.lanes.size(), "the network has no such lane");
  const double length = data.strips[data.lanes[lane.lane.index()].strip.index()].length();
  const double end = lane.is_along ? length : 0;
  const Way* way = way_of(data, lane);
  if (!way) return end;
  // the last line before the end
  double at = end;
  bool is_found = false;
  for (const AttributeDescription& line : of_kind(data, *way, AttributeKind::stop_line)) {
    if (!concerns(data, line, lane)) continue;
    const double where = std::clamp(line.from, 0.0, length);
    if (!is_found || (lane.is_along ? where > at : where < at)) at = where;
    is_found = true;
  }
  return at;
}

}  // namespace backlot::network::internal
