// Asks for a cache line before it is needed.
#pragma once

namespace backlot::base {

// g++ takes a function that only calls __builtin_prefetch for one that does nothing, and drops the calls of it.
inline void prefetch(const void* address) {
#if defined(__x86_64__) && defined(__GNUC__)
  asm volatile("prefetcht0 %0" : : "m"(*static_cast<const char*>(address)));
#else
  __builtin_prefetch(address);
#endif
}

}  // namespace backlot::base
