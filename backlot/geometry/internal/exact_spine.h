#pragma once

#include <vector>

#include "backlot/base/result.h"
#include "backlot/geometry/internal/exact_span.h"
#include "backlot/geometry/plan_table.h"
#include "backlot/geometry/ribbon_repair.h"

namespace backlot::geometry::internal {

// The curve that a ribbon's spline follows: the spans of its description one after the other, by arc length, with
// kinks and gaps rounded. Coordinates are relative to `origin`, which lies on whole metres.
class ExactSpine {
 public:
  static base::Result<ExactSpine> make(const RibbonDescription& description,
                                       const EdgesBetween& edges_between = {});

  const WorldPoint& origin() const { return origin_; }
  bool is_banked() const { return is_banked_; }  // false: level across everywhere
  double length() const { return starts_.back(); }
  const std::vector<RibbonRepair>& repairs() const { return repairs_; }

  // Span i covers the distances from starts()[i] to starts()[i + 1].
  const std::vector<ExactSpan>& spans() const { return spans_; }
  const std::vector<double>& starts() const { return starts_; }
  std::size_t span_at(double distance) const;
  SpineSample at(double distance) const;

  // Plan distance against distance; empty where the spine has no plan.
  std::vector<PlanStation> plan_stations() const;

 private:
  void number_spans();

  WorldPoint origin_;
  bool is_banked_ = false;
  std::vector<ExactSpan> spans_;
  std::vector<double> starts_;
  std::vector<RibbonRepair> repairs_;
};

}  // namespace backlot::geometry::internal
