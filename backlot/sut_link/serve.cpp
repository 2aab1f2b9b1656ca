#include "backlot/sut_link/serve.h"

#include <cerrno>
#include <cstring>
#include <optional>

#include <backlot/sut_link/driver.pb.h>
#include <fcntl.h>
#include <fmt/format.h>

#include "backlot/sut_link/internal/link.h"
#include "backlot/sut_link/internal/messages.h"
#include "backlot/sut_link/internal/socket_address.h"

namespace backlot::sut_link {

namespace {

class Server {
 public:
  Server(sut::System& system, Wire& wire) : system_(system), wire_(wire) {}

  std::string run() {
    for (;;) {
      const WireStatus status = wire_.receive(in_, kNoDeadline);
      if (status == WireStatus::closed) return {};
      if (status != WireStatus::fine) return "the harness sent something that is no message of the protocol";
      if (std::string fault = answer(); !fault.empty()) return fault;
      // The harness closes its end when it has heard enough, also in the midst of an answer.
      if (wire_.send(out_, kNoDeadline) != WireStatus::fine) return {};
    }
  }

 private:
  // Fills the answer; what it returns ends the service.
  std::string answer() {
    switch (in_.what_case()) {
      case driver::ToDriver::kHello:
        out_.mutable_hello()->set_version(kProtocolVersion);
        out_.mutable_hello()->set_name("backlot");
        return in_.hello().version() == kProtocolVersion
                   ? ""
                   : fmt::format(
                         "the harness speaks version {} of the protocol; this program speaks version {}",
                         in_.hello().version(), kProtocolVersion);
      case driver::ToDriver::kReset: {
        if (std::string fault = read(in_.reset().mission(), mission_); !fault.empty()) return fault;
        const std::optional<sut::Trouble> trouble = system_.reset(mission_);
        if (trouble)
          fill(*trouble, *out_.mutable_fault());
        else
          out_.mutable_ready()->set_run(in_.reset().run());
        return {};
      }
      case driver::ToDriver::kView: {
        if (std::string fault = read(in_.view(), view_); !fault.empty()) return fault;
        const std::optional<sut::Trouble> trouble = system_.step(view_, command_);
        if (trouble)
          fill(*trouble, *out_.mutable_fault());
        else
          fill(command_, view_.cycle, *out_.mutable_command());
        return {};
      }
      case driver::ToDriver::WHAT_NOT_SET:
        break;
    }
    return "the harness sent an empty message";
  }

  sut::System& system_;
  Wire& wire_;
  driver::ToDriver in_;
  driver::ToHarness out_;
  sut::Mission mission_;
  sut::View view_;
  sut::Command command_;
};

}  // namespace

std::string serve(sut::System& system, int read_descriptor, int write_descriptor) {
  if (::fcntl(read_descriptor, F_GETFD) < 0 || ::fcntl(write_descriptor, F_GETFD) < 0)
    return fmt::format("descriptors {} and {} are not open: the harness starts this program, not you",
                       read_descriptor, write_descriptor);
  Wire wire{Descriptor(read_descriptor), Descriptor(write_descriptor), kMostMissionBytes};
  return Server(system, wire).run();
}

std::string serve_at(sut::System& system, std::string_view address, const ConnectOptions& options) {
  const std::optional<SocketAddress> place = read_address(address);
  if (!place) return fmt::format("\"{}\" is no address; write unix:PATH or tcp:PORT", address);
  for (bool has_served = false;; has_served = true) {
    const auto patience = has_served ? options.pause : options.patience;
    Descriptor in = connect_to(*place, std::chrono::steady_clock::now() + patience);
    if (!in.is_open())
      return has_served ? "" : fmt::format("there is no harness at {}: {}", address, std::strerror(errno));
    Descriptor out(::fcntl(in.number(), F_DUPFD_CLOEXEC, 3));
    Wire wire(std::move(in), std::move(out), kMostMissionBytes);
    if (std::string fault = Server(system, wire).run(); !fault.empty()) return fault;
  }
}

}  // namespace backlot::sut_link
