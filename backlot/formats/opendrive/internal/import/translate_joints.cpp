// Intersections of zero length: between the sections of a road, and where roads touch without a junction or in a direct one.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/import/merges.h"
#include "backlot/formats/opendrive/internal/import/touches.h"
#include "backlot/formats/opendrive/internal/import/translation.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;

void join_sections(Translation& translation, std::size_t index) {
  BACKLOT_ASSERT(index < translation.roads.size(), "there is no such road");
  const RoadPlan& road = translation.roads[index];
  for (std::size_t i = 0; i + 1 < road.sections.size(); ++i) {
    const SectionPlan &a = road.sections[i], &b = road.sections[i + 1];
    if (a.is_gap || b.is_gap) continue;
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
    if (joint.links.empty()) continue;  // no traffic goes on here; both ways are closed there
    translation.network.intersections.push_back(std::move(joint));
  }
}

void join_ends(Translation& translation, const std::vector<Touch>& touches, const std::set<RoadEnd>& ends,
               network::IntersectionDescription joint) {
  const RoadPlans& roads = translation.roads;
  joint.kind = network::IntersectionKind::zero_length;
  for (const RoadEnd& end : ends) {
    joint.arms.push_back({.name = arm_name(roads, end),
                          .attached = network::EndReference{section_at(roads, end).way, end.end}});
    translation.attached.insert(end);
  }
  for (const Touch& touch : touches) {
    const LanePlan &x = *section_at(roads, touch.a.at).find(touch.a.lane),
                   &y = *section_at(roads, touch.b.at).find(touch.b.lane);
    joint.links.push_back({{arm_name(roads, touch.a.at), x.name()}, {arm_name(roads, touch.b.at), y.name()}});
    if (leaves_over(x, touch.a.at.end) && enters_over(y, touch.b.at.end)) translation.onward.insert(touch.a);
    if (leaves_over(y, touch.b.at.end) && enters_over(x, touch.a.at.end)) translation.onward.insert(touch.b);
  }
  translation.network.intersections.push_back(std::move(joint));
}

}  // namespace

void translate_joints(Translation& translation) {
  const RoadPlans& roads = translation.roads;
  for (std::size_t i = 0; i < roads.size(); ++i)
    if (!roads[i].is_connecting) join_sections(translation, i);

  for (const auto& [first, touches] : groups_of(find_touches(translation))) {
    std::set<RoadEnd> ends;
    for (const Touch& touch : touches) {
      ends.insert(touch.a.at);
      ends.insert(touch.b.at);
    }
    network::IntersectionDescription joint;
    joint.place = translation.place(roads[first.road].road->where);
    for (const RoadEnd& end : ends)
      joint.name += fmt::format("{}{}", joint.name.empty() ? "" : "-", arm_name(roads, end));
    const bool is_cut = std::any_of(ends.begin(), ends.end(),
                                    [&](const RoadEnd& end) { return section_at(roads, end).is_gap; });
    warn_of_merges(translation, touches);
    if (is_cut)
      add_merge(translation, touches, ends, std::move(joint));
    else
      join_ends(translation, touches, ends, std::move(joint));
  }
}

}  // namespace backlot::formats::opendrive
