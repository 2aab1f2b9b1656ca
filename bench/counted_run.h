// Instructions of a run: they do not depend on what else the machine does. A benchmark starts itself under callgrind (valgrind), which counts only what happens within
// take_counted_run.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace backlot::bench {

// For the child: all that is counted.
void take_counted_run(const std::function<void()>& run);

// Instructions that the program takes within its counted run, with these arguments. Ends the program where valgrind is missing or the child fails.
double count_in_child(const std::string& program, const std::string& folder,
                      const std::vector<std::string>& arguments);

}  // namespace backlot::bench
