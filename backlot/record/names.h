// Names for the numbers in events. The room record lies below the rooms that know directives, so the caller that writes events brings their
// names as tables.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace backlot::record {

// By number, as in Event::directive_kind and Event::reason. The caller owns the tables.
struct EventNames {
  std::span<const std::string_view> directive_kinds{};
  std::span<const std::string_view> reasons{};
};

// Empty for a number that the table does not have.
inline std::string_view find_name(std::span<const std::string_view> names, std::uint32_t number) {
  return number < names.size() ? names[number] : std::string_view();
}

}  // namespace backlot::record
