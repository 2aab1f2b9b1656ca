// A system under test at the other end of a link, which speaks the messages of driver.proto.
#pragma once

#include <memory>
#include <optional>

#include "backlot/sut/system.h"
#include "backlot/sut_link/driver_options.h"
#include "backlot/sut_link/internal/link.h"

namespace backlot::sut_link {

class WireSystem final : public sut::System {
 public:
  WireSystem(std::unique_ptr<Link> link, const DriverOptions& options);
  ~WireSystem() override;

  // Opens the link where it is not open, or where each run has its own.
  std::optional<sut::Trouble> reset(const sut::Mission& mission) override;
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override;

 private:
  struct Messages;

  std::optional<sut::Trouble> greet(Deadline deadline);
  // Sends one message and receives one; a failure ends the connection.
  std::optional<sut::Trouble> exchange(Deadline deadline, std::chrono::milliseconds limit);
  sut::Trouble fail(sut::Failure failure, std::string text, bool says_what_it_printed = true);
  sut::Trouble fail(WireStatus status, std::chrono::milliseconds limit);

  std::unique_ptr<Link> link_;
  DriverOptions options_;
  std::unique_ptr<Messages> messages_;  // used again in each cycle
  std::uint64_t run_ = 0;               // of this connection
};

}  // namespace backlot::sut_link
