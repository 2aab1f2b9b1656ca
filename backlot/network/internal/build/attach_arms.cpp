#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/base/suggest.h"
#include "backlot/network/internal/build/intersection_builder.h"

namespace backlot::network::internal {

using JunctureLane = ResolvedArm::JunctureLane;

namespace {

const char* to_text(Flow flow) {
  switch (flow) {
    case Flow::in:
      return "in";
    case Flow::out:
      return "out";
    case Flow::both:
      return "both";
    case Flow::none:
      return "none";
  }
  return "";
}

const char* to_text(End end) { return end == End::start ? "start" : "end"; }

}  // namespace

// "did you mean", of all ways.
std::string IntersectionBuilder::suggested_way(const std::string& name) const {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < data_.ways.size(); ++i) known.push_back(data_.strip_names[i]);
  return base::did_you_mean(name, known);
}

// What the user wrote about an arm: where a way is attached to it, else the arm; not the arm of a template.
TextPlace IntersectionBuilder::place_of(const Site& site, const ArmDescription& arm) const {
  if (arm.attached_place.line > 0) return arm.attached_place;
  return site.description->made_from.empty() ? arm.place : site.description->place;
}

std::optional<ResolvedArm> IntersectionBuilder::resolve(const Site& site, const ArmDescription& arm,
                                                        IntersectionId whole) {
  const std::string& name = site.description->name;
  if (!arm.attached) {
    if (build_.description.is_incomplete || site.description->is_incomplete) return std::nullopt;
    build_.error("N114", place_of(site, arm),
                 fmt::format("arm \"{}\" of intersection \"{}\" is attached to no way", arm.name, name),
                 "name a way and its end, or remove the arm");
    return std::nullopt;
  }
  EndReference end = *arm.attached;
  auto strip = data_.strip_by_name.find(end.strip);
  if (strip == data_.strip_by_name.end() && !whole.is_empty()) {
    // a part may speak of an arm of the whole
    for (const ArmDescription& other : build_.described[whole.index()]->arms)
      if (other.name == end.strip && other.attached) end = *other.attached;
    strip = data_.strip_by_name.find(end.strip);
  }
  const bool is_part_of_broken = !whole.is_empty() && build_.is_broken[whole.index()];
  if (build_.unusable_ways.contains(end.strip)) return std::nullopt;
  if (strip == data_.strip_by_name.end()) {
    if (build_.description.is_incomplete || build_.lacks_names || is_part_of_broken) return std::nullopt;
    build_.error("N116", place_of(site, arm),
                 fmt::format("arm \"{}\" of intersection \"{}\" names way \"{}\", which is not there",
                             arm.name, name, end.strip),
                 suggested_way(end.strip));
    return std::nullopt;
  }

  ResolvedArm resolved;
  resolved.strip = StripId(strip->second);
  resolved.end = end.end;
  BACKLOT_ASSERT(resolved.strip.index() < data_.strips.size(), "the network has no such strip");
  const Strip& s = data_.strips[resolved.strip.index()];
  for (std::uint32_t i = 0; i < s.lane_count; ++i) {
    // left to right, seen into the intersection
    const std::uint32_t k = end.end == End::end ? i : s.lane_count - 1 - i;
    const LaneEnd lane_end{LaneId(s.first_lane + k), end.end};
    const std::string& lane_name = data_.lane_words[data_.lane_names[lane_end.lane.index()]];
    if (!arm.lanes.empty() && std::find(arm.lanes.begin(), arm.lanes.end(), lane_name) == arm.lanes.end())
      continue;
    resolved.lanes.push_back(
        {lane_end, build_.flow_of(lane_end), data_.lanes[lane_end.lane.index()].kind, lane_name});
  }
  const bool is_known = !build_.is_of_broken_way(resolved.strip);
  for (const std::string& wanted : arm.lanes)
    if (is_known && std::none_of(resolved.lanes.begin(), resolved.lanes.end(),
                                 [&](const JunctureLane& lane) { return lane.name == wanted; }))
      build_.error(
          "N117", arm.place,
          fmt::format("arm \"{}\" of intersection \"{}\" asks for lane \"{}\" of \"{}\", which is not there",
                      arm.name, name, wanted, end.strip));

  const geometry::Ribbon& ribbon = data_.ribbons[s.ribbon.index()];
  const geometry::RibbonFrame frame = ribbon.frame(end.end == End::start ? s.from : s.to);
  resolved.position = frame.position;
  resolved.heading_rad = base::wrap_angle(frame.heading_rad() + (end.end == End::start ? base::kPi : 0.0));
  if (!fits_junctures(site, arm, resolved)) return std::nullopt;
  if (is_known) check_place(site, arm, resolved);
  return resolved;
}

// Junctures have an order, kinds and directions; where they lie, the lanes decide.
bool IntersectionBuilder::fits_junctures(const Site& site, const ArmDescription& arm, ResolvedArm& resolved) {
  if (arm.junctures.empty()) return true;
  // lanes without traffic count only where the arm speaks of their kind
  std::vector<JunctureLane> lanes;
  for (const JunctureLane& lane : resolved.lanes) {
    const bool is_spoken_of =
        std::any_of(arm.junctures.begin(), arm.junctures.end(),
                    [&](const JunctureDescription& juncture) { return juncture.kind == lane.kind; });
    if (use_of(lane.kind) != Use::none || is_spoken_of) lanes.push_back(lane);
  }
  bool fits = lanes.size() == arm.junctures.size();
  for (std::size_t i = 0; fits && i < lanes.size(); ++i)
    fits = lanes[i].kind == arm.junctures[i].kind && lanes[i].flow == arm.junctures[i].flow;
  if (!fits && build_.is_of_broken_way(resolved.strip)) return false;
  if (!fits) {
    std::vector<std::string> asked, brought;
    for (const JunctureDescription& j : arm.junctures)
      asked.push_back(fmt::format("{} {}", to_text(j.kind), to_text(j.flow)));
    for (const JunctureLane& lane : lanes)
      brought.push_back(fmt::format("{} {}", to_text(lane.kind), to_text(lane.flow)));
    const TextPlace place = place_of(site, arm);
    std::string hint = "attach a way with such lanes, or use another template";
    const bool is_elsewhere = place.line != arm.place.line || place.file != arm.place.file;
    if (is_elsewhere && arm.place.line > 0)
      hint += fmt::format("; the arm is declared at {}", base::to_text(arm.place));
    build_.error_at(
        resolved.position, "N118", place,
        fmt::format(
            "the profile of \"{}\" does not fit arm \"{}\" of intersection \"{}\": from left to right, "
            "seen into the intersection, the arm asks for [{}], the {} of the way brings [{}]",
            data_.strip_names[resolved.strip.index()], arm.name, site.description->name,
            fmt::join(asked, ", "), to_text(resolved.end), fmt::join(brought, ", ")),
        std::move(hint));
    return false;
  }
  for (std::size_t i = 0; i < lanes.size(); ++i)
    if (!arm.junctures[i].name.empty()) lanes[i].name = arm.junctures[i].name;
  resolved.lanes = std::move(lanes);
  return true;
}

// An arm with a place of its own wants the way to end there.
void IntersectionBuilder::check_place(const Site& site, const ArmDescription& arm,
                                      const ResolvedArm& resolved) {
  BACKLOT_ASSERT(!resolved.strip.is_empty(), "an arm that is checked is attached");
  if (!arm.at) return;
  const double gap = geometry::distance_between(arm.at->position, resolved.position);
  const double turn = std::fabs(base::wrap_angle(arm.at->heading_rad - resolved.heading_rad));
  const std::string& way = data_.strip_names[resolved.strip.index()];
  const Strip& strip = data_.strips[resolved.strip.index()];
  if (gap > 1 || turn > 0.1)
    build_.error_at(
        resolved.position, "N119", place_of(site, arm),
        fmt::format("\"{}\" ends {:.3f} m and {:.2f} degrees away from arm \"{}\" of intersection \"{}\"",
                    way, gap, turn * 180 / base::kPi, arm.name, site.description->name),
        "let the way end at the arm");
  else if (gap > kCrack || turn > 1e-3)
    build_.repair(
        "N201", arm.place, way, resolved.end == End::start ? 0 : strip.length(), gap,
        fmt::format(
            "\"{}\" ends {:.3f} m and {:.3f} degrees away from arm \"{}\" of intersection \"{}\"; the "
            "corridors begin where the way ends",
            way, gap, turn * 180 / base::kPi, arm.name, site.description->name));
}

// Every end of a way belongs to one intersection at most.
bool IntersectionBuilder::attach(const Site& site, const ArmDescription& arm, const ResolvedArm& resolved,
                                 IntersectionId whole) {
  if (!whole.is_empty() || resolved.strip.index() >= data_.ways.size()) return true;
  Way& way = data_.ways[resolved.strip.index()];
  IntersectionId& at = resolved.end == End::start ? way.at_start : way.at_end;
  const std::pair<std::uint32_t, End> key{resolved.strip.index(), resolved.end};
  if (!at.is_empty()) {
    const Attached& first = attached_[key];
    std::string hint = "one end of a way belongs to one arm";
    if (first.place.line > 0) hint += fmt::format("; the first stands at {}", base::to_text(first.place));
    const std::string& one = data_.intersection_names[at.index()];
    const std::string both =
        at == site.id ? fmt::format("arm \"{}\" and to arm \"{}\" of \"{}\"", first.arm, arm.name, one)
                      : fmt::format("arm \"{}\" of \"{}\" and to arm \"{}\" of \"{}\"", first.arm, one,
                                    arm.name, site.description->name);
    build_.error_at(resolved.position, "N115", place_of(site, arm),
                    fmt::format("the {} of way \"{}\" is attached to {}", to_text(resolved.end),
                                data_.strip_names[resolved.strip.index()], both),
                    std::move(hint));
    return false;
  }
  at = site.id;
  attached_[key] = {arm.name, place_of(site, arm)};
  EndKind& kind = resolved.end == End::start ? way.start : way.end;
  if (kind != EndKind::joined)
    build_.error(
        "N120", place_of(site, arm),
        fmt::format("the {} of way \"{}\" is said to be {}, but intersection \"{}\" is attached there",
                    to_text(resolved.end), data_.strip_names[resolved.strip.index()],
                    kind == EndKind::open ? "open" : "closed", site.description->name));
  return true;
}

// Without the arms that cannot be used, and what leads from or to them.
void IntersectionBuilder::leave_out(Site& site, const std::vector<bool>& is_lost) {
  BACKLOT_ASSERT(is_lost.size() == site.description->arms.size(), "each arm is lost or not");
  auto rest = std::make_unique<IntersectionDescription>(*site.description);
  std::set<std::string> lost;
  rest->arms.clear();
  for (std::size_t i = 0; i < is_lost.size(); ++i) {
    if (is_lost[i])
      lost.insert(site.description->arms[i].name);
    else
      rest->arms.push_back(site.description->arms[i]);
  }
  std::erase_if(rest->corridors, [&](const CorridorDescription& c) {
    return (c.from && lost.contains(c.from->arm)) || (c.to && lost.contains(c.to->arm));
  });
  std::erase_if(rest->links, [&](const LaneLink& link) {
    return lost.contains(link.from.arm) || lost.contains(link.to.arm);
  });
  site.description = rest.get();
  build_.described[site.id.index()] = rest.get();
  build_.is_broken[site.id.index()] = true;
  build_.expanded.push_back(std::move(rest));
}

void IntersectionBuilder::resolve_arms(Site& site, IntersectionId whole) {
  BACKLOT_ASSERT(site.description != nullptr, "a site has a description");
  const IntersectionDescription& description = *site.description;
  std::vector<bool> is_lost(description.arms.size(), false);
  std::set<std::string> names;
  for (std::size_t i = 0; i < description.arms.size(); ++i) {
    const ArmDescription& arm = description.arms[i];
    const bool is_second = !names.insert(arm.name).second;
    if (is_second)
      build_.error("N129", arm.place,
                   fmt::format("intersection \"{}\" has two arms named \"{}\"", description.name, arm.name));
    std::optional<ResolvedArm> resolved = resolve(site, arm, whole);
    is_lost[i] = !resolved || !attach(site, arm, *resolved, whole) || is_second;
    const bool has_broken_way = arm.attached && build_.unusable_ways.contains(arm.attached->strip);
    if (is_lost[i] && whole.is_empty() && !has_broken_way) build_.has_loose_arms = true;
    if (resolved && build_.is_of_broken_way(resolved->strip)) build_.is_broken[site.id.index()] = true;
    if (!is_lost[i]) site.arms.push_back(std::move(*resolved));
  }
  if (std::find(is_lost.begin(), is_lost.end(), true) != is_lost.end()) leave_out(site, is_lost);
}

}  // namespace backlot::network::internal
