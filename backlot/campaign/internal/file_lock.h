// A lock on a file that ends with the process that has it.
#pragma once

#include <string>

namespace backlot::campaign {

// It is kept until the connection to the database has been closed, since closing any descriptor of a file ends the locks of SQLite.
class FileLock {
 public:
  // Makes the file where it is missing. Throws SqliteError where it cannot be opened, or another process has it.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace backlot::campaign
