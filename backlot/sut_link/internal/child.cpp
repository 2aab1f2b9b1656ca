#include "backlot/sut_link/internal/child.h"

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backlot/base/assert.h"

namespace backlot::sut_link {

namespace {

// What the guard and the program tell the owner.
struct Report {
  enum Kind : int { not_started = 1, ended = 2 };
  int kind = 0;
  int value = 0;  // errno, or what wait gave
};

// Everything below, up to the end of run_guard, happens between fork and exec: it calls only what is safe there, and allocates nothing.

struct Ends {
  int in = -1, out = -1, log = -1, null = -1, lifeline = -1, reports = -1;
};

void report(int to, Report::Kind kind, int value) {
  const Report one{kind, value};
  while (::write(to, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

// Closes all descriptors from `first` on.
void close_from(unsigned first) {
  if (::syscall(SYS_close_range, first, UINT_MAX, 0U) == 0) return;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  for (unsigned k = first; k < limit.rlim_cur && k < 65536; ++k) ::close(static_cast<int>(k));
}

// Gives descriptors the numbers from 0 on, and closes all others. None of the last ones is inherited by a further program.
void arrange(int* numbers, int count, int kept_by_program) {
  BACKLOT_ASSERT(numbers != nullptr && count > 0, "a program is given some descriptors");
  constexpr int kAside = 16;
  for (int k = 0; k < count; ++k) numbers[k] = ::fcntl(numbers[k], F_DUPFD_CLOEXEC, kAside);
  for (int k = 0; k < count; ++k) {
    if (k < kept_by_program)
      ::dup2(numbers[k], k);
    else
      ::dup3(numbers[k], k, O_CLOEXEC);
  }
  close_from(static_cast<unsigned>(count));
}

[[noreturn]] void run_program(const Ends& ends, pid_t guard, const char* file, char* const* words) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != guard) ::_exit(127);  // the guard ended before the line above
  ::setpgid(0, 0);
  int numbers[] = {ends.null, ends.log, ends.log, ends.in, ends.out, ends.reports};
  arrange(numbers, 6, 5);
  for (const int number : {SIGPIPE, SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(file, words, environ);
  report(5, Report::not_started, errno);
  ::_exit(127);
}

// Until the program has ended, or the lifeline has.
void watch(int lifeline, pid_t program) {
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, program, 0));
  pollfd watched[] = {{lifeline, POLLIN, 0}, {pidfd, POLLIN, 0}};
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == program)
      return;
    constexpr int kTick_ms = 20;  // where the kernel has no descriptors of processes
    ::poll(watched, pidfd < 0 ? 1 : 2, pidfd < 0 ? kTick_ms : -1);
    if (watched[0].revents != 0) return;
  }
}

[[noreturn]] void run_guard(const Ends& ends, const char* file, char* const* words) {
  ::setsid();  // signals of the terminal are for the owner
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(number, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);
  const pid_t self = ::getpid();
  const pid_t program = ::fork();
  if (program == 0) run_program(ends, self, file, words);
  if (program < 0) {
    report(ends.reports, Report::not_started, errno);
    ::_exit(1);
  }
  ::setpgid(program, program);  // also here: whichever comes first
  int numbers[] = {ends.lifeline, ends.reports};
  arrange(numbers, 2, 0);
  watch(0, program);
  ::kill(-program, SIGKILL);
  int status = 0;
  while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  report(1, Report::ended, status);
  ::_exit(0);
}

struct Pipe {
  Descriptor read, write;
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    return true;
  }
};

std::string sentence_of(const Report& report) {
  if (report.kind == Report::not_started)
    return std::string("cannot be started: ") + std::strerror(report.value);
  if (WIFSIGNALED(report.value)) {
    const int number = WTERMSIG(report.value);
    const char* name = ::sigdescr_np(number);
    return "was ended by signal " + std::to_string(number) +
           (name == nullptr ? "" : " (" + std::string(name) + ")");
  }
  return "ended with exit code " + std::to_string(WEXITSTATUS(report.value));
}

}  // namespace

std::optional<Child> Child::start(const Program& program, const Descriptor* log) {
  Pipe to_program, from_program, printed, lifeline, reports;
  const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null.is_open() || !to_program.open() || !from_program.open() || !lifeline.open() || !reports.open())
    return std::nullopt;
  if (log == nullptr && !printed.open()) return std::nullopt;
  std::vector<std::string> words = program.words;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const Ends ends{.in = to_program.read.number(),
                  .out = from_program.write.number(),
                  .log = log != nullptr ? log->number() : printed.write.number(),
                  .null = null.number(),
                  .lifeline = lifeline.read.number(),
                  .reports = reports.write.number()};
  const pid_t guard = ::fork();
  if (guard == 0) run_guard(ends, program.file.c_str(), pointers.data());
  if (guard < 0) return std::nullopt;
  Child child;
  child.guard_.number = guard;
  child.in_ = std::move(from_program.read);
  child.out_ = std::move(to_program.write);
  child.log_ = std::move(printed.read);
  child.lifeline_ = std::move(lifeline.write);
  child.reports_ = std::move(reports.read);
  return child;
}

Child::~Child() {
  if (guard_.number < 0) return;
  in_.close();
  out_.close();
  lifeline_.close();
  int status = 0;
  while (::waitpid(guard_.number, &status, 0) < 0 && errno == EINTR) {
  }
}

std::string Child::how_it_ended(std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd watched{reports_.number(), POLLIN, 0};
    const int ready = ::poll(&watched, 1, static_cast<int>(std::max<long>(left.count(), 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return {};
    Report one;
    const ssize_t count = ::read(reports_.number(), &one, sizeof one);
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof one) return "was ended, and its guard too";
    return sentence_of(one);
  }
}

}  // namespace backlot::sut_link
