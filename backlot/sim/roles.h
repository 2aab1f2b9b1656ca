// The roles that objects play: "subject", or a name of a scene.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/record/frame.h"

namespace backlot::sim {

// Plain data; all of it is state.
struct Roles {
  std::vector<std::string> names{};      // by RoleId
  std::vector<record::RoleId> played{};  // by number of the object; those past its end play none

  record::RoleId of(std::uint32_t number) const {
    return number < played.size() ? played[number] : record::RoleId{};
  }
  // An empty name takes the role away.
  void set(std::uint32_t number, std::string_view name) {
    if (number >= played.size()) played.resize(number + 1U);
    if (name.empty()) {
      played[number] = {};
      return;
    }
    const auto at = std::find(names.begin(), names.end(), name);
    played[number] = record::RoleId::from_size(static_cast<std::size_t>(at - names.begin()));
    if (at == names.end()) names.emplace_back(name);
  }
  // The owner of the number left.
  void forget(std::uint32_t number) {
    if (number < played.size()) played[number] = {};
  }

  bool is_sound(std::size_t numbers) const {
    return played.size() <= numbers && std::all_of(played.begin(), played.end(), [&](record::RoleId role) {
             return role.is_empty() || role.index() < names.size();
           });
  }
  static void visit(auto& self, auto& field) { field(self.names, self.played); }
};

}  // namespace backlot::sim
