#include "backlot/map_files/read_file.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace backlot::map_files {
namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }  // NOLINT(cppcoreguidelines-owning-memory)
};

base::Result<std::string> cannot_be_read(const std::string& name, std::string_view reason) {
  base::Diagnostics diagnostics;
  diagnostics.error("C101", {name, 0, 0}, fmt::format("cannot be read: {}", reason));
  return base::Result<std::string>::failure(std::move(diagnostics));
}

}  // namespace

base::Result<std::string> read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return cannot_be_read(path, "it is a folder");
  const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rb"));
  if (!file) return cannot_be_read(path, std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
  return read_stream(file.get(), path);
}

base::Result<std::string> read_stream(std::FILE* file, const std::string& name) {
  std::string content;
  std::string chunk(std::size_t{1} << 16U, '\0');
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file))
    content.append(chunk, 0, count);
  if (std::ferror(file) != 0) return cannot_be_read(name, "reading broke off");
  return content;
}

}  // namespace backlot::map_files
