// An array of zeros that costs nothing until it is touched: for tables as large as a network of which a run uses little.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <type_traits>

#include "backlot/base/assert.h"

namespace backlot::world {

template <class T>
class ZeroArray {
  static_assert(std::is_trivially_copyable_v<T>, "its memory is all that there is");

 public:
  explicit ZeroArray(std::size_t size)
      : data_(static_cast<T*>(std::calloc(size + 1, sizeof(T)))), size_(size) {
    BACKLOT_CHECK(data_ != nullptr, "out of memory");
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_;
};

}  // namespace backlot::world
