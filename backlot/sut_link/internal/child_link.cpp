#include "backlot/sut_link/internal/child_link.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>

namespace backlot::sut_link {

namespace {

// A driver that sees the end of its input gets so long to end by itself.
constexpr std::chrono::milliseconds kPatience{2000};

sut::Trouble not_started(const std::string& why) {
  return {sut::Failure::crashed, "the driver cannot be started: " + why};
}

}  // namespace

ChildLink::ChildLink(Program program, std::string log_file)
    : program_(std::move(program)), log_file_(std::move(log_file)) {}

ChildLink::~ChildLink() { ChildLink::close(true); }

std::optional<sut::Trouble> ChildLink::open(Deadline /*deadline*/) {
  if (wire_) return std::nullopt;
  lines_ = {};
  Descriptor log;
  if (!log_file_.empty()) {
    log = Descriptor(::open(log_file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (!log.is_open())
      return not_started("its log " + log_file_ + " cannot be written: " + std::strerror(errno));
  }
  std::optional<Child> child = Child::start(program_, log.is_open() ? &log : nullptr);
  if (!child) return not_started(std::strerror(errno));
  child_.emplace(*std::move(child));
  wire_.emplace(child_->take_in(), child_->take_out(), kMostAnswerBytes);
  if (!log.is_open()) wire_->read_log_from(child_->take_log(), &lines_);
  return std::nullopt;
}

void ChildLink::close(bool is_polite) {
  if (!child_) return;
  if (is_polite) {
    wire_->close_out();
    child_->how_it_ended(kPatience);
  }
  wire_.reset();
  child_.reset();
}

std::string ChildLink::how_it_ended() {
  std::string ended = child_->how_it_ended(kPatience);
  wire_->drain_log();
  return ended.empty() ? "closed its connection and went on running" : ended;
}

std::string ChildLink::what_it_printed() {
  wire_->drain_log();
  if (!log_file_.empty()) return "; its output is in " + log_file_;
  const std::string last = lines_.last();
  return last.empty() ? "" : "; it printed last: " + last;
}

}  // namespace backlot::sut_link
