#include "backlot/replay/recorded_driver.h"

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/recording/recording_reader.h"

namespace backlot::replay {

namespace {

class CommandReader final : public recording::StepVisitor {
 public:
  bool step(recording::Step& /*step*/) override { return true; }
  bool exchange(std::uint64_t cycle, const sut::Command& command) override {
    is_whole = cycle == commands.size();
    if (is_whole) commands.push_back(command);
    return is_whole;
  }

  std::vector<sut::Command> commands;
  bool is_whole = true;
};

}  // namespace

base::Result<std::unique_ptr<sut::System>> RecordedDriver::read(std::string_view bytes,
                                                                const std::string& name) {
  using Read = base::Result<std::unique_ptr<sut::System>>;
  CommandReader reader;
  base::Diagnostics found = recording::read_steps(bytes, name, reader);
  if (!reader.is_whole)
    found.error("M115", {name, 0, 0},
                fmt::format("the recording lacks cycle {} of the driver", reader.commands.size()),
                "record the run again");
  if (found.has_errors()) return Read::failure(std::move(found));
  return Read::success(std::make_unique<RecordedDriver>(std::move(reader.commands)), std::move(found));
}

std::optional<sut::Trouble> RecordedDriver::reset(const sut::Mission& /*mission*/) {
  at_ = 0;
  return std::nullopt;
}

std::optional<sut::Trouble> RecordedDriver::step(const sut::View& /*view*/, sut::Command& command) {
  if (at_ == commands_.size())
    return sut::Trouble{sut::Failure::crashed, "the recording holds no further command of the driver"};
  BACKLOT_ASSERT(at_ < commands_.size(), "cycles are asked for one after the other");
  command = commands_[at_++];
  return std::nullopt;
}

}  // namespace backlot::replay
