#include "backlot/formats/opendrive/internal/import/touches.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;

// Which of many things are joined, directly or over others.
class Groups {
 public:
  void join(RoadEnd a, RoadEnd b) {
    const RoadEnd x = first_of(a), y = first_of(b);
    if (x != y) first_[std::max(x, y)] = std::min(x, y);
  }
  RoadEnd first_of(RoadEnd end) {
    while (true) {
      const auto [at, is_new] = first_.emplace(end, end);
      if (at->second == end) return end;
      end = at->second;
    }
  }

 private:
  std::map<RoadEnd, RoadEnd> first_;
};

}  // namespace

std::set<Touch> find_touches(const Translation& translation) {
  const RoadPlans& roads = translation.roads;
  std::set<Touch> touches;
  const auto add = [&](RoadEnd a, RoadEnd b, const std::vector<LanePair>& pairs) {
    if (roads[a.road].is_connecting || roads[b.road].is_connecting || translation.attached.contains(a) ||
        translation.attached.contains(b))
      return;
    for (const auto& [x, y] : pairs) {
      const LanePlan* one = section_at(roads, a).find(x);
      const LanePlan* two = section_at(roads, b).find(y);
      if (one == nullptr || two == nullptr || !leads_on(*one, a.end, *two, b.end)) continue;
      const LaneOfEnd p{a, x}, q{b, y};
      touches.insert(p < q ? Touch{p, q} : Touch{q, p});
    }
  };
  for (std::size_t i = 0; i < roads.size(); ++i)
    for (const End end : {End::start, End::end}) {
      const RoadEnd at = road_end(roads, i, end);
      if (const std::optional<RoadEnd> other = linked_end(roads, at); other && *other != at)
        add(at, *other, pairs_at(roads, at, *other));
    }

  for (const Junction& junction : translation.document.junctions) {
    if (junction.type != JunctionType::direct) continue;
    for (const Connection& connection : junction.connections) {
      const std::size_t from = roads.find(connection.incoming_road);
      const std::size_t to =
          roads.find(connection.linked_road.empty() ? connection.connecting_road : connection.linked_road);
      if (from == roads.size() || to == roads.size()) continue;
      const std::optional<End> end = end_at_junction(roads[from], junction.id);
      if (!end) continue;
      const End there = connection.contact == ContactPoint::end ? End::end : End::start;
      std::vector<LanePair> pairs;
      for (const JunctionLaneLink& link : connection.lane_links) pairs.emplace_back(link.from, link.to);
      add(road_end(roads, from, *end), road_end(roads, to, there), pairs);
    }
  }
  return touches;
}

std::map<RoadEnd, std::vector<Touch>> groups_of(const std::set<Touch>& touches) {
  Groups groups;
  for (const Touch& touch : touches) groups.join(touch.a.at, touch.b.at);
  std::map<RoadEnd, std::vector<Touch>> by_group;
  for (const Touch& touch : touches) by_group[groups.first_of(touch.a.at)].push_back(touch);
  return by_group;
}

std::vector<Merge> find_merges(const RoadPlans& roads, const std::vector<Touch>& touches) {
  BACKLOT_ASSERT(!touches.empty(), "a group of ends has a touch");
  const auto lane_at = [&](const LaneOfEnd& at) -> const LanePlan& {
    return *section_at(roads, at.at).find(at.lane);
  };
  std::map<LaneOfEnd, std::set<LaneOfEnd>> into;
  const auto note = [&](const LaneOfEnd& from, const LaneOfEnd& to) {
    if (network::use_of(lane_at(from).kind) == network::Use::vehicles &&
        leaves_over(lane_at(from), from.at.end) && enters_over(lane_at(to), to.at.end))
      into[to].insert(from);
  };
  for (const Touch& touch : touches) {
    note(touch.a, touch.b);
    note(touch.b, touch.a);
  }
  std::vector<Merge> merges;
  for (auto& [to, sources] : into)
    if (sources.begin()->at.road != sources.rbegin()->at.road) merges.push_back({to, std::move(sources)});
  return merges;
}

}  // namespace backlot::formats::opendrive
