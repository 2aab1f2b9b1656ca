// A file that is written in lines, many at a time.
#pragma once

#include <cstdio>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace backlot::cli {

class LineFile {
 public:
  explicit LineFile(const std::string& path) : file_(std::fopen(path.c_str(), "w")) {}

  bool is_open() const { return file_ != nullptr; }
  // Where lines are put, until they are written.
  std::back_insert_iterator<fmt::memory_buffer> end() { return std::back_inserter(buffer_); }
  // What was put; not for one that is not open.
  void write();
  // Whether everything was written.
  bool close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  fmt::memory_buffer buffer_;
};

}  // namespace backlot::cli
