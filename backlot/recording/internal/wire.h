// The wire format of protobuf: a field is a tag (its number and its type of wire) and its value. What these functions write is read by any program that has the schema.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace backlot::recording::internal {

inline constexpr unsigned kVarint = 0, kWord64 = 1, kBytes = 2;  // types of wire
inline constexpr std::size_t kMostVarint = 10;                   // bytes

// Each of them writes to `at`, where there is room, and moves on behind it. They write through a pointer of their own: a byte that is written might else be one of `at`, which
// would be read again after each.
inline void put_byte(char*& at, char value) { *at++ = value; }
inline void put_varint(char*& at, std::uint64_t value) {
  char* to = at;
  for (; value >= 0x80U; value >>= 7U) *to++ = static_cast<char>((value & 0x7fU) | 0x80U);
  *to++ = static_cast<char>(value);
  at = to;
}
inline void put_tag(char*& at, unsigned field, unsigned wire) { put_varint(at, (field << 3U) | wire); }
inline void put_word64(char*& at, std::uint64_t word) {
  char* const to = at;
  for (unsigned k = 0; k < 8; ++k) to[k] = static_cast<char>((word >> (8 * k)) & 0xffU);
  at = to + 8;
}
inline void put_word32(char*& at, std::uint32_t word) {
  char* const to = at;
  for (unsigned k = 0; k < 4; ++k) to[k] = static_cast<char>((word >> (8 * k)) & 0xffU);
  at = to + 4;
}
inline void put_bytes(char*& at, std::string_view bytes) {
  if (!bytes.empty()) std::memcpy(at, bytes.data(), bytes.size());
  at += bytes.size();
}

// Fields. One that is zero or empty is left out, as a reader takes it for that.
inline void put_varint_field(char*& at, unsigned field, std::uint64_t value) {
  if (value == 0) return;
  put_tag(at, field, kVarint);
  put_varint(at, value);
}
inline void put_word64_field(char*& at, unsigned field, std::uint64_t value) {
  if (value == 0) return;
  put_tag(at, field, kWord64);
  put_word64(at, value);
}
inline void put_bytes_field(char*& at, unsigned field, std::string_view bytes) {
  if (bytes.empty()) return;
  put_tag(at, field, kBytes);
  put_varint(at, bytes.size());
  put_bytes(at, bytes);
}
inline constexpr std::size_t kFieldHead = 15;  // bytes at most before the value of a field: tag and length

// Small numbers of either sign as small ones without.
inline std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63U);
}

}  // namespace backlot::recording::internal
