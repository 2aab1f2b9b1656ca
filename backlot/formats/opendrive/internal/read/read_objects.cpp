#include "backlot/formats/opendrive/internal/read/read_objects.h"

#include <utility>

#include "backlot/formats/opendrive/internal/read/records.h"

namespace backlot::formats::opendrive {

namespace {

Outline read_outline(xml::Attributes& in, xml::Element element) {
  Outline outline;
  outline.where = element.where();
  outline.id = in.find_whole(element, "id");
  outline.is_closed = in.find_flag(element, "closed");
  outline.is_outer = in.find_flag(element, "outer");
  outline.fill_type = in.word_or_empty(element, "fillType");
  outline.lane_type = in.word_or_empty(element, "laneType");
  for (const xml::Element corner : element.children()) {
    if (corner.name() == "cornerRoad")
      outline.road_corners.push_back({corner.where(), in.find_whole(corner, "id"), in.number(corner, "s"),
                                      in.number(corner, "t"), in.number_or(corner, "dz", 0),
                                      in.number_or(corner, "height", 0)});
    if (corner.name() == "cornerLocal")
      outline.local_corners.push_back({corner.where(), in.find_whole(corner, "id"), in.number(corner, "u"),
                                       in.number(corner, "v"), in.number_or(corner, "z", 0),
                                       in.number_or(corner, "height", 0)});
  }
  return outline;
}

Repeat read_repeat(xml::Attributes& in, xml::Element element, const Object& object) {
  Repeat repeat;
  repeat.where = element.where();
  repeat.s = in.number_or(element, "s", object.s);
  repeat.length_m = in.number_or(element, "length", 0);
  repeat.distance_m = in.number_or(element, "distance", 0);
  repeat.t_start = in.number_or(element, "tStart", object.t);
  repeat.t_end = in.number_or(element, "tEnd", object.t);
  repeat.z_offset_start_m = in.number_or(element, "zOffsetStart", object.z_offset_m);
  repeat.z_offset_end_m = in.number_or(element, "zOffsetEnd", object.z_offset_m);
  repeat.height_start_m = in.number_or(element, "heightStart", object.height_m.value_or(0));
  repeat.height_end_m = in.number_or(element, "heightEnd", object.height_m.value_or(0));
  repeat.width_start_m = in.find_number(element, "widthStart");
  repeat.width_end_m = in.find_number(element, "widthEnd");
  repeat.length_start_m = in.find_number(element, "lengthStart");
  repeat.length_end_m = in.find_number(element, "lengthEnd");
  repeat.radius_start_m = in.find_number(element, "radiusStart");
  repeat.radius_end_m = in.find_number(element, "radiusEnd");
  return repeat;
}

std::vector<CornerReference> read_corner_references(xml::Attributes& in, xml::Element element) {
  std::vector<CornerReference> references;
  for (const xml::Element child : element.children())
    if (child.name() == "cornerReference") references.push_back({child.where(), in.whole(child, "id")});
  return references;
}

Marking read_marking(xml::Attributes& in, xml::Element element) {
  Marking marking;
  marking.where = element.where();
  marking.side = in.word_or_empty(element, "side");
  marking.color = in.word_or_empty(element, "color");
  marking.width_m = in.find_number(element, "width");
  marking.outline = in.find_whole(element, "outlineId");
  marking.corners = read_corner_references(in, element);
  return marking;
}

Border read_border(xml::Attributes& in, xml::Element element) {
  Border border;
  border.where = element.where();
  border.type = in.word_or_empty(element, "type");
  border.outline = in.find_whole(element, "outlineId");
  border.uses_whole_outline = in.find_flag(element, "useCompleteOutline");
  border.width_m = in.number_or(element, "width", 0);
  border.corners = read_corner_references(in, element);
  return border;
}

SkeletonLine read_skeleton_line(xml::Element element) {
  SkeletonLine line;
  line.where = element.where();
  for (const xml::Element vertex : element.children()) {
    if (vertex.name() == "vertexRoad") ++line.vertices_road;
    if (vertex.name() == "vertexLocal") ++line.vertices_local;
  }
  return line;
}

void read_child(xml::Attributes& in, xml::Element child, Object& object) {
  const std::string_view name = child.name();
  if (name == "outline")
    object.outlines.push_back(read_outline(in, child));
  else if (name == "repeat")
    object.repeats.push_back(read_repeat(in, child, object));
  else if (name == "parkingSpace")
    object.parking_space = ParkingSpace{child.where(), in.word_or_empty(child, "access"),
                                        in.word_or_empty(child, "restrictions")};
  else if (name == "material")
    object.materials.push_back(child.where());
  else if (name == "surface")
    object.surfaces.push_back(child.where());
  else if (name == "outlines") {
    object.has_outlines = true;
    for (const xml::Element outline : child.children())
      if (outline.name() == "outline") object.outlines.push_back(read_outline(in, outline));
  } else if (name == "markings") {
    for (const xml::Element marking : child.children())
      if (marking.name() == "marking") object.markings.push_back(read_marking(in, marking));
  } else if (name == "borders") {
    for (const xml::Element border : child.children())
      if (border.name() == "border") object.borders.push_back(read_border(in, border));
  } else if (name == "skeleton") {
    for (const xml::Element line : child.children())
      if (line.name() == "polyline") object.skeleton.push_back(read_skeleton_line(line));
  }
}

Object read_object(xml::Attributes& in, xml::Element element) {
  Object object;
  object.where = element.where();
  object.id = in.word_or_empty(element, "id");
  object.name = in.word_or_empty(element, "name");
  object.type = in.word_or_empty(element, "type");
  object.subtype = in.word_or_empty(element, "subtype");
  object.s = in.number(element, "s");
  object.t = in.number(element, "t");
  object.z_offset_m = in.number_or(element, "zOffset", 0);
  object.orientation = read_orientation(element);
  object.heading_rad = in.number_or(element, "hdg", 0);
  object.pitch_rad = in.number_or(element, "pitch", 0);
  object.roll_rad = in.number_or(element, "roll", 0);
  object.length_m = in.find_number(element, "length");
  object.width_m = in.find_number(element, "width");
  object.radius_m = in.find_number(element, "radius");
  object.height_m = in.find_number(element, "height");
  object.valid_length_m = in.number_or(element, "validLength", 0);
  object.is_dynamic = in.find_flag(element, "dynamic").value_or(false);
  object.validities = read_validities(in, element);
  for (const xml::Element child : element.children()) read_child(in, child, object);
  return object;
}

ObjectReference read_reference(xml::Attributes& in, xml::Element element) {
  return {element.where(),         in.word_or_empty(element, "id"), in.number(element, "s"),
          in.number(element, "t"), read_orientation(element),       read_validities(in, element)};
}

Structure read_structure(xml::Attributes& in, xml::Element element) {
  return {element.where(),
          in.word_or_empty(element, "id"),
          in.word_or_empty(element, "name"),
          in.word_or_empty(element, "type"),
          in.number(element, "s"),
          in.number(element, "length"),
          read_validities(in, element)};
}

}  // namespace

void read_objects(xml::Attributes& in, xml::Element element, Road& road) {
  for (const xml::Element child : element.children()) {
    const std::string_view name = child.name();
    if (name == "object")
      road.objects.push_back(read_object(in, child));
    else if (name == "objectReference")
      road.object_references.push_back(read_reference(in, child));
    else if (name == "tunnel")
      road.tunnels.push_back(read_structure(in, child));
    else if (name == "bridge")
      road.bridges.push_back(read_structure(in, child));
  }
}

}  // namespace backlot::formats::opendrive
