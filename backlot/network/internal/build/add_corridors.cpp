#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backlot/base/suggest.h"
#include "backlot/network/internal/build/intersection_builder.h"
#include "backlot/network/internal/build/turns.h"

namespace backlot::network::internal {

using JunctureLane = ResolvedArm::JunctureLane;

namespace {

bool is_for_walkers(const std::vector<ResolvedArm>& arms) {
  return std::all_of(arms.begin(), arms.end(), [](const ResolvedArm& arm) {
    return std::all_of(arm.lanes.begin(), arm.lanes.end(), [](const JunctureLane& lane) {
      return use_of(lane.kind) == Use::pedestrians || use_of(lane.kind) == Use::none;
    });
  });
}

// `; traffic goes out on R1, R2`: the lanes of an arm that lead in or out; nothing where there are none.
std::string lanes_that_lead(const ResolvedArm& arm, Flow way) {
  std::vector<std::string> names;
  for (const JunctureLane& lane : arm.lanes)
    if (use_of(lane.kind) == Use::vehicles && (lane.flow == way || lane.flow == Flow::both))
      names.push_back(lane.name);
  if (names.empty()) return {};
  return fmt::format("; traffic {} here on {}", way == Flow::in ? "comes in" : "goes out",
                     fmt::join(names, ", "));
}

}  // namespace

std::optional<LaneEnd> IntersectionBuilder::find_lane(const Site& site, const LaneReference& reference,
                                                      const TextPlace& place, std::size_t& arm,
                                                      std::size_t& lane) {
  const IntersectionDescription& description = *site.description;
  for (arm = 0; arm < site.arms.size(); ++arm) {
    if (description.arms[arm].name != reference.arm) continue;
    const std::vector<JunctureLane>& lanes = site.arms[arm].lanes;
    for (lane = 0; lane < lanes.size(); ++lane)
      if (lanes[lane].name == reference.lane) return lanes[lane].end;
    if (build_.is_of_broken_way(site.arms[arm].strip)) return std::nullopt;
    std::vector<std::string> names;
    for (const JunctureLane& l : lanes) names.push_back(l.name);
    build_.error("N124", place,
                 fmt::format("arm \"{}\" of intersection \"{}\" has no lane \"{}\"", reference.arm,
                             description.name, reference.lane),
                 fmt::format("its lanes are {}", fmt::join(names, ", ")));
    return std::nullopt;
  }
  if (description.is_incomplete) return std::nullopt;
  std::vector<std::string> names;
  for (const ArmDescription& a : description.arms) names.push_back(a.name);
  build_.error("N125", place,
               fmt::format("intersection \"{}\" has no arm \"{}\"", description.name, reference.arm),
               fmt::format("its arms are {}", fmt::join(names, ", ")));
  return std::nullopt;
}

// Lanes that a part has claimed are no longer the whole's.
void IntersectionBuilder::leave_to_parts(Site& site) {
  for (const IntersectionDescription& part : site.description->parts)
    for (const ArmDescription& taken : part.arms) {
      if (!taken.attached) continue;
      for (std::size_t i = 0; i < site.arms.size(); ++i) {
        ResolvedArm& arm = site.arms[i];
        const bool is_same = data_.strip_names[arm.strip.index()] == taken.attached->strip
                                 ? arm.end == taken.attached->end
                                 : site.description->arms[i].name == taken.attached->strip;
        if (!is_same) continue;
        std::erase_if(arm.lanes, [&](const JunctureLane& lane) {
          return taken.lanes.empty() ||
                 std::find(taken.lanes.begin(), taken.lanes.end(), lane.name) != taken.lanes.end();
        });
      }
    }
}

void IntersectionBuilder::add_corridors(const Site& site) {
  const IntersectionDescription& description = *site.description;
  struct Named {
    CorridorPlan plan;
    std::string from_arm, to_arm, from_lane, to_lane;
  };
  std::vector<Named> plans;
  std::set<std::array<std::size_t, 4>> given;

  const auto controlled = [&](CorridorPlan& plan, Control said, SignalGroupId group) {
    const bool has_arm = plan.arm < site.arms.size();
    if (group.is_empty() && has_arm && said == Control::automatic) group = site.arms[plan.arm].signal_group;
    plan.signal_group = group;
    plan.control = said != Control::automatic                         ? said
                   : !group.is_empty()                                ? Control::signal
                   : has_arm && use_of(plan.kind) != Use::pedestrians ? site.arms[plan.arm].control
                                                                      : Control::uncontrolled;
  };

  for (const CorridorDescription& corridor : description.corridors) {
    Named named;
    CorridorPlan& plan = named.plan;
    plan = {
        .name = corridor.name, .intersection = site.id, .description = &corridor, .place = corridor.place};
    plan.kind = corridor.kind;
    plan.direction = corridor.direction;
    plan.arm = static_cast<std::uint32_t>(site.arms.size());
    std::array<std::size_t, 4> ends{};
    bool is_sound = true;
    if (corridor.from) {
      plan.from = find_lane(site, *corridor.from, corridor.place, ends[0], ends[1]);
      is_sound = plan.from.has_value();
      plan.arm = static_cast<std::uint32_t>(ends[0]);
      named.from_arm = corridor.from->arm;
      named.from_lane = corridor.from->lane;
    }
    if (corridor.to) {
      plan.to = find_lane(site, *corridor.to, corridor.place, ends[2], ends[3]);
      is_sound = is_sound && plan.to.has_value();
      named.to_arm = corridor.to->arm;
      named.to_lane = corridor.to->lane;
    }
    if (!is_sound) continue;
    const bool is_free = std::holds_alternative<FreeShape>(corridor.shape);
    const bool needs_ends = !is_free && !std::holds_alternative<OnRoad>(corridor.shape);
    if ((needs_ends && (!plan.from || !plan.to)) || (is_free && (plan.from || plan.to)) ||
        (corridor.name.empty() && (!plan.from || !plan.to))) {
      build_.error("N126", corridor.place,
                   fmt::format("corridor \"{}\" of \"{}\" must say from which lane to which it leads",
                               corridor.name, description.name));
      continue;
    }
    if (plan.from && plan.to) {
      const Flow in = site.arms[ends[0]].lanes[ends[1]].flow, out = site.arms[ends[2]].lanes[ends[3]].flow;
      const bool comes = in == Flow::in || in == Flow::both, goes = out == Flow::out || out == Flow::both;
      const ResolvedArm& against = site.arms[comes ? ends[2] : ends[0]];
      if ((!comes || !goes) && build_.is_of_broken_way(against.strip)) continue;
      if (!comes || !goes) {
        build_.error_at(against.position, "N127", corridor.place,
                        fmt::format("no traffic {} intersection \"{}\" on lane \"{}\" of arm \"{}\"",
                                    comes ? "leaves" : "enters", description.name,
                                    comes ? corridor.to->lane : corridor.from->lane,
                                    comes ? corridor.to->arm : corridor.from->arm),
                        "a corridor leads from a lane that comes in to one that goes out" +
                            lanes_that_lead(against, comes ? Flow::out : Flow::in));
        continue;
      }
      given.insert(ends);
    }
    controlled(plan, corridor.control, find_group(site, corridor.signal_group, corridor.place));
    plans.push_back(std::move(named));
  }

  if (description.has_automatic_corridors) {
    const std::vector<TurnPlan> turns = is_for_walkers(site.arms)
                                            ? corner_turns(site.arms)
                                            : usual_turns(site.arms, data_.side, description.allows_u_turns);
    for (const TurnPlan& turn : turns) {
      if (given.contains({turn.from_arm, turn.from_lane, turn.to_arm, turn.to_lane})) continue;
      const JunctureLane &from = site.arms[turn.from_arm].lanes[turn.from_lane],
                         &to = site.arms[turn.to_arm].lanes[turn.to_lane];
      Named named{{.intersection = site.id, .place = description.place},
                  description.arms[turn.from_arm].name,
                  description.arms[turn.to_arm].name,
                  from.name,
                  to.name};
      named.plan.from = from.end;
      named.plan.to = to.end;
      named.plan.kind = turn.kind;
      named.plan.direction = turn.direction;
      named.plan.arm = static_cast<std::uint32_t>(turn.from_arm);
      controlled(named.plan, Control::automatic, {});
      plans.push_back(std::move(named));
    }
  }

  // "market.west_to_east"; with the lanes where several lead from one arm to another, or the name is given away
  std::map<std::pair<std::string, std::string>, int> between;
  std::set<std::string> taken;
  for (const Named& named : plans) {
    if (named.plan.name.empty()) ++between[{named.from_arm, named.to_arm}];
    taken.insert(named.plan.name);
  }
  for (Named& named : plans) {
    if (named.plan.name.empty()) {
      named.plan.name = fmt::format("{}.{}_to_{}", description.name, named.from_arm, named.to_arm);
      if (between[{named.from_arm, named.to_arm}] > 1 || taken.contains(named.plan.name))
        named.plan.name = fmt::format("{}.{}_{}_to_{}_{}", description.name, named.from_arm, named.from_lane,
                                      named.to_arm, named.to_lane);
    }
  }
  const std::set<std::string> removed = find_removed(site, [&] {
    std::vector<std::string_view> names;
    for (const Named& named : plans) names.push_back(named.plan.name);
    return names;
  }());
  for (const Named& named : plans)
    if (!removed.contains(named.plan.name)) maker_.make(named.plan);
}

// The corridors that the author does not want, by their whole names.
std::set<std::string> IntersectionBuilder::find_removed(const Site& site,
                                                        const std::vector<std::string_view>& names) {
  const IntersectionDescription& description = *site.description;
  const std::string prefix = description.name + ".";
  std::set<std::string> removed;
  for (const RemovedCorridor& corridor : description.removed_corridors) {
    const auto is_meant = [&](std::string_view name) {
      return name == corridor.name || name == prefix + corridor.name;
    };
    const auto found = std::find_if(names.begin(), names.end(), is_meant);
    if (found != names.end()) {
      removed.emplace(*found);
      continue;
    }
    if (build_.is_broken[site.id.index()]) continue;
    std::string hint = base::did_you_mean(corridor.name, names);
    std::vector<std::string_view> own;
    for (std::string_view name : names)
      if (name.starts_with(prefix)) own.push_back(name.substr(prefix.size()));
    if (hint.empty()) hint = base::did_you_mean(corridor.name, own);
    if (hint.empty())
      hint = own.empty() ? "it has none" : fmt::format("its corridors are: {}", fmt::join(own, ", "));
    build_.error(
        "N157", corridor.place,
        fmt::format("intersection \"{}\" has no corridor \"{}\" to remove", description.name, corridor.name),
        std::move(hint));
  }
  return removed;
}

}  // namespace backlot::network::internal
