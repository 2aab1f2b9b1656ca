#include "backlot/draw/wayside.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/draw/internal/network_entries.h"
#include "backlot/network/locate.h"

namespace backlot::draw {

using network::Control;
using network::FeatureDescription;
using network::FeatureKind;
using network::Network;
using network::SignalGroupId;

namespace {

constexpr double kFromKerb_m = 1.2;
constexpr double kAtLine_m = 40;      // a sign this near to the stop line belongs to it
constexpr double kHeadPitch_m = 1.2;  // from one head to the next

std::optional<FeatureKind> sign_for(Control control) {
  switch (control) {
    case Control::stop:
    case Control::all_way_stop:
      return FeatureKind::stop_sign;
    case Control::yield:
      return FeatureKind::yield_sign;
    case Control::priority_road:
      return FeatureKind::priority_sign;
    case Control::automatic:
    case Control::uncontrolled:
    case Control::priority_to_the_right:
    case Control::signal:
    case Control::flag_man:
      return std::nullopt;
  }
  return std::nullopt;
}

class WaysideFinder {
 public:
  explicit WaysideFinder(const Network& network) : network_(network) {}

  // A feature of a way counts from the start of its strip, one of a road from that of its ribbon.
  void way(network::WayId id) {
    const network::StripId strip = network_.way(id).strip;
    for (const FeatureDescription& feature : network_.features(id))
      add(feature, network::place(network_, strip, {feature.distance, feature.offset, feature.loft}), id);
  }
  void road(network::RibbonId id) {
    for (const FeatureDescription& feature : network_.features(id))
      add(feature, network::place(network_, id, {feature.distance, feature.offset, feature.loft}), {});
  }

  void approach(const internal::Approach& approach) {
    const network::StripId strip = network_.way(approach.way).strip;
    const double offset = approach.offset_beside(network_.side(), kFromKerb_m);
    const auto pose_at = [&](double back_m) {
      return network::place(network_, strip, {approach.distance_behind(back_m), offset, 0});
    };
    if (approach.control == Control::signal) {
      if (has_feature(approach, FeatureKind::signal_head)) return;
      double back_m = 0;
      for (const SignalGroupId group : approach.groups) {
        const geometry::PlacedPose pose = pose_at(back_m);
        found_.heads.push_back({group, pose.position, facing(pose, approach.is_along)});
        back_m += kHeadPitch_m;
      }
      return;
    }
    const std::optional<FeatureKind> kind = sign_for(approach.control);
    if (!kind || has_feature(approach, *kind)) return;
    const geometry::PlacedPose pose = pose_at(0.5);
    found_.things.push_back({*kind, pose.position, facing(pose, approach.is_along), 0, {}});
  }

  Wayside take() { return std::move(found_); }

 private:
  // Faces look at the traffic that they are for: against its direction of travel.
  static double facing(const geometry::PlacedPose& pose, bool is_along) {
    return base::wrap_angle(pose.heading_rad + (is_along ? base::kPi : 0));
  }

  void add(const FeatureDescription& feature, const geometry::PlacedPose& pose, network::WayId way) {
    if (!feature.outline.empty()) return;
    const bool is_backward = feature.direction == network::LaneDirection::backward;
    switch (feature.kind) {
      case FeatureKind::building:
      case FeatureKind::barrier:
      case FeatureKind::crosswalk:
      case FeatureKind::parking_space:
        return;  // of the mesh
      case FeatureKind::signal_head:
        if (const SignalGroupId group = group_of(way, feature.text); !group.is_empty())
          found_.heads.push_back({group, pose.position, facing(pose, !is_backward)});
        return;
      case FeatureKind::tree:
      case FeatureKind::pole:
      case FeatureKind::bench:
      case FeatureKind::custom:
        found_.things.push_back({feature.kind, pose.position,
                                 base::wrap_angle(pose.heading_rad + feature.heading_rad), feature.height,
                                 feature.text});
        return;
      case FeatureKind::stop_sign:
      case FeatureKind::yield_sign:
      case FeatureKind::priority_sign:
      case FeatureKind::sign:
        found_.things.push_back(
            {feature.kind, pose.position, facing(pose, !is_backward), feature.height, feature.text});
        return;
      case FeatureKind::speed_sign:
        found_.things.push_back({feature.kind, pose.position, facing(pose, !is_backward), feature.height,
                                 fmt::format("{:.0f}", feature.value * 3.6)});
        return;
    }
  }

  bool has_feature(const internal::Approach& approach, FeatureKind kind) const {
    using network::LaneDirection;
    const LaneDirection mine = approach.is_along ? LaneDirection::forward : LaneDirection::backward;
    for (const FeatureDescription& f : network_.features(approach.way))
      if (f.kind == kind && (f.direction == mine || f.direction == LaneDirection::both) &&
          std::fabs(f.distance - approach.stop_distance) <= kAtLine_m)
        return true;
    return false;
  }

  // The group of a name at one of the way's two intersections.
  SignalGroupId group_of(network::WayId way, const std::string& name) const {
    if (way.is_empty()) return {};
    for (const network::IntersectionId id : {network_.way(way).at_start, network_.way(way).at_end}) {
      if (id.is_empty()) continue;
      const network::Intersection& intersection = network_.intersection(id);
      for (std::uint32_t i = 0; i < intersection.group_count; ++i) {
        const SignalGroupId group(intersection.first_group + i);
        BACKLOT_ASSERT(group.index() < network_.signal_groups().size(), "a signal group of another network");
        if (network_.signal_groups()[group.index()].name == name) return group;
      }
    }
    return {};
  }

  const Network& network_;
  Wayside found_;
};

}  // namespace

Wayside find_wayside(const Network& network) {
  WaysideFinder finder(network);
  for (std::size_t w = 0; w < network.ways().size(); ++w) finder.way(network::WayId::from_size(w));
  for (std::size_t r = 0; r < network.ribbons().size(); ++r) finder.road(network::RibbonId::from_size(r));
  for (const internal::Approach& approach :
       internal::find_approaches(network, internal::find_entries(network)))
    finder.approach(approach);
  return finder.take();
}

}  // namespace backlot::draw
