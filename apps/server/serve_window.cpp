#include "apps/server/serve_window.h"

#include <cstdlib>
#include <exception>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include "apps/server/web/window.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX asks for it

namespace backlot::server {

std::string serve_window(const WindowSettings& settings, Show& show, const std::function<bool()>& is_stopped,
                         const Ready& ready) {
  Board board;
  Inbox inbox;
  Window window(board, inbox);
  WebServer web(settings.web, window);
  if (std::string why = web.open(); !why.empty()) return why;
  board.set_listener([&web] { web.wake(); });
  std::string failure;
  std::thread run([&] {
    Theatre theatre{board, inbox};
    try {
      show.run(theatre);
    } catch (const std::exception& error) {
      failure = error.what();
      web.stop();
    }
  });
  ready(web.link(), settings.web.participant_token.empty() ? std::string() : web.link(Door::participant));
  if (settings.opens_browser) open_browser(web.link());
  web.run(is_stopped);
  inbox.close();
  run.join();
  board.set_listener({});
  return failure;
}

bool open_browser(const std::string& link) {
  const auto has = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (!has("DISPLAY") && !has("WAYLAND_DISPLAY")) return false;
  posix_spawn_file_actions_t actions;
  if (::posix_spawn_file_actions_init(&actions) != 0) return false;
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  std::string program = "xdg-open", argument = link;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return failed == 0;
}

}  // namespace backlot::server
