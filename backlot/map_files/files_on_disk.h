// Files that a text imports, from the disk.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/formats/text/loader.h"
#include "backlot/formats/text/source.h"

namespace backlot::map_files {

// The texts that were read, in that order: for the lines of diagnostics.
using Sources = std::vector<std::unique_ptr<text::Source>>;

// Texts in the place of files, by the name that a file would have: those that a recording holds.
using Texts = std::map<std::string, std::string, std::less<>>;

// Paths count from the folder of the importing file; from the working folder for a text whose name has none. What was read is
// added to `sources`, which outlives the loader. A file that is there already, under whatever path, keeps its name.
class FilesOnDisk : public text::Loader {
 public:
  explicit FilesOnDisk(Sources& sources) : sources_(sources) {}
  // With texts, these are all the files that there are: the disk is not looked at. Null: the files of the disk.
  FilesOnDisk(Sources& sources, const Texts* texts) : sources_(sources), texts_(texts) {}

  std::optional<text::File> load(std::string_view path, std::string_view importer) const override;
  // The files in the same folder that have the same ending.
  std::vector<std::string> paths_like(std::string_view path, std::string_view importer) const override;

 private:
  Sources& sources_;
  const Texts* texts_ = nullptr;
};

// The content of a file of the disk, or of a text in its place. C101 where it is not there.
base::Result<std::string> read_text(const std::string& name, const Texts* texts);

}  // namespace backlot::map_files
