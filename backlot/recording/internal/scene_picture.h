// What Foxglove and Lichtblick draw of a run: messages foxglove.SceneUpdate, in the wire format of protobuf.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/record/frame.h"
#include "backlot/world/ids.h"

namespace backlot::recording::internal {

// Bodies as boxes: the subject red, actors orange with their role above them, all others in one entity, by kind.
class ScenePicture {
 public:
  // The bytes are valid until the next call. Labelled objects that left or lost their role since the call before are deleted.
  std::string_view draw(const record::Frame& frame, world::ObjectId subject);

 private:
  std::string bytes_;
  std::vector<world::ObjectId> labelled_;  // in the picture before
};

// The edges of all lanes, as lines that are at most 5 cm off.
std::string draw_road(const network::Network& network);

}  // namespace backlot::recording::internal
