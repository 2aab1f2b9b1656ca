// Bytes that are written one after the other into memory that is used again. Unlike a std::string it does not fill the room that it gives with zeros: whoever asks for room
// writes all of it.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::recording::internal {

class ByteBuffer {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  char* data() { return bytes_.get(); }
  std::string_view view() const { return {bytes_.get(), size_}; }
  char& operator[](std::size_t at) {
    BACKLOT_ASSERT(at < size_, "only bytes that were written are changed");
    return bytes_[at];
  }

  void clear() { size_ = 0; }
  // Forgets all but the first bytes.
  void cut(std::size_t size) {
    BACKLOT_ASSERT(size <= size_, "a buffer is cut to less than it holds");
    size_ = size;
  }
  // Room for so many more bytes, which do not count yet: where they go. Good until the next call that asks for room.
  char* room(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(bytes);
    return bytes_.get() + size_;
  }
  // The same; they count from now on.
  char* extend(std::size_t bytes) {
    char* at = room(bytes);
    size_ += bytes;
    return at;
  }
  void append(const char* bytes, std::size_t count) {
    if (count > 0) std::memcpy(extend(count), bytes, count);
  }
  void push_back(char byte) { *extend(1) = byte; }
  ByteBuffer& operator+=(std::string_view bytes) {
    append(bytes.data(), bytes.size());
    return *this;
  }

 private:
  void grow(std::size_t bytes) {
    constexpr std::size_t kLeast = 256;
    const std::size_t capacity = 2 * capacity_ + bytes + kLeast;
    std::unique_ptr<char[]> larger(new char[capacity]);
    if (size_ > 0) std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace backlot::recording::internal
