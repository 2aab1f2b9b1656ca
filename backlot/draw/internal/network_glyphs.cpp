#include "backlot/draw/internal/network_glyphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/draw/internal/network_palette.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::draw::internal {

using network::Control;
using network::FeatureDescription;
using network::FeatureKind;
using network::Network;
using network::SignalGroupId;

namespace {

constexpr double kBesideKerb_m = 1.2;
constexpr double kNearLine_m = 40;  // a sign this near to the stop line belongs to it

// A regular polygon around a place; the first corner is turned from the top.
template <std::size_t N>
std::array<SheetPoint, N> ring(const SheetPoint& at, double radius, double turn_rad) {
  std::array<SheetPoint, N> corners;
  for (std::size_t i = 0; i < N; ++i) {
    const double angle = turn_rad + base::kTwoPi * static_cast<double>(i) / static_cast<double>(N);
    const base::SinCos s = base::sin_cos(angle);
    corners[i] = {at.x + radius * s.sin, at.y - radius * s.cos};
  }
  return corners;
}

// Where features count from: a stretch of a ribbon, and the way that it belongs to; no way where it belongs to a road.
struct Ground {
  network::RibbonId ribbon;
  double from = 0;
  network::WayId way{};
};

// A rectangle on the ground of a way, turned against it.
std::array<SheetPoint, 4> footprint(const NetworkCanvas& canvas, const Ground& ground,
                                    const FeatureDescription& feature, double length_m, double width_m) {
  const geometry::PlacedPose pose = geometry::place_pose(canvas.network.ribbon(ground.ribbon),
                                                         {ground.from + feature.distance, feature.offset, 0});
  const base::SinCos turn = base::sin_cos(pose.heading_rad + feature.heading_rad);
  const auto corner = [&](double ahead, double left) {
    return canvas.at({pose.position.x + ahead * turn.cos - left * turn.sin,
                      pose.position.y + ahead * turn.sin + left * turn.cos, pose.position.z});
  };
  const double l = 0.5 * length_m, w = 0.5 * width_m;
  return {corner(l, w), corner(-l, w), corner(-l, -w), corner(l, -w)};
}

double or_else(double value, double otherwise) { return value > 0 ? value : otherwise; }

class WaysidePainter {
 public:
  WaysidePainter(NetworkCanvas& canvas, LabelRoom& room)
      : canvas_(canvas), network_(canvas.network), room_(room), size_(canvas.units(2.4, 4, 15)) {}

  void feature(const Ground& ground, const FeatureDescription& feature) {
    const SheetPoint at = canvas_.at(
        geometry::place(network_.ribbon(ground.ribbon), {ground.from + feature.distance, feature.offset, 0}));
    switch (feature.kind) {
      case FeatureKind::building:  // these by their outlines
      case FeatureKind::barrier:
      case FeatureKind::crosswalk:
      case FeatureKind::parking_space:
        break;
      case FeatureKind::tree:
        if (canvas_.detail.trees && feature.outline.empty()) {
          draw_tree_glyph(canvas_.sheet, at,
                          std::max(0.5 * or_else(feature.width, 5) * canvas_.scale(), 0.8));
        }
        break;
      case FeatureKind::bench:
      case FeatureKind::custom:
        if (canvas_.detail.signs) block(ground, feature);
        break;
      case FeatureKind::pole:
        if (canvas_.detail.signs) {
          canvas_.sheet.circle(at, std::max(0.25 * canvas_.scale(), 0.8), {.fill = palette::kParapet});
        }
        break;
      case FeatureKind::signal_head:
        if (canvas_.detail.signal_heads) head(at, group_of(ground.way, feature.text));
        break;
      case FeatureKind::stop_sign:
      case FeatureKind::yield_sign:
      case FeatureKind::priority_sign:
      case FeatureKind::speed_sign:
      case FeatureKind::sign:
        if (canvas_.detail.signs) sign(feature.kind, at, feature.value);
        break;
    }
  }

  void approach(const Approach& approach) {
    const network::StripId strip = network_.way(approach.way).strip;
    const double offset = approach.offset_beside(network_.side(), kBesideKerb_m);
    if (approach.control == Control::signal) {
      if (!canvas_.detail.signal_heads || has_feature(approach, FeatureKind::signal_head)) return;
      // one head for each group, one behind the other
      double back = 0;
      for (const SignalGroupId group : approach.groups) {
        head(canvas_.at(strip, approach.distance_behind(back), offset), group);
        back += 0.75 * size_ / canvas_.scale();
      }
      return;
    }
    const std::optional<FeatureKind> kind = sign_of(approach.control);
    if (!kind || has_feature(approach, *kind)) return;
    sign(*kind, canvas_.at(strip, approach.distance_behind(0.5), offset), 0);
  }

 private:
  static std::optional<FeatureKind> sign_of(Control control) {
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

  bool has_feature(const Approach& approach, FeatureKind kind) const {
    using network::LaneDirection;
    const LaneDirection mine = approach.is_along ? LaneDirection::forward : LaneDirection::backward;
    for (const FeatureDescription& f : network_.features(approach.way)) {
      if (f.kind == kind && (f.direction == mine || f.direction == LaneDirection::both) &&
          std::fabs(f.distance - approach.stop_distance) <= kNearLine_m) {
        return true;
      }
    }
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
        if (network_.signal_groups()[group.index()].name == name) return group;
      }
    }
    return {};
  }

  void head(const SheetPoint& at, SignalGroupId group) {
    const char* rim = palette::kParapet;
    if (!group.is_empty()) {
      const network::IntersectionId owner = network_.signal_groups()[group.index()].intersection;
      rim = group_colour(group.index() - network_.intersection(owner).first_group);
    }
    draw_head_glyph(canvas_.sheet, at, size_, rim);
    room_.take({at, 1, 0, 0.3 * size_, 0.55 * size_});
  }

  void sign(FeatureKind kind, const SheetPoint& at, double value_mps) {
    draw_sign_glyph(canvas_.sheet, kind, at, size_);
    if (kind == FeatureKind::speed_sign) {
      canvas_.sheet.text({at.x, at.y + 0.17 * size_}, fmt::format("{:.0f}", value_mps * 3.6),
                         {.size = 0.46 * size_, .anchor = Anchor::middle, .bold = true});
    }
    room_.take({at, 1, 0, 0.5 * size_, 0.5 * size_});
  }

  void block(const Ground& ground, const FeatureDescription& feature) {
    const bool is_bench = feature.kind == FeatureKind::bench;
    canvas_.sheet.polygon(footprint(canvas_, ground, feature, or_else(feature.length, is_bench ? 2 : 1),
                                    or_else(feature.width, is_bench ? 0.6 : 0.4)),
                          {.fill = is_bench ? "#9a7650" : "#7d7468"});
  }

  NetworkCanvas& canvas_;
  const Network& network_;
  LabelRoom& room_;
  double size_;
};

}  // namespace

void draw_sign_glyph(Sheet& sheet, FeatureKind kind, const SheetPoint& at, double size) {
  BACKLOT_ASSERT(size > 0, "a sign has a size");
  const double r = 0.5 * size, rim = 0.09 * size;
  switch (kind) {
    case FeatureKind::stop_sign: {
      const double turn = base::kPi / 8;
      sheet.polygon(ring<8>(at, 1.08 * r, turn),
                    {.fill = "#c8282d", .stroke = "#ffffff", .stroke_width = rim});
      sheet.line({at.x - 0.5 * r, at.y}, {at.x + 0.5 * r, at.y},
                 {.stroke = "#ffffff", .stroke_width = 2 * rim});
      return;
    }
    case FeatureKind::yield_sign:
      sheet.polygon(ring<3>({at.x, at.y - 0.2 * r}, 1.1 * r, base::kPi),
                    {.fill = "#ffffff", .stroke = "#c8282d", .stroke_width = 2 * rim});
      return;
    case FeatureKind::priority_sign:
      sheet.polygon(ring<4>(at, 1.1 * r, 0),
                    {.fill = "#ffffff", .stroke = "#5c6066", .stroke_width = 0.5 * rim});
      sheet.polygon(ring<4>(at, 0.72 * r, 0), {.fill = "#f2b61c"});
      return;
    case FeatureKind::speed_sign:
      sheet.circle(at, 0.95 * r, {.fill = "#ffffff", .stroke = "#c8282d", .stroke_width = 1.8 * rim});
      return;
    case FeatureKind::sign:
    case FeatureKind::signal_head:
    case FeatureKind::tree:
    case FeatureKind::pole:
    case FeatureKind::building:
    case FeatureKind::barrier:
    case FeatureKind::bench:
    case FeatureKind::crosswalk:
    case FeatureKind::parking_space:
    case FeatureKind::custom:
      sheet.polygon(ring<4>(at, r, base::kPi / 4),
                    {.fill = "#3c76b0", .stroke = "#ffffff", .stroke_width = rim});
      return;
  }
}

void draw_head_glyph(Sheet& sheet, const SheetPoint& at, double size, const char* rim) {
  BACKLOT_ASSERT(size > 0, "a head has a size");
  const double half = 0.3 * size, r = 0.125 * size;
  const SheetPoint top = {at.x, at.y - half}, bottom = {at.x, at.y + half};
  sheet.line(top, bottom, {.stroke = rim, .stroke_width = 0.5 * size});
  sheet.line(top, bottom, {.stroke = "#24292e", .stroke_width = 0.37 * size});
  sheet.circle({at.x, at.y - half}, r, {.fill = "#e0554f"});
  sheet.circle(at, r, {.fill = "#e9bd3f"});
  sheet.circle({at.x, at.y + half}, r, {.fill = "#59b368"});
}

void draw_tree_glyph(Sheet& sheet, const SheetPoint& at, double radius) {
  BACKLOT_ASSERT(radius >= 0, "a tree has a size");
  sheet.circle({at.x + 0.14 * radius, at.y + 0.14 * radius}, radius, {.fill = "#4c6144", .opacity = 0.25});
  sheet.circle(at, radius, {.fill = palette::kTree, .opacity = 0.88});
  sheet.circle({at.x - 0.22 * radius, at.y - 0.22 * radius}, 0.55 * radius,
               {.fill = palette::kTreeLight, .opacity = 0.7});
}

void draw_wayside(NetworkCanvas& canvas, const std::vector<Approach>& approaches, LabelRoom& room) {
  WaysidePainter painter(canvas, room);
  for (std::size_t w = 0; w < canvas.network.ways().size(); ++w) {
    const network::WayId way = network::WayId::from_size(w);
    const network::Strip& strip = canvas.network.strip(canvas.network.way(way).strip);
    for (const FeatureDescription& f : canvas.network.features(way))
      painter.feature({strip.ribbon, strip.from, way}, f);
  }
  for (std::size_t r = 0; r < canvas.network.ribbons().size(); ++r) {
    const network::RibbonId ribbon = network::RibbonId::from_size(r);
    for (const FeatureDescription& f : canvas.network.features(ribbon)) painter.feature({ribbon}, f);
  }
  if (!canvas.detail.signs) return;
  for (const Approach& approach : approaches) painter.approach(approach);
}

}  // namespace backlot::draw::internal
