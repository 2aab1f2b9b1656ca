#include "backlot/formats/opendrive/write_document.h"

#include "backlot/formats/opendrive/internal/export/write_parts.h"

namespace backlot::formats::opendrive {

namespace {

void write_header(xml::Writer& out, const Header& header) {
  const xml::WrittenElement element(out, "header");
  out.attribute("revMajor", header.revision_major);
  out.attribute("revMinor", header.revision_minor);
  out.attribute_unless_empty("name", header.name);
  out.attribute_unless_empty("version", header.version);
  out.attribute_unless_empty("date", header.date);
  out.attribute_unless_empty("vendor", header.vendor);
  if (!header.geo_reference.empty()) {
    const xml::WrittenElement reference(out, "geoReference");
    out.text(header.geo_reference);
  }
  if (header.offset) {
    const xml::WrittenElement offset(out, "offset");
    out.attribute("x", header.offset->x);
    out.attribute("y", header.offset->y);
    out.attribute("z", header.offset->z);
    out.attribute("hdg", header.offset->heading_rad);
  }
}

}  // namespace

std::string write_document(const Document& document) {
  xml::Writer out;
  out.open("OpenDRIVE");
  if (document.header) write_header(out, *document.header);
  for (const Road& road : document.roads) write_road(out, road);
  for (const Controller& controller : document.controllers) write_controller(out, controller);
  for (const Junction& junction : document.junctions) write_junction(out, junction);
  out.close();
  return out.take();
}

}  // namespace backlot::formats::opendrive
