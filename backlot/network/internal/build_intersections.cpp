#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backlot/base/math.h"
#include "backlot/base/suggest.h"
#include "backlot/network/internal/build.h"
#include "backlot/network/internal/corridor_maker.h"
#include "backlot/network/internal/crosswalks.h"
#include "backlot/network/internal/turns.h"

namespace backlot::network::internal {

namespace {

using JunctureLane = ResolvedArm::JunctureLane;

constexpr std::size_t kMostParts = 64;  // that an intersection may have, and as deep
constexpr double kSignReach = 60;       // metres before the end where signs count for the intersection

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

class IntersectionBuilder {
 public:
  explicit IntersectionBuilder(Build& build) : build_(build), data_(*build.data), maker_(build) {}

  void add(const IntersectionDescription& description, IntersectionId whole, std::size_t depth);

 private:
  struct Site {  // the intersection at work
    IntersectionId id;
    const IntersectionDescription* description;
    std::vector<ResolvedArm> arms;
  };

  std::string suggested_way(const std::string& name) const;
  std::optional<ResolvedArm> resolve(const Site& site, const ArmDescription& arm, IntersectionId whole);
  bool fits_junctures(const Site& site, const ArmDescription& arm, ResolvedArm& resolved);
  void check_place(const Site& site, const ArmDescription& arm, const ResolvedArm& resolved);
  void attach(const Site& site, const ArmDescription& arm, const ResolvedArm& resolved, IntersectionId whole);
  void add_signals(const Site& site);
  SignalGroupId find_group(const Site& site, const std::string& name, const TextPlace& place);
  Control control_by_signs(const ResolvedArm& arm) const;
  void decide_controls(Site& site);
  void link_lanes(const Site& site);
  void leave_to_parts(Site& site);
  void add_corridors(const Site& site);
  std::optional<LaneEnd> find_lane(const Site& site, const LaneReference& reference, const TextPlace& place,
                                   std::size_t& arm, std::size_t& lane);

  Build& build_;
  NetworkData& data_;
  CorridorMaker maker_;
};

// ---- arms

// "did you mean", of all ways.
std::string IntersectionBuilder::suggested_way(const std::string& name) const {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < data_.ways.size(); ++i) known.push_back(data_.strip_names[i]);
  return base::did_you_mean(name, known);
}

std::optional<ResolvedArm> IntersectionBuilder::resolve(const Site& site, const ArmDescription& arm,
                                                        IntersectionId whole) {
  const std::string& name = site.description->name;
  if (!arm.attached) {
    build_.error("N114", arm.place,
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
  if (strip == data_.strip_by_name.end()) {
    build_.error("N116", arm.place,
                 fmt::format("arm \"{}\" of intersection \"{}\" names way \"{}\", which is not there",
                             arm.name, name, end.strip),
                 suggested_way(end.strip));
    return std::nullopt;
  }

  ResolvedArm resolved;
  resolved.strip = StripId(strip->second);
  resolved.end = end.end;
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
  for (const std::string& wanted : arm.lanes)
    if (std::none_of(resolved.lanes.begin(), resolved.lanes.end(),
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
  check_place(site, arm, resolved);
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
    if (use_of(lane.kind) != Use::nobody || is_spoken_of) lanes.push_back(lane);
  }
  bool fits = lanes.size() == arm.junctures.size();
  for (std::size_t i = 0; fits && i < lanes.size(); ++i)
    fits = lanes[i].kind == arm.junctures[i].kind && lanes[i].flow == arm.junctures[i].flow;
  if (!fits) {
    std::vector<std::string> asked, brought;
    for (const JunctureDescription& j : arm.junctures)
      asked.push_back(fmt::format("{} {}", to_text(j.kind), to_text(j.flow)));
    for (const JunctureLane& lane : lanes)
      brought.push_back(fmt::format("{} {}", to_text(lane.kind), to_text(lane.flow)));
    build_.error(
        "N118", arm.place,
        fmt::format(
            "the profile of \"{}\" does not fit arm \"{}\" of intersection \"{}\": from left to right, "
            "seen into the intersection, the arm asks for [{}], the {} of the way brings [{}]",
            data_.strip_names[resolved.strip.index()], arm.name, site.description->name,
            fmt::join(asked, ", "), to_text(resolved.end), fmt::join(brought, ", ")),
        "attach a way with such a profile, or use another template");
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
  if (!arm.at) return;
  const double gap = geometry::distance_between(arm.at->position, resolved.position);
  const double turn = std::fabs(base::wrap_angle(arm.at->heading_rad - resolved.heading_rad));
  const std::string& way = data_.strip_names[resolved.strip.index()];
  const Strip& strip = data_.strips[resolved.strip.index()];
  if (gap > 1 || turn > 0.1)
    build_.error(
        "N119", arm.place,
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
void IntersectionBuilder::attach(const Site& site, const ArmDescription& arm, const ResolvedArm& resolved,
                                 IntersectionId whole) {
  if (!whole.is_empty() || resolved.strip.index() >= data_.ways.size()) return;
  Way& way = data_.ways[resolved.strip.index()];
  IntersectionId& at = resolved.end == End::start ? way.at_start : way.at_end;
  if (!at.is_empty()) {
    build_.error("N115", arm.place,
                 fmt::format("the {} of way \"{}\" is attached to intersection \"{}\" and to \"{}\"",
                             to_text(resolved.end), data_.strip_names[resolved.strip.index()],
                             data_.intersection_names[at.index()], site.description->name));
    return;
  }
  at = site.id;
  EndKind& kind = resolved.end == End::start ? way.start : way.end;
  if (kind != EndKind::joined)
    build_.error(
        "N120", arm.place,
        fmt::format("the {} of way \"{}\" is said to be {}, but intersection \"{}\" is attached there",
                    to_text(resolved.end), data_.strip_names[resolved.strip.index()],
                    kind == EndKind::open ? "open" : "closed", site.description->name));
}

// ---- signals and signs

void IntersectionBuilder::add_signals(const Site& site) {
  if (!site.description->signals) return;
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
      return;
    }
    if (interval.aspects.size() != signals.groups.size()) {
      build_.error(
          "N132", place,
          fmt::format("an interval of the signals of \"{}\" says what {} groups show, but there are {}", name,
                      interval.aspects.size(), signals.groups.size()));
      return;
    }
    programme.intervals.push_back({base::Duration::from_seconds(interval.duration_s), interval.aspects});
    programme.cycle += programme.intervals.back().duration;
  }
  if (programme.intervals.empty() || signals.groups.empty() || !base::Duration::can_hold(signals.offset_s)) {
    build_.error("N133", place, fmt::format("the signals of \"{}\" have no groups or no programme", name));
    return;
  }
  if (std::set<std::string>(signals.groups.begin(), signals.groups.end()).size() != signals.groups.size())
    build_.error("N134", place, fmt::format("two signal groups of \"{}\" have the same name", name));
  programme.offset = base::Duration::from_seconds(signals.offset_s);
  intersection.first_group = static_cast<std::uint32_t>(data_.signal_groups.size());
  intersection.group_count = static_cast<std::uint32_t>(signals.groups.size());
  for (const std::string& group : signals.groups) data_.signal_groups.push_back({group, site.id});
  intersection.programme = static_cast<std::uint32_t>(data_.programmes.size());
  data_.programmes.push_back(std::move(programme));
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

// ---- zero length

bool flows_on(Flow a, Flow b) {
  const auto in = [](Flow f) { return f == Flow::in || f == Flow::both; };
  const auto out = [](Flow f) { return f == Flow::out || f == Flow::both; };
  return (in(a) && out(b)) || (out(a) && in(b));
}

void IntersectionBuilder::link_lanes(const Site& site) {
  const IntersectionDescription& description = *site.description;
  // where more than two ends meet it cannot be guessed which lanes are meant
  const bool is_named = !description.links.empty();
  if (site.arms.size() < 2 || (site.arms.size() > 2 && !is_named)) {
    build_.error("N121", description.place,
                 fmt::format("\"{}\" joins {} ends; a zero-length intersection joins two", description.name,
                             site.arms.size()),
                 "with lanes linked by name it may join more");
    return;
  }
  struct Pair {
    LaneEnd a, b;
  };
  std::vector<Pair> pairs;
  if (!is_named) {
    const ResolvedArm &one = site.arms[0], &two = site.arms[1];
    // lanes of one use with centres that lie within each other, the nearest pairs first
    struct Candidate {
      double gap;
      std::size_t a, b;
    };
    std::vector<Candidate> candidates;
    for (std::size_t a = 0; a < one.lanes.size(); ++a)
      for (std::size_t b = 0; b < two.lanes.size(); ++b) {
        if (use_of(one.lanes[a].kind) != use_of(two.lanes[b].kind) ||
            !flows_on(one.lanes[a].flow, two.lanes[b].flow))
          continue;
        const EndFrame x = build_.end_frame(one.lanes[a].end), y = build_.end_frame(two.lanes[b].end);
        const double gap = geometry::distance_between(x.position, y.position);
        if (gap <= 0.5 * std::max(x.width, y.width) + kCrack) candidates.push_back({gap, a, b});
      }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& x, const Candidate& y) { return x.gap < y.gap; });
    std::set<std::size_t> has_a, has_b;
    std::vector<std::pair<std::size_t, std::size_t>> chosen;
    for (const Candidate& c : candidates) {
      if (has_a.contains(c.a) || has_b.contains(c.b)) continue;
      has_a.insert(c.a);
      has_b.insert(c.b);
      chosen.emplace_back(c.a, c.b);
    }
    std::sort(chosen.begin(), chosen.end());
    for (const auto& [a, b] : chosen) pairs.push_back({one.lanes[a].end, two.lanes[b].end});
    if (pairs.empty())
      build_.error(
          "N122", description.place,
          fmt::format("at \"{}\" no lane of \"{}\" meets a lane of \"{}\" for the same use and direction",
                      description.name, data_.strip_names[one.strip.index()],
                      data_.strip_names[two.strip.index()]),
          "let the ways end at the same place, or link lanes by name");
  }
  for (const LaneLink& link : description.links) {
    std::size_t arm_a = 0, arm_b = 0, a = 0, b = 0;
    const auto from = find_lane(site, link.from, description.place, arm_a, a);
    const auto to = find_lane(site, link.to, description.place, arm_b, b);
    if (!from || !to) continue;
    if (arm_a == arm_b || !flows_on(site.arms[arm_a].lanes[a].flow, site.arms[arm_b].lanes[b].flow)) {
      build_.error("N123", description.place,
                   fmt::format("at \"{}\" lane \"{}\" does not lead to lane \"{}\"", description.name,
                               link.from.lane, link.to.lane),
                   "linked lanes lie at different ends and run the same way");
      continue;
    }
    if (arm_a < arm_b)
      pairs.push_back({*from, *to});
    else
      pairs.push_back({*to, *from});
  }
  for (const Pair& pair : pairs) {
    build_.joints.push_back({pair.a, pair.b, site.id});
    build_.note_crack(pair.a, pair.b, description.name, description.place);
  }
}

// ---- corridors

std::optional<LaneEnd> IntersectionBuilder::find_lane(const Site& site, const LaneReference& reference,
                                                      const TextPlace& place, std::size_t& arm,
                                                      std::size_t& lane) {
  const IntersectionDescription& description = *site.description;
  for (arm = 0; arm < site.arms.size(); ++arm) {
    if (description.arms[arm].name != reference.arm) continue;
    const std::vector<JunctureLane>& lanes = site.arms[arm].lanes;
    for (lane = 0; lane < lanes.size(); ++lane)
      if (lanes[lane].name == reference.lane) return lanes[lane].end;
    std::vector<std::string> names;
    for (const JunctureLane& l : lanes) names.push_back(l.name);
    build_.error("N124", place,
                 fmt::format("arm \"{}\" of intersection \"{}\" has no lane \"{}\"", reference.arm,
                             description.name, reference.lane),
                 fmt::format("its lanes are {}", fmt::join(names, ", ")));
    return std::nullopt;
  }
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

bool is_for_walkers(const std::vector<ResolvedArm>& arms) {
  return std::all_of(arms.begin(), arms.end(), [](const ResolvedArm& arm) {
    return std::all_of(arm.lanes.begin(), arm.lanes.end(), [](const JunctureLane& lane) {
      return use_of(lane.kind) == Use::pedestrians || use_of(lane.kind) == Use::nobody;
    });
  });
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
      if (!comes || !goes) {
        build_.error("N127", corridor.place,
                     fmt::format("no traffic {} intersection \"{}\" on lane \"{}\" of arm \"{}\"",
                                 comes ? "leaves" : "enters", description.name,
                                 comes ? corridor.to->lane : corridor.from->lane,
                                 comes ? corridor.to->arm : corridor.from->arm),
                     "a corridor leads from a lane that comes in to one that goes out");
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
    maker_.make(named.plan);
  }
}

// ---- all of it

void IntersectionBuilder::add(const IntersectionDescription& description, IntersectionId whole,
                              std::size_t depth) {
  if (depth > kMostParts || description.parts.size() > kMostParts) {
    build_.error("N128", description.place,
                 fmt::format("intersection \"{}\" has more than {} parts, or parts that deep",
                             description.name, kMostParts));
    return;
  }
  Site site{IntersectionId::from_size(data_.intersections.size()), &description, {}};
  data_.intersections.push_back({.kind = description.kind, .whole = whole});
  data_.intersection_names.push_back(description.name);
  data_.parts.emplace_back();
  build_.described.push_back(&description);
  if (description.name.empty() || description.name.find_first_of(" \t\r\n") != std::string::npos)
    build_.error("N113", description.place,
                 fmt::format("\"{}\" cannot be the name of an intersection", description.name));
  else if (!data_.intersection_by_name.emplace(data_.intersection_names.back(), site.id.index()).second)
    build_.error("N101", description.place,
                 fmt::format("there are two intersections named \"{}\"", description.name),
                 "rename one of them");
  if (!whole.is_empty()) data_.parts[whole.index()].push_back(site.id);

  bool is_sound = true;
  std::set<std::string> names;
  for (const ArmDescription& arm : description.arms) {
    if (!names.insert(arm.name).second) {
      build_.error("N129", arm.place,
                   fmt::format("intersection \"{}\" has two arms named \"{}\"", description.name, arm.name));
      is_sound = false;
    }
    if (std::optional<ResolvedArm> resolved = resolve(site, arm, whole)) {
      attach(site, arm, *resolved, whole);
      site.arms.push_back(std::move(*resolved));
    } else {
      is_sound = false;
    }
  }
  if (!is_sound) return;
  add_signals(site);
  decide_controls(site);

  Intersection& intersection = data_.intersections[site.id.index()];
  intersection.first_arm = static_cast<std::uint32_t>(data_.arms.size());
  intersection.arm_count = static_cast<std::uint32_t>(site.arms.size());
  for (std::size_t i = 0; i < site.arms.size(); ++i) {
    const ResolvedArm& arm = site.arms[i];
    data_.arms.push_back({arm.strip, arm.end, arm.control, arm.heading_rad, arm.position});
    data_.arm_names.push_back(description.arms[i].name);
  }
  intersection.first_corridor = static_cast<std::uint32_t>(data_.corridors.size());
  if (description.kind == IntersectionKind::zero_length) {
    link_lanes(site);
    return;
  }

  if (std::unique_ptr<IntersectionDescription> expanded = with_crosswalks(build_, description, site.arms)) {
    site.description = expanded.get();
    build_.described[site.id.index()] = expanded.get();
    build_.expanded.push_back(std::move(expanded));
  }
  leave_to_parts(site);
  add_corridors(site);
  // the table of intersections may have moved
  Intersection& done = data_.intersections[site.id.index()];
  done.corridor_count = static_cast<std::uint32_t>(data_.corridors.size()) - done.first_corridor;
  for (const IntersectionDescription& part : site.description->parts) add(part, site.id, depth + 1);
}

}  // namespace

void build_intersections(Build& build) {
  IntersectionBuilder builder(build);
  for (const IntersectionDescription& intersection : build.description.intersections)
    builder.add(intersection, {}, 0);
}

}  // namespace backlot::network::internal
