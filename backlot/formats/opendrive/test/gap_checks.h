// Checks for maps with gaps in roads, whichever junction made them.
#pragma once

#include <string>
#include <string_view>

#include "backlot/network/dependency.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive {

// Without a word of complaint.
network::Network built(const network::NetworkDescription& description);

// What a corridor is to another one that it touches.
network::Precedence precedence(const network::Network& network, std::string_view corridor,
                               std::string_view other);

// Read, written and read again it is alike, with as much to say, and the second text has the same bytes. The text.
std::string expect_same_after_writing(const std::string& map);

// Places of every lane of every road, by the file's own formulas: placed and located there, in the lane that the file names.
void expect_places_of_the_file(const std::string& map, double step_m);

}  // namespace backlot::formats::opendrive
