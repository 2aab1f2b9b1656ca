// A small study for tests: one shipped scene under two conditions, driven by a model subject as fast as possible.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/server/study/study_show.h"

namespace backlot::server::test {

// A folder that is empty at first and gone at the end.
class EmptyFolder {
 public:
  explicit EmptyFolder(const std::string& name);
  ~EmptyFolder();
  const std::string& path() const { return path_; }
  std::string read(const std::string& file) const;

 private:
  std::string path_;
};

// Participants "anna" and "ben", conditions "first" and "second" of lead_brakes.scene, a page of instruction before them.
StudyShowSettings small_study(const std::string& results, double factor = 0);

}  // namespace backlot::server::test
