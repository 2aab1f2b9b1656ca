// Files that a text imports, from the disk.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/formats/text/loader.h"
#include "backlot/formats/text/source.h"

namespace backlot::map_files {

// The texts that were read, in that order: for the lines of diagnostics.
using Sources = std::vector<std::unique_ptr<text::Source>>;

// Paths count from the folder of the importing file; from the working folder for a text whose name has none. What was read is
// added to `sources`, which outlives the loader. A file that is there already, under whatever path, keeps its name.
class FilesOnDisk : public text::Loader {
 public:
  explicit FilesOnDisk(Sources& sources) : sources_(sources) {}

  std::optional<text::File> load(std::string_view path, std::string_view importer) const override;
  // The files in the same folder that have the same ending.
  std::vector<std::string> paths_like(std::string_view path, std::string_view importer) const override;

 private:
  Sources& sources_;
};

}  // namespace backlot::map_files
