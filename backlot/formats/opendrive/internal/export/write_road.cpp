// A road: links, types, reference line and profiles.
#include <type_traits>
#include <variant>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/write_parts.h"

namespace backlot::formats::opendrive {

namespace {

void write_link(xml::Writer& out, const char* name, const std::optional<RoadLink>& link) {
  BACKLOT_ASSERT(name != nullptr, "an element has a name");
  if (!link) return;
  const xml::WrittenElement element(out, name);
  if (link->type == ElementType::road) out.attribute("elementType", "road");
  if (link->type == ElementType::junction) out.attribute("elementType", "junction");
  out.attribute("elementId", link->element);
  write_contact(out, link->contact);
  out.attribute("elementS", link->element_s);
  out.attribute_unless_empty("elementDir", link->element_direction);
}

void write_type(xml::Writer& out, const RoadType& type) {
  const xml::WrittenElement element(out, "type");
  out.attribute("s", type.s);
  out.attribute("type", type.type);
  out.attribute_unless_empty("country", type.country);
  if (type.speed) write_speed(out, *type.speed, nullptr);
}

void write_shape(xml::Writer& out, const Line&) { out.open("line"); }

void write_shape(xml::Writer& out, const Arc& arc) {
  out.open("arc");
  out.attribute("curvature", arc.curvature);
}

void write_shape(xml::Writer& out, const Spiral& spiral) {
  out.open("spiral");
  out.attribute("curvStart", spiral.curvature_start);
  out.attribute("curvEnd", spiral.curvature_end);
}

void write_shape(xml::Writer& out, const Poly3& cubic) {
  out.open("poly3");
  out.attribute("a", cubic.a);
  out.attribute("b", cubic.b);
  out.attribute("c", cubic.c);
  out.attribute("d", cubic.d);
}

void write_shape(xml::Writer& out, const ParamPoly3& curve) {
  out.open("paramPoly3");
  out.attribute("aU", curve.a_u);
  out.attribute("bU", curve.b_u);
  out.attribute("cU", curve.c_u);
  out.attribute("dU", curve.d_u);
  out.attribute("aV", curve.a_v);
  out.attribute("bV", curve.b_v);
  out.attribute("cV", curve.c_v);
  out.attribute("dV", curve.d_v);
  out.attribute("pRange", curve.range == ParameterRange::normalized ? "normalized" : "arcLength");
}

void write_plan_view(xml::Writer& out, const std::vector<Geometry>& geometries) {
  const xml::WrittenElement plan(out, "planView");
  for (const Geometry& geometry : geometries) {
    const xml::WrittenElement element(out, "geometry");
    out.attribute("s", geometry.s);
    out.attribute("x", geometry.x);
    out.attribute("y", geometry.y);
    out.attribute("hdg", geometry.heading_rad);
    out.attribute("length", geometry.length_m);
    std::visit([&](const auto& shape) { write_shape(out, shape); }, geometry.shape);
    out.close();
  }
}

void write_coefficients(xml::Writer& out, const char* name, const std::vector<Cubic>& records) {
  BACKLOT_ASSERT(name != nullptr, "an element has a name");
  if (records.empty()) return;
  const xml::WrittenElement element(out, name);
  write_cubics(out, "coefficients", records);
}

void write_surface(xml::Writer& out, const CrossSectionSurface& surface) {
  const xml::WrittenElement element(out, "crossSectionSurface");
  write_coefficients(out, "tOffset", surface.t_offset);
  const xml::WrittenElement strips(out, "surfaceStrips");
  for (const SurfaceStrip& strip : surface.strips) {
    const xml::WrittenElement one(out, "strip");
    out.attribute("id", strip.id);
    out.attribute_unless_empty("mode", strip.mode);
    write_coefficients(out, "width", strip.width);
    write_coefficients(out, "constant", strip.constant);
    write_coefficients(out, "linear", strip.linear);
    write_coefficients(out, "quadratic", strip.quadratic);
    write_coefficients(out, "cubic", strip.cubic);
  }
}

void write_lateral(xml::Writer& out, const LateralProfile& lateral) {
  if (lateral.superelevation.empty() && lateral.shape.empty() && !lateral.surface) return;
  const xml::WrittenElement element(out, "lateralProfile");
  write_cubics(out, "superelevation", lateral.superelevation);
  for (const ShapeRecord& record : lateral.shape) {
    const xml::WrittenElement shape(out, "shape");
    out.attribute("s", record.s);
    out.attribute("t", record.t);
    out.attribute("a", record.a);
    out.attribute("b", record.b);
    out.attribute("c", record.c);
    out.attribute("d", record.d);
  }
  if (lateral.surface) write_surface(out, *lateral.surface);
}

}  // namespace

void write_cubics(xml::Writer& out, const char* name, const std::vector<Cubic>& records, const char* s_name) {
  BACKLOT_ASSERT(name != nullptr && s_name != nullptr, "an element has a name, and so has its place");
  for (const Cubic& record : records) {
    const xml::WrittenElement element(out, name);
    out.attribute(s_name, record.s);
    out.attribute("a", record.a);
    out.attribute("b", record.b);
    out.attribute("c", record.c);
    out.attribute("d", record.d);
  }
}

void write_speed(xml::Writer& out, const Speed& speed, const char* s_name) {
  const xml::WrittenElement element(out, "speed");
  if (s_name != nullptr) out.attribute(s_name, speed.s);
  if (speed.max_mps)
    out.attribute("max", *speed.max_mps);
  else
    out.attribute("max", speed.is_unlimited ? "no limit" : "undefined");
  out.attribute("unit", "m/s");
}

void write_contact(xml::Writer& out, ContactPoint contact) {
  if (contact != ContactPoint::none)
    out.attribute("contactPoint", contact == ContactPoint::start ? "start" : "end");
}

void write_road(xml::Writer& out, const Road& road) {
  const xml::WrittenElement element(out, "road");
  out.attribute_unless_empty("name", road.name);
  out.attribute("length", road.length_m);
  out.attribute("id", road.id);
  out.attribute("junction", road.junction.empty() ? std::string_view("-1") : std::string_view(road.junction));
  if (road.rule == TrafficRule::left_hand) out.attribute("rule", "LHT");
  if (road.predecessor || road.successor) {
    const xml::WrittenElement link(out, "link");
    write_link(out, "predecessor", road.predecessor);
    write_link(out, "successor", road.successor);
  }
  for (const RoadType& type : road.types) write_type(out, type);
  write_plan_view(out, road.plan_view);
  if (!road.elevation.empty()) {
    const xml::WrittenElement profile(out, "elevationProfile");
    write_cubics(out, "elevation", road.elevation);
  }
  write_lateral(out, road.lateral);
  write_lanes(out, road);
  write_objects(out, road);
  write_signals(out, road);
}

}  // namespace backlot::formats::opendrive
