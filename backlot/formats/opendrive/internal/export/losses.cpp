#include "backlot/formats/opendrive/internal/export/losses.h"

#include <fmt/format.h>

namespace backlot::formats::opendrive {

base::Diagnostics Losses::take(const std::string& code) const {
  base::Diagnostics warnings;
  for (const auto& [what, loss] : losses_)
    warnings.warning(code, loss.first,
                     loss.count == 1 ? fmt::format("OpenDRIVE cannot hold {}", what)
                                     : fmt::format("OpenDRIVE cannot hold {} ({} times)", what, loss.count),
                     "it is left out of what is written");
  return warnings;
}

}  // namespace backlot::formats::opendrive
