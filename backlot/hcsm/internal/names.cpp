#include "backlot/hcsm/internal/names.h"

#include <set>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::hcsm::internal {

void check_names(std::string_view what, std::span<const std::string_view> names, std::size_t most,
                 base::Diagnostics& found) {
  BACKLOT_ASSERT(!what.empty() && most > 0, "names are those of things");
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      found.error("H101", {}, fmt::format("{} {} has no name", what, i + 1), "name it");
    } else if (!seen.insert(names[i]).second) {
      found.error("H102", {}, fmt::format("there are two {}s \"{}\"", what, names[i]), "rename one");
    }
  }
  if (names.size() > most) {
    found.error("H111", {}, fmt::format("{} {}s are too many, {} fit", names.size(), what, most),
                "make two machines of one, and let one direct the other");
  }
}

}  // namespace backlot::hcsm::internal
