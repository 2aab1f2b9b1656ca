#include "backlot/formats/opendrive/internal/import/speed_limits.h"

#include <algorithm>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/plan/lane_words.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kUnlimited_mps = 180 / 3.6;  // "no limit": faster than most will go
constexpr double kSlowest_mps = 0.5;          // a lower number is not meant as a limit

// A limit from s of the road on; none: what holds without it.
struct Limit {
  double s = 0;
  std::optional<double> mps;
};

std::optional<double> value_of(const Speed& speed) {
  if (speed.is_unlimited) return kUnlimited_mps;
  if (!speed.max_mps || *speed.max_mps < kSlowest_mps) return std::nullopt;
  return std::min(*speed.max_mps, kUnlimited_mps);
}

void sort(std::vector<Limit>& limits) {
  std::stable_sort(limits.begin(), limits.end(), [](const Limit& a, const Limit& b) { return a.s < b.s; });
}

std::vector<Limit> limits_of(const Road& road) {
  std::vector<Limit> limits;
  for (const RoadType& type : road.types) {
    std::optional<double> mps = type.speed ? value_of(*type.speed) : std::nullopt;
    if (!mps)
      if (const double usual = usual_speed_mps(type.type); usual > 0) mps = usual;
    limits.push_back({type.s, mps});
  }
  sort(limits);
  return limits;
}

std::vector<Limit> limits_of(const Lane& lane, double section_s) {
  std::vector<Limit> limits;
  for (const Speed& speed : lane.speeds) limits.push_back({section_s + speed.s, value_of(speed)});
  sort(limits);
  return limits;
}

// Calls back with (from, to, speed) for what of the limits lies within a section, s of the road.
template <class Each>
void within(const std::vector<Limit>& limits, const SectionPlan& section, Each&& each) {
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const double end = i + 1 < limits.size() ? limits[i + 1].s : std::numeric_limits<double>::infinity();
    const double from = std::max(limits[i].s, section.s_from), to = std::min(end, section.s_to);
    if (limits[i].mps && to > from) each(from, to, *limits[i].mps);
  }
}

}  // namespace

std::vector<network::AttributeDescription> speed_limits(const RoadPlan& road, const SectionPlan& section) {
  std::vector<network::AttributeDescription> attributes;
  const auto add = [&](double from, double to, double mps, std::vector<std::string> lanes) {
    attributes.push_back({.kind = network::AttributeKind::speed_limit,
                          .from = road.line.plan_at(from) - section.from,
                          .to = road.line.plan_at(to) - section.from,
                          .value = mps,
                          .lanes = std::move(lanes)});
  };
  within(limits_of(*road.road), section, [&](double from, double to, double mps) { add(from, to, mps, {}); });
  for (const LanePlan& lane : section.lanes)
    within(limits_of(*lane.lane, section.section->s), section,
           [&](double from, double to, double mps) { add(from, to, mps, {lane.name()}); });
  return attributes;
}

std::optional<double> slowest_limit_mps(const RoadPlan& road, const LaneChain& chain) {
  std::optional<double> slowest;
  const auto take = [&](double, double, double mps) { slowest = std::min(slowest.value_or(mps), mps); };
  for (std::size_t i = 0; i < chain.lanes.size(); ++i) {
    BACKLOT_ASSERT(chain.first_section + i < road.sections.size(), "a chain lies on its road");
    const SectionPlan& section = road.sections[chain.first_section + i];
    const std::vector<Limit> own = limits_of(*chain.lanes[i]->lane, section.section->s);
    within(own.empty() ? limits_of(*road.road) : own, section, take);
  }
  return slowest;
}

}  // namespace backlot::formats::opendrive
