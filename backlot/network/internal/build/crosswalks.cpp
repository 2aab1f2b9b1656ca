#include "backlot/network/internal/build/crosswalks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/network/internal/build/turns.h"

namespace backlot::network::internal {

namespace {

bool is_walk(const ResolvedArm::JunctureLane& lane) { return use_of(lane.kind) == Use::pedestrians; }

// A lane's end, moved on into the intersection.
geometry::WorldPoint moved_in(const Build& build, const LaneEnd& end, double heading_rad, double by) {
  BACKLOT_ASSERT(std::isfinite(heading_rad) && by >= 0, "a crosswalk lies some way inside its arm");
  const EndFrame frame = build.end_frame(end);
  const base::SinCos h = base::sin_cos(heading_rad);
  return {frame.position.x + by * h.cos, frame.position.y + by * h.sin, frame.position.z};
}

std::string crosswalk_name(const IntersectionDescription& intersection, const ArmDescription& arm) {
  return fmt::format("{}.{}_crosswalk", intersection.name, arm.name);
}

// The outermost walkers' lane of an arm on one side, or none.
const ResolvedArm::JunctureLane* sidewalk_at(const ResolvedArm& arm, bool left) {
  const ResolvedArm::JunctureLane* found = nullptr;
  for (std::size_t i = 0; i < arm.lanes.size(); ++i) {
    const bool is_on_left = 2 * i + 1 <= arm.lanes.size();
    if (!is_walk(arm.lanes[i]) || is_on_left != left) continue;
    if (left && found) continue;
    found = &arm.lanes[i];
  }
  return found;
}

}  // namespace

std::unique_ptr<IntersectionDescription> with_crosswalks(Build& build,
                                                         const IntersectionDescription& intersection,
                                                         const std::vector<ResolvedArm>& arms) {
  BACKLOT_ASSERT(arms.size() == intersection.arms.size(), "each arm is resolved");
  const auto has_one = [](const ArmDescription& arm) { return arm.crosswalk.has_value(); };
  if (std::none_of(intersection.arms.begin(), intersection.arms.end(), has_one)) return nullptr;
  auto out = std::make_unique<IntersectionDescription>(intersection);

  // over each arm, from its left sidewalk to its right one
  std::vector<bool> is_crossed(arms.size(), false);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const ArmDescription& arm = intersection.arms[i];
    if (!arm.crosswalk) continue;
    const auto* left = sidewalk_at(arms[i], true);
    const auto* right = sidewalk_at(arms[i], false);
    if (!left || !right) {
      if (build.is_of_broken_way(arms[i].strip)) continue;
      build.error(
          "N143", arm.place,
          fmt::format("arm \"{}\" of \"{}\" has a crosswalk, but no sidewalks on both sides of its way",
                      arm.name, intersection.name),
          "add sidewalks to the profile, or leave the crosswalk out");
      continue;
    }
    const double by = arm.crosswalk->setback + 0.5 * arm.crosswalk->width;
    CorridorDescription crosswalk;
    crosswalk.name = crosswalk_name(intersection, arm);
    crosswalk.kind = LaneKind::crosswalk;
    crosswalk.direction = LaneDirection::both;
    crosswalk.shape = FreeShape{{moved_in(build, left->end, arms[i].heading_rad, by),
                                 moved_in(build, right->end, arms[i].heading_rad, by)}};
    crosswalk.width = constant_profile(arm.crosswalk->width);
    crosswalk.signal_group = arm.crosswalk->signal_group;
    crosswalk.place = arm.place;
    out->corridors.push_back(std::move(crosswalk));
    is_crossed[i] = true;
  }

  // a corner between the left side of each arm and the right side of the next one clockwise
  const std::vector<std::size_t> order = clockwise(arms);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t a = order[k], b = order[(k + 1) % order.size()];
    IntersectionDescription corner;
    corner.name = fmt::format("{}.corner_{}", intersection.name, k + 1);
    corner.place = intersection.place;
    corner.control = Control::uncontrolled;
    const auto attach = [&](std::string name, EndReference end, std::vector<std::string> lanes) {
      ArmDescription arm;
      arm.name = std::move(name);
      arm.attached = std::move(end);
      arm.lanes = std::move(lanes);
      arm.place = intersection.place;
      corner.arms.push_back(std::move(arm));
    };
    const auto attach_sidewalk = [&](std::size_t arm, bool left) {
      const auto* lane = sidewalk_at(arms[arm], left);
      if (!lane) return;
      const NetworkData& data = *build.data;
      attach(intersection.arms[arm].name + "_sidewalk",
             {data.strip_names[arms[arm].strip.index()], arms[arm].end},
             {data.lane_words[data.lane_names[lane->end.lane.index()]]});
    };
    attach_sidewalk(a, true);
    attach_sidewalk(b, false);
    if (is_crossed[a])
      attach(intersection.arms[a].name + "_crosswalk",
             {crosswalk_name(intersection, intersection.arms[a]), End::start}, {});
    if (is_crossed[b])
      attach(intersection.arms[b].name + "_crosswalk",
             {crosswalk_name(intersection, intersection.arms[b]), End::end}, {});
    if (corner.arms.size() >= 2) out->parts.push_back(std::move(corner));
  }
  return out;
}

}  // namespace backlot::network::internal
