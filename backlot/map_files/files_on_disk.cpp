#include "backlot/map_files/files_on_disk.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "backlot/map_files/read_file.h"

namespace backlot::map_files {

std::optional<text::File> FilesOnDisk::load(std::string_view path, std::string_view importer) const {
  namespace fs = std::filesystem;
  const fs::path file = (fs::path(importer).parent_path() / fs::path(path)).lexically_normal();
  std::error_code error;
  for (const auto& source : sources_)
    if (source->name() == file.string() || (texts_ == nullptr && fs::equivalent(source->name(), file, error)))
      return text::File{source->name(), std::string(source->text())};

  base::Result<std::string> content = read_text(file.string(), texts_);
  if (!content) return std::nullopt;
  sources_.push_back(std::make_unique<text::Source>(file.string(), *content));
  return text::File{file.string(), *std::move(content)};
}

std::vector<std::string> FilesOnDisk::paths_like(std::string_view path, std::string_view importer) const {
  namespace fs = std::filesystem;
  const fs::path asked(path);
  const fs::path folder = fs::path(importer).parent_path() / asked.parent_path();
  std::vector<std::string> paths;
  if (texts_ != nullptr) return paths;
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error), end;
       !error && entry != end; entry.increment(error)) {
    const fs::path name = entry->path().filename();
    if (name.extension() == asked.extension()) paths.push_back((asked.parent_path() / name).string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

base::Result<std::string> read_text(const std::string& name, const Texts* texts) {
  if (texts == nullptr) return read_file(name);
  const auto found = texts->find(name);
  if (found != texts->end()) return found->second;
  base::Diagnostics diagnostics;
  diagnostics.error("C101", {name, 0, 0}, "this file is not among the texts that were given",
                    "record the run again with all its files");
  return base::Result<std::string>::failure(std::move(diagnostics));
}

}  // namespace backlot::map_files
