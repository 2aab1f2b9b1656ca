#include "backlot/formats/opendrive/internal/export/written_speeds.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/written_numbers.h"
#include "backlot/formats/opendrive/internal/export/written_words.h"
#include "backlot/geometry/plan_table.h"

namespace backlot::formats::opendrive {

namespace {

using network::AttributeDescription;

constexpr double kSameSpeedPlace_m = 1e-6;
// What a reader assumes where the file says nothing.
constexpr double kUnsaid_mps = 50 / 3.6;

struct Stretch {
  double from = 0, to = 0;  // of the way
  double mps = 0;
};

// Of limits that overlap the last one holds; those that do not stay as they are.
std::vector<Stretch> stretches_of(const std::vector<const AttributeDescription*>& limits, double length) {
  std::vector<double> breaks;
  for (const AttributeDescription* limit : limits) {
    breaks.push_back(std::clamp(limit->from, 0.0, length));
    breaks.push_back(std::clamp(limit->to, 0.0, length));
  }
  std::sort(breaks.begin(), breaks.end());
  std::vector<Stretch> stretches;
  const AttributeDescription* before = nullptr;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    if (breaks[i + 1] - breaks[i] < kSameSpeedPlace_m) continue;
    const double middle = 0.5 * (breaks[i] + breaks[i + 1]);
    const AttributeDescription* holds = nullptr;
    for (const AttributeDescription* limit : limits)
      if (limit->from <= middle && middle <= limit->to) holds = limit;
    if (holds != nullptr && holds == before)
      stretches.back().to = breaks[i + 1];
    else if (holds != nullptr)
      stretches.push_back({breaks[i], breaks[i + 1], holds->value});
    before = holds;
  }
  return stretches;
}

bool is_for_all(const AttributeDescription& attribute) {
  return attribute.lanes.empty() && attribute.direction == network::LaneDirection::both;
}

}  // namespace

std::vector<RoadType> road_types(const network::RoadDescription& road, const network::SourceFrame& measure,
                                 double usual_speed_mps) {
  BACKLOT_ASSERT(!measure.stations.empty(), "a measure has stations");
  if (road.ways.empty()) return {};  // corridors have their own
  // all along the road; what stops at the end of a way and goes on in the next is one. A gap has lanes with limits of
  // their own; for the road it follows the way before it, and at the road's start the way after it
  std::vector<Stretch> all;
  const double end = measure.stations.back().distance;
  for (std::size_t i = 0; i < road.ways.size(); ++i) {
    const network::WayDescription& way = road.ways[i];
    const double way_end = network::end_of(road, i, end),
                 next = i + 1 < road.ways.size() ? road.ways[i + 1].from : end;
    std::vector<const AttributeDescription*> limits;
    for (const AttributeDescription& attribute : way.attributes)
      if (attribute.kind == network::AttributeKind::speed_limit && is_for_all(attribute))
        limits.push_back(&attribute);
    bool is_first = true;
    for (const Stretch& stretch : stretches_of(limits, way_end - way.from)) {
      const double from =
          i == 0 && way.from > 0 && stretch.from < kSameSpeedPlace_m ? 0 : way.from + stretch.from;
      const double to = way.from + stretch.to > way_end - kSameSpeedPlace_m ? next : way.from + stretch.to;
      if (is_first && stretch.from < kSameSpeedPlace_m && !all.empty() &&
          from - all.back().to < kSameSpeedPlace_m && all.back().mps == stretch.mps)
        all.back().to = to;
      else
        all.push_back({from, to, stretch.mps});
      is_first = false;
    }
  }

  std::vector<RoadType> types;
  const auto add = [&](double plan, double mps) {
    RoadType type;
    type.s = written_distance(measure.to_source(plan));
    type.type = mps > 0 ? road_type(mps) : "unknown";
    if (mps > 0) type.speed = Speed{{}, type.s, mps, false};
    types.push_back(std::move(type));
  };
  const double unsaid = usual_speed_mps == kUnsaid_mps ? 0 : usual_speed_mps;
  double done = 0;
  for (const Stretch& stretch : all) {
    if (stretch.from > done + kSameSpeedPlace_m && (unsaid > 0 || !types.empty())) add(done, unsaid);
    add(stretch.from, stretch.mps);
    done = stretch.to;
  }
  if (end > done + kSameSpeedPlace_m && (unsaid > 0 || !types.empty())) add(done, unsaid);
  return types;
}

std::vector<Speed> lane_speeds(const network::WayDescription& way, const network::LaneDescription& lane,
                               double end, const network::SourceFrame& measure, double usual_speed_mps) {
  std::vector<const AttributeDescription*> limits;
  for (const AttributeDescription& attribute : way.attributes) {
    if (attribute.kind != network::AttributeKind::speed_limit || is_for_all(attribute)) continue;
    // by name, or all that run its way
    const bool concerns = attribute.lanes.empty() ? lane.direction == attribute.direction
                                                  : std::find(attribute.lanes.begin(), attribute.lanes.end(),
                                                              lane.name) != attribute.lanes.end();
    if (concerns) limits.push_back(&attribute);
  }
  // where nothing is said of the lane, what holds on the road is; some programs cannot read that nothing is
  std::vector<const AttributeDescription*> for_all;
  for (const AttributeDescription& attribute : way.attributes)
    if (attribute.kind == network::AttributeKind::speed_limit && is_for_all(attribute))
      for_all.push_back(&attribute);
  std::vector<Speed> speeds;
  const double start = measure.to_source(way.from);
  const auto add = [&](double distance, double mps) {
    speeds.push_back({{}, written_distance(measure.to_source(way.from + distance) - start), mps, false});
  };
  const auto fill = [&](double from, double to) {
    double done = from;
    for (const Stretch& stretch : stretches_of(for_all, end - way.from)) {
      if (stretch.to <= from + kSameSpeedPlace_m || stretch.from >= to - kSameSpeedPlace_m) continue;
      if (stretch.from > done + kSameSpeedPlace_m) add(done, usual_speed_mps);
      add(std::max(stretch.from, from), stretch.mps);
      done = stretch.to;
    }
    if (done < to - kSameSpeedPlace_m) add(done, usual_speed_mps);
  };
  double done = 0;
  for (const Stretch& stretch : stretches_of(limits, end - way.from)) {
    if (stretch.from > done + kSameSpeedPlace_m && !speeds.empty()) fill(done, stretch.from);
    add(stretch.from, stretch.mps);
    done = stretch.to;
  }
  if (!speeds.empty() && end - way.from > done + kSameSpeedPlace_m) fill(done, end - way.from);
  return speeds;
}

}  // namespace backlot::formats::opendrive
