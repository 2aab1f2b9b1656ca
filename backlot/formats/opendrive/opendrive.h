// OpenDRIVE from end to end: text to network and back.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/opendrive/read_document.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// All that is wrong with the text, by place. A network that was read here still has to be built, which may find more.
// Roads of the names in `left_out`, as the network calls them, are left out.
base::Result<network::NetworkDescription> read_opendrive(std::string_view text, const std::string& file,
                                                         const std::set<std::string>& left_out = {});

// The network as a file, with a warning for each kind of thing that OpenDRIVE cannot hold. Reading it gives the network again, as
// far as it came from such a file, and writing that the same text.
base::Result<std::string> write_opendrive(const network::NetworkDescription& network);

}  // namespace backlot::formats::opendrive
