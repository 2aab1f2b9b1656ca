// The driver of a recorded run without the software, or the human, that drove it: gives the commands of the recording again, cycle by cycle.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/sut/system.h"

namespace backlot::replay {

class RecordedDriver final : public sut::System {
 public:
  // One command for each cycle.
  explicit RecordedDriver(std::vector<sut::Command> commands) : commands_(std::move(commands)) {}

  // Of the bytes of a recording, whatever they hold: M101-M108 as for read_steps; M115 where a cycle is missing.
  static base::Result<std::unique_ptr<sut::System>> read(std::string_view bytes, const std::string& name);

  std::optional<sut::Trouble> reset(const sut::Mission& mission) override;
  // Trouble behind the last recorded cycle.
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override;

 private:
  std::vector<sut::Command> commands_;
  std::size_t at_ = 0;
};

}  // namespace backlot::replay
