// OpenDRIVE from end to end: text to network.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/opendrive/read_document.h"
#include "backlot/network/network_description.h"

namespace backlot::opendrive {

// All that is wrong with the text, by place. A network that was read here still has to be built, which may find more.
base::Result<network::NetworkDescription> read_opendrive(std::string_view text, const std::string& file);

}  // namespace backlot::opendrive
