// The command that plays a run again.
#pragma once

#include <string>
#include <string_view>

#include "backlot/report/run.h"

namespace backlot::report {

// "backlot replay out/cut_in_3.mcap" where there is a recording, else "backlot run scenes/cut_in.scene --seed 3 ...". Without the file of the
// scene the command names "SCENE.scene".
std::string replay_command(const Run& run);
// The second of these, whether there is a recording or not.
std::string run_command(const Run& run);

// A word as a POSIX shell reads it: in quotes where it needs them. Control characters become blanks.
std::string shell_word(std::string_view word);

}  // namespace backlot::report
