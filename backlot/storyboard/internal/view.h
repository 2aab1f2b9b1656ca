// The part of the world that a panel shows.
#pragma once

#include <vector>

#include "backlot/draw/network_picture.h"
#include "backlot/storyboard/internal/cast.h"
#include "backlot/storyboard/storyboard.h"

namespace backlot::storyboard::internal {

// The smallest window of the given shape (width / height) that holds the subject, and then, nearest first, the actors and the marks near
// them, as far as the widest window has room; with a margin. Without a cast it shows the objects, else the marks or the course, else the
// network.
draw::PictureWindow choose_window(const network::Network& network, const Storyboard& storyboard,
                                  const Panel& panel, const std::vector<CastMember>& cast,
                                  const PanelOptions& options, double shape);

}  // namespace backlot::storyboard::internal
