#include "backlot/recording/internal/scene_picture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/geometry/ribbon_placing.h"
#include "backlot/recording/internal/wire.h"

namespace backlot::recording::internal {

namespace {

using geometry::WorldPoint;

constexpr char tag(unsigned field, unsigned wire) { return static_cast<char>((field << 3U) | wire); }

// Bytes at the end of a buffer that has room for them: callers ask for it once for many fields.
class Wire {
 public:
  explicit Wire(std::string& bytes) : bytes_(bytes) {}
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // Cuts the buffer behind the last byte.
  void finish() { bytes_.resize(size_); }

  void need(std::size_t more) {
    if (bytes_.size() - size_ < more) bytes_.resize(2 * bytes_.size() + more);
  }
  std::string_view bytes() const { return {bytes_.data(), size_}; }

  // So many bytes, which the caller fills in.
  char* extend(std::size_t size) {
    need(size);
    size_ += size;
    return bytes_.data() + (size_ - size);
  }
  void byte(char value) { bytes_[size_++] = value; }
  void varint(std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) byte(static_cast<char>((value & 0x7fU) | 0x80U));
    byte(static_cast<char>(value));
  }
  void number(unsigned field, double value) {
    char* at = bytes_.data() + size_;
    at[0] = tag(field, kWord64);
    const auto word = std::bit_cast<std::uint64_t>(value);
    for (unsigned k = 0; k < 8; ++k) at[k + 1] = static_cast<char>((word >> (8 * k)) & 0xffU);
    size_ += 9;
  }
  void text(unsigned field, std::string_view value) {
    need(value.size() + kField);
    byte(tag(field, kBytes));
    varint(value.size());
    std::copy(value.begin(), value.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += value.size();
  }
  // A message inside, of at most 127 bytes: what `fill` adds.
  template <class Fill>
  void small(unsigned field, const Fill& fill) {
    byte(tag(field, kBytes));
    const std::size_t at = size_;
    byte(0);
    fill();
    BACKLOT_ASSERT(size_ > at && size_ - at - 1 < 128, "a short message has a length of one byte");
    bytes_[at] = static_cast<char>(size_ - at - 1);
  }
  // The same of any length: it has four bytes for its length, which the wire format allows.
  template <class Fill>
  void large(unsigned field, const Fill& fill) {
    need(kField);
    byte(tag(field, kBytes));
    const std::size_t at = size_;
    size_ += 4;
    fill();
    const std::size_t length = size_ - at - 4;
    for (unsigned k = 0; k < 4; ++k)
      bytes_[at + k] = static_cast<char>(((length >> (7 * k)) & 0x7fU) | (k < 3 ? 0x80U : 0U));
  }

  static constexpr std::size_t kField = 16;  // bytes: room for a tag and a length, or a number

 private:
  std::string& bytes_;
  std::size_t size_ = 0;
};

// Pictures are for eyes: a millimetre is enough, and a number with few digits takes few bytes when it is packed.
// What is larger than any coordinate of a map, or no number, stays as it is.
BACKLOT_INLINE double rounded(double value, double parts) {
  constexpr double kLargest = 1e12;
  BACKLOT_ASSERT(parts > 0, "a number is rounded to a part of it");
  if (!(std::fabs(value) < kLargest)) [[unlikely]]
    return value;
  const double scaled = value * parts + 0.5, whole = static_cast<double>(static_cast<std::int64_t>(scaled));
  return (whole > scaled ? whole - 1 : whole) / parts;
}
constexpr double kPartsOfMetre = 1024, kPartsOfTurn = 65536;  // powers of two

void put_point(Wire& to, unsigned field, double x, double y, double z) {
  to.small(field, [&] {
    to.number(1, rounded(x, kPartsOfMetre));
    to.number(2, rounded(y, kPartsOfMetre));
    to.number(3, rounded(z, kPartsOfMetre));
  });
}

struct Color {
  double r, g, b;
};

void put_color(Wire& to, unsigned field, const Color& color) {
  to.small(field, [&] {
    to.number(1, color.r);
    to.number(2, color.g);
    to.number(3, color.b);
    to.number(4, 1);
  });
}

void put_time(Wire& to, unsigned field, base::SimTime time) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  to.need(2 * Wire::kField);
  to.small(field, [&] {
    to.byte(tag(1, kVarint));
    to.varint(static_cast<std::uint64_t>(time.nanoseconds() / kSecond));
    to.byte(tag(2, kVarint));
    to.varint(static_cast<std::uint64_t>(time.nanoseconds() % kSecond));
  });
}

// Half of the angle of a heading.
struct HalfTurn {
  double sine, cosine;
};
HalfTurn half_of(double heading_x, double heading_y) {
  const double sine = std::copysign(std::sqrt(std::max(0.0, 0.5 * (1 - heading_x))), heading_y);
  const double cosine = std::sqrt(std::max(0.0, 0.5 * (1 + heading_x)));
  return {rounded(sine, kPartsOfTurn), rounded(cosine, kPartsOfTurn)};
}

void put_pose(Wire& to, unsigned field, const WorldPoint& at, double heading_x, double heading_y) {
  to.small(field, [&] {
    put_point(to, 1, at.x, at.y, at.z);
    to.small(2, [&] {
      const HalfTurn turn = half_of(heading_x, heading_y);
      to.number(3, turn.sine);
      to.number(4, turn.cosine);
    });
  });
}

constexpr std::string_view kMapFrame = "map", kTrafficEntity = "traffic";

void put_entity_head(Wire& to, base::SimTime time, std::string_view id) {
  put_time(to, 1, time);
  to.text(2, kMapFrame);
  to.text(3, id);
}

// ---- Bodies

constexpr Color kSubjectColor{0.85, 0.1, 0.1}, kActorColor{1, 0.6, 0.1}, kStandingColor{0.45, 0.45, 0.45};
constexpr std::array<Color, world::kObjectKinds> kKindColors{{{0.3, 0.5, 0.8},
                                                              {0.35, 0.65, 0.45},
                                                              {0.6, 0.45, 0.75},
                                                              {0.3, 0.7, 0.75},
                                                              {0.55, 0.7, 0.3},
                                                              {0.8, 0.65, 0.3}}};

// A cube takes the same bytes each time but for its numbers: where these are, behind the tags and lengths of its parts.
constexpr std::size_t kCube = 120;  // bytes
constexpr std::size_t kCubePlace = 7, kCubeTurn = 36, kCubeSize = 56, kCubeColor = 85;
constexpr std::size_t kNumber = 9;  // bytes from one number to the next one, with its tag
using CubeBytes = std::array<char, kCube>;

constexpr void set_number(char* at, double value) {
  const auto word = std::bit_cast<std::uint64_t>(value);
  for (unsigned k = 0; k < 8; ++k) at[k] = static_cast<char>((word >> (8 * k)) & 0xffU);
}

// With a colour, and no numbers yet.
constexpr CubeBytes cube_of(const Color& color) {
  CubeBytes bytes{};
  const auto part = [&](std::size_t at, unsigned field, std::size_t end) {
    bytes[at] = tag(field, kBytes);
    bytes[at + 1] = static_cast<char>(end - at - 2);
  };
  const auto numbers = [&](std::size_t at, unsigned first, unsigned last) {
    for (unsigned field = first; field <= last; ++field, at += kNumber) bytes[at - 1] = tag(field, kWord64);
  };
  part(0, 8, kCube);
  part(2, 1, kCubeSize - 3);               // the pose
  part(4, 1, kCubeTurn - 3);               // its place
  part(kCubeTurn - 3, 2, kCubeSize - 3);   // its quaternion
  part(kCubeSize - 3, 2, kCubeColor - 3);  // the size
  part(kCubeColor - 3, 3, kCube);          // the colour
  numbers(kCubePlace, 1, 3);
  numbers(kCubeTurn, 3, 4);
  numbers(kCubeSize, 1, 3);
  numbers(kCubeColor, 1, 4);
  const double parts[] = {color.r, color.g, color.b, 1};
  for (std::size_t k = 0; k < 4; ++k) set_number(&bytes[kCubeColor + k * kNumber], parts[k]);
  return bytes;
}
constexpr CubeBytes kSubjectCube = cube_of(kSubjectColor), kActorCube = cube_of(kActorColor),
                    kStandingCube = cube_of(kStandingColor);
constexpr std::array<CubeBytes, world::kObjectKinds> cubes_of_kinds() {
  std::array<CubeBytes, world::kObjectKinds> cubes{};
  for (std::size_t k = 0; k < cubes.size(); ++k) cubes[k] = cube_of(kKindColors[k]);
  return cubes;
}
constexpr std::array<CubeBytes, world::kObjectKinds> kKindCubes = cubes_of_kinds();

const CubeBytes& cube_for(const record::FrameObject& o, world::ObjectId subject) {
  if (o.id == subject) return kSubjectCube;
  if (!o.role.is_empty()) return kActorCube;
  if (o.behaviour == record::Behaviour::parked || o.behaviour == record::Behaviour::wrecked)
    return kStandingCube;
  BACKLOT_ASSERT(static_cast<std::size_t>(o.kind) < std::size(kKindCubes), "a kind of object has a colour");
  return kKindCubes[static_cast<std::size_t>(o.kind)];
}

void put_cube(Wire& to, const record::FrameObject& o, world::ObjectId subject) {
  const double height_m = static_cast<double>(o.height_m);
  char* const at = to.extend(kCube);
  std::memcpy(at, cube_for(o, subject).data(), kCube);
  const auto set_point = [&](std::size_t first, double x, double y, double z) {
    set_number(at + first, rounded(x, kPartsOfMetre));
    set_number(at + first + kNumber, rounded(y, kPartsOfMetre));
    set_number(at + first + 2 * kNumber, rounded(z, kPartsOfMetre));
  };
  set_point(kCubePlace, o.centre.x, o.centre.y, o.centre.z + 0.5 * height_m);
  const HalfTurn turn = half_of(o.heading_x, o.heading_y);
  set_number(at + kCubeTurn, turn.sine);
  set_number(at + kCubeTurn + kNumber, turn.cosine);
  set_point(kCubeSize, static_cast<double>(o.length_m), static_cast<double>(o.width_m), height_m);
}

void put_label(Wire& to, const record::FrameObject& o, std::string_view text) {
  constexpr double kAbove_m = 1.5, kFont_m = 1.5;
  to.large(13, [&] {
    to.need(10 * Wire::kField);
    put_pose(to, 1, {o.centre.x, o.centre.y, o.centre.z + static_cast<double>(o.height_m) + kAbove_m}, 1, 0);
    to.byte(tag(2, kVarint));  // it turns to the viewer
    to.byte(1);
    to.number(3, kFont_m);
    put_color(to, 5, {0.1, 0.1, 0.1});
    to.text(6, text);
  });
}

std::string number_text(world::ObjectId id) { return fmt::format_int(world::number_for_people(id)).str(); }

// ---- The road

// How far a point is from a line between two others.
double off_line(const WorldPoint& p, const WorldPoint& a, const WorldPoint& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, length2 = dx * dx + dy * dy + dz * dz;
  const double share = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy + (p.z - a.z) * dz) / length2 : 0;
  const double ex = p.x - a.x - share * dx, ey = p.y - a.y - share * dy, ez = p.z - a.z - share * dz;
  return std::sqrt(ex * ex + ey * ey + ez * ez);
}

struct EdgePoint {
  double distance;
  WorldPoint point;
};

// Adds the points behind `from` up to `to`, as many as keep the line within 5 cm of the edge.
template <class At>
void add_edge(const At& at, const EdgePoint& from, const EdgePoint& to, std::vector<WorldPoint>& points) {
  constexpr double kOff_m = 0.05, kShortest_m = 2;
  const double length = to.distance - from.distance;
  const EdgePoint middle = at(from.distance + 0.5 * length);
  const bool is_straight =
      length < kShortest_m ||
      (off_line(middle.point, from.point, to.point) < kOff_m &&
       off_line(at(from.distance + 0.23 * length).point, from.point, to.point) < kOff_m &&
       off_line(at(from.distance + 0.71 * length).point, from.point, to.point) < kOff_m);
  if (is_straight) {
    points.push_back(to.point);
    return;
  }
  add_edge(at, from, middle, points);
  add_edge(at, middle, to, points);
}

}  // namespace

std::string_view ScenePicture::draw(const record::Frame& frame, world::ObjectId subject) {
  Wire to(bytes_);
  const auto has_label = [&](const record::FrameObject& o) { return o.id == subject || !o.role.is_empty(); };
  for (const world::ObjectId id : labelled_) {
    const record::FrameObject* object = record::find(frame, id);
    if (object != nullptr && has_label(*object)) continue;
    to.large(1, [&] {
      put_time(to, 1, frame.time);
      to.text(3, number_text(id));
    });
  }
  labelled_.clear();
  to.large(2, [&] {
    put_entity_head(to, frame.time, kTrafficEntity);
    for (const record::FrameObject& o : frame.objects)
      if (!has_label(o)) put_cube(to, o, subject);
  });
  for (const record::FrameObject& o : frame.objects) {
    if (o.id.is_empty() || !has_label(o)) continue;
    labelled_.push_back(o.id);
    to.large(2, [&] {
      put_entity_head(to, frame.time, number_text(o.id));
      put_cube(to, o, subject);
      const std::string_view role = frame.role_name(o.role);
      put_label(to, o, role.empty() ? record::kSubjectRole : role);
    });
  }
  return to.bytes();
}

std::string draw_road(const network::Network& network) {
  constexpr double kPiece_m = 200, kThick_m = 0.15;
  std::string bytes;
  Wire to(bytes);
  std::vector<WorldPoint> points;
  for (std::size_t n = 0; n < network.strips().size(); ++n) {
    const network::Strip& strip = network.strips()[n];
    const network::StripId id(static_cast<std::uint32_t>(n));
    const auto pieces = static_cast<std::size_t>(std::max(1.0, std::ceil(strip.length() / kPiece_m)));
    to.large(2, [&] {
      put_entity_head(to, {}, network.name_of(id));
      // the left edge of each lane, and the right one of the last
      for (std::uint32_t k = 0; k <= strip.lane_count; ++k) {
        const network::LaneId lane(strip.first_lane + std::min(k, strip.lane_count - 1));
        const auto at = [&](double d) {
          const network::LaneEdges edges = network.edges(lane, d);
          const double offset = k < strip.lane_count ? edges.left : edges.right;
          return EdgePoint{d, geometry::place(network.ribbon(strip.ribbon), {strip.from + d, offset, 0})};
        };
        EdgePoint from = at(0);
        points.assign(1, from.point);
        for (std::size_t piece = 1; piece <= pieces; ++piece) {
          const EdgePoint end = at(strip.length() * static_cast<double>(piece) / static_cast<double>(pieces));
          add_edge(at, from, end, points);
          from = end;
        }
        to.large(11, [&] {
          to.need(4 * Wire::kField);
          to.number(3, kThick_m);
          put_color(to, 6, {0.6, 0.6, 0.6});
          for (const WorldPoint& p : points) {
            to.need(4 * Wire::kField);
            put_point(to, 5, p.x, p.y, p.z);
          }
        });
      }
    });
  }
  to.finish();
  return bytes;
}

}  // namespace backlot::recording::internal
