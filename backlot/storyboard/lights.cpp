#include "backlot/storyboard/lights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::storyboard {

using network::Aspect;
using network::DirectedLane;
using network::Network;
using network::SignalGroupId;

namespace {

constexpr double kPastLine = 2.0;  // radii from the stop line to the middle of the disc
constexpr double kApart_m = 1.5;   // from one group of a lane to the next
constexpr const char* kHousing = "#20242a";

// Lanes with signals, and the groups of their corridors.
std::vector<std::pair<DirectedLane, SignalGroupId>> signalled_lanes(const Network& network) {
  std::vector<std::pair<DirectedLane, SignalGroupId>> found;
  for (const network::Corridor& corridor : network.corridors()) {
    if (corridor.signal_group.is_empty() || corridor.from.is_empty()) continue;
    const network::Use use = network::use_of(network.lane(corridor.from.lane).kind);
    if (use == network::Use::vehicles) found.emplace_back(corridor.from, corridor.signal_group);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// `left_m` to the left of the middle of the lane, as its traffic sees it.
Light light_at(const Network& network, DirectedLane lane, double left_m) {
  BACKLOT_ASSERT(!lane.lane.is_empty(), "a light stands at the end of a lane");
  const network::StripId id = network.lane(lane.lane).strip;
  const network::Strip& strip = network.strip(id);
  const double stop = network.stop_distance(lane), sign = lane.is_along ? 1 : -1;
  const double offset = network.edges(lane.lane, stop).centre() + sign * left_m;
  const geometry::PlacedPose pose =
      geometry::place_pose(network.ribbon(strip.ribbon), {strip.from + stop, offset, 0});
  const base::SinCos turn = base::sin_cos(pose.heading_rad);
  Light light;
  light.at = pose.position;
  light.heading_x = sign * turn.cos;
  light.heading_y = sign * turn.sin;
  return light;
}

enum class Sign { none, stop, go, wait };

Sign sign_of(Aspect aspect) {
  switch (aspect) {
    case Aspect::red:
    case Aspect::red_yellow:
    case Aspect::flashing_red:
      return Sign::stop;
    case Aspect::green:
    case Aspect::green_arrow:
      return Sign::go;
    case Aspect::yellow:
    case Aspect::flashing_yellow:
      return Sign::wait;
    case Aspect::dark:
      break;
  }
  return Sign::none;
}

}  // namespace

std::vector<Light> find_lights(const Network& network, const network::SignalState& signals) {
  const auto lanes = signalled_lanes(network);
  std::vector<Light> lights;
  for (std::size_t first = 0; first < lanes.size();) {
    std::size_t last = first;
    while (last < lanes.size() && lanes[last].first == lanes[first].first) ++last;
    const double middle = 0.5 * static_cast<double>(last - first - 1);
    for (std::size_t k = first; k < last; ++k) {
      Light light = light_at(network, lanes[k].first, kApart_m * (middle - static_cast<double>(k - first)));
      light.group = lanes[k].second;
      if (light.group.index() < signals.size()) light.aspect = signals[light.group.index()];
      lights.push_back(light);
    }
    first = last;
  }
  return lights;
}

const char* colour_of(Aspect aspect) {
  switch (aspect) {
    case Aspect::red:
    case Aspect::red_yellow:
    case Aspect::flashing_red:
      return "#d7191c";
    case Aspect::green:
    case Aspect::green_arrow:
      return "#00a572";
    case Aspect::yellow:
    case Aspect::flashing_yellow:
      return "#ffcf1f";
    case Aspect::dark:
      break;
  }
  return "#6f757d";
}

draw::SheetPoint disc_centre(const draw::Projection& projection, const Light& light, double radius) {
  const draw::SheetPoint at = projection.at(light.at);
  return {at.x + kPastLine * radius * light.heading_x, at.y - kPastLine * radius * light.heading_y};
}

void draw_light(draw::Sheet& sheet, const draw::Projection& projection, const Light& light, double radius) {
  BACKLOT_ASSERT(radius > 0, "a lamp has a size");
  const draw::SheetPoint at = disc_centre(projection, light, radius);
  const double r = radius;
  // along the traffic and to the right of it, on the sheet
  const auto point = [&](double along, double across) {
    return draw::SheetPoint{at.x + r * (along * light.heading_x + across * light.heading_y),
                            at.y + r * (across * light.heading_x - along * light.heading_y)};
  };
  sheet.begin_group({}, std::string("light: ") + std::string(network::to_text(light.aspect)));
  sheet.circle(at, 1.3 * r, {.fill = kHousing, .stroke = "#ffffff", .stroke_width = 0.18 * r});
  sheet.circle(at, r, {.fill = colour_of(light.aspect)});
  const draw::Style white{.fill = "none", .stroke = "#ffffff", .stroke_width = 0.36 * r};
  switch (sign_of(light.aspect)) {
    case Sign::stop:
      sheet.line(point(0, -0.5), point(0, 0.5), white);
      break;
    case Sign::go:
      sheet.polyline(std::array{point(-0.25, -0.5), point(0.35, 0), point(-0.25, 0.5)}, white);
      break;
    case Sign::wait:
      sheet.circle(at, 0.3 * r, {.fill = kHousing});
      break;
    case Sign::none:
      break;
  }
  if (light.aspect == Aspect::red_yellow)
    sheet.circle(point(-0.55, 0), 0.35 * r, {.fill = colour_of(Aspect::yellow)});
  if (light.aspect == Aspect::flashing_red || light.aspect == Aspect::flashing_yellow)
    sheet.circle(
        at, 1.65 * r,
        {.fill = "none", .stroke = colour_of(light.aspect), .stroke_width = 0.25 * r, .dash = "2 3"});
  sheet.end_group();
}

}  // namespace backlot::storyboard
