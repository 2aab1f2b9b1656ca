// Names inside a recording: topics of messages, folders and types of attached texts. docs/recordings.md explains them.
#pragma once

#include <string_view>

namespace backlot::recording {

inline constexpr std::string_view kFrameTopic = "/frames", kEventTopic = "/events", kPlayTopic = "/play",
                                  kGhostTopic = "/ghosts", kExchangeTopic = "/exchanges",
                                  kSceneTopic = "/scene", kRoadTopic = "/road";

inline constexpr std::string_view kSourceFolder = "source/", kSubjectFolder = "subject/";
inline constexpr std::string_view kTextType = "text/plain", kPackedType = "application/zstd";

}  // namespace backlot::recording
