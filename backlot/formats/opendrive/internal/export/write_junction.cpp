// Junctions.
#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/write_parts.h"

namespace backlot::formats::opendrive {

namespace {

const char* to_text(JunctionType type) {
  switch (type) {
    case JunctionType::standard:
      return "default";
    case JunctionType::direct:
      return "direct";
    case JunctionType::virtual_:
      return "virtual";
    case JunctionType::crossing:
      return "crossing";
  }
  return "default";
}

void write_connection(xml::Writer& out, const Connection& connection) {
  const xml::WrittenElement element(out, "connection");
  out.attribute("id", connection.id);
  out.attribute_unless_empty("type", connection.type);
  out.attribute_unless_empty("incomingRoad", connection.incoming_road);
  out.attribute_unless_empty("connectingRoad", connection.connecting_road);
  out.attribute_unless_empty("linkedRoad", connection.linked_road);
  write_contact(out, connection.contact);
  for (const JunctionLaneLink& link : connection.lane_links) {
    const xml::WrittenElement one(out, "laneLink");
    out.attribute("from", link.from);
    out.attribute("to", link.to);
    out.attribute("overlapZone", link.overlap_zone_m);
  }
}

void write_end(xml::Writer& out, const char* name, const CrossPath::End& end) {
  BACKLOT_ASSERT(name != nullptr, "an element has a name");
  const xml::WrittenElement element(out, name);
  out.attribute("s", end.s);
  out.attribute("from", end.from);
  out.attribute("to", end.to);
}

void write_cross_path(xml::Writer& out, const CrossPath& path) {
  const xml::WrittenElement element(out, "crossPath");
  out.attribute("id", path.id);
  out.attribute("crossingRoad", path.crossing_road);
  out.attribute("roadAtStart", path.start.road);
  out.attribute("roadAtEnd", path.end.road);
  write_end(out, "startLaneLink", path.start);
  write_end(out, "endLaneLink", path.end);
}

}  // namespace

void write_junction(xml::Writer& out, const Junction& junction) {
  const xml::WrittenElement element(out, "junction");
  out.attribute_unless_empty("name", junction.name);
  out.attribute("id", junction.id);
  if (junction.type != JunctionType::standard) out.attribute("type", to_text(junction.type));
  out.attribute_unless_empty("mainRoad", junction.main_road);
  out.attribute("sStart", junction.s_start);
  out.attribute("sEnd", junction.s_end);
  if (junction.orientation != Orientation::both || junction.type == JunctionType::virtual_)
    out.attribute("orientation", to_text(junction.orientation));
  for (const Connection& connection : junction.connections) write_connection(out, connection);
  for (const CrossPath& path : junction.cross_paths) write_cross_path(out, path);
  for (const JunctionPriority& priority : junction.priorities) {
    const xml::WrittenElement one(out, "priority");
    out.attribute("high", priority.high);
    out.attribute("low", priority.low);
  }
  for (const JunctionController& controller : junction.controllers) {
    const xml::WrittenElement one(out, "controller");
    out.attribute("id", controller.id);
    out.attribute_unless_empty("type", controller.type);
    out.attribute("sequence", controller.sequence);
  }
}

}  // namespace backlot::formats::opendrive
