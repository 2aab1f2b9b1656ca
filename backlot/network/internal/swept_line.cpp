#include "backlot/network/internal/swept_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

// By how much wider a car sweeps in a bend than on the straight. Its guide lies midway between the axles, and the rear axle points
// along the bend where *it* is: so the nose is that of a body that is turned out, besides being ahead.
//
//     nose^2 + radius^2 + 2 nose axle = (distance of the nose from the middle of the bend)^2
double swing_in(double curvature) {
  constexpr double kNose_m = 2.25, kRearAxle_m = 1.35;  // ahead of the guide, and behind it
  constexpr double kHalfWidth_m = 1.05, kMost = 1;
  const double out = 0.5 * kNose_m * (kNose_m + 2 * kRearAxle_m) * std::fabs(curvature);
  return 1 + std::min(kMost, out / kHalfWidth_m);
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
        const double wider = has_swing ? swing_in(ribbon->curvature(strip->from + distance)) : 1;
        return {pose.position.x,        pose.position.y, wider * pose.lateral.x,
                wider * pose.lateral.y, pose.position.z, distance};
      }};
}

}  // namespace backlot::network::internal
