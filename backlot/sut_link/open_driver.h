// From what a user writes after --driver to a system under test.
//
//   reference               a shipped driver
//   ./libmine.so            a shared library with the functions of backlot_driver.h
//   python3 mine.py         anything with a space, or an executable file: a child process that speaks driver.proto on its descriptors 3 and 4
//   unix:PATH, tcp:PORT     a socket of this machine, to which the driver connects
//
//   auto driver = open_driver("python3 mine.py", {});
//   if (driver) harness::run_scene(scene, {.system = {.system = driver->get(), .name = "mine"}});
#pragma once

#include <memory>
#include <string>

#include "backlot/base/result.h"
#include "backlot/sut_link/connected_driver.h"
#include "backlot/sut_link/driver_options.h"

namespace backlot::sut_link {

enum class DriverWay : std::uint8_t { shipped, library, child, socket };
// What a text is meant as. A shipped name counts before a file of that name.
DriverWay way_of(const std::string& text);

// A child process is started, and a driver at a socket is waited for, at the first reset. After a failure that happens again at the next reset.
// L101 to L105 where there is no such driver.
base::Result<std::unique_ptr<ConnectedDriver>> open_driver(const std::string& text,
                                                           const DriverOptions& options);

}  // namespace backlot::sut_link
