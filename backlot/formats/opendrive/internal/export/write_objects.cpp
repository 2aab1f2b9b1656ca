// The objects of a road.
#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/write_parts.h"

namespace backlot::formats::opendrive {

namespace {

void write_repeat(xml::Writer& out, const Repeat& repeat) {
  const xml::WrittenElement element(out, "repeat");
  out.attribute("s", repeat.s);
  out.attribute("length", repeat.length_m);
  out.attribute("distance", repeat.distance_m);
  out.attribute("tStart", repeat.t_start);
  out.attribute("tEnd", repeat.t_end);
  out.attribute("heightStart", repeat.height_start_m);
  out.attribute("heightEnd", repeat.height_end_m);
  out.attribute("zOffsetStart", repeat.z_offset_start_m);
  out.attribute("zOffsetEnd", repeat.z_offset_end_m);
  out.attribute("widthStart", repeat.width_start_m);
  out.attribute("widthEnd", repeat.width_end_m);
  out.attribute("lengthStart", repeat.length_start_m);
  out.attribute("lengthEnd", repeat.length_end_m);
  out.attribute("radiusStart", repeat.radius_start_m);
  out.attribute("radiusEnd", repeat.radius_end_m);
}

void write_outline(xml::Writer& out, const Outline& outline) {
  const xml::WrittenElement element(out, "outline");
  out.attribute("id", outline.id);
  out.attribute_unless_empty("fillType", outline.fill_type);
  out.attribute("outer", outline.is_outer);
  out.attribute("closed", outline.is_closed);
  out.attribute_unless_empty("laneType", outline.lane_type);
  for (const CornerRoad& corner : outline.road_corners) {
    const xml::WrittenElement one(out, "cornerRoad");
    out.attribute("id", corner.id);
    out.attribute("s", corner.s);
    out.attribute("t", corner.t);
    out.attribute("dz", corner.dz_m);
    out.attribute("height", corner.height_m);
  }
  for (const CornerLocal& corner : outline.local_corners) {
    const xml::WrittenElement one(out, "cornerLocal");
    out.attribute("id", corner.id);
    out.attribute("u", corner.u);
    out.attribute("v", corner.v);
    out.attribute("z", corner.z);
    out.attribute("height", corner.height_m);
  }
}

void write_outlines(xml::Writer& out, const Object& object) {
  // the single one of 1.4 has no element around it
  if (!object.has_outlines) {
    for (const Outline& outline : object.outlines) write_outline(out, outline);
    return;
  }
  const xml::WrittenElement outlines(out, "outlines");
  for (const Outline& outline : object.outlines) write_outline(out, outline);
}

void write_corners(xml::Writer& out, const std::vector<CornerReference>& corners) {
  for (const CornerReference& corner : corners) {
    const xml::WrittenElement one(out, "cornerReference");
    out.attribute("id", corner.id);
  }
}

void write_markings(xml::Writer& out, const std::vector<Marking>& markings) {
  if (markings.empty()) return;
  const xml::WrittenElement element(out, "markings");
  for (const Marking& marking : markings) {
    const xml::WrittenElement one(out, "marking");
    out.attribute_unless_empty("side", marking.side);
    out.attribute_unless_empty("color", marking.color);
    out.attribute("width", marking.width_m);
    out.attribute("outlineId", marking.outline);
    write_corners(out, marking.corners);
  }
}

void write_borders(xml::Writer& out, const std::vector<Border>& borders) {
  if (borders.empty()) return;
  const xml::WrittenElement element(out, "borders");
  for (const Border& border : borders) {
    const xml::WrittenElement one(out, "border");
    out.attribute("width", border.width_m);
    out.attribute_unless_empty("type", border.type);
    out.attribute("outlineId", border.outline);
    out.attribute("useCompleteOutline", border.uses_whole_outline);
    write_corners(out, border.corners);
  }
}

void write_object(xml::Writer& out, const Object& object) {
  const xml::WrittenElement element(out, "object");
  out.attribute_unless_empty("type", object.type);
  out.attribute_unless_empty("subtype", object.subtype);
  out.attribute_unless_empty("name", object.name);
  out.attribute("id", object.id);
  out.attribute("s", object.s);
  out.attribute("t", object.t);
  out.attribute("zOffset", object.z_offset_m);
  out.attribute("orientation", to_text(object.orientation));
  out.attribute("hdg", object.heading_rad);
  out.attribute("pitch", object.pitch_rad);
  out.attribute("roll", object.roll_rad);
  out.attribute("length", object.length_m);
  out.attribute("width", object.width_m);
  out.attribute("radius", object.radius_m);
  out.attribute("height", object.height_m);
  if (object.valid_length_m != 0) out.attribute("validLength", object.valid_length_m);
  if (object.is_dynamic) out.attribute("dynamic", "yes");
  for (const Repeat& repeat : object.repeats) write_repeat(out, repeat);
  write_outlines(out, object);
  write_validities(out, object.validities);
  if (object.parking_space) {
    const xml::WrittenElement space(out, "parkingSpace");
    out.attribute_unless_empty("access", object.parking_space->access);
    out.attribute_unless_empty("restrictions", object.parking_space->restrictions);
  }
  write_markings(out, object.markings);
  write_borders(out, object.borders);
}

void write_structure(xml::Writer& out, const char* name, const Structure& structure) {
  BACKLOT_ASSERT(name != nullptr, "an element has a name");
  const xml::WrittenElement element(out, name);
  out.attribute("s", structure.s);
  out.attribute("length", structure.length_m);
  out.attribute_unless_empty("name", structure.name);
  out.attribute("id", structure.id);
  out.attribute_unless_empty("type", structure.type);
  write_validities(out, structure.validities);
}

}  // namespace

std::string_view to_text(Orientation orientation) {
  if (orientation == Orientation::along) return "+";
  return orientation == Orientation::against ? "-" : "none";
}

void write_validities(xml::Writer& out, const std::vector<Validity>& validities) {
  for (const Validity& validity : validities) {
    const xml::WrittenElement element(out, "validity");
    out.attribute("fromLane", validity.from_lane);
    out.attribute("toLane", validity.to_lane);
  }
}

void write_objects(xml::Writer& out, const Road& road) {
  if (road.objects.empty() && road.object_references.empty() && road.tunnels.empty() && road.bridges.empty())
    return;
  const xml::WrittenElement objects(out, "objects");
  for (const Object& object : road.objects) write_object(out, object);
  for (const ObjectReference& reference : road.object_references) {
    const xml::WrittenElement element(out, "objectReference");
    out.attribute("s", reference.s);
    out.attribute("t", reference.t);
    out.attribute("id", reference.id);
    out.attribute("orientation", to_text(reference.orientation));
    write_validities(out, reference.validities);
  }
  for (const Structure& tunnel : road.tunnels) write_structure(out, "tunnel", tunnel);
  for (const Structure& bridge : road.bridges) write_structure(out, "bridge", bridge);
}

}  // namespace backlot::formats::opendrive
