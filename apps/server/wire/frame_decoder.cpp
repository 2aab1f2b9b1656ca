#include "apps/server/wire/frame_decoder.h"

#include <cstring>

#include "apps/server/wire/varint.h"

namespace backlot::server {

namespace {

// Overflows as the page's 32 bit arithmetic does.
void add(std::int32_t& a, std::int32_t b) {
  a = static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

template <class T>
T raw_at(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

void read_record(WireReader& in, std::uint8_t mask, CodedObject& object) {
  const bool is_new = (mask & kNew) != 0;
  if (is_new) {
    object = {};
    object.id = in.varint();
    object.shape = in.varint();
  }
  if ((mask & kPlace) != 0) {
    const std::int32_t x = in.signed_varint(), y = in.signed_varint();
    add(object.x, x);
    add(object.y, y);
    if (is_new) {
      object.dx = in.signed_varint();
      object.dy = in.signed_varint();
    } else {
      add(object.dx, x);
      add(object.dy, y);
    }
  }
  if ((mask & kHeight) != 0) add(object.z, in.signed_varint());
  if ((mask & kHeading) != 0)
    object.heading =
        static_cast<std::uint16_t>(object.heading + static_cast<std::uint32_t>(in.signed_varint()));
  if ((mask & kSpeed) != 0) object.speed = static_cast<std::int16_t>(object.speed + in.signed_varint());
  if ((mask & kLights) != 0) object.lights = in.byte();
  if ((mask & kRole) != 0) {
    object.role = in.varint();
    object.behaviour = in.byte();
  }
}

}  // namespace

std::string FrameDecoder::read(std::string_view message) {
  if (message.size() < kFrameHead || static_cast<std::uint8_t>(message[0]) != kFrameMessage)
    return "the message is no frame";
  const bool is_key = (static_cast<std::uint8_t>(message[1]) & kKeyFrame) != 0;
  const auto number = raw_at<std::uint32_t>(message, 4);
  if (!is_key && raw_at<std::uint32_t>(message, 8) != number_)
    return "the frame builds on another one than the last one";
  if (is_key) {
    objects_.clear();
    signals_.clear();
    shift_ = static_cast<std::uint8_t>(message[2]);
  }
  number_ = number;
  time_s_ = raw_at<double>(message, 12);

  WireReader in(message.substr(kFrameHead));
  const auto each = [&in](const auto& take) {
    std::uint32_t at = 0xffffffffU;
    for (std::uint32_t left = in.varint(); left > 0 && !in.has_failed(); --left) {
      at += 1 + in.varint();
      if (!in.has_failed()) take(at);
    }
  };
  each([&](std::uint32_t slot) { objects_.erase(slot); });
  for (auto& [slot, object] : objects_) {
    add(object.x, object.dx);
    add(object.y, object.dy);
  }
  std::string fault;
  each([&](std::uint32_t slot) {
    const std::uint8_t mask = in.byte();
    if ((mask & kNew) == 0 && !objects_.contains(slot)) fault = "a record is of an object that is not there";
    read_record(in, mask, objects_[slot]);
  });
  each([&](std::uint32_t group) { signals_[group] = static_cast<network::Aspect>(in.byte()); });
  if (in.has_failed()) return "the frame ends too early";
  if (!in.is_at_end()) return "the frame has bytes behind its end";
  return fault;
}

}  // namespace backlot::server
