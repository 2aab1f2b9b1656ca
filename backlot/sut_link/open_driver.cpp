#include "backlot/sut_link/open_driver.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backlot/base/suggest.h"
#include "backlot/drivers/shipped.h"
#include "backlot/sut_link/internal/child_link.h"
#include "backlot/sut_link/internal/library_system.h"
#include "backlot/sut_link/internal/socket_link.h"
#include "backlot/sut_link/internal/wire_system.h"
#include "backlot/sut_link/words.h"

namespace backlot::sut_link {

namespace {

using Opened = base::Result<std::unique_ptr<ConnectedDriver>>;

Opened refused(const std::string& text, std::string code, std::string message, std::string hint) {
  base::Diagnostics found;
  found.error(std::move(code), {.file = text}, std::move(message), std::move(hint));
  return Opened::failure(std::move(found));
}

Opened opened(std::unique_ptr<sut::System> system) {
  return std::make_unique<ConnectedDriver>(std::move(system));
}

bool is_file(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}
bool is_program(const std::string& path) { return is_file(path) && ::access(path.c_str(), X_OK) == 0; }

// Where a program lies: as it is written where it has a slash, else in the folders of PATH. Empty where it is nowhere.
std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_file(name) ? name : "";
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/usr/bin:/bin" : path;
  std::string not_executable;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string file = std::string(folders.substr(0, end)) + "/" + name;
    if (is_program(file)) return file;
    if (is_file(file)) not_executable = file;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return not_executable;
}

Opened open_child(const std::string& text, std::vector<std::string> words, const DriverOptions& options) {
  const std::string file = words.empty() || words.front().empty() ? "" : find_program(words.front());
  if (file.empty())
    return refused(text, "L102",
                   words.empty() ? "there is no program in this command line"
                                 : fmt::format("there is no program \"{}\"", words.front()),
                   "write a path with a slash, or the name of a program in PATH");
  if (!is_program(file))
    return refused(text, "L102", fmt::format("\"{}\" is not executable", file),
                   fmt::format("chmod +x {}, or name the program that runs it, as in 'python3 {}'", file,
                               words.front()));
  return opened(std::make_unique<WireSystem>(
      std::make_unique<ChildLink>(Program{file, std::move(words)}, options.log_file), options));
}

Opened open_socket(const std::string& text, const DriverOptions& options) {
  std::optional<SocketAddress> address = read_address(text);
  if (!address)
    return refused(text, "L104", "this is no address of a driver",
                   "unix:PATH with a path of at most 107 bytes, or tcp:PORT with a port from 1 to 65535");
  Descriptor listener = listen_at(*address);
  if (!listener.is_open())
    return refused(text, "L104", fmt::format("this program cannot listen here: {}", std::strerror(errno)),
                   "give another path or port, or end the program that listens there");
  return opened(std::make_unique<WireSystem>(
      std::make_unique<SocketLink>(*std::move(address), std::move(listener)), options));
}

Opened open_shipped(const drivers::Shipped& shipped, const DriverOptions& options) {
  if (!shipped.needs_process) return opened(shipped.make());
  const std::string name(shipped.name);
  if (options.serve_shipped.empty())
    return refused(name, "L102", "this driver may end its process, and there is no program that serves it",
                   "run it by the program backlot");
  std::vector<std::string> words = options.serve_shipped;
  words.push_back(name);
  return open_child(name, std::move(words), options);
}

Opened unknown(const std::string& text) {
  std::vector<std::string_view> names;
  std::string list;
  for (const drivers::Shipped& one : drivers::shipped_drivers()) {
    names.push_back(one.name);
    list += (list.empty() ? "" : ", ") + std::string(one.name);
  }
  const bool is_path = text.find('/') != std::string::npos;
  if (is_path)
    return refused(text, "L101", is_file(text) ? "this file is not executable" : "there is no such file",
                   "a driver in a file is a shared library (.so) or a program");
  const std::string near = base::did_you_mean(text, names);
  return refused(text, "L101", "there is no such driver",
                 near.empty()
                     ? fmt::format("shipped are {}; a driver of your own is a library ./libmine.so, a "
                                   "command line with a space, unix:PATH or tcp:PORT",
                                   list)
                     : near);
}

bool is_library_name(std::string_view text) {
  return text.ends_with(".so") || text.find(".so.") != std::string_view::npos;
}

}  // namespace

DriverWay way_of(const std::string& text) {
  if (drivers::find_shipped(text) != nullptr) return DriverWay::shipped;
  if (looks_like_address(text)) return DriverWay::socket;
  if (is_program(text) && !is_library_name(text)) return DriverWay::child;
  if (text.find(' ') != std::string::npos) return DriverWay::child;
  return is_library_name(text) ? DriverWay::library : DriverWay::shipped;
}

Opened open_driver(const std::string& text, const DriverOptions& options) {
  switch (way_of(text)) {
    case DriverWay::socket:
      return open_socket(text, options);
    case DriverWay::library: {
      auto library = DriverLibrary::load(text);
      if (!library) return Opened::failure(std::move(library).diagnostics());
      return opened(std::make_unique<LibrarySystem>(*std::move(library)));
    }
    case DriverWay::child: {
      if (is_program(text)) {
        // the file itself, also where its name has a blank; a name without a slash is one of this folder
        const std::string path = text.find('/') == std::string::npos ? "./" + text : text;
        return open_child(text, {path}, options);
      }
      std::optional<std::vector<std::string>> words = split_words(text);
      if (!words)
        return refused(text, "L105", "a quote of this command line is not closed",
                       "close it, or write a backslash before it");
      return open_child(text, *std::move(words), options);
    }
    case DriverWay::shipped:
      break;
  }
  const drivers::Shipped* shipped = drivers::find_shipped(text);
  return shipped == nullptr ? unknown(text) : open_shipped(*shipped, options);
}

}  // namespace backlot::sut_link
