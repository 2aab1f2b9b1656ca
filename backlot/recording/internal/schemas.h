// The schemas that a recording carries: descriptions of its messages, for readers that know nothing of Backlot.
#pragma once

#include <string>

#include <google/protobuf/descriptor.h>

#include "backlot/recording/mcap.h"

namespace backlot::recording::internal {

// Of a generated message, with all that it imports.
McapSchema schema_of(const google::protobuf::Descriptor& message);

// Of the message with which Foxglove and Lichtblick draw: foxglove.SceneUpdate. It is described here by hand, so that this library registers
// no foreign names with protobuf.
McapSchema scene_update_schema();

}  // namespace backlot::recording::internal
