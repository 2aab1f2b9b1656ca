#include "apps/cli/traffic/line_file.h"

namespace backlot::cli {

void LineFile::write() {
  std::fwrite(lines_.data(), 1, lines_.size(), file_.get());
  lines_.clear();
}

bool LineFile::close() {
  if (!file_) return false;
  write();
  const bool is_whole = std::ferror(file_.get()) == 0;
  return std::fclose(file_.release()) == 0 && is_whole;
}

}  // namespace backlot::cli
