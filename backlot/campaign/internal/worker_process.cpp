#include "backlot/campaign/internal/worker_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backlot/base/assert.h"

namespace backlot::campaign {

namespace {

constexpr std::size_t kLongestLog = 4096;

// In the child: only calls that are safe behind a fork of a process with threads.
[[noreturn]] void become(char* const* arguments, pid_t parent, int line, int log) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
  ::signal(SIGINT, SIG_DFL);
  if (::dup2(line, STDIN_FILENO) < 0 || ::dup2(log, STDOUT_FILENO) < 0 || ::dup2(log, STDERR_FILENO) < 0)
    ::_exit(127);
  ::execvp(arguments[0], arguments);
  ::_exit(127);
}

void set_nonblocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// Appends what can be read without waiting; false at the end.
bool read_into(int descriptor, std::string& text) {
  std::array<char, 65536> part{};
  for (;;) {
    const ssize_t size = ::read(descriptor, part.data(), part.size());
    if (size > 0) {
      text.append(part.data(), static_cast<std::size_t>(size));
      continue;
    }
    if (size == 0) return false;
    if (errno == EINTR) continue;
    return errno == EAGAIN || errno == EWOULDBLOCK;
  }
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& command) {
  BACKLOT_ASSERT(!command.empty(), "a worker has a program");
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  std::array<int, 2> lines{-1, -1}, logs{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, lines.data()) != 0) return;
  if (::pipe2(logs.data(), O_CLOEXEC) != 0) {
    ::close(lines[0]);
    ::close(lines[1]);
    return;
  }
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) become(arguments.data(), parent, lines[1], logs[1]);
  ::close(lines[1]);
  ::close(logs[1]);
  line_ = lines[0];
  log_ = logs[0];
  if (pid_ < 0) return;
  ::setpgid(pid_, pid_);  // also here: whichever of the two processes comes first
  set_nonblocking(log_);
}

WorkerProcess::~WorkerProcess() {
  kill();
  if (line_ >= 0) ::close(line_);
  if (log_ >= 0) ::close(log_);
  if (pid_ > 0 && !status_) {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
  }
}

bool WorkerProcess::send(const std::string& line) {
  const std::string text = line + '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t size = ::send(line_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    sent += static_cast<std::size_t>(size);
  }
  return true;
}

bool WorkerProcess::receive() {
  std::array<char, 65536> part{};
  for (;;) {
    const ssize_t size = ::recv(line_, part.data(), part.size(), MSG_DONTWAIT);
    if (size > 0) {
      received_.append(part.data(), static_cast<std::size_t>(size));
      continue;
    }
    if (size == 0) return false;
    if (errno == EINTR) continue;
    return errno == EAGAIN || errno == EWOULDBLOCK;
  }
}

void WorkerProcess::receive_log() {
  if (log_ < 0) return;
  if (!read_into(log_, log_text_)) {
    ::close(log_);
    log_ = -1;
  }
  if (log_text_.size() > kLongestLog) log_text_.erase(0, log_text_.size() - kLongestLog);
}

std::optional<std::string> WorkerProcess::next_line() {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

std::optional<int> WorkerProcess::status() {
  if (status_ || pid_ <= 0) return status_;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_;
}

void WorkerProcess::hang_up() {
  if (line_ >= 0) ::shutdown(line_, SHUT_WR);
}

void WorkerProcess::kill() {
  if (pid_ > 0) ::kill(-pid_, SIGKILL);  // the group: it may outlive its leader
  if (pid_ > 0 && !status_) ::kill(pid_, SIGKILL);
}

std::string status_text(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return fmt::format("ended by signal {} ({})", signal,
                       ::strsignal(signal));  // NOLINT(concurrency-mt-unsafe)
  }
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace backlot::campaign
