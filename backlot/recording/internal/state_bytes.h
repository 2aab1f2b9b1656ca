// The fields of a state as bytes, as base::FieldWriter has them, into memory that is used again: for states that are written in every step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "backlot/base/fields.h"

namespace backlot::recording::internal {

class StateBytes : public base::fields_detail::Breaker<StateBytes> {
 public:
  std::string_view bytes() const { return {bytes_.data(), size_}; }
  void clear() { size_ = 0; }

 private:
  friend class base::fields_detail::Breaker<StateBytes>;

  // Always stores eight bytes, of which those that do not count are overwritten by the next: one instruction in the place of a loop.
  void take(std::uint64_t value, unsigned bytes) {
    if (bytes_.size() - size_ < 8) bytes_.resize(2 * bytes_.size() + 64);
    char* at = bytes_.data() + size_;
    for (unsigned k = 0; k < 8; ++k) at[k] = static_cast<char>((value >> (8 * k)) & 0xffU);
    size_ += bytes;
  }

  std::string bytes_;     // with room at its end
  std::size_t size_ = 0;  // of it are written
};

}  // namespace backlot::recording::internal
