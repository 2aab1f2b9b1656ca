// Roads: the ribbon of each, and the ways on it.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/import/road_objects.h"
#include "backlot/formats/opendrive/internal/import/speed_limits.h"
#include "backlot/formats/opendrive/internal/import/translation.h"
#include "backlot/formats/opendrive/internal/import/wayside.h"
#include "backlot/formats/opendrive/internal/plan/lane_words.h"
#include "backlot/formats/opendrive/internal/plan/road_surface.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;
using network::EndKind;
using Paint = network::Marking;

// The paint on a boundary all along a section: where it begins, and where it changes.
struct Paints {
  Paint first = Paint::automatic;
  std::vector<network::MarkingChange> changes;
};

// Marks are in the order of s; of two at one place the last counts. What begins at the end of the section does not.
Paints paints_of(const Lane& lane, const SectionPlan& section, const ReferenceLine& line) {
  constexpr double kNear_m = 1e-4;
  Paints out;
  Paint last = Paint::automatic;
  for (const RoadMark& mark : lane.road_marks) {
    const double from = line.plan_at(section.section->s + mark.s) - section.from;
    const Paint paint = marking_of(mark.type, lane.id);
    if (from >= section.length() - kNear_m) break;
    if (paint == Paint::automatic) continue;  // a word that says nothing
    if (from <= kNear_m) {
      out.first = last = paint;
      continue;
    }
    if (!out.changes.empty() && from - out.changes.back().from <= kNear_m) {
      out.changes.pop_back();
      last = out.changes.empty() ? out.first : out.changes.back().marking;
    }
    if (paint == last) continue;
    out.changes.push_back({from, paint});
    last = paint;
  }
  return out;
}

void paint_left(network::LaneDescription& lane, const Paints& paints) {
  lane.left_marking = paints.first;
  lane.left_changes = paints.changes;
}

void paint_right(network::LaneDescription& lane, const Paints& paints) {
  lane.right_marking = paints.first;
  lane.right_changes = paints.changes;
}

class RoadTranslator {
 public:
  RoadTranslator(Translation& translation, std::size_t index)
      : translation_(translation), index_(index), plan_(translation.roads[index]) {}

  network::RoadDescription translate();

 private:
  network::WayDescription way(std::size_t section) const;
  bool goes_on(std::size_t section, const LanePlan& lane, End end) const;
  bool is_outer(std::size_t section, End end) const;
  bool is_joined(std::size_t section, End end) const;
  network::SourceFrame source() const;

  Translation& translation_;
  std::size_t index_;
  const RoadPlan& plan_;
};

// Whether a section ends where the road does, or at a gap.
bool RoadTranslator::is_outer(std::size_t section, End end) const {
  BACKLOT_ASSERT(section < plan_.sections.size(), "the road has no such section");
  if (end == End::start) return section == 0 || plan_.sections[section - 1].is_gap;
  return section + 1 == plan_.sections.size() || plan_.sections[section + 1].is_gap;
}

// Whether an intersection lies at an end of a section.
bool RoadTranslator::is_joined(std::size_t section, End end) const {
  BACKLOT_ASSERT(section < plan_.sections.size(), "the road has no such section");
  if (is_outer(section, end)) return translation_.attached.contains({index_, section, end});
  const std::size_t before = end == End::start ? section - 1 : section;
  const SectionPlan &a = plan_.sections[before], &b = plan_.sections[before + 1];
  return std::any_of(a.onward.begin(), a.onward.end(), [&](const LanePair& pair) {
    return leads_on(*a.find(pair.first), End::end, *b.find(pair.second), End::start);
  });
}

// Whether traffic that leaves a lane over an end comes to another lane.
bool RoadTranslator::goes_on(std::size_t section, const LanePlan& lane, End end) const {
  BACKLOT_ASSERT(section < plan_.sections.size(), "the road has no such section");
  if (is_outer(section, end)) return translation_.onward.contains({{index_, section, end}, lane.id()});
  const std::size_t before = end == End::start ? section - 1 : section;
  const SectionPlan &a = plan_.sections[before], &b = plan_.sections[before + 1];
  return std::any_of(a.onward.begin(), a.onward.end(), [&](const LanePair& pair) {
    if ((end == End::end ? pair.first : pair.second) != lane.id()) return false;
    const LanePlan &x = *a.find(pair.first), &y = *b.find(pair.second);
    if (!leads_on(x, End::end, y, End::start)) return false;
    return end == End::end ? enters_over(y, End::start) : enters_over(x, End::end);
  });
}

network::WayDescription RoadTranslator::way(std::size_t index) const {
  BACKLOT_ASSERT(index < plan_.sections.size(), "the road has no such section");
  const SectionPlan& section = plan_.sections[index];
  network::WayDescription way;
  way.name = section.way;
  way.from = index == 0 ? 0 : section.from;
  if (index + 1 < plan_.sections.size() && plan_.sections[index + 1].is_gap) way.to = section.to;
  way.lanes_left = section.lanes_left;
  way.shift = section.shift;
  way.place = translation_.place(section.section->where);
  const auto end_kind = [&](End end) {
    if (is_joined(index, end)) return EndKind::joined;
    const bool is_end_of_road = end == End::start ? index == 0 : index + 1 == plan_.sections.size();
    return is_end_of_road ? EndKind::open : EndKind::closed;
  };
  way.start = end_kind(End::start);
  way.end = end_kind(End::end);

  for (const LanePlan& plan : section.lanes) {
    network::LaneDescription lane;
    lane.name = plan.name();
    lane.kind = plan.kind;
    lane.direction = plan.direction;
    lane.width = plan.width;
    lane.heights = plan.heights;
    lane.place = translation_.place(plan.lane->where);
    for (const End end : {End::start, End::end})
      if (leaves_over(plan, end) &&
          (!has_room(plan, end) || (is_joined(index, end) && !goes_on(index, plan, end))))
        lane.ends = true;
    (plan.id() > 0 ? paint_left : paint_right)(lane, paints_of(*plan.lane, section, plan_.line));
    way.lanes.push_back(std::move(lane));
  }
  // the mark of lane 0 is between the first lanes of both sides
  for (const Lane& centre : section.section->center) {
    const Paints paints = paints_of(centre, section, plan_.line);
    if (section.lanes_left > 0) paint_right(way.lanes[section.lanes_left - 1], paints);
    if (section.lanes_left < way.lanes.size()) paint_left(way.lanes[section.lanes_left], paints);
  }
  way.attributes = speed_limits(plan_, section);
  add_wayside(translation_, plan_, section, way);
  return way;
}

network::SourceFrame RoadTranslator::source() const {
  network::SourceFrame source;
  source.road = plain_name(plan_.road->id);
  source.stations = plan_.line.stations;
  for (const SectionPlan& section : plan_.sections)
    for (const LanePlan& lane : section.lanes)
      if (!section.way.empty()) source.lanes.push_back({section.way, lane.name(), std::to_string(lane.id())});
  const auto labels = translation_.labels.find(index_);
  if (labels != translation_.labels.end())
    for (const auto& [corridor, chain] : labels->second)
      for (std::size_t i = 0; i < chain.lanes.size(); ++i)
        if (i == 0 || chain.lanes[i]->id() != chain.lanes[i - 1]->id())
          source.lanes.push_back({corridor, "lane", std::to_string(chain.lanes[i]->id()),
                                  i == 0 ? 0 : plan_.sections[chain.first_section + i].s_from});
  return source;
}

network::RoadDescription RoadTranslator::translate() {
  const Road& road = *plan_.road;
  network::RoadDescription out;
  out.name = plan_.name;
  out.place = translation_.place(road.where);
  out.is_measured_in_plan = true;
  geometry::PlanSpine spine;
  spine.elements = plan_.line.elements;
  const double from = plan_.line.s_start(), to = plan_.line.s_end();
  spine.elevation = profile_by_plan(road.elevation, 0, plan_.line, from, to);
  spine.bank_rad = profile_by_plan(road.lateral.superelevation, 0, plan_.line, from, to);
  out.spine = std::move(spine);
  out.surface = surface_of(translation_.document, road, plan_.line, translation_.surface_parts_left,
                           translation_.found);
  for (std::size_t i = 0; i < plan_.sections.size(); ++i)
    if (!plan_.sections[i].way.empty()) out.ways.push_back(way(i));
  add_objects(translation_, plan_, out);
  out.source = source();
  return out;
}

}  // namespace

void translate_roads(Translation& translation) {
  for (std::size_t i = 0; i < translation.roads.size(); ++i)
    translation.network.roads.push_back(RoadTranslator(translation, i).translate());
}

}  // namespace backlot::formats::opendrive
