#include "backlot/network/internal/conflict/swept_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/network/dependency.h"
#include "backlot/network/internal/network_data.h"

namespace backlot::network::internal {

namespace {

using Section = SweptLine::Section;

constexpr double kLongest_m = 2;        // between two sections; four samples there miss no bend of a road
constexpr double kShortest_m = 0.004;   // and no shorter for any bend
constexpr double kStraight_m = 0.0005;  // what is off by less counts as straight
constexpr double kStraightHeight_m = 0.005;  // the same, up or down

// A place between two samples may be further off than both: by so much where the line has a kink midway between them, and by less
// where it is smooth.
constexpr double kBetweenSamples = 1.25;

// How much further than on the straight a car reaches in a bend, to its outside and to its inside. Its guide lies midway between the axles,
// and the rear axle points along the bend where *it* is: so outside is the nose of a body that is turned out, besides being ahead, and
// inside its rear axle.
//
//     nose^2 + radius^2 + 2 nose axle = (distance of the nose from the middle of the bend)^2
struct Swing {
  double outside_m, inside_m;
};
Swing swing_in(double curvature) {
  constexpr double kNose_m = 2.25, kRearAxle_m = 1.35;  // ahead of the guide, and behind it
  constexpr double kMost_m = 1.05;
  return {std::min(kMost_m, 0.5 * kNose_m * (kNose_m + 2 * kRearAxle_m) * curvature),
          std::min(kMost_m, 0.5 * kRearAxle_m * kRearAxle_m * curvature)};
}

// A section of a body of this half width as far as it reaches in a bend; that of a wider one is as much wider again.
Section swung(const Section& at, double curvature) {
  constexpr double kHalfWidth_m = 1.05;
  const Swing swing = swing_in(std::fabs(curvature));
  const double aside = std::copysign(0.5 * (swing.outside_m - swing.inside_m), -curvature);
  const double wider = 1 + 0.5 * (swing.outside_m + swing.inside_m) / kHalfWidth_m;
  return {at.x + aside * at.lateral_x,
          at.y + aside * at.lateral_y,
          wider * at.lateral_x,
          wider * at.lateral_y,
          at.z,
          at.distance};
}

}  // namespace

SweptLine::Off off_straight(const Section& a, const std::array<Section, 3>& between, const Section& b) {
  SweptLine::Off most;
  for (const Section& s : between) {
    const double t = (s.distance - a.distance) / (b.distance - a.distance);
    const auto off = [&](double Section::*q) { return s.*q - (a.*q + t * (b.*q - a.*q)); };
    most.in_height = std::max(most.in_height, std::fabs(off(&Section::z)));
    // at the edges of the widest body
    for (const double u : {-kWidestBodyHalf_m, kWidestBodyHalf_m}) {
      const double x = off(&Section::x) + u * off(&Section::lateral_x);
      const double y = off(&Section::y) + u * off(&Section::lateral_y);
      most.in_plan = std::max(most.in_plan, std::sqrt(x * x + y * y));
    }
  }
  return {kBetweenSamples * most.in_plan, kBetweenSamples * most.in_height};
}

SweptLine::SweptLine(double length, SectionAt section_at) : section_at_(std::move(section_at)) {
  if (!(length > 0)) return;
  length_ = length;
  const double panels = std::ceil(length / kLongest_m);
  sections_.push_back(section_at_(0));
  for (double k = 0; k < panels; ++k) {
    const Section a = sections_.back();
    refine(a, section_at_(length * (k + 0.5) / panels), section_at_(length * ((k + 1) / panels)));
  }
}

void SweptLine::refine(const Section& a, const Section& middle, const Section& b) {
  const Section before = section_at_(0.5 * (a.distance + middle.distance)),
                after = section_at_(0.5 * (middle.distance + b.distance));
  const Off off = internal::off_straight(a, {before, middle, after}, b);
  const bool is_straight =
      off.in_plan <= kBetweenSamples * kStraight_m && off.in_height <= kBetweenSamples * kStraightHeight_m;
  if (is_straight || b.distance - a.distance <= kShortest_m) {
    sections_.push_back(b);
    off_straight_.push_back(off);
    return;
  }
  refine(a, before, middle);
  refine(middle, after, b);
}

SweptLine swept_line(const NetworkData& data, CorridorId id) {
  BACKLOT_ASSERT(id.index() < data.corridors.size(), "the network has no such corridor");
  const bool has_swing = data.corridors[id.index()].has_swing;
  const Strip* strip = &data.strips[data.corridors[id.index()].strip.index()];
  const geometry::Ribbon* ribbon = &data.ribbons[strip->ribbon.index()];
  const double* breaks = &data.breaks[strip->first_break];
  const Cubic* boundaries = &data.boundaries[strip->first_boundary];
  return {
      strip->length(), [strip, ribbon, breaks, boundaries, has_swing](double distance) -> Section {
        std::uint32_t i = strip->break_count - 1;
        while (i > 0 && breaks[i] > distance) --i;
        const double past = distance - breaks[i];
        const double offset = 0.5 * (boundaries[2 * i].at(past) + boundaries[2 * i + 1].at(past));
        const geometry::PlacedPose pose = geometry::place_pose(*ribbon, {strip->from + distance, offset, 0});
        const Section section{pose.position.x, pose.position.y, pose.lateral.x,
                              pose.lateral.y,  pose.position.z, distance};
        if (!has_swing) return section;
        constexpr double kLeastGain = 0.2;  // of metres beside the spine to metres on it
        const double curvature = ribbon->curvature(strip->from + distance);
        return swung(section, curvature / std::max(kLeastGain, 1 - curvature * offset));
      }};
}

}  // namespace backlot::network::internal
