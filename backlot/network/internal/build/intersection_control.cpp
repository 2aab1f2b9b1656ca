#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/network/internal/build/intersection_builder.h"

namespace backlot::network::internal {

using JunctureLane = ResolvedArm::JunctureLane;

namespace {

constexpr double kSignReach = 60;  // metres before the end where signs count for the intersection

}  // namespace

// False where they are wrong.
bool IntersectionBuilder::add_signals(const Site& site) {
  if (!site.description->signals) return true;
  const SignalsDescription& signals = *site.description->signals;
  const std::string& name = site.description->name;
  const TextPlace& place = site.description->place;
  Intersection& intersection = data_.intersections[site.id.index()];
  SignalProgramme programme;
  for (const SignalInterval& interval : signals.programme) {
    if (!base::Duration::can_hold(interval.duration_s) || !(interval.duration_s > 0) ||
        interval.duration_s > 1e6) {
      build_.error("N131", place,
                   fmt::format("an interval of the signals of \"{}\" lasts {} s", name, interval.duration_s),
                   "every interval lasts longer than zero seconds");
      return false;
    }
    if (interval.aspects.size() != signals.groups.size()) {
      build_.error(
          "N132", place,
          fmt::format("an interval of the signals of \"{}\" says what {} groups show, but there are {}", name,
                      interval.aspects.size(), signals.groups.size()));
      return false;
    }
    programme.intervals.push_back({base::Duration::from_seconds(interval.duration_s), interval.aspects});
    programme.cycle += programme.intervals.back().duration;
  }
  if (programme.intervals.empty() || signals.groups.empty() || !base::Duration::can_hold(signals.offset_s)) {
    build_.error("N133", place, fmt::format("the signals of \"{}\" have no groups or no programme", name));
    return false;
  }
  if (std::set<std::string>(signals.groups.begin(), signals.groups.end()).size() != signals.groups.size())
    build_.error("N134", place, fmt::format("two signal groups of \"{}\" have the same name", name));
  programme.offset = base::Duration::from_seconds(signals.offset_s);
  intersection.first_group = static_cast<std::uint32_t>(data_.signal_groups.size());
  intersection.group_count = static_cast<std::uint32_t>(signals.groups.size());
  for (const std::string& group : signals.groups) data_.signal_groups.push_back({group, site.id});
  intersection.programme = static_cast<std::uint32_t>(data_.programmes.size());
  data_.programmes.push_back(std::move(programme));
  return true;
}

SignalGroupId IntersectionBuilder::find_group(const Site& site, const std::string& name,
                                              const TextPlace& place) {
  if (name.empty()) return {};
  // the own groups, or those of the whole
  std::vector<std::string_view> known;
  for (IntersectionId at = site.id; !at.is_empty(); at = data_.intersections[at.index()].whole) {
    const Intersection& intersection = data_.intersections[at.index()];
    for (std::uint32_t g = intersection.first_group; g < intersection.first_group + intersection.group_count;
         ++g) {
      if (data_.signal_groups[g].name == name) return SignalGroupId(g);
      known.push_back(data_.signal_groups[g].name);
    }
  }
  if (site.lacks_signals) return {};
  build_.error("N130", place,
               fmt::format("intersection \"{}\" has no signal group \"{}\"", site.description->name, name),
               base::did_you_mean(name, known));
  return {};
}

// What the signs near the end of the way say to the traffic that comes in.
Control IntersectionBuilder::control_by_signs(const ResolvedArm& arm) const {
  if (arm.strip.index() >= data_.ways.size()) return Control::automatic;
  const Way& way = data_.ways[arm.strip.index()];
  const double length = data_.strips[arm.strip.index()].length();
  Control control = Control::automatic;
  double nearest = kSignReach;
  for (std::uint32_t i = 0; i < way.feature_count; ++i) {
    const FeatureDescription& sign = data_.features[way.first_feature + i];
    const LaneDirection inward = arm.end == End::end ? LaneDirection::forward : LaneDirection::backward;
    if (sign.direction != inward && sign.direction != LaneDirection::both) continue;
    const double before = arm.end == End::end ? length - sign.distance : sign.distance;
    if (before > nearest) continue;
    const Control said = sign.kind == FeatureKind::stop_sign       ? Control::stop
                         : sign.kind == FeatureKind::yield_sign    ? Control::yield
                         : sign.kind == FeatureKind::priority_sign ? Control::priority_road
                                                                   : Control::automatic;
    if (said == Control::automatic) continue;
    control = said;
    nearest = before;
  }
  return control;
}

// The arm's own word, then a signal group, then the signs, then the intersection's; else priority to the right.
void IntersectionBuilder::decide_controls(Site& site) {
  BACKLOT_ASSERT(site.arms.size() == site.description->arms.size(), "each arm is resolved");
  const IntersectionDescription& description = *site.description;
  for (std::size_t i = 0; i < site.arms.size(); ++i) {
    const ArmDescription& arm = description.arms[i];
    ResolvedArm& resolved = site.arms[i];
    resolved.signal_group = find_group(site, arm.signal_group, arm.place);
    Control control = arm.control;
    if (control == Control::automatic && !resolved.signal_group.is_empty()) control = Control::signal;
    if (control == Control::automatic) control = control_by_signs(resolved);
    if (control == Control::automatic) control = description.control;
    resolved.control = control == Control::automatic ? Control::priority_to_the_right : control;
  }
  // Two approaches with stop signs and none without make an all-way stop.
  std::size_t comes_in = 0, stops = 0;
  for (const ResolvedArm& arm : site.arms) {
    const bool has_traffic = std::any_of(arm.lanes.begin(), arm.lanes.end(), [](const JunctureLane& lane) {
      return use_of(lane.kind) == Use::vehicles && (lane.flow == Flow::in || lane.flow == Flow::both);
    });
    comes_in += has_traffic ? 1 : 0;
    stops += has_traffic && arm.control == Control::stop ? 1 : 0;
  }
  if (stops > 1 && stops == comes_in)
    for (ResolvedArm& arm : site.arms)
      if (arm.control == Control::stop) arm.control = Control::all_way_stop;
}

}  // namespace backlot::network::internal
