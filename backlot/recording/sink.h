// Where the bytes of a recording go.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace backlot::recording {

class Sink {
 public:
  virtual ~Sink() = default;
  // Takes all bytes, so that they survive the end of this process. False where it cannot; why() then gives the reason.
  virtual bool write(std::string_view bytes) = 0;
  // False where something is not written; nothing is written after it.
  virtual bool close() = 0;
  virtual std::string why() const = 0;
};

// A file, begun anew.
class FileSink final : public Sink {
 public:
  explicit FileSink(const std::string& path);

  bool is_open() const { return file_ != nullptr; }
  bool write(std::string_view bytes) override;
  bool close() override;
  std::string why() const override;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  bool fail();

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  int error_ = 0;  // errno of the first failure
};

// Text in memory.
class MemorySink final : public Sink {
 public:
  explicit MemorySink(std::string& bytes) : bytes_(bytes) {}

  bool write(std::string_view bytes) override {
    bytes_ += bytes;
    return true;
  }
  bool close() override { return true; }
  std::string why() const override { return {}; }

 private:
  std::string& bytes_;
};

}  // namespace backlot::recording
