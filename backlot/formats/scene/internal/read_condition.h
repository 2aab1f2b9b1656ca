// Conditions: what triggers, premises, branches and expectations ask.
#pragma once

#include "backlot/formats/scene/internal/reading.h"

namespace backlot::scene_text {

//   condition = all { [","] "or" all }          all = part { [","] "and" part }
//   part      = { "not" } ( question | "(" condition ")" ) [ "for" T ]
// It ends before a word that goes on with something else: until, deadline, from.
scene::Condition read_condition(text::Cursor& c, const Reading& r);
// The same in the block judge, where signals of the system under test are known.
scene::Condition read_judged_condition(text::Cursor& c, const Reading& r);

// `speed [of X]`, `ttc [of X] [to Y]` ...: a measure without its bounds. The object is the subject where none is named, the other one
// the actor of the scene's event.
scene::Compared read_measure(text::Cursor& c, const Reading& r);

// What a measure is given in.
text::Dimension dimension_of(scene::Measure measure);

// A stop line of the subject: the mark that is named behind "at", or the only one that the set has.
std::string read_light_line(text::Cursor& c, const Reading& r);

}  // namespace backlot::scene_text
