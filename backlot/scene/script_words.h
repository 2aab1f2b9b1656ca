// The script of a scene in words, for pictures and reports. They read as the language of scenes does.
#pragma once

#include <string>

#include "backlot/scene/condition.h"
#include "backlot/scene/script_description.h"

namespace backlot::scene {

// "subject 3 s before line", "violator can be at conflict 1 s before subject"
std::string in_words(const Condition& condition);
// "violator launches", "cast violator"
std::string in_words(const ActionDescription& action);

// When the beat begins: its trigger, and the beats that must have begun before it.
std::string begin_in_words(const BeatDescription& beat);
// When it ends: its `until`, or what it waits for.
std::string end_in_words(const BeatDescription& beat);
// When it is missed.
std::string deadline_in_words(const BeatDescription& beat);
// All that happens in it, one after the other.
std::string deeds_in_words(const BeatDescription& beat);

}  // namespace backlot::scene
