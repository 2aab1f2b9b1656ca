// The elements of a file, one function each; together they are write_document().
#pragma once

#include <string_view>
#include <vector>

#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/xml/writer.h"

namespace backlot::formats::opendrive {

void write_road(xml::Writer& out, const Road& road);
void write_lanes(xml::Writer& out, const Road& road);
void write_objects(xml::Writer& out, const Road& road);
void write_signals(xml::Writer& out, const Road& road);
void write_controller(xml::Writer& out, const Controller& controller);
void write_junction(xml::Writer& out, const Junction& junction);

// Shared by several of them.
void write_cubics(xml::Writer& out, const char* name, const std::vector<Cubic>& records,
                  const char* s_name = "s");
void write_speed(xml::Writer& out, const Speed& speed, const char* s_name);  // null: without a place
void write_validities(xml::Writer& out, const std::vector<Validity>& validities);
void write_contact(xml::Writer& out, ContactPoint contact);
std::string_view to_text(Orientation orientation);  // "+", "-" or "none"

}  // namespace backlot::formats::opendrive
