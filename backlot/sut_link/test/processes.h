// Looks for processes of this machine, for tests that nothing is left running.
#pragma once

#include <chrono>
#include <string>

namespace backlot::sut_link {

// How many processes have this text in their command line.
int count_processes(const std::string& mark);
// Waits until there are that many; false where it takes more than 20 s.
bool wait_for_processes(const std::string& mark, int count);
// Whether this process has children, also ended ones that were not waited for.
bool has_children();
// A text that no other process has in its command line.
std::string unique_mark();

}  // namespace backlot::sut_link
