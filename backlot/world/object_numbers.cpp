#include "backlot/world/object_numbers.h"

namespace backlot::world {

bool ObjectNumbers::is_sound() const {
  if (tenants_.size() != serials_.size() || free_.size() > serials_.size()) return false;
  std::vector<bool> is_free(serials_.size());
  for (const std::uint32_t number : free_) {
    if (number >= serials_.size() || is_free[number] || serials_[number] != kGone) return false;
    is_free[number] = true;
  }
  std::vector<std::uint32_t> taken;
  for (std::size_t k = 0; k < serials_.size(); ++k) {
    if (is_free[k]) continue;
    if (serials_[k] >= next_) return false;
    taken.push_back(serials_[k]);
  }
  std::sort(taken.begin(), taken.end());
  return std::adjacent_find(taken.begin(), taken.end()) == taken.end();
}

}  // namespace backlot::world
