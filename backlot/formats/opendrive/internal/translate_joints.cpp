// Intersections of zero length: between the sections of a road, and where roads touch without a junction or in a direct one.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/translation.h"

namespace backlot::opendrive {

namespace {

using network::End;

// A pair of lanes at two ends that touch.
struct Touch {
  LaneOfEnd a, b;

  friend auto operator<=>(const Touch&, const Touch&) = default;
};

std::string arm_name(const RoadPlan& road, End end) {
  return fmt::format("{}.{}", road.name, end == End::start ? "start" : "end");
}

void join_sections(Translation& translation, std::size_t index) {
  const RoadPlan& road = translation.roads[index];
  for (std::size_t i = 0; i + 1 < road.sections.size(); ++i) {
    const SectionPlan &a = road.sections[i], &b = road.sections[i + 1];
    network::IntersectionDescription joint;
    joint.name = fmt::format("{}-{}", a.way, b.way);
    joint.kind = network::IntersectionKind::zero_length;
    joint.place = translation.place(b.section->where);
    joint.arms = {{.name = "before", .attached = network::EndReference{a.way, End::end}},
                  {.name = "after", .attached = network::EndReference{b.way, End::start}}};
    for (const LanePair& pair : a.onward) {
      const LanePlan &x = *a.find(pair.first), &y = *b.find(pair.second);
      if (leads_on(x, End::end, y, End::start))
        joint.links.push_back({{"before", x.name()}, {"after", y.name()}});
    }
    if (joint.links.empty()) continue;  // nobody goes on here; both ways are closed there
    translation.network.intersections.push_back(std::move(joint));
  }
}

// Everything that touches, by the links of roads and by direct junctions.
std::set<Touch> find_touches(const Translation& translation) {
  const RoadPlans& roads = translation.roads;
  std::set<Touch> touches;
  const auto add = [&](RoadEnd a, RoadEnd b, const std::vector<LanePair>& pairs) {
    if (roads[a.road].is_connecting || roads[b.road].is_connecting || translation.attached.contains(a) ||
        translation.attached.contains(b))
      return;
    for (const auto& [x, y] : pairs) {
      const LanePlan* one = roads[a.road].at(a.end).find(x);
      const LanePlan* two = roads[b.road].at(b.end).find(y);
      if (one == nullptr || two == nullptr || !leads_on(*one, a.end, *two, b.end)) continue;
      const LaneOfEnd p{a, x}, q{b, y};
      touches.insert(p < q ? Touch{p, q} : Touch{q, p});
    }
  };
  for (std::size_t i = 0; i < roads.size(); ++i)
    for (const End end : {End::start, End::end})
      if (const std::optional<RoadEnd> other = linked_end(roads, {i, end});
          other && *other != RoadEnd{i, end})
        add({i, end}, *other, pairs_at(roads, {i, end}, *other));

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
      add({from, *end}, {to, there}, pairs);
    }
  }
  return touches;
}

// Ends that touch, directly or over others, belong to one intersection.
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

// Roads that run into one lane lie on top of each other before they meet, and outside of a junction with an area nobody there is
// asked to look at the others.
void warn_of_merges(Translation& translation, const std::vector<Touch>& touches) {
  const RoadPlans& roads = translation.roads;
  const auto lane_at = [&](const LaneOfEnd& at) -> const LanePlan& {
    return *roads[at.at.road].at(at.at.end).find(at.lane);
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
  for (const auto& [to, sources] : into) {
    const LaneOfEnd &first = *sources.begin(), &last = *sources.rbegin();
    if (first.at.road == last.at.road) continue;
    const Road &one = *roads[first.at.road].road, &other = *roads[last.at.road].road,
               &on = *roads[to.at.road].road;
    translation.found.warning(
        "X305", translation.document.place(on.where),
        fmt::format(
            "lane {} of road \"{}\" and lane {} of road \"{}\" both run into lane {} of road \"{}\", where "
            "nobody yields",
            first.lane, one.id, last.lane, other.id, to.lane, on.id),
        "let them meet in a junction of the common kind, with connecting roads");
  }
}

}  // namespace

void translate_joints(Translation& translation) {
  const RoadPlans& roads = translation.roads;
  for (std::size_t i = 0; i < roads.size(); ++i)
    if (!roads[i].is_connecting) join_sections(translation, i);

  const std::set<Touch> touches = find_touches(translation);
  Groups groups;
  for (const Touch& touch : touches) groups.join(touch.a.at, touch.b.at);
  std::map<RoadEnd, std::vector<Touch>> by_group;
  for (const Touch& touch : touches) by_group[groups.first_of(touch.a.at)].push_back(touch);

  for (const auto& [first, members] : by_group) {
    warn_of_merges(translation, members);
    network::IntersectionDescription joint;
    joint.kind = network::IntersectionKind::zero_length;
    joint.place = translation.place(roads[first.road].road->where);
    std::set<RoadEnd> ends;
    for (const Touch& touch : members) {
      ends.insert(touch.a.at);
      ends.insert(touch.b.at);
    }
    for (const RoadEnd& end : ends) {
      const RoadPlan& road = roads[end.road];
      joint.name += fmt::format("{}{}", joint.name.empty() ? "" : "-", arm_name(road, end.end));
      joint.arms.push_back({.name = arm_name(road, end.end),
                            .attached = network::EndReference{road.at(end.end).way, end.end}});
      translation.attached.insert(end);
    }
    for (const Touch& touch : members) {
      const RoadPlan &a = roads[touch.a.at.road], &b = roads[touch.b.at.road];
      const LanePlan &x = *a.at(touch.a.at.end).find(touch.a.lane),
                     &y = *b.at(touch.b.at.end).find(touch.b.lane);
      joint.links.push_back(
          {{arm_name(a, touch.a.at.end), x.name()}, {arm_name(b, touch.b.at.end), y.name()}});
      if (leaves_over(x, touch.a.at.end) && enters_over(y, touch.b.at.end))
        translation.onward.insert(touch.a);
      if (leaves_over(y, touch.b.at.end) && enters_over(x, touch.a.at.end))
        translation.onward.insert(touch.b);
    }
    translation.network.intersections.push_back(std::move(joint));
  }
}

}  // namespace backlot::opendrive
