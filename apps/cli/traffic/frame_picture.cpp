#include "apps/cli/traffic/frame_picture.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "backlot/draw/network_picture.h"
#include "backlot/storyboard/lights.h"
#include "backlot/world/ids.h"

namespace backlot::cli {
namespace {

constexpr double kFlows_mps = 14;  // from here on a vehicle is as green as any

// By how fast it goes: red stands, green flows.
std::string colour_of_speed(double speed_mps) {
  const double share = std::clamp(speed_mps / kFlows_mps, 0.0, 1.0);
  return fmt::format("#{:02x}{:02x}40", static_cast<int>(210 - 150 * share),
                     static_cast<int>(50 + 110 * share));
}

draw::PictureShape shape_of(world::ObjectKind kind) {
  if (kind == world::ObjectKind::bicycle) return draw::PictureShape::bicycle;
  return kind == world::ObjectKind::pedestrian ? draw::PictureShape::person : draw::PictureShape::box;
}

// "0:12:30.5": hours, minutes, seconds.
std::string clock_text(double time_s) {
  const auto tenths = static_cast<std::uint64_t>(10 * time_s + 0.5);
  return fmt::format("t = {}:{:02}:{:02}.{}", tenths / 36000, tenths / 600 % 60, tenths / 10 % 60,
                     tenths % 10);
}

}  // namespace

std::string frame_picture(const record::Frame& frame, const network::Network& network) {
  using network::Aspect;
  draw::NetworkPicture picture;
  picture.clock = clock_text(frame.time.seconds());
  picture.signal_heads = false;  // what they show is drawn instead
  for (const std::uint32_t k : frame.by_place) {
    const record::FrameObject& o = frame.objects[k];
    picture.bodies.push_back({o.centre, o.heading_x, o.heading_y, static_cast<double>(o.length_m),
                              static_cast<double>(o.width_m), colour_of_speed(o.speed_mps),
                              fmt::format("{}", world::number_for_people(o.id)), shape_of(o.kind)});
  }
  for (const storyboard::Light& light : storyboard::find_lights(network, frame.signals))
    picture.marks.push_back({light.at, storyboard::colour_of(light.aspect), {}, false});
  if (!picture.bodies.empty())
    picture.keys = {{colour_of_speed(0), "vehicle that stands, with its number"},
                    {colour_of_speed(0.5 * kFlows_mps), "at 25 km/h"},
                    {colour_of_speed(kFlows_mps), "at 50 km/h or more"}};
  if (!picture.marks.empty()) {
    picture.keys.push_back({storyboard::colour_of(Aspect::red), "light: stop"});
    picture.keys.push_back({storyboard::colour_of(Aspect::yellow), "light: yellow"});
    picture.keys.push_back({storyboard::colour_of(Aspect::green), "light: go"});
  }
  return draw::draw_network(network, picture).to_svg();
}

}  // namespace backlot::cli
