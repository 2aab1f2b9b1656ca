#include "backlot/formats/opendrive/internal/export/written_plan.h"

#include <type_traits>
#include <variant>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/check/plan_pose.h"
#include "backlot/formats/opendrive/internal/export/written_numbers.h"
#include "backlot/geometry/plan_table.h"

namespace backlot::formats::opendrive {

namespace {

// The shape, and the length that the file has to give for it; a normalized curve has none of its own.
Shape shape_of(const geometry::PlanElement& element, double& length) {
  return std::visit(
      [&](const auto& shape) -> Shape {
        using T = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<T, geometry::PlanParametricCubic>) {
          const bool is_normalized = shape.end_parameter == 1;
          if (!is_normalized) length = shape.end_parameter;
          return ParamPoly3{shape.u[0],
                            shape.u[1],
                            shape.u[2],
                            shape.u[3],
                            shape.v[0],
                            shape.v[1],
                            shape.v[2],
                            shape.v[3],
                            is_normalized ? ParameterRange::normalized : ParameterRange::arc_length};
        } else {
          length = shape.length;
          if constexpr (std::is_same_v<T, geometry::PlanArc>)
            return Arc{shape.curvature};
          else if constexpr (std::is_same_v<T, geometry::PlanSpiral>)
            return Spiral{shape.start_curvature, shape.end_curvature};
          else if constexpr (std::is_same_v<T, geometry::PlanCubic>)
            return Poly3{shape.a, shape.b, shape.c, shape.d};
          else
            return Line{};
        }
      },
      element.shape);
}

}  // namespace

network::SourceFrame write_plan_view(const network::RoadDescription& road, Road& out) {
  const auto& spine = std::get<geometry::PlanSpine>(road.spine);
  const auto s_at = [&](double plan) {
    return written_distance(road.source ? road.source->to_source(plan) : plan);
  };
  network::SourceFrame measure;
  Pose pose{spine.start.x, spine.start.y, spine.start.heading_rad};
  double plan = 0;
  for (const geometry::PlanElement& element : spine.elements) {
    if (element.start) pose = {element.start->x, element.start->y, element.start->heading_rad};
    const double next = plan + geometry::plan_length(element);
    Geometry geometry;
    geometry.s = s_at(plan);
    geometry.x = pose.x;
    geometry.y = pose.y;
    geometry.heading_rad = pose.heading_rad;
    geometry.length_m = written_distance(s_at(next) - geometry.s);
    geometry.shape = shape_of(element, geometry.length_m);
    measure.stations.push_back({plan, geometry.s});
    pose = end_pose(geometry);
    plan = next;
    out.plan_view.push_back(geometry);
  }
  BACKLOT_ASSERT(!out.plan_view.empty(), "a plan view has a geometry");
  const Geometry& last = out.plan_view.back();
  measure.stations.push_back({plan, last.s + last.length_m});
  out.length_m = written_distance(last.s + last.length_m - out.plan_view.front().s);
  return measure;
}

}  // namespace backlot::formats::opendrive
