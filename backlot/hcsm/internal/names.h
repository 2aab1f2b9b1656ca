// The rules for names that states, dials, buttons and monitors share.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "backlot/base/diagnostic.h"

namespace backlot::hcsm::internal {

// Each has a name (H101) of its own (H102), and they are not too many (H111). `what` they are: "dial".
void check_names(std::string_view what, std::span<const std::string_view> names, std::size_t most,
                 base::Diagnostics& found);

}  // namespace backlot::hcsm::internal
