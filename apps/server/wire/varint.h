// Whole numbers of few bytes, as the messages of the window hold them (viewer/PROTOCOL.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace backlot::server {

// A signed number as an unsigned one: small numbers of either sign stay small.
constexpr std::uint32_t zigzag(std::int32_t n) {
  return (static_cast<std::uint32_t>(n) << 1U) ^ static_cast<std::uint32_t>(n >> 31);
}
constexpr std::int32_t from_zigzag(std::uint32_t n) {
  return static_cast<std::int32_t>((n >> 1U) ^ (0U - (n & 1U)));
}

inline constexpr std::size_t kLongestVarint = 5;

// Writes to memory that has room for kLongestVarint bytes; returns the end of what was written.
inline unsigned char* write_varint(unsigned char* at, std::uint32_t n) {
  while (n >= 0x80) {
    *at++ = static_cast<unsigned char>(n | 0x80);
    n >>= 7U;
  }
  *at++ = static_cast<unsigned char>(n);
  return at;
}
inline unsigned char* write_zigzag(unsigned char* at, std::int32_t n) { return write_varint(at, zigzag(n)); }

// Takes numbers from the front of a message. Past the end, and at a number that is too long, it has failed for good and
// answers zeros.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : bytes_(bytes) {}

  bool has_failed() const { return has_failed_; }
  bool is_at_end() const { return bytes_.empty(); }

  std::uint8_t byte() {
    if (bytes_.empty()) {
      has_failed_ = true;
      return 0;
    }
    const auto value = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }
  std::uint32_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint8_t part = byte();
      value |= static_cast<std::uint64_t>(part & 0x7fU) << shift;
      if (part < 0x80) {
        if (value > 0xffffffffU) has_failed_ = true;
        return has_failed_ ? 0 : static_cast<std::uint32_t>(value);
      }
    }
    has_failed_ = true;
    return 0;
  }
  std::int32_t signed_varint() { return from_zigzag(varint()); }

 private:
  std::string_view bytes_;
  bool has_failed_ = false;
};

}  // namespace backlot::server
