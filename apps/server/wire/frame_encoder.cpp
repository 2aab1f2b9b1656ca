#include "apps/server/wire/frame_encoder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "apps/server/wire/varint.h"
#include "backlot/world/ids.h"

namespace backlot::server {

namespace {

// Longer than any record: a slot, a mask, eight numbers and two bytes.
constexpr std::size_t kLongestRecord = 64;
constexpr std::uint32_t kNoSlot = 0xffffffffU;  // one before slot 0

// The nearest whole number, within the range of coordinates.
std::int32_t rounded(double value) {
  constexpr double kMost = 1e9;
  const double within = value < -kMost ? -kMost : value > kMost ? kMost : value;
  return static_cast<std::int32_t>(within < 0 ? within - 0.5 : within + 0.5);
}

template <class T>
void append_raw(std::string& message, T value) {
  static_assert(std::endian::native == std::endian::little, "messages are little endian");
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  message.append(bytes, sizeof(T));
}

void append_varint(std::string& message, std::uint32_t n) {
  unsigned char bytes[kLongestVarint];
  const unsigned char* end = write_varint(bytes, n);
  message.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(end - bytes));
}

std::uint8_t lights_of(const record::FrameObject& object) {
  unsigned lights = 0;
  if (object.brakes) lights |= kBrakes;
  if (object.indicates_left) lights |= kLeft;
  if (object.indicates_right) lights |= kRight;
  if (object.behaviour == record::Behaviour::wrecked) lights |= kWrecked;
  if (object.behaviour == record::Behaviour::parked) lights |= kParked;
  return static_cast<std::uint8_t>(lights);
}

}  // namespace

View make_view(const std::optional<ViewBox>& asked, double metres_per_pixel) {
  View view;
  double quarter = 0.25 * metres_per_pixel / kUnit_m;  // of a pixel, in units
  while (quarter >= 2 && view.shift < kMostShift) {
    quarter *= 0.5;
    ++view.shift;
  }
  if (!asked) return view;
  // The grid is coarser for larger boxes, so that a camera that moves a little keeps its view.
  const double size = std::max(asked->x1 - asked->x0, asked->y1 - asked->y0);
  double grid = 16;
  while (grid < size / 8 && grid < 1e6) grid *= 2;
  view.box = ViewBox{grid * std::floor(asked->x0 / grid - 0.5), grid * std::floor(asked->y0 / grid - 0.5),
                     grid * std::ceil(asked->x1 / grid + 0.5), grid * std::ceil(asked->y1 / grid + 0.5)};
  return view;
}

FrameEncoder::FrameEncoder(const View& view, const geometry::Vec3& origin,
                           std::span<const geometry::WorldPoint> signal_places, std::uint8_t stream)
    : view_(view),
      origin_(origin),
      stream_(stream),
      per_metre_(1 / (kUnit_m * static_cast<double>(1U << view.shift))) {
  for (std::size_t g = 0; g < signal_places.size(); ++g)
    if (!view.box || view.box->holds(signal_places[g])) groups_.push_back(static_cast<std::uint32_t>(g));
}

void FrameEncoder::begin(std::string& message, bool is_key, double time_s) const {
  message.clear();
  message.push_back(static_cast<char>(kFrameMessage));
  message.push_back(static_cast<char>(is_key ? kKeyFrame : 0));
  message.push_back(static_cast<char>(view_.shift));
  message.push_back(static_cast<char>(stream_));
  append_raw<std::uint32_t>(message, number_);
  append_raw<std::uint32_t>(message, is_key ? 0 : number_ - 1);
  append_raw<double>(message, time_s);
}

void FrameEncoder::advance(const record::Frame& frame, ShapeTable& shapes) {
  ++number_;
  has_key_ = false;
  time_s_ = frame.time.seconds();
  std::swap(present_, before_);
  present_.clear();
  if (!frame.objects.empty()) {
    const std::size_t slots = std::size_t{frame.objects.back().id.slot()} + 1;  // they are in order
    if (kept_.size() < slots) kept_.resize(slots);
  }
  const std::size_t room = frame.objects.size() * kLongestRecord;
  if (records_.size() < room) records_.resize(room);
  end_ = records_.data();
  record_count_ = 0;
  last_slot_ = kNoSlot;
  for (const record::FrameObject& object : frame.objects) {
    if (view_.box && !view_.box->holds(object.centre)) continue;
    present_.push_back(object.id.slot());
    encode_object(object, kept_[object.id.slot()], shapes);
  }

  begin(delta_, number_ == 1, time_s_);
  encode_gone(delta_);
  append_varint(delta_, record_count_);
  delta_.append(reinterpret_cast<const char*>(records_.data()),
                static_cast<std::size_t>(end_ - records_.data()));
  encode_signals(frame.signals);
}

std::uint16_t FrameEncoder::heading_of(const record::FrameObject& object, Kept& kept) const {
  if (kept.heading_x == object.heading_x && kept.heading_y == object.heading_y) return kept.heading;
  kept.heading_x = object.heading_x;
  kept.heading_y = object.heading_y;
  std::int32_t units = rounded(object.heading_rad() * (kTurn / base::kTwoPi));
  if (view_.shift >= kRoughShift) units = (units + 128) & ~0xff;
  return static_cast<std::uint16_t>(units);
}

void FrameEncoder::encode_object(const record::FrameObject& object, Kept& kept, ShapeTable& shapes) {
  unsigned mask = 0;
  const std::uint32_t id = world::number_for_people(object.id);
  if (kept.serial != number_ - 1 || kept.serial == 0 || kept.id != id) {
    static_cast<CodedObject&>(kept) = {};
    kept.heading_x = kept.heading_y = 0;
    kept.id = id;
    kept.shape = shapes.number_of(object);
    mask |= kNew;
  }
  kept.serial = number_;

  const std::int32_t x = rounded((object.centre.x - origin_.x) * per_metre_);
  const std::int32_t y = rounded((object.centre.y - origin_.y) * per_metre_);
  const std::int32_t z = rounded((object.centre.z - origin_.z) * per_metre_);
  const std::uint16_t heading = heading_of(object, kept);
  const double speed_unit = view_.shift >= kRoughShift ? 1 : kSpeedUnit_mps;
  const std::int32_t speed = rounded(std::clamp(object.speed_mps, -1000.0, 1000.0) / speed_unit) *
                             (view_.shift >= kRoughShift ? 10 : 1);
  const std::uint8_t lights = lights_of(object);
  const std::uint32_t role = object.role.is_empty() ? 0 : object.role.index() + 1;
  const auto behaviour = static_cast<std::uint8_t>(object.behaviour);

  // Coordinates are below 1e9 units, so that no difference overflows by more than a turn, and readers add by the same rule.
  const auto less = [](std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
  };
  const auto plus = [](std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  };
  const std::int32_t rest_x = less(x, plus(kept.x, kept.dx)), rest_y = less(y, plus(kept.y, kept.dy));
  if ((rest_x | rest_y) != 0) mask |= kPlace;
  if (z != kept.z) mask |= kHeight;
  if (heading != kept.heading) mask |= kHeading;
  if (speed != kept.speed) mask |= kSpeed;
  if (lights != kept.lights) mask |= kLights;
  if (role != kept.role || behaviour != kept.behaviour) mask |= kRole;
  if (mask != 0) {
    const std::uint32_t slot = object.id.slot();
    unsigned char* at = write_varint(end_, slot - last_slot_ - 1);
    last_slot_ = slot;
    *at++ = static_cast<unsigned char>(mask);
    if ((mask & kNew) != 0) {
      at = write_varint(at, kept.id);
      at = write_varint(at, kept.shape);
    }
    if ((mask & kPlace) != 0) {
      at = write_zigzag(at, rest_x);
      at = write_zigzag(at, rest_y);
      if ((mask & kNew) != 0) {  // it is not known how it came here
        *at++ = 0;
        *at++ = 0;
      }
    }
    if ((mask & kHeight) != 0) at = write_zigzag(at, less(z, kept.z));
    if ((mask & kHeading) != 0)
      at = write_zigzag(at, static_cast<std::int16_t>(static_cast<std::uint16_t>(heading - kept.heading)));
    if ((mask & kSpeed) != 0) at = write_zigzag(at, speed - kept.speed);
    if ((mask & kLights) != 0) *at++ = lights;
    if ((mask & kRole) != 0) {
      at = write_varint(at, role);
      *at++ = behaviour;
    }
    end_ = at;
    ++record_count_;
  }
  if ((mask & kNew) == 0) {
    kept.dx = plus(kept.dx, rest_x);
    kept.dy = plus(kept.dy, rest_y);
  }
  kept.x = x;
  kept.y = y;
  kept.z = z;
  kept.heading = heading;
  kept.speed = static_cast<std::int16_t>(speed);
  kept.lights = lights;
  kept.role = role;
  kept.behaviour = behaviour;
}

void FrameEncoder::encode_gone(std::string& message) {
  std::uint32_t count = 0, last = kNoSlot;
  std::string gone;
  for (const std::uint32_t slot : before_) {
    if (kept_[slot].serial == number_) continue;
    kept_[slot].serial = 0;
    append_varint(gone, slot - last - 1);
    last = slot;
    ++count;
  }
  append_varint(message, count);
  message += gone;
}

void FrameEncoder::encode_signals(const network::SignalState& signals) {
  const bool is_first = shown_.size() != groups_.size();
  if (is_first) shown_.assign(groups_.size(), network::Aspect::dark);
  changed_signals_.clear();
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const network::Aspect now = groups_[k] < signals.size() ? signals[groups_[k]] : network::Aspect::dark;
    if (now != shown_[k] || is_first) changed_signals_.push_back(static_cast<std::uint32_t>(k));
    shown_[k] = now;
  }
  append_varint(delta_, static_cast<std::uint32_t>(changed_signals_.size()));
  std::uint32_t last = kNoSlot;
  for (const std::uint32_t k : changed_signals_) {
    append_varint(delta_, groups_[k] - last - 1);
    last = groups_[k];
    delta_.push_back(static_cast<char>(shown_[k]));
  }
}

const std::string& FrameEncoder::key() {
  if (has_key_) return key_;
  has_key_ = true;
  begin(key_, true, time_s_);
  append_varint(key_, 0);
  append_varint(key_, static_cast<std::uint32_t>(present_.size()));
  std::uint32_t last = kNoSlot;
  for (const std::uint32_t slot : present_) {
    const CodedObject& object = kept_[slot];
    unsigned char bytes[kLongestRecord];
    unsigned char* at = write_varint(bytes, slot - last - 1);
    last = slot;
    *at++ = kNew | kPlace | kHeight | kHeading | kSpeed | kLights | kRole;
    at = write_varint(at, object.id);
    at = write_varint(at, object.shape);
    for (const std::int32_t n :
         {object.x, object.y, object.dx, object.dy, object.z,
          std::int32_t{static_cast<std::int16_t>(object.heading)}, std::int32_t{object.speed}})
      at = write_zigzag(at, n);
    *at++ = object.lights;
    at = write_varint(at, object.role);
    *at++ = object.behaviour;
    key_.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(at - bytes));
  }
  append_varint(key_, static_cast<std::uint32_t>(groups_.size()));
  last = kNoSlot;
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    append_varint(key_, groups_[k] - last - 1);
    last = groups_[k];
    key_.push_back(static_cast<char>(shown_[k]));
  }
  return key_;
}

}  // namespace backlot::server
