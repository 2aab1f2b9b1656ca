// From the types of backlot/sut to the messages of driver.proto and back, without a loss. Messages are filled in place, so that those of
// the cycle before are used again.
#pragma once

#include <string>

#include "backlot/sut/command.h"
#include "backlot/sut/mission.h"
#include "backlot/sut/system.h"
#include "backlot/sut/view.h"

namespace backlot::driver {
class Command;
class Fault;
class Mission;
class View;
}  // namespace backlot::driver

namespace backlot::sut_link {

inline constexpr std::uint32_t kProtocolVersion = 1;

void fill(const sut::Mission& from, driver::Mission& to);
void fill(const sut::View& from, driver::View& to);
void fill(const sut::Command& from, std::uint64_t cycle, driver::Command& to);
void fill(const sut::Trouble& from, driver::Fault& to);

// What is wrong with a message, as a sentence; empty where nothing is.
std::string read(const driver::Mission& from, sut::Mission& to);
std::string read(const driver::View& from, sut::View& to);
std::string read(const driver::Command& from, sut::Command& to);
void read(const driver::Fault& from, sut::Trouble& to);

}  // namespace backlot::sut_link
