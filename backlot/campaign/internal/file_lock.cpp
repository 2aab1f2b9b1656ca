#include "backlot/campaign/internal/file_lock.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "backlot/campaign/internal/sqlite.h"

namespace backlot::campaign {

FileLock::FileLock(const std::string& path)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0)
    throw SqliteError{SQLITE_CANTOPEN, std::strerror(errno)};  // NOLINT(concurrency-mt-unsafe)
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(descriptor_);
  throw SqliteError{SQLITE_BUSY, "locked"};
}

FileLock::~FileLock() { ::close(descriptor_); }

}  // namespace backlot::campaign
