#include "backlot/formats/opendrive/internal/read/read_plan_view.h"

#include <optional>

#include <fmt/format.h>

namespace backlot::formats::opendrive {

namespace {

ParamPoly3 read_param_poly3(xml::Attributes& in, xml::Element element) {
  ParamPoly3 curve;
  curve.a_u = in.coefficient(element, "aU");
  curve.b_u = in.number(element, "bU");
  curve.c_u = in.coefficient(element, "cU");
  curve.d_u = in.coefficient(element, "dU");
  curve.a_v = in.coefficient(element, "aV");
  curve.b_v = in.coefficient(element, "bV");
  curve.c_v = in.coefficient(element, "cV");
  curve.d_v = in.coefficient(element, "dV");
  const std::string_view range = element.find("pRange").value_or("");
  if (range == "arcLength")
    curve.range = ParameterRange::arc_length;
  else if (range != "normalized" && !range.empty())
    in.warning("X205", element.where_of("pRange"), fmt::format("pRange=\"{}\" is unknown", range),
               "known are arcLength and normalized; it is taken for normalized");
  return curve;
}

std::optional<Shape> find_shape(xml::Attributes& in, xml::Element geometry) {
  for (const xml::Element child : geometry.children()) {
    const std::string_view name = child.name();
    if (name == "line") return Line{};
    if (name == "arc") return Arc{in.number(child, "curvature")};
    if (name == "spiral") return Spiral{in.number(child, "curvStart"), in.number(child, "curvEnd")};
    if (name == "poly3")
      return Poly3{in.coefficient(child, "a"), in.coefficient(child, "b"), in.coefficient(child, "c"),
                   in.coefficient(child, "d")};
    if (name == "paramPoly3") return read_param_poly3(in, child);
  }
  return std::nullopt;
}

}  // namespace

double read_length(xml::Attributes& in, xml::Element element) {
  const double length = in.number(element, "length");
  if (length >= 0) return length;
  in.error("X202", element.where_of("length"),
           fmt::format("the length of a {} is below zero", element.name()));
  return 0;
}

void read_plan_view(xml::Attributes& in, xml::Element element, std::vector<Geometry>& geometries) {
  for (const xml::Element child : element.children()) {
    if (child.name() != "geometry") continue;
    Geometry geometry;
    geometry.where = child.where();
    geometry.s = in.number(child, "s");
    geometry.x = in.number(child, "x");
    geometry.y = in.number(child, "y");
    geometry.heading_rad = in.number(child, "hdg");
    geometry.length_m = read_length(in, child);
    if (auto shape = find_shape(in, child))
      geometry.shape = *shape;
    else
      in.error("X206", child.where(), "a geometry says neither line, arc, spiral, poly3 nor paramPoly3",
               "it has exactly one of them (asam.net:xodr:1.4.0:road.geometry.one_geom_elem_per_spec)");
    geometries.push_back(geometry);
  }
}

}  // namespace backlot::formats::opendrive
