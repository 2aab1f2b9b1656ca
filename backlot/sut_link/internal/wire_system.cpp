#include "backlot/sut_link/internal/wire_system.h"

#include <cerrno>
#include <cstring>

#include <backlot/sut_link/driver.pb.h>
#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/sut_link/internal/messages.h"

namespace backlot::sut_link {

namespace {

using sut::Failure;
using sut::Trouble;

Deadline after(std::chrono::milliseconds limit) { return std::chrono::steady_clock::now() + limit; }

std::string_view name_of(const driver::ToHarness& message) {
  switch (message.what_case()) {
    case driver::ToHarness::kHello:
      return "a hello";
    case driver::ToHarness::kReady:
      return "a ready";
    case driver::ToHarness::kCommand:
      return "a command";
    case driver::ToHarness::kFault:
      return "a fault";
    case driver::ToHarness::WHAT_NOT_SET:
      break;
  }
  return "an empty message";
}

}  // namespace

struct WireSystem::Messages {
  driver::ToDriver out;
  driver::ToHarness in;
};

WireSystem::WireSystem(std::unique_ptr<Link> link, const DriverOptions& options)
    : link_(std::move(link)), options_(options), messages_(std::make_unique<Messages>()) {}

WireSystem::~WireSystem() { link_->close(true); }

Trouble WireSystem::fail(Failure failure, std::string text, bool says_what_it_printed) {
  if (says_what_it_printed) text += link_->what_it_printed();
  link_->close(false);
  return {failure, std::move(text)};
}

Trouble WireSystem::fail(WireStatus status, std::chrono::milliseconds limit) {
  const int error = errno;
  switch (status) {
    case WireStatus::fine:
      break;
    case WireStatus::closed:
      return fail(Failure::crashed, "the driver " + link_->how_it_ended());
    case WireStatus::cut:
      return fail(Failure::crashed, "in the midst of an answer the driver " + link_->how_it_ended());
    case WireStatus::late:
      return fail(Failure::hung, fmt::format("the driver gave no answer within {:g} s",
                                             std::chrono::duration<double>(limit).count()));
    case WireStatus::too_long:
      return fail(Failure::protocol,
                  fmt::format("the driver announced an answer of {} bytes; {} are the limit",
                              link_->wire()->refused_bytes(), kMostAnswerBytes));
    case WireStatus::garbage:
      return fail(Failure::protocol, "the driver sent bytes that are no message of the protocol");
    case WireStatus::failed:
      break;
  }
  return fail(Failure::crashed, std::string("the connection to the driver failed: ") + std::strerror(error));
}

std::optional<Trouble> WireSystem::exchange(Deadline deadline, std::chrono::milliseconds limit) {
  BACKLOT_ASSERT(link_->wire() != nullptr, "messages go over a wire");
  Wire& wire = *link_->wire();
  if (const WireStatus status = wire.send(messages_->out, deadline); status != WireStatus::fine)
    return fail(status, limit);
  if (const WireStatus status = wire.receive(messages_->in, deadline); status != WireStatus::fine)
    return fail(status, limit);
  if (messages_->in.has_fault()) {
    Trouble trouble;
    read(messages_->in.fault(), trouble);
    return fail(trouble.failure, std::move(trouble.text), false);
  }
  return std::nullopt;
}

std::optional<Trouble> WireSystem::greet(Deadline deadline) {
  driver::Hello& hello = *messages_->out.mutable_hello();
  hello.set_version(kProtocolVersion);
  hello.set_name("backlot");
  if (std::optional<Trouble> trouble = exchange(deadline, options_.start_limit)) return trouble;
  if (!messages_->in.has_hello())
    return fail(Failure::protocol,
                fmt::format("the driver answered the hello with {}", name_of(messages_->in)));
  if (const std::uint32_t version = messages_->in.hello().version(); version != kProtocolVersion)
    return fail(Failure::protocol,
                fmt::format("the driver speaks version {} of the protocol; this program speaks version {}",
                            version, kProtocolVersion));
  return std::nullopt;
}

std::optional<Trouble> WireSystem::reset(const sut::Mission& mission) {
  if (options_.is_fresh && link_->wire() != nullptr) link_->close(true);
  const Deadline deadline = after(options_.start_limit);
  if (link_->wire() == nullptr) {
    run_ = 0;
    if (std::optional<Trouble> trouble = link_->open(deadline)) return trouble;
    if (std::optional<Trouble> trouble = greet(deadline)) return trouble;
  }
  driver::Reset& reset = *messages_->out.mutable_reset();
  reset.set_run(++run_);
  fill(mission, *reset.mutable_mission());
  if (std::optional<Trouble> trouble = exchange(deadline, options_.start_limit)) return trouble;
  if (!messages_->in.has_ready() || messages_->in.ready().run() != run_)
    return fail(Failure::protocol,
                fmt::format("the driver answered the reset of run {} with {}", run_,
                            messages_->in.has_ready() ? "the ready of another run" : name_of(messages_->in)));
  return std::nullopt;
}

std::optional<Trouble> WireSystem::step(const sut::View& view, sut::Command& command) {
  if (link_->wire() == nullptr)
    return Trouble{Failure::crashed, "there is no connection to the driver: it failed before"};
  fill(view, *messages_->out.mutable_view());
  if (std::optional<Trouble> trouble = exchange(after(options_.cycle_limit), options_.cycle_limit))
    return trouble;
  const driver::Command& answer = messages_->in.command();
  if (!messages_->in.has_command())
    return fail(Failure::protocol, fmt::format("the driver answered the view of cycle {} with {}", view.cycle,
                                               name_of(messages_->in)));
  if (answer.cycle() != view.cycle)
    return fail(Failure::protocol, fmt::format("the driver answered the view of cycle {} for cycle {}",
                                               view.cycle, answer.cycle()));
  std::string fault = read(answer, command);
  if (fault.empty()) fault = sut::find_fault(command);
  if (!fault.empty()) return fail(Failure::protocol, fmt::format("in cycle {}, {}", view.cycle, fault));
  return std::nullopt;
}

}  // namespace backlot::sut_link
