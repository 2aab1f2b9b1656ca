// The signals of a road, and controllers.
#include "backlot/formats/opendrive/internal/export/write_parts.h"

namespace backlot::formats::opendrive {

namespace {

void write_signal(xml::Writer& out, const Signal& signal) {
  const xml::WrittenElement element(out, "signal");
  out.attribute("s", signal.s);
  out.attribute("t", signal.t);
  out.attribute("id", signal.id);
  out.attribute_unless_empty("name", signal.name);
  out.attribute("dynamic", signal.is_dynamic ? "yes" : "no");
  out.attribute("orientation", to_text(signal.orientation));
  out.attribute("zOffset", signal.z_offset_m);
  out.attribute_unless_empty("country", signal.country);
  out.attribute("type", signal.type);
  out.attribute("subtype", signal.subtype);
  out.attribute("value", signal.value);
  out.attribute_unless_empty("unit", signal.unit);
  out.attribute("height", signal.height_m);
  out.attribute("width", signal.width_m);
  out.attribute_unless_empty("text", signal.text);
  out.attribute("hOffset", signal.heading_offset_rad);
  write_validities(out, signal.validities);
  for (const Dependency& dependency : signal.dependencies) {
    const xml::WrittenElement one(out, "dependency");
    out.attribute("id", dependency.id);
    out.attribute_unless_empty("type", dependency.type);
  }
}

}  // namespace

void write_signals(xml::Writer& out, const Road& road) {
  if (road.signals.empty() && road.signal_references.empty()) return;
  const xml::WrittenElement signals(out, "signals");
  for (const Signal& signal : road.signals) write_signal(out, signal);
  for (const SignalReference& reference : road.signal_references) {
    const xml::WrittenElement element(out, "signalReference");
    out.attribute("s", reference.s);
    out.attribute("t", reference.t);
    out.attribute("id", reference.id);
    out.attribute("orientation", to_text(reference.orientation));
    write_validities(out, reference.validities);
  }
}

void write_controller(xml::Writer& out, const Controller& controller) {
  const xml::WrittenElement element(out, "controller");
  out.attribute("id", controller.id);
  out.attribute_unless_empty("name", controller.name);
  out.attribute("sequence", controller.sequence);
  for (const Control& control : controller.controls) {
    const xml::WrittenElement one(out, "control");
    out.attribute("signalId", control.signal);
    out.attribute_unless_empty("type", control.type);
  }
}

}  // namespace backlot::formats::opendrive
