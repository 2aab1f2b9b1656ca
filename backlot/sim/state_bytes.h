// State as bytes: values one after the other, the lowest byte first, whatever the machine.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace backlot::sim {

class ByteWriter {
 public:
  void operator()(std::uint64_t value) { write(value, 8); }
  void operator()(std::uint32_t value) { write(value, 4); }
  void operator()(std::uint8_t value) { write(value, 1); }
  void operator()(bool value) { write(value ? 1 : 0, 1); }
  void operator()(double value) { write(std::bit_cast<std::uint64_t>(value), 8); }
  void operator()(float value) { write(std::bit_cast<std::uint32_t>(value), 4); }

  std::string& bytes() { return bytes_; }

 private:
  void write(std::uint64_t value, int count) {
    for (int k = 0; k < count; ++k) bytes_.push_back(static_cast<char>((value >> (8 * k)) & 0xffU));
  }

  std::string bytes_;
};

// Past the end it gives zeros, and says so.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  void operator()(std::uint64_t& value) { value = read(8); }
  void operator()(std::uint32_t& value) { value = static_cast<std::uint32_t>(read(4)); }
  void operator()(std::uint8_t& value) { value = static_cast<std::uint8_t>(read(1)); }
  void operator()(bool& value) { value = read(1) != 0; }
  void operator()(double& value) { value = std::bit_cast<double>(read(8)); }
  void operator()(float& value) { value = std::bit_cast<float>(static_cast<std::uint32_t>(read(4))); }

  // So many bytes as they are; not more than are left.
  std::string_view take(std::size_t count) {
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += taken.size();
    return taken;
  }
  std::size_t left() const { return bytes_.size() - at_; }
  bool has_failed() const { return has_failed_; }

 private:
  std::uint64_t read(std::size_t count) {
    if (left() < count) {
      has_failed_ = true;
      at_ = bytes_.size();
      return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < count; ++k)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_ + k])} << (8 * k);
    at_ += count;
    return value;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool has_failed_ = false;
};

}  // namespace backlot::sim
