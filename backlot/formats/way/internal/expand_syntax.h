// From statements to the network that they describe.
#pragma once

#include "backlot/formats/text/loader.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/syntax.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::way {

// What could be read, with all problems of the file and its imports.
network::NetworkDescription expand_syntax(text::Syntax main, const text::Loader& imports,
                                          text::Problems& problems);

}  // namespace backlot::formats::way
