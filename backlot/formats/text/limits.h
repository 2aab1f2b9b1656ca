// How much of a text is read at most. Input from outside may be hostile: whatever it holds ends in a diagnostic, not in
// a crash, a full memory or an endless wait. No file that a person or a program means seriously comes near these.
#pragma once

#include <cstddef>

namespace backlot::text {

inline constexpr std::size_t kLargestFile = std::size_t{256} << 20;  // bytes
inline constexpr std::size_t kMostTokens = std::size_t{30'000'000};  // that a file may have
inline constexpr std::size_t kDeepestNesting = 64;                   // of blocks, and of parentheses
inline constexpr std::size_t kMostImports = 1000;                    // files
inline constexpr std::size_t kMostErrors = 100;                      // that are listed

}  // namespace backlot::text
