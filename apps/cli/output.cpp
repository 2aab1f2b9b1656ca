#include "apps/cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/interrupt.h"
#include "apps/cli/message.h"

namespace backlot::cli {
namespace {

ExitCode cannot_write(const std::string& path, std::string_view reason) {
  say(coloured(fmt::format("{}: error C103: cannot be written: {}", path, reason), base::Severity::error));
  return ExitCode::broken;
}

std::string last_reason() { return std::strerror(errno); }  // NOLINT(concurrency-mt-unsafe): one thread

ExitCode write_to(const std::string& path, std::string_view text, const char* mode) {
  const bool is_standard = path == "-";
  std::FILE* file = is_standard ? stdout : std::fopen(path.c_str(), mode);
  if (file == nullptr) return cannot_write(path, last_reason());
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  const std::string reason = is_written ? std::string() : last_reason();
  const bool is_closed = is_standard || std::fclose(file) == 0;  // NOLINT(cppcoreguidelines-owning-memory)
  if (!is_written) return cannot_write(is_standard ? "<stdout>" : path, reason);
  if (!is_closed) return cannot_write(path, last_reason());
  return ExitCode::clean;
}

}  // namespace

ExitCode write_output(const std::string& path, std::string_view text) { return write_to(path, text, "wb"); }
ExitCode append_output(const std::string& path, std::string_view text) { return write_to(path, text, "ab"); }

ExitCode write_whole(const std::string& path, std::string_view text) {
  const InterruptWatch interrupt;
  const ExitCode written = write_output(path, text);
  return interrupt.has_come() ? worse(written, ExitCode::interrupted) : written;
}

ExitCode make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error))
    error = std::make_error_code(std::errc::not_a_directory);
  return error ? cannot_write(path, error.message()) : ExitCode::clean;
}

ExitCode replace_file(const std::string& path, std::string_view text) {
  namespace fs = std::filesystem;
  // A link stays a link: what it points at is replaced.
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  if (error) return cannot_write(path, error.message());

  const fs::path fresh = target.string() + fmt::format(".{}.new", ::getpid());
  const ExitCode written = write_output(fresh.string(), text);
  if (written == ExitCode::clean) {
    fs::permissions(fresh, fs::status(target, error).permissions(), error);
    fs::rename(fresh, target, error);
    if (!error) return ExitCode::clean;
    cannot_write(path, error.message());
  }
  fs::remove(fresh, error);
  return ExitCode::broken;
}

}  // namespace backlot::cli
