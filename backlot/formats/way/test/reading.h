// What the tests of this room share: short texts, read at once.
#pragma once

#include <string>
#include <string_view>

#include "backlot/formats/text/loader.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::way {

// The network of a text, which must have no errors.
network::NetworkDescription network_of(std::string_view text);
network::NetworkDescription network_of(std::string_view text, const text::Loader& imports);

// All diagnostics of a text called "t.way", each as one line "LINE:COLUMN CODE message | hint".
std::string errors_of(std::string_view text);
std::string errors_of(std::string_view text, const text::Loader& imports);

// The only way of a network with the other statements `around`: a profile "street" is there, and a line of 100 m.
network::WayDescription way_with(std::string_view statements, std::string_view around = {});

// The only intersection of a network.
network::IntersectionDescription intersection_with(std::string_view statements);

}  // namespace backlot::formats::way
