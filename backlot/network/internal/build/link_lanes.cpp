#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backlot/network/internal/build/intersection_builder.h"

namespace backlot::network::internal {

namespace {

bool flows_on(Flow a, Flow b) {
  const auto in = [](Flow f) { return f == Flow::in || f == Flow::both; };
  const auto out = [](Flow f) { return f == Flow::out || f == Flow::both; };
  return (in(a) && out(b)) || (out(a) && in(b));
}

}  // namespace

// Lanes of one use with centres that lie within each other, the nearest pairs first; by lane.
std::vector<IntersectionBuilder::LanePair> IntersectionBuilder::lanes_end_to_end(
    const ResolvedArm& one, const ResolvedArm& two) const {
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
  std::vector<LanePair> pairs;
  for (const auto& [a, b] : chosen) pairs.push_back({one.lanes[a].end, two.lanes[b].end});
  return pairs;
}

// Where some lanes are linked by name, those that only lie end to end are not. That is said of lanes that no link names.
void IntersectionBuilder::warn_of_unlinked(const Site& site, const std::vector<LanePair>& linked) {
  const IntersectionDescription& description = *site.description;
  // of links that a person wrote: those of maps from elsewhere are all by name
  const bool is_written = !description.arms.empty() && description.arms.front().attached_place.line > 0;
  if (!is_written || site.arms.size() != 2) return;
  const auto is_linked = [&](const LaneEnd& end) {
    return std::any_of(linked.begin(), linked.end(),
                       [&](const LanePair& pair) { return pair.a == end || pair.b == end; });
  };
  const auto word = [&](const LaneEnd& end) { return data_.lane_words[data_.lane_names[end.lane.index()]]; };
  std::vector<std::string> left_out;
  for (const LanePair& pair : lanes_end_to_end(site.arms[0], site.arms[1]))
    if (!is_linked(pair.a) && !is_linked(pair.b))
      left_out.push_back(fmt::format("{} to {}", word(pair.a), word(pair.b)));
  if (left_out.empty()) return;
  build_.warning("N206", description.place,
                 fmt::format("joint \"{}\" links lanes by name, so these are not linked: {}",
                             description.name, fmt::join(left_out, ", ")),
                 fmt::format("add: link {}", fmt::join(left_out, "; link ")));
}

void IntersectionBuilder::link_lanes(const Site& site) {
  const IntersectionDescription& description = *site.description;
  // where more than two ends meet it cannot be guessed which lanes are meant
  const bool is_named = !description.links.empty();
  if (site.arms.size() < 2 && build_.is_broken[site.id.index()]) return;
  if (site.arms.size() < 2 || (site.arms.size() > 2 && !is_named)) {
    build_.error("N121", description.place,
                 fmt::format("\"{}\" joins {} ends; a zero-length intersection joins two", description.name,
                             site.arms.size()),
                 "with lanes linked by name it may join more");
    return;
  }
  std::vector<LanePair> pairs;
  if (!is_named) {
    const ResolvedArm &one = site.arms[0], &two = site.arms[1];
    pairs = lanes_end_to_end(one, two);
    if (pairs.empty() && !build_.is_broken[site.id.index()])
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
  if (is_named && pairs.size() == description.links.size() && !build_.is_broken[site.id.index()])
    warn_of_unlinked(site, pairs);
  for (const LanePair& pair : pairs) {
    build_.joints.push_back({pair.a, pair.b, site.id});
    build_.note_crack(pair.a, pair.b, description.name, description.place);
  }
}

}  // namespace backlot::network::internal
