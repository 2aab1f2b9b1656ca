// Where imported files come from.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace backlot::text {

struct File {
  std::string name;  // the same for the same file, however it was asked for
  std::string text;
};

// The caller's: a reader never decides which files exist.
class Loader {
 public:
  virtual ~Loader() = default;

  // The file that `importer` (a name of a File) calls `path`; empty where the file does not exist or cannot be read.
  virtual std::optional<File> load(std::string_view path, std::string_view importer) const = 0;

  // Paths that `importer` could write instead of `path`, in order: for "did you mean".
  virtual std::vector<std::string> paths_like(std::string_view /*path*/,
                                              std::string_view /*importer*/) const {
    return {};
  }
};

// Knows no file.
class NoFiles : public Loader {
 public:
  std::optional<File> load(std::string_view, std::string_view) const override { return std::nullopt; }
};

// Files that exist only here, by the very name that imports use: for tests and embedded maps.
class FilesInMemory : public Loader {
 public:
  using Files = std::map<std::string, std::string, std::less<>>;  // texts by name

  explicit FilesInMemory(Files files) : files_(std::move(files)) {}

  std::optional<File> load(std::string_view path, std::string_view) const override {
    const auto found = files_.find(path);
    if (found == files_.end()) return std::nullopt;
    return File{found->first, found->second};
  }

  std::vector<std::string> paths_like(std::string_view, std::string_view) const override {
    std::vector<std::string> names;
    for (const auto& [name, text] : files_) names.push_back(name);
    return names;
  }

 private:
  Files files_;
};

}  // namespace backlot::text
