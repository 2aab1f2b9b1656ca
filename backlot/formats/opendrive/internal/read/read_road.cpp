#include "backlot/formats/opendrive/internal/read/read_road.h"

#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/read/read_lanes.h"
#include "backlot/formats/opendrive/internal/read/read_objects.h"
#include "backlot/formats/opendrive/internal/read/read_plan_view.h"
#include "backlot/formats/opendrive/internal/read/read_signals.h"
#include "backlot/formats/opendrive/internal/read/records.h"

namespace backlot::formats::opendrive {

namespace {

RoadLink read_link(xml::Attributes& in, xml::Element element) {
  RoadLink link;
  link.where = element.where();
  const auto type = element.find("elementType");
  if (type == "road") link.type = ElementType::road;
  if (type == "junction") link.type = ElementType::junction;
  link.element = in.word_or_empty(element, "elementId");
  link.contact = read_contact(element);
  link.element_s = in.find_number(element, "elementS");
  link.element_direction = in.word_or_empty(element, "elementDir");
  return link;
}

void read_links(xml::Attributes& in, xml::Element element, Road& road) {
  if (const xml::Element link = element.child("predecessor"); !link.is_none())
    road.predecessor = read_link(in, link);
  if (const xml::Element link = element.child("successor"); !link.is_none())
    road.successor = read_link(in, link);
}

RoadType read_road_type(xml::Attributes& in, xml::Element element) {
  RoadType type;
  type.where = element.where();
  type.s = in.number_or(element, "s", 0);
  type.type = in.word_or_empty(element, "type");
  type.country = in.word_or_empty(element, "country");
  if (const xml::Element speed = element.child("speed"); !speed.is_none())
    type.speed = read_speed(in, speed, type.s);
  return type;
}

std::vector<Cubic> read_coefficients(xml::Attributes& in, xml::Element element) {
  std::vector<Cubic> records;
  for (const xml::Element child : element.children())
    if (child.name() == "coefficients") records.push_back(read_cubic(in, child));
  put_in_order(in, records, "coefficients");
  return records;
}

SurfaceStrip read_strip(xml::Attributes& in, xml::Element element) {
  SurfaceStrip strip;
  strip.where = element.where();
  strip.id = in.whole(element, "id");
  strip.mode = in.word_or_empty(element, "mode");
  strip.width = read_coefficients(in, element.child("width"));
  strip.constant = read_coefficients(in, element.child("constant"));
  strip.linear = read_coefficients(in, element.child("linear"));
  strip.quadratic = read_coefficients(in, element.child("quadratic"));
  strip.cubic = read_coefficients(in, element.child("cubic"));
  return strip;
}

LateralProfile read_lateral(xml::Attributes& in, xml::Element element) {
  LateralProfile lateral;
  for (const xml::Element child : element.children()) {
    if (child.name() == "superelevation") {
      lateral.superelevation.push_back(read_cubic(in, child));
    } else if (child.name() == "shape") {
      const Cubic along = read_cubic(in, child);
      lateral.shape.push_back(
          {along.where, along.s, in.number(child, "t"), along.a, along.b, along.c, along.d});
    } else if (child.name() == "crossSectionSurface") {
      CrossSectionSurface surface;
      surface.where = child.where();
      surface.t_offset = read_coefficients(in, child.child("tOffset"));
      for (const xml::Element strip : child.child("surfaceStrips").children())
        if (strip.name() == "strip") surface.strips.push_back(read_strip(in, strip));
      lateral.surface = std::move(surface);
    }
  }
  put_in_order(in, lateral.superelevation, "superelevation");
  put_in_order(in, lateral.shape, "shape");
  return lateral;
}

}  // namespace

Speed read_speed(xml::Attributes& in, xml::Element element, double s) {
  Speed speed;
  speed.where = element.where();
  speed.s = s;
  const auto max = element.find("max");
  speed.is_unlimited = max == "no limit";
  if (speed.is_unlimited || max == "undefined") return speed;

  const std::string_view unit = element.find("unit").value_or("m/s");
  double unit_mps = 1;
  if (unit == "km/h")
    unit_mps = 1 / 3.6;
  else if (unit == "mph")
    unit_mps = 0.44704;
  else if (unit != "m/s" && !unit.empty())
    in.warning("X204", element.where_of("unit"), fmt::format("\"{}\" is no unit of speed", unit),
               "known are m/s, km/h and mph; it is taken for m/s");
  speed.max_mps = in.find_number(element, "max");
  if (speed.max_mps) *speed.max_mps *= unit_mps;
  if (speed.max_mps && *speed.max_mps <= 0) speed.max_mps.reset();
  return speed;
}

Road read_road(xml::Attributes& in, xml::Element element) {
  Road road;
  road.where = element.where();
  road.id = in.word(element, "id");
  road.name = in.word_or_empty(element, "name");
  road.length_m = read_length(in, element);
  road.junction = in.word_or_empty(element, "junction");
  if (road.junction == "-1") road.junction.clear();
  if (element.find("rule") == "LHT") road.rule = TrafficRule::left_hand;

  for (const xml::Element child : element.children()) {
    const std::string_view name = child.name();
    if (name == "link")
      read_links(in, child, road);
    else if (name == "type")
      road.types.push_back(read_road_type(in, child));
    else if (name == "planView")
      read_plan_view(in, child, road.plan_view);
    else if (name == "elevationProfile") {
      for (const xml::Element record : child.children())
        if (record.name() == "elevation") road.elevation.push_back(read_cubic(in, record));
    } else if (name == "lateralProfile")
      road.lateral = read_lateral(in, child);
    else if (name == "lanes")
      read_lanes(in, child, road);
    else if (name == "objects")
      read_objects(in, child, road);
    else if (name == "signals")
      read_signals(in, child, road);
  }
  put_in_order(in, road.types, "type");
  put_in_order(in, road.plan_view, "geometry");
  put_in_order(in, road.elevation, "elevation");
  put_in_order(in, road.lane_offsets, "laneOffset");
  put_in_order(in, road.sections, "laneSection");
  return road;
}

}  // namespace backlot::formats::opendrive
