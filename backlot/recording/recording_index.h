// A recording by its index: what it says of its run, and the steps of any second of it, without reading the rest of the file.
//
//   base::Result<RecordingIndex> index = RecordingIndex::open(std::make_unique<FileSource>("run.mcap"), "run.mcap");
//   index->read_part(index->part_at(12.3), visitor);         // reads one chunk: about a second
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/recording/recording_reader.h"

namespace backlot::recording {

// Bytes that are read where they are asked for.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;
  // Fewer bytes than asked for where the file ends, or cannot be read.
  virtual std::string read(std::uint64_t offset, std::uint64_t count) = 0;
};

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path);

  bool is_open() const { return file_ != nullptr; }
  std::uint64_t size() const override { return size_; }
  std::string read(std::uint64_t offset, std::uint64_t count) override;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t size_ = 0;
};

class RecordingIndex {
 public:
  // As read_recording says it; a file without its end is looked through record by record. M107: a part of the file that the index names is not there.
  static base::Result<RecordingIndex> open(std::unique_ptr<ByteSource> source, const std::string& name);

  const Recording& recording() const { return recording_; }
  // A part is one chunk: it begins with a key frame.
  std::size_t parts() const { return chunks_.size(); }
  double first_s() const { return chunks_.empty() ? 0 : chunks_.front().first_s; }
  double last_s() const { return chunks_.empty() ? 0 : chunks_.back().last_s; }
  double part_first_s(std::size_t part) const { return chunks_[part].first_s; }
  // The part that holds a time; the nearest one for times that none holds. There is at least one part.
  std::size_t part_at(double time_s) const;
  // All steps of a part, in order.
  base::Diagnostics read_part(std::size_t part, StepVisitor& visitor);

  std::uint64_t bytes_read() const { return bytes_read_; }
  std::uint64_t file_bytes() const { return source_->size(); }

 private:
  struct Chunk {
    double first_s = 0, last_s = 0;
    std::uint64_t offset = 0, length = 0;
  };
  RecordingIndex(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}
  std::string read(std::uint64_t offset, std::uint64_t count);
  bool find_by_summary(std::string& wanted);
  void find_by_scan(std::string& wanted);

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  Recording recording_;
  std::vector<Chunk> chunks_;
  std::string head_;  // magic, header, schemas and channels: a file that a chunk can stand behind
  std::uint64_t bytes_read_ = 0;
};

}  // namespace backlot::recording
