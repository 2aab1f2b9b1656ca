// Records that say nothing new, and profiles that exclude each other.
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/formats/opendrive/internal/check/lint_rules.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kSame = 1e-6;

// Whether a cubic goes on into the next record as if that were not there.
bool goes_on(const Cubic& record, const Cubic& next) {
  const double ds = next.s - record.s;
  return std::abs(record.at(ds) - next.a) < kSame && std::abs(record.slope_at(ds) - next.b) < kSame &&
         std::abs(record.c + 3 * record.d * ds - next.c) < kSame && std::abs(record.d - next.d) < kSame;
}

// One finding for a kind of record: a converter that repeats itself does so a thousand times.
class Repetitions {
 public:
  explicit Repetitions(std::string_view what) : what_(what) {}

  void look_at(const std::vector<Cubic>& records) {
    for (std::size_t i = 0; i + 1 < records.size(); ++i)
      if (goes_on(records[i], records[i + 1])) count(records[i + 1].where);
  }
  void count(Where where) {
    if (++count_ == 1 || std::pair(where.line, where.column) < std::pair(first_.line, first_.column))
      first_ = where;
  }
  void report(Findings& findings) const {
    if (count_ == 0) return;
    findings.warn(kRedundant, first_,
                  fmt::format("{} says the same as the one before{}", what_,
                              count_ == 1 ? "" : fmt::format(", here and in {} other places", count_ - 1)),
                  "it can be left out");
  }

 private:
  std::string_view what_;
  Where first_;
  int count_ = 0;
};

void find_lines(const Road& road, Repetitions& lines) {
  for (std::size_t i = 0; i + 1 < road.plan_view.size(); ++i) {
    const Geometry &a = road.plan_view[i], &b = road.plan_view[i + 1];
    if (std::holds_alternative<Line>(a.shape) && std::holds_alternative<Line>(b.shape) &&
        std::abs(base::wrap_angle(a.heading_rad - b.heading_rad)) < kSame)
      lines.count(b.where);
  }
}

void find_repetitions(const Document& document, Findings& findings) {
  Repetitions lines("a line"), elevations("elevation"), superelevations("superelevation"),
      offsets("laneOffset"), widths("width"), borders("border");
  for (const Road& road : document.roads) {
    find_lines(road, lines);
    elevations.look_at(road.elevation);
    superelevations.look_at(road.lateral.superelevation);
    offsets.look_at(road.lane_offsets);
    for (const LaneSection& section : road.sections)
      for (const std::vector<Lane>* side : {&section.left, &section.right})
        for (const Lane& lane : *side) {
          widths.look_at(lane.widths);
          borders.look_at(lane.borders);
        }
  }
  for (const Repetitions* kind : {&lines, &elevations, &superelevations, &offsets, &widths, &borders})
    kind->report(findings);
}

}  // namespace

void lint_profiles(const Index& index, Findings& findings) {
  find_repetitions(index.document, findings);
  for (const Road& road : index.document.roads) {
    const LateralProfile& lateral = road.lateral;
    if (lateral.surface && (!lateral.shape.empty() || !lateral.superelevation.empty()))
      findings.warn(kSurfaceAlone, lateral.surface->where,
                    fmt::format("road \"{}\" has a crossSectionSurface and {} besides", road.id,
                                lateral.shape.empty() ? "superelevation" : "shape"),
                    "the cross section surface is all that says how a road lies across");
  }
}

}  // namespace backlot::formats::opendrive
