#include "backlot/recording/sink.h"

#include <cerrno>
#include <system_error>

namespace backlot::recording {

FileSink::FileSink(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) error_ = errno;
}

bool FileSink::fail() {
  if (error_ == 0) error_ = errno != 0 ? errno : EIO;
  return false;
}

bool FileSink::write(std::string_view bytes) {
  if (!file_ || error_ != 0) return false;
  errno = 0;
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size();
  return (is_written && std::fflush(file_.get()) == 0) || fail();
}

bool FileSink::close() {
  if (!file_) return error_ == 0;
  errno = 0;
  if (std::fclose(file_.release()) != 0) fail();
  return error_ == 0;
}

std::string FileSink::why() const {
  return error_ == 0 ? std::string() : path_ + ": " + std::generic_category().message(error_);
}

}  // namespace backlot::recording
