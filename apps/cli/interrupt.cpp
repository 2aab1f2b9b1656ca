#include "apps/cli/interrupt.h"

#include <atomic>
#include <csignal>

#include <unistd.h>

#include "apps/cli/exit_code.h"

namespace backlot::cli {
namespace {

// A handler can reach nothing else.
std::atomic<int> interrupts = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a handler must not wait");

void note_interrupt(int) {
  if (interrupts.fetch_add(1) > 0) ::_exit(static_cast<int>(ExitCode::interrupted));
}

}  // namespace

InterruptWatch::InterruptWatch() {
  interrupts = 0;
  before_ = std::signal(SIGINT, note_interrupt);
}

InterruptWatch::~InterruptWatch() { std::signal(SIGINT, before_ == SIG_ERR ? SIG_DFL : before_); }

bool InterruptWatch::has_come() const { return interrupts > 0; }

}  // namespace backlot::cli
