#include "backlot/recording/internal/scene_picture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "backlot/geometry/ribbon_placing.h"

namespace backlot::recording::internal {

namespace {

using geometry::WorldPoint;

// ---- The wire format: a field is a tag (number and type of wire) and its value

constexpr unsigned kVarint = 0, kWord64 = 1, kBytes = 2;

constexpr char tag(unsigned field, unsigned wire) { return static_cast<char>((field << 3U) | wire); }

void append_wire_varint(std::string& to, std::uint64_t value) {
  for (; value >= 0x80U; value >>= 7U) to.push_back(static_cast<char>((value & 0x7fU) | 0x80U));
  to.push_back(static_cast<char>(value));
}

void append_double(std::string& to, unsigned field, double value) {
  std::array<char, 9> bytes{tag(field, kWord64)};
  const auto word = std::bit_cast<std::uint64_t>(value);
  for (unsigned k = 0; k < 8; ++k) bytes[k + 1] = static_cast<char>((word >> (8 * k)) & 0xffU);
  to.append(bytes.data(), bytes.size());
}

void append_bytes(std::string& to, unsigned field, std::string_view bytes) {
  to.push_back(tag(field, kBytes));
  append_wire_varint(to, bytes.size());
  to += bytes;
}

// A message inside, of at most 127 bytes: what `fill` appends.
template <class Fill>
void append_small(std::string& to, unsigned field, const Fill& fill) {
  to.push_back(tag(field, kBytes));
  const std::size_t at = to.size();
  to.push_back(0);
  fill();
  to[at] = static_cast<char>(to.size() - at - 1);
}

void append_point(std::string& to, unsigned field, double x, double y, double z) {
  append_small(to, field, [&] {
    append_double(to, 1, x);
    append_double(to, 2, y);
    append_double(to, 3, z);
  });
}

struct Color {
  double r, g, b;
};

void append_color(std::string& to, unsigned field, const Color& color) {
  append_small(to, field, [&] {
    append_double(to, 1, color.r);
    append_double(to, 2, color.g);
    append_double(to, 3, color.b);
    append_double(to, 4, 1);
  });
}

void append_time(std::string& to, unsigned field, base::SimTime time) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  append_small(to, field, [&] {
    to.push_back(tag(1, kVarint));
    append_wire_varint(to, static_cast<std::uint64_t>(time.nanoseconds() / kSecond));
    to.push_back(tag(2, kVarint));
    append_wire_varint(to, static_cast<std::uint64_t>(time.nanoseconds() % kSecond));
  });
}

void append_pose(std::string& to, unsigned field, const WorldPoint& at, double heading_x, double heading_y) {
  append_small(to, field, [&] {
    append_point(to, 1, at.x, at.y, at.z);
    // half of the angle
    append_small(to, 2, [&] {
      append_double(to, 3, std::copysign(std::sqrt(std::max(0.0, 0.5 * (1 - heading_x))), heading_y));
      append_double(to, 4, std::sqrt(std::max(0.0, 0.5 * (1 + heading_x))));
    });
  });
}

constexpr std::string_view kMapFrame = "map";

void begin_entity(std::string& to, base::SimTime time, std::string_view id) {
  to.clear();
  append_time(to, 1, time);
  append_bytes(to, 2, kMapFrame);
  append_bytes(to, 3, id);
}

// ---- Bodies

constexpr Color kSubjectColor{0.85, 0.1, 0.1}, kActorColor{1, 0.6, 0.1}, kStandingColor{0.45, 0.45, 0.45};
constexpr std::array<Color, world::kObjectKinds> kKindColors{
    {{0.3, 0.5, 0.8}, {0.35, 0.65, 0.45}, {0.6, 0.45, 0.75}, {0.3, 0.7, 0.75}}};

const Color& color_of(const record::FrameObject& o, world::ObjectId subject) {
  if (o.id == subject) return kSubjectColor;
  if (!o.role.is_empty()) return kActorColor;
  if (o.behaviour == record::Behaviour::parked || o.behaviour == record::Behaviour::wrecked)
    return kStandingColor;
  return kKindColors[static_cast<std::size_t>(o.kind)];
}

void append_label(std::string& to, const record::FrameObject& o, std::string_view text) {
  constexpr double kAbove_m = 1.5, kFont_m = 1.5;
  std::string label;
  append_pose(label, 1, {o.centre.x, o.centre.y, o.centre.z + static_cast<double>(o.height_m) + kAbove_m}, 1,
              0);
  label.push_back(tag(2, kVarint));  // it turns to the viewer
  label.push_back(1);
  append_double(label, 3, kFont_m);
  append_color(label, 5, {0.1, 0.1, 0.1});
  append_bytes(label, 6, text);
  append_bytes(to, 13, label);
}

// ---- The road

// Points of a line, without those that are within 5 cm of a straight line between others.
std::vector<WorldPoint> thinned(const std::vector<WorldPoint>& points) {
  constexpr double kOff_m = 0.05;
  constexpr std::size_t kMost = 200;  // points in one straight piece
  std::vector<WorldPoint> kept;
  std::size_t from = 0;
  const auto is_straight = [&](std::size_t to) {
    const WorldPoint &a = points[from], &b = points[to];
    const double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, length2 = dx * dx + dy * dy + dz * dz;
    for (std::size_t k = from + 1; k < to; ++k) {
      const WorldPoint& p = points[k];
      const double share =
          length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy + (p.z - a.z) * dz) / length2 : 0;
      const double ex = p.x - a.x - share * dx, ey = p.y - a.y - share * dy, ez = p.z - a.z - share * dz;
      if (ex * ex + ey * ey + ez * ez > kOff_m * kOff_m) return false;
    }
    return true;
  };
  kept.push_back(points.front());
  while (from + 1 < points.size()) {
    std::size_t to = from + 1;
    while (to + 1 < points.size() && to + 1 - from < kMost && is_straight(to + 1)) ++to;
    kept.push_back(points[to]);
    from = to;
  }
  return kept;
}

}  // namespace

std::string_view ScenePicture::draw(const record::Frame& frame, world::ObjectId subject) {
  bytes_.clear();
  for (const world::ObjectId id : shown_) {
    if (record::find(frame, id) != nullptr) continue;
    entity_.clear();
    append_time(entity_, 1, frame.time);
    append_bytes(entity_, 3, fmt::format_int(world::number_for_people(id)).str());
    append_bytes(bytes_, 1, entity_);
  }
  shown_.clear();
  for (const record::FrameObject& o : frame.objects) {
    if (o.id.is_empty()) continue;
    shown_.push_back(o.id);
    begin_entity(entity_, frame.time, fmt::format_int(world::number_for_people(o.id)).str());
    const double height_m = static_cast<double>(o.height_m);
    append_small(entity_, 8, [&] {
      append_pose(entity_, 1, {o.centre.x, o.centre.y, o.centre.z + 0.5 * height_m}, o.heading_x,
                  o.heading_y);
      append_point(entity_, 2, static_cast<double>(o.length_m), static_cast<double>(o.width_m), height_m);
      append_color(entity_, 3, color_of(o, subject));
    });
    const std::string_view role = frame.role_name(o.role);
    if (o.id == subject || !role.empty())
      append_label(entity_, o, role.empty() ? record::kSubjectRole : role);
    append_bytes(bytes_, 2, entity_);
  }
  return bytes_;
}

std::string draw_road(const network::Network& network) {
  constexpr double kStep_m = 5, kThick_m = 0.15;
  std::string bytes, entity, line;
  for (std::size_t n = 0; n < network.strips().size(); ++n) {
    const network::Strip& strip = network.strips()[n];
    const network::StripId id(static_cast<std::uint32_t>(n));
    begin_entity(entity, {}, network.name_of(id));
    const auto steps = static_cast<std::size_t>(std::max(1.0, std::ceil(strip.length() / kStep_m)));
    // the left edge of each lane, and the right one of the last
    for (std::uint32_t k = 0; k <= strip.lane_count; ++k) {
      const network::LaneId lane(strip.first_lane + std::min(k, strip.lane_count - 1));
      std::vector<WorldPoint> points;
      for (std::size_t step = 0; step <= steps; ++step) {
        const double d = strip.length() * static_cast<double>(step) / static_cast<double>(steps);
        const network::LaneEdges edges = network.edges(lane, d);
        const double offset = k < strip.lane_count ? edges.left : edges.right;
        points.push_back(geometry::place(network.ribbon(strip.ribbon), {strip.from + d, offset, 0}));
      }
      line.clear();
      append_double(line, 3, kThick_m);
      for (const WorldPoint& p : thinned(points)) append_point(line, 5, p.x, p.y, p.z);
      append_color(line, 6, {0.6, 0.6, 0.6});
      append_bytes(entity, 11, line);
    }
    append_bytes(bytes, 2, entity);
  }
  return bytes;
}

}  // namespace backlot::recording::internal
