// Which object plays which role in a panel, and the colours of roles, which are the same in all panels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backlot/storyboard/storyboard.h"

namespace backlot::storyboard::internal {

struct CastMember {
  world::ObjectId id{};
  std::string role{};
  std::string colour{};
  bool is_subject = false;
  bool is_cast = true;  // false: the object plays the role later in the scene
};

// The subject first, then the actors in the order of their roles in the storyboard. At most one object for each role, each of them in the
// frame of the panel and at a finite place.
std::vector<CastMember> cast_of(const Storyboard& storyboard, const Panel& panel);

// Null where the object plays no role.
const CastMember* find(const std::vector<CastMember>& cast, world::ObjectId id);

// A place at which something can be drawn.
bool is_finite(const geometry::WorldPoint& p);
// Whether the box of an object can be drawn: finite, with a length and a width.
bool is_drawable(const record::FrameObject& object);

}  // namespace backlot::storyboard::internal
