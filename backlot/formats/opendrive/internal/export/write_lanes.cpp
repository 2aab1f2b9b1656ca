// The lanes of a road.
#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/write_parts.h"

namespace backlot::formats::opendrive {

namespace {

void write_line(xml::Writer& out, const RoadMarkLine& line) {
  const xml::WrittenElement element(out, "line");
  out.attribute("length", line.length_m);
  out.attribute("space", line.space_m);
  out.attribute("tOffset", line.t_offset_m);
  out.attribute("sOffset", line.s);
  out.attribute_unless_empty("rule", line.rule);
  out.attribute("width", line.width_m);
  out.attribute_unless_empty("color", line.color);
}

void write_road_mark(xml::Writer& out, const RoadMark& mark) {
  const xml::WrittenElement element(out, "roadMark");
  out.attribute("sOffset", mark.s);
  out.attribute_unless_empty("type", mark.type);
  out.attribute_unless_empty("weight", mark.weight);
  out.attribute_unless_empty("color", mark.color);
  out.attribute_unless_empty("material", mark.material);
  out.attribute("width", mark.width_m);
  out.attribute_unless_empty("laneChange", mark.lane_change);
  out.attribute("height", mark.height_m);
  if (mark.lines.empty() && mark.line_type.empty() && !mark.is_explicit) return;
  const xml::WrittenElement lines(out, mark.is_explicit ? "explicit" : "type");
  if (!mark.is_explicit) out.attribute_unless_empty("name", mark.line_type);
  for (const RoadMarkLine& line : mark.lines) write_line(out, line);
}

void write_access(xml::Writer& out, const LaneAccess& access) {
  const xml::WrittenElement element(out, "access");
  out.attribute("sOffset", access.s);
  out.attribute_unless_empty("rule", access.rule);
  // one as up to 1.7, several as since 1.8
  if (access.restrictions.size() == 1) {
    out.attribute("restriction", access.restrictions.front());
    return;
  }
  for (const std::string& restriction : access.restrictions) {
    const xml::WrittenElement one(out, "restriction");
    out.attribute("type", restriction);
  }
}

void write_links(xml::Writer& out, const char* name, const std::vector<LaneLink>& links) {
  BACKLOT_ASSERT(name != nullptr, "an element has a name");
  for (const LaneLink& link : links) {
    const xml::WrittenElement element(out, name);
    out.attribute("id", link.lane);
  }
}

void write_lane(xml::Writer& out, const Lane& lane) {
  const xml::WrittenElement element(out, "lane");
  out.attribute("id", lane.id);
  out.attribute("type", lane.type);
  out.attribute("level", lane.level);
  out.attribute_unless_empty("direction", lane.direction);
  out.attribute_unless_empty("advisory", lane.advisory);
  if (lane.is_dynamic_direction) out.attribute("dynamicLaneDirection", true);
  if (lane.is_dynamic_type) out.attribute("dynamicLaneType", true);
  if (lane.has_link || !lane.predecessors.empty() || !lane.successors.empty()) {
    const xml::WrittenElement link(out, "link");
    write_links(out, "predecessor", lane.predecessors);
    write_links(out, "successor", lane.successors);
  }
  write_cubics(out, "border", lane.borders, "sOffset");
  write_cubics(out, "width", lane.widths, "sOffset");
  for (const RoadMark& mark : lane.road_marks) write_road_mark(out, mark);
  for (const Speed& speed : lane.speeds) write_speed(out, speed, "sOffset");
  for (const LaneAccess& access : lane.accesses) write_access(out, access);
  for (const LaneHeight& height : lane.heights) {
    const xml::WrittenElement one(out, "height");
    out.attribute("sOffset", height.s);
    out.attribute("inner", height.inner_m);
    out.attribute("outer", height.outer_m);
  }
}

void write_side(xml::Writer& out, const char* name, const std::vector<Lane>& lanes) {
  BACKLOT_ASSERT(name != nullptr, "an element has a name");
  if (lanes.empty()) return;
  const xml::WrittenElement side(out, name);
  for (const Lane& lane : lanes) write_lane(out, lane);
}

}  // namespace

void write_lanes(xml::Writer& out, const Road& road) {
  const xml::WrittenElement lanes(out, "lanes");
  write_cubics(out, "laneOffset", road.lane_offsets);
  for (const LaneSection& section : road.sections) {
    const xml::WrittenElement element(out, "laneSection");
    out.attribute("s", section.s);
    out.attribute("singleSide", section.is_single_side);
    write_side(out, "left", section.left);
    write_side(out, "center", section.center);
    write_side(out, "right", section.right);
  }
}

}  // namespace backlot::formats::opendrive
