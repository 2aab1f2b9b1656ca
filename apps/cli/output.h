// Files that the program writes.
#pragma once

#include <string>
#include <string_view>

#include "apps/cli/exit_code.h"

namespace backlot::cli {

// Writes a text to a file, or to standard output for "-". ExitCode::broken where that failed, and then it was said why.
ExitCode write_output(const std::string& path, std::string_view text);

// The same for what took long to make: an interrupt (Ctrl-C) waits until all of it is written, then it is ExitCode::interrupted.
// A second one ends the program at once. For commands that watch for no interrupt themselves.
ExitCode write_whole(const std::string& path, std::string_view text);

// Adds a text to the end of a file, which is made where it is missing. The same answers.
ExitCode append_output(const std::string& path, std::string_view text);

// Makes a folder and those above it where they are missing. ExitCode::broken where that failed, and then it was said why.
ExitCode make_folder(const std::string& path);

// Replaces the content of a file in one go: a reader sees the old text or the new one, also after a power failure.
ExitCode replace_file(const std::string& path, std::string_view text);

}  // namespace backlot::cli
