#include <algorithm>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/network/internal/build/attributes.h"
#include "backlot/network/internal/build/build.h"

namespace backlot::network::internal {

namespace {

// From every end over which one leaves to the lane that one enters, and the same the other way.
void link(Build& build) {
  NetworkData& data = *build.data;
  struct Step {
    DirectedLane from, to;
    auto operator<=>(const Step&) const = default;
  };
  std::vector<Step> steps;
  steps.reserve(2 * build.joints.size());
  for (const Joint& joint : build.joints) {
    steps.push_back({joint.a.leaving(), joint.b.entering()});
    steps.push_back({joint.b.leaving(), joint.a.entering()});
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return a.from.node() != b.from.node() ? a.from.node() < b.from.node() : a.to.node() < b.to.node();
  });
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  data.first_onward.assign(2 * data.lanes.size() + 1, 0);
  data.onward.reserve(steps.size());
  for (const Step& step : steps) {
    ++data.first_onward[step.from.node() + 1];
    data.onward.push_back(step.to);
  }
  for (std::size_t i = 1; i < data.first_onward.size(); ++i) data.first_onward[i] += data.first_onward[i - 1];
}

// Whether what would lead on is known to be wrong, or was not read.
bool is_excused(const Build& build, LaneId id, bool along) {
  BACKLOT_ASSERT(id.index() < build.data->lanes.size(), "the network has no such lane");
  const NetworkData& data = *build.data;
  const Lane& lane = data.lanes[id.index()];
  if (build.is_of_broken_way(lane.strip)) return true;
  if (lane.strip.index() >= data.ways.size()) {
    const Corridor& corridor = data.corridors[lane.strip.index() - data.ways.size()];
    return build.is_broken[corridor.intersection.index()];
  }
  const Way& way = data.ways[lane.strip.index()];
  const IntersectionId at = along ? way.at_end : way.at_start;
  if (!at.is_empty()) return build.is_broken[at.index()];
  return build.description.is_incomplete || build.has_loose_arms;
}

// What lies at the end of a lane that leads nowhere, and what to do.
struct DeadEnd {
  std::string reason, hint;
};
DeadEnd dead_end(const Build& build, DirectedLane lane) {
  BACKLOT_ASSERT(lane.lane.index() < build.data->lanes.size(), "the network has no such lane");
  const NetworkData& data = *build.data;
  const StripId strip = data.lanes[lane.lane.index()].strip;
  const char* end = lane.is_along ? "end" : "start";
  if (strip.index() >= data.ways.size()) return {"nothing is attached there", "join it with a lane"};
  const Way& way = data.ways[strip.index()];
  const IntersectionId at = lane.is_along ? way.at_end : way.at_start;
  if (at.is_empty())
    return {
        "nothing is attached there",
        fmt::format("attach an intersection that leads on, or say \"{} open\" or \"{} closed\"", end, end)};
  const std::string& name = data.intersection_names[at.index()];
  const Intersection& intersection = data.intersections[at.index()];
  if (intersection.kind == IntersectionKind::area)
    return {fmt::format("no corridor of intersection \"{}\" leads on from it", name),
            "add a corridor from it, or let the lane say \"ends\""};
  std::string others;
  for (std::uint32_t k = intersection.first_arm; k < intersection.first_arm + intersection.arm_count; ++k)
    if (data.arms[k].strip != strip)
      others +=
          fmt::format("{}\"{}\"", others.empty() ? "" : " or ", data.strip_names[data.arms[k].strip.index()]);
  return {fmt::format("no lane of {} goes on from it at joint \"{}\"", others, name),
          "let the lane say \"ends\", or give it a lane that lies end to end with it, or link it by name"};
}

// Traffic that comes to the end of a lane must find a lane to go on, an open end, or a word that it ends.
void find_dead_ends(Build& build) {
  NetworkData& data = *build.data;
  for (std::uint32_t i = 0; i < data.lanes.size(); ++i) {
    Lane& lane = data.lanes[i];
    const Use use = use_of(lane.kind);
    if (use == Use::none || lane.ends) continue;
    for (const bool along : {true, false}) {
      const DirectedLane directed{LaneId(i), along};
      if (!lane.permits(along)) continue;
      if (data.first_onward[directed.node() + 1] > data.first_onward[directed.node()]) continue;
      const bool is_way = lane.strip.index() < data.ways.size();
      if (is_way) {
        const Way& way = data.ways[lane.strip.index()];
        if ((along ? way.end : way.start) != EndKind::joined) continue;
      }
      if (is_excused(build, LaneId(i), along)) continue;
      const std::string& name = data.strip_names[lane.strip.index()];
      const std::string& word = data.lane_words[data.lane_names[i]];
      const char* end = along ? "end" : "start";
      if (use == Use::pedestrians) {
        // people turn round; it is worth a word, no more
        lane.ends = true;
        build.warning("N203", build.lane_places[i],
                      fmt::format("walkers on lane \"{}\" of \"{}\" cannot go on at its {}", word, name, end),
                      "join it, or say that it ends");
        break;
      }
      const DeadEnd dead = dead_end(build, directed);
      build.error_at(build.end_frame({LaneId(i), along ? End::end : End::start}).position, "N150",
                     build.lane_places[i],
                     fmt::format("traffic on lane \"{}\" of \"{}\" cannot go on at its {}: {}", word, name,
                                 end, dead.reason),
                     dead.hint);
    }
  }
}

// A corridor is as fast as the slower of the lanes that it joins, where nothing else is said.
void set_speed_limits(Build& build) {
  NetworkData& data = *build.data;
  for (Corridor& corridor : data.corridors) {
    if (corridor.speed_limit_mps > 0) continue;
    corridor.speed_limit_mps = data.speed_limit_mps;
    bool is_first = true;
    for (const DirectedLane lane : {corridor.from, corridor.to}) {
      if (lane.is_empty()) continue;
      const bool at_end = (lane == corridor.from) == lane.is_along;
      const double at = at_end ? data.strips[data.lanes[lane.lane.index()].strip.index()].length() : 0;
      const double limit = speed_limit_mps(data, lane, at);
      corridor.speed_limit_mps = is_first ? limit : std::min(corridor.speed_limit_mps, limit);
      is_first = false;
    }
  }
}

}  // namespace

void build_links(Build& build) {
  link(build);
  find_dead_ends(build);
  set_speed_limits(build);
}

}  // namespace backlot::network::internal
