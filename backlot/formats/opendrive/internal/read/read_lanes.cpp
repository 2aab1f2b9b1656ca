#include "backlot/formats/opendrive/internal/read/read_lanes.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/read/read_road.h"
#include "backlot/formats/opendrive/internal/read/records.h"

namespace backlot::formats::opendrive {

namespace {

// On one side of a section. No road has a tenth of it, and a file of nothing but lanes must not cost the square of its size.
constexpr std::size_t kMostLanes = 500;

RoadMarkLine read_line(xml::Attributes& in, xml::Element element) {
  RoadMarkLine line;
  line.where = element.where();
  line.s = in.number_or(element, "sOffset", 0);
  line.length_m = in.number_or(element, "length", 0);
  line.space_m = in.number_or(element, "space", 0);
  line.t_offset_m = in.number_or(element, "tOffset", 0);
  line.width_m = in.find_number(element, "width");
  line.rule = in.word_or_empty(element, "rule");
  line.color = in.word_or_empty(element, "color");
  return line;
}

RoadMark read_road_mark(xml::Attributes& in, xml::Element element) {
  RoadMark mark;
  mark.where = element.where();
  mark.s = in.number_or(element, "sOffset", 0);
  mark.type = in.word_or_empty(element, "type");
  mark.color = in.word_or_empty(element, "color");
  mark.weight = in.word_or_empty(element, "weight");
  mark.lane_change = in.word_or_empty(element, "laneChange");
  mark.material = in.word_or_empty(element, "material");
  mark.width_m = in.find_number(element, "width");
  mark.height_m = in.find_number(element, "height");
  for (const xml::Element child : element.children()) {
    if (child.name() != "type" && child.name() != "explicit") continue;
    if (child.name() == "explicit")
      mark.is_explicit = true;
    else
      mark.line_type = in.word_or_empty(child, "name");
    for (const xml::Element line : child.children())
      if (line.name() == "line") mark.lines.push_back(read_line(in, line));
  }
  return mark;
}

// One restriction as an attribute, or several below.
LaneAccess read_access(xml::Attributes& in, xml::Element element) {
  LaneAccess access;
  access.where = element.where();
  access.s = in.number_or(element, "sOffset", 0);
  access.rule = in.word_or_empty(element, "rule");
  if (const auto restriction = element.find("restriction")) access.restrictions.emplace_back(*restriction);
  for (const xml::Element child : element.children())
    if (child.name() == "restriction") access.restrictions.push_back(in.word_or_empty(child, "type"));
  return access;
}

void read_links(xml::Attributes& in, xml::Element element, Lane& lane) {
  lane.has_link = true;
  for (const xml::Element child : element.children()) {
    if (child.name() == "predecessor") lane.predecessors.push_back({child.where(), in.whole(child, "id")});
    if (child.name() == "successor") lane.successors.push_back({child.where(), in.whole(child, "id")});
  }
}

void read_child(xml::Attributes& in, xml::Element child, Lane& lane) {
  const std::string_view name = child.name();
  if (name == "link")
    read_links(in, child, lane);
  else if (name == "width")
    lane.widths.push_back(read_cubic(in, child, "sOffset"));
  else if (name == "border")
    lane.borders.push_back(read_cubic(in, child, "sOffset"));
  else if (name == "roadMark")
    lane.road_marks.push_back(read_road_mark(in, child));
  else if (name == "speed")
    lane.speeds.push_back(read_speed(in, child, in.number_or(child, "sOffset", 0)));
  else if (name == "access")
    lane.accesses.push_back(read_access(in, child));
  else if (name == "height")
    lane.heights.push_back({child.where(), in.number_or(child, "sOffset", 0), in.number_or(child, "inner", 0),
                            in.number_or(child, "outer", 0)});
}

Lane read_lane(xml::Attributes& in, xml::Element element) {
  Lane lane;
  lane.where = element.where();
  lane.id = in.whole(element, "id");
  lane.type = in.word_or_empty(element, "type");
  lane.level = in.find_flag(element, "level");
  lane.direction = in.word_or_empty(element, "direction");
  lane.advisory = in.word_or_empty(element, "advisory");
  lane.is_dynamic_direction = in.find_flag(element, "dynamicLaneDirection").value_or(false);
  lane.is_dynamic_type = in.find_flag(element, "dynamicLaneType").value_or(false);
  for (const xml::Element child : element.children()) read_child(in, child, lane);

  put_in_order(in, lane.widths, "width");
  put_in_order(in, lane.borders, "border");
  put_in_order(in, lane.heights, "height");
  put_in_order(in, lane.speeds, "speed");
  put_in_order(in, lane.accesses, "access");
  put_in_order(in, lane.road_marks, "roadMark");
  return lane;
}

LaneSection read_section(xml::Attributes& in, xml::Element element) {
  LaneSection section;
  section.where = element.where();
  section.s = in.number(element, "s");
  section.is_single_side = in.find_flag(element, "singleSide");
  for (const xml::Element side : element.children()) {
    std::vector<Lane>* lanes = side.name() == "left"     ? &section.left
                               : side.name() == "center" ? &section.center
                               : side.name() == "right"  ? &section.right
                                                         : nullptr;
    if (lanes == nullptr) continue;
    for (const xml::Element lane : side.children()) {
      if (lane.name() != "lane") continue;
      if (lanes->size() == kMostLanes) {
        in.error("X208", lane.where(),
                 fmt::format("a lane section has more than {} lanes on one side", kMostLanes));
        break;
      }
      lanes->push_back(read_lane(in, lane));
    }
  }
  return section;
}

}  // namespace

void read_lanes(xml::Attributes& in, xml::Element element, Road& road) {
  for (const xml::Element child : element.children()) {
    if (child.name() == "laneOffset") road.lane_offsets.push_back(read_cubic(in, child));
    if (child.name() == "laneSection") road.sections.push_back(read_section(in, child));
  }
}

}  // namespace backlot::formats::opendrive
