// The errors of a network as rings on its picture.
#pragma once

#include <vector>

#include "apps/cli/input.h"
#include "backlot/draw/network_picture.h"

namespace backlot::cli {

// One ring for each error that has a position: its own, or that of the road or intersection in the text of which it lies.
std::vector<draw::PictureMark> error_marks(const Loading& loading);

}  // namespace backlot::cli
