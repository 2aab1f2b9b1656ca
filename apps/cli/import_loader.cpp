#include "apps/cli/import_loader.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "apps/cli/input.h"

namespace backlot::cli {

std::optional<text::File> ImportLoader::load(std::string_view path, std::string_view importer) const {
  namespace fs = std::filesystem;
  const fs::path file = (fs::path(importer).parent_path() / fs::path(path)).lexically_normal();
  std::error_code error;
  for (const auto& source : sources_)
    if (source->name() == file.string() || fs::equivalent(source->name(), file, error))
      return text::File{source->name(), std::string(source->text())};

  base::Result<std::string> content = open_input(file.string());
  if (!content) return std::nullopt;
  sources_.push_back(std::make_unique<text::Source>(file.string(), *content));
  return text::File{file.string(), *std::move(content)};
}

}  // namespace backlot::cli
