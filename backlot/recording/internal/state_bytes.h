// The fields of a state as bytes, as base::FieldWriter has them, into memory that is used again: for states that are written in every step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "backlot/base/fields.h"
#include "backlot/base/inline.h"

namespace backlot::recording::internal {

class StateBytes : public base::fields_detail::Breaker<StateBytes> {
 public:
  StateBytes() = default;
  StateBytes(const StateBytes&) = delete;
  StateBytes& operator=(const StateBytes&) = delete;

  std::string_view bytes() const { return {bytes_.data(), static_cast<std::size_t>(at_ - bytes_.data())}; }
  void clear() { at_ = bytes_.data(); }

 private:
  friend class base::fields_detail::Breaker<StateBytes>;

  static constexpr std::size_t kWord = 8;

  // Always stores eight bytes, of which those that do not count are overwritten by the next: one instruction in the place of a loop.
  BACKLOT_INLINE void take(std::uint64_t value, unsigned bytes) {
    if (at_ >= full_) grow();
    char* const to = at_;  // bytes that are written might else be those of the member
    for (unsigned k = 0; k < kWord; ++k) to[k] = static_cast<char>((value >> (8 * k)) & 0xffU);
    at_ = to + bytes;
  }
  [[gnu::noinline]] void grow() {
    const std::size_t written = bytes().size();
    bytes_.resize(2 * bytes_.size() + 64);
    at_ = bytes_.data() + written;
    full_ = bytes_.data() + bytes_.size() - kWord;
  }

  std::vector<char> bytes_;  // with room at its end
  char* at_ = nullptr;       // what comes next goes there
  char* full_ = nullptr;     // from there on a word might not fit
};

}  // namespace backlot::recording::internal
