// backlot worker: plays cases that come as lines of JSON on standard input, which is a socket, and answers each by a line. For `backlot run` alone.
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>

#include <CLI/App.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include "apps/cli/campaign/play_case.h"
#include "apps/cli/campaign/watched_driver.h"
#include "apps/cli/commands.h"
#include "apps/cli/ticker.h"

namespace backlot::cli {
namespace {

// The socket that standard input was. The descriptor is for this process alone: no driver inherits it, and none reads from it.
class Line {
 public:
  Line() : socket_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)) {
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) {
      ::dup2(nothing, STDIN_FILENO);
      ::close(nothing);
    }
  }
  ~Line() { ::close(socket_); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  // The next line; nothing once the other side has hung up.
  std::optional<std::string> read() {
    for (;;) {
      if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
        std::string line = received_.substr(0, end);
        received_.erase(0, end + 1);
        return line;
      }
      char part[65536];
      const ssize_t size = ::recv(socket_, part, sizeof part, 0);
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) return std::nullopt;
      received_.append(part, static_cast<std::size_t>(size));
    }
  }

  // The last answer is marked, so that no further case is sent.
  bool write(const Json& answer, bool is_last = false) const {
    const std::string text =
        (is_last ? "!" : "") + answer.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t size = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) return false;
      sent += static_cast<std::size_t>(size);
    }
    return true;
  }

 private:
  int socket_;
  std::string received_;
};

ExitCode work() {
  Line line;
  const std::optional<std::string> greeting = line.read();
  if (!greeting) return ExitCode::clean;
  const PlayOptions options = read_play_options(Json::parse(*greeting));
  CasePlayer player(options);
  // A driver that does not answer keeps the only thread of the run: the process says so, and ends.
  const Ticker watch(0.25, 0.25, [&] {
    if (WatchedDriver::busy_s() < options.drivers.watchdog_s) return;
    line.write({{"hung", fmt::format("the driver did not answer within {:g} s", options.drivers.watchdog_s)}},
               true);
    ::_exit(0);
  });
  while (const std::optional<std::string> request = line.read()) {
    const Json task = Json::parse(*request);
    const PlayedCase played = player.play(read_case(task), task.value("has_page", false));
    const bool is_said = played.row.is_null()
                             ? line.write({{"error", played.error}, {"code", static_cast<int>(played.code)}})
                             : line.write({{"row", played.row}});
    if (!is_said) return ExitCode::broken;
  }
  return ExitCode::clean;
}

}  // namespace

void add_worker(CLI::App& program, Action& chosen) {
  CLI::App* command = add_command(program, "worker", "Plays cases for \"backlot run\", which starts it.",
                                  "backlot run scenes/shipped.suite --jobs 4");
  command->group("");  // not listed
  command->callback([&chosen] { chosen = [] { return work(); }; });
}

}  // namespace backlot::cli
