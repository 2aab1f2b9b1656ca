// An array of zeros that costs nothing until it is touched: for tables as large as a network of which a run uses little.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "backlot/base/assert.h"

namespace backlot::world {

template <class T>
class ZeroArray {
  static_assert(std::is_trivially_copyable_v<T>, "its memory is all that there is");

 public:
  explicit ZeroArray(std::size_t size) : data_(zeros(size + 1), Free{size + 1}), size_(size) {
    BACKLOT_CHECK(data_ != nullptr, "out of memory");
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) {
    BACKLOT_ASSERT(i < size_, "there are not so many");
    return data_.get()[i];
  }
  const T& operator[](std::size_t i) const {
    BACKLOT_ASSERT(i < size_, "there are not so many");
    return data_.get()[i];
  }

 private:
  // Large ones come fresh from the system: memory that was used before would have to be cleared.
  static constexpr std::size_t kLarge = std::size_t{1} << 16U;

  static T* zeros(std::size_t count) {
#if defined(__linux__)
    if (count * sizeof(T) >= kLarge) {
      void* memory =
          mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      return memory == MAP_FAILED ? nullptr : static_cast<T*>(memory);
    }
#endif
    return static_cast<T*>(std::calloc(count, sizeof(T)));
  }

  struct Free {
    std::size_t count = 0;
    void operator()(T* p) const {
#if defined(__linux__)
      if (count * sizeof(T) >= kLarge) {
        munmap(p, count * sizeof(T));
        return;
      }
#endif
      std::free(p);
    }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_;
};

}  // namespace backlot::world
