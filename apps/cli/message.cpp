#include "apps/cli/message.h"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace backlot::cli {
namespace {

// no-color.org: set, and not to nothing.
bool shows_colours() {
  const char* no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): no thread sets it
  const char* terminal = std::getenv("TERM");      // NOLINT(concurrency-mt-unsafe)
  if (no_color != nullptr && *no_color != '\0') return false;
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return ::isatty(STDERR_FILENO) == 1;
}

std::string_view colour_of(base::Severity severity) {
  switch (severity) {
    case base::Severity::error:
      return "\x1b[1;31m";
    case base::Severity::warning:
      return "\x1b[1;35m";
    case base::Severity::note:
      return "\x1b[1;36m";
  }
  return {};
}

}  // namespace

std::string coloured(std::string_view text, base::Severity severity) {
  const std::string_view word = base::to_text(severity);
  // The word stands first, or behind the place and a colon; a file may be called "error".
  std::size_t at = text.find(": " + std::string(word));
  at = text.substr(0, word.size()) == word ? 0 : at == std::string_view::npos ? at : at + 2;
  if (!shows_colours() || at == std::string_view::npos) return std::string(text);
  return fmt::format("{}{}{}\x1b[0m{}", text.substr(0, at), colour_of(severity), word,
                     text.substr(at + word.size()));
}

void say(std::string_view line) { fmt::print(stderr, "{}\n", line); }

void say_error(std::string_view message, std::string_view note) {
  say(coloured(fmt::format("error: {}", message), base::Severity::error));
  if (!note.empty()) say(coloured(fmt::format("note: {}", note), base::Severity::note));
}

}  // namespace backlot::cli
