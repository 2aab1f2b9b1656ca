// Memory for large arrays that are read in no order: on large pages where the system has them, since looking up the page would
// cost as much as the data.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace backlot::base {

// An allocator for std::vector. Small arrays come from the ordinary heap; for others up to a page is more than they need.
template <class T>
class HugePages {
 public:
  using value_type = T;

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}  // NOLINT(google-explicit-constructor): allocators convert

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kSmallest) return static_cast<T*>(::operator new (bytes, std::align_val_t{alignof(T)}));
    const std::size_t rounded = (bytes + kPage - 1) / kPage * kPage;
    void* memory = std::aligned_alloc(kPage, rounded);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    madvise(memory, rounded, MADV_HUGEPAGE);  // a wish: what it answers does not matter
#endif
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < kSmallest) {
      ::operator delete (memory, std::align_val_t{alignof(T)});
    } else {
      std::free(memory);
    }
  }

  friend bool operator==(const HugePages&, const HugePages&) { return true; }

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21, kSmallest = kPage / 8;
};

}  // namespace backlot::base
