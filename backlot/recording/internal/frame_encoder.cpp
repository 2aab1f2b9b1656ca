#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/recording/internal/frame_codec.h"
#include "backlot/recording/internal/wire.h"

namespace backlot::recording::internal {

namespace {

using record::FrameObject;

constexpr std::array<std::uint8_t, world::kObjectKinds> numbers_by_kind() {
  std::array<std::uint8_t, world::kObjectKinds> numbers{};
  for (std::size_t k = 0; k < kKindsByNumber.size(); ++k)
    numbers[static_cast<std::size_t>(kKindsByNumber[k])] = static_cast<std::uint8_t>(k);
  return numbers;
}
constexpr std::array<std::uint8_t, world::kObjectKinds> kNumbersByKind = numbers_by_kind();

std::uint64_t kind_number(world::ObjectKind kind) {
  BACKLOT_ASSERT(static_cast<std::size_t>(kind) < kNumbersByKind.size(), "each kind has a number");
  return kNumbersByKind[static_cast<std::size_t>(kind)];
}

void append_varint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80U; value >>= 7U) bytes.push_back(static_cast<char>((value & 0x7fU) | 0x80U));
  bytes.push_back(static_cast<char>(value));
}

// Whether 32 bytes are the same.
BACKLOT_INLINE bool is_block_same(const char* a, const char* b) {
  std::array<std::uint64_t, 4> one, other;
  std::memcpy(one.data(), a, sizeof one);
  std::memcpy(other.data(), b, sizeof other);
  return ((one[0] ^ other[0]) | (one[1] ^ other[1]) | (one[2] ^ other[2]) | (one[3] ^ other[3])) == 0;
}

char lights_of(const FrameObject& o) {
  return static_cast<char>((o.brakes ? 1 : 0) + (o.indicates_left ? 2 : 0) + (o.indicates_right ? 4 : 0));
}

}  // namespace

// ---- The state of a play

bool StateEncoder::encode(std::string_view bytes, bool is_key, std::string& whole, std::string& patch) {
  whole.clear();
  patch.clear();
  if (is_key || bytes.size() != last_.size()) {
    whole = last_ = bytes;
    return true;
  }
  std::size_t done = 0;  // up to here the patch says all
  for (std::size_t at = 0; at < bytes.size();) {
    // most words are as they were
    while (bytes.size() - at >= 32 && is_block_same(bytes.data() + at, last_.data() + at)) at += 32;
    if (bytes.size() - at >= 8 && std::memcmp(bytes.data() + at, last_.data() + at, 8) == 0) {
      at += 8;
      continue;
    }
    if (at == bytes.size()) break;
    const std::size_t word = std::min<std::size_t>(8, bytes.size() - at);
    if (std::memcmp(bytes.data() + at, last_.data() + at, word) == 0) {
      at += word;
      continue;
    }
    std::size_t end = at + word;
    while (end < bytes.size() && bytes[end] != last_[end]) ++end;
    append_varint(patch, at - done);
    append_varint(patch, end - at);
    patch.append(bytes.substr(at, end - at));
    done = at = end;
  }
  if (!patch.empty()) last_ = bytes;
  return !patch.empty();
}

// ---- Frames

namespace {

constexpr std::size_t kFields = 48;  // of a frame, at most
constexpr std::size_t kBytesOfObject =
    8 + 4 + 4 + kMoving * kMostVarint + 3 * 4 + 3 * 4 + 4;  // in all columns together, at most

// A packed column of words, one for each object.
template <class Put>
void put_column(char*& at, unsigned field, std::size_t count, std::size_t word, const Put& put) {
  put_tag(at, field, kBytes);
  put_varint(at, count * word);
  for (std::size_t k = 0; k < count; ++k) put(k);
}

// A value that fills a part of a word.
constexpr std::uint64_t upper(std::uint64_t value, unsigned shift) { return value << shift; }
std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
constexpr std::uint64_t kLowerHalf = 0xffffffffU, kUpperHalf = ~kLowerHalf;
constexpr unsigned kHalf = 32;

// The number of each moving column of values in a key frame, in the order of Moving.
constexpr std::array<unsigned, kMoving> kValueFields{24, 25, 29, 30, 19, 20, 16, 17, 18};
constexpr unsigned kFirstMissField = 51;  // those of misses follow each other in that order

}  // namespace

BACKLOT_INLINE FrameEncoder::Still FrameEncoder::still_of(const FrameObject& o) {
  return {.id = o.id.raw(),
          .role_strip = o.role.raw() | upper(o.strip.raw(), kHalf),
          .lane_corridor = o.lane.raw() | upper(o.corridor.raw(), kHalf),
          .length_width = bits_of(o.length_m) | upper(bits_of(o.width_m), kHalf),
          .height_bytes = bits_of(o.height_m) | upper(kind_number(o.kind), 32) |
                          upper(static_cast<std::uint64_t>(o.behaviour), 40) |
                          upper(static_cast<unsigned char>(lights_of(o)), 48) |
                          upper(static_cast<std::uint64_t>(o.signal), 56)};
}

// By their bits: a zero with a sign is another number.
void FrameEncoder::find_changes(const record::Frame& frame) {
  const std::size_t count = frame.objects.size();
  const bool is_all = is_key_ || count != stills_.size();
  stills_.resize(count);
  changed_ = {};
  for (std::size_t k = 0; k < count; ++k) {
    const Still now = still_of(frame.objects[k]);
    Still& was = stills_[k];
    const std::uint64_t id = now.id ^ was.id, role_strip = now.role_strip ^ was.role_strip,
                        lane_corridor = now.lane_corridor ^ was.lane_corridor,
                        length_width = now.length_width ^ was.length_width,
                        height_bytes = now.height_bytes ^ was.height_bytes;
    if ((id | role_strip | lane_corridor | length_width | height_bytes) == 0) continue;
    changed_.id |= id;
    changed_.role_strip |= role_strip;
    changed_.lane_corridor |= lane_corridor;
    changed_.length_width |= length_width;
    changed_.height_bytes |= height_bytes;
    was = now;
  }
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  if (is_all && count > 0) changed_ = {kAll, kAll, kAll, kAll, kAll};
  has_by_place_ = is_all || frame.by_place != by_place_;
  if (has_by_place_) by_place_ = frame.by_place;
}

// The columns of the message that hold values, by number.
char* FrameEncoder::put_columns(const record::Frame& frame, char* at) const {
  const std::size_t count = stills_.size();
  const auto put_half = [&](unsigned field, std::uint64_t changed, std::uint64_t Still::*word,
                            bool is_upper) {
    if ((changed & (is_upper ? kUpperHalf : kLowerHalf)) == 0) return;
    put_column(at, field, count, 4, [&](std::size_t k) {
      put_word32(at, static_cast<std::uint32_t>(stills_[k].*word >> (is_upper ? kHalf : 0)));
    });
  };
  const auto put_small = [&](unsigned field, unsigned shift) {
    if (((changed_.height_bytes >> shift) & 0xffU) == 0) return;
    put_column(at, field, count, 1,
               [&](std::size_t k) { put_byte(at, static_cast<char>(stills_[k].height_bytes >> shift)); });
  };
  const auto put_moving = [&](Moving number) {
    if (!is_key_ || count == 0) return;
    put_column(at, kValueFields[static_cast<std::size_t>(number)], count, 8, [&](std::size_t k) {
      put_word64(at, std::bit_cast<std::uint64_t>(number_of(frame.objects[k], number)));
    });
  };
  if (changed_.id != 0) put_column(at, 10, count, 8, [&](std::size_t k) { put_word64(at, stills_[k].id); });
  put_small(11, 32);
  put_small(12, 40);
  put_small(13, 48);
  put_small(14, 56);
  put_half(15, changed_.role_strip, &Still::role_strip, false);
  for (const Moving number : {Moving::x, Moving::y, Moving::z, Moving::heading_x, Moving::heading_y})
    put_moving(number);
  put_half(21, changed_.length_width, &Still::length_width, false);
  put_half(22, changed_.length_width, &Still::length_width, true);
  put_half(23, changed_.height_bytes, &Still::height_bytes, false);
  put_moving(Moving::speed);
  put_moving(Moving::accel);
  put_half(26, changed_.role_strip, &Still::role_strip, true);
  put_half(27, changed_.lane_corridor, &Still::lane_corridor, false);
  put_half(28, changed_.lane_corridor, &Still::lane_corridor, true);
  put_moving(Moving::distance);
  put_moving(Moving::offset);
  if (has_by_place_ && !by_place_.empty())
    put_column(at, 31, by_place_.size(), 4, [&](std::size_t k) { put_word32(at, by_place_[k]); });
  return at;
}

std::size_t FrameEncoder::prepare(const Input& input, bool is_key) {
  const record::Frame& frame = input.frame;
  is_key_ = is_key;
  find_changes(frame);
  if (is_key)
    forecast_.begin(frame);
  else
    forecast_.write(frame, misses_);
  std::size_t most = kFields * kFieldHead + frame.objects.size() * kBytesOfObject + frame.by_place.size() * 4;
  has_role_names_ = is_key || frame.role_names != role_names_;
  if (has_role_names_) {
    role_names_ = frame.role_names;
    for (const std::string& name : role_names_) most += kFieldHead + name.size();
  }
  const std::string_view signals(reinterpret_cast<const char*>(frame.signals.data()), frame.signals.size());
  static_assert(sizeof(network::Aspect) == 1);
  has_signals_ = is_key || signals != signals_;
  if (has_signals_) signals_ = signals;
  fields_.clear();
  fields_(input.state);
  state_.encode(fields_.bytes(), is_key, whole_state_, state_patch_);
  fields_.clear();
  fields_(input.clocks);
  has_clocks_ = is_key || fields_.bytes() != clocks_;
  if (has_clocks_) clocks_ = fields_.bytes();
  return most + signals_.size() + whole_state_.size() + state_patch_.size() + clocks_.size();
}

// The numbers are those of proto/backlot.proto, in their order.
char* FrameEncoder::put(const Input& input, char* at) const {
  const record::Frame& frame = input.frame;
  BACKLOT_ASSERT(frame.objects.size() == stills_.size(), "the frame is the one that was prepared");
  put_varint_field(at, 1, frame.tick);
  put_varint_field(at, 2, static_cast<std::uint64_t>(frame.time.nanoseconds()));
  put_word64_field(at, 3, frame.hash);
  put_word64_field(at, 4, frame.events_hash);
  put_varint_field(at, 5, is_key_ ? 1 : 0);
  put_varint_field(at, 6, frame.objects.size());
  at = put_columns(frame, at);
  put_varint_field(at, 32, has_role_names_ ? 1 : 0);
  if (has_role_names_) {
    for (const std::string& name : role_names_) {
      put_tag(at, 33, kBytes);
      put_varint(at, name.size());
      put_bytes(at, name);
    }
  }
  put_varint_field(at, 34, has_signals_ ? 1 : 0);
  if (has_signals_) put_bytes_field(at, 35, signals_);
  put_varint_field(at, 36, input.events);
  put_varint_field(at, 40, input.play);
  put_word64_field(at, 41, input.subject.raw());
  put_bytes_field(at, 42, whole_state_);
  put_bytes_field(at, 43, state_patch_);
  put_varint_field(at, 44, has_clocks_ ? 1 : 0);
  if (has_clocks_) put_bytes_field(at, 45, clocks_);
  if (is_key_) return at;
  put_varint_field(at, 50, 1);
  for (unsigned k = 0; k < kMoving; ++k)
    put_bytes_field(at, kFirstMissField + k, misses_.column(static_cast<Moving>(k)));
  return at;
}

}  // namespace backlot::recording::internal
