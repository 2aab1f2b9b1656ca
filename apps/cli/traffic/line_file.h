// A file that is written in lines, many at a time.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace backlot::cli {

class LineFile {
 public:
  explicit LineFile(const std::string& path) : file_(std::fopen(path.c_str(), "w")) {}

  bool is_open() const { return file_ != nullptr; }
  // The lines that are not written yet: append to it.
  std::string& lines() { return lines_; }
  // Writes these lines. Only for a file that is open.
  void write();
  // True where everything was written.
  bool close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::string lines_;
};

}  // namespace backlot::cli
