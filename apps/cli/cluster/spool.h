// What machines of a cluster tell the process that follows them, through files of a shared folder: one file for each time that a shard was played, to which lines are
// added. A file is written by one process and read by others meanwhile; a line without its end is not there yet.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/json_output.h"

namespace backlot::cli {

// What the spool files of one shard say.
struct SpoolState {
  std::map<std::size_t, Json>
      rows{};  // by position; a row that was the machine's fault only where there is no other
  // How often a run was being played when the process of its shard died, where it has no row.
  std::map<std::size_t, std::size_t> deaths{};
  std::size_t times = 0;  // that the shard was begun
};

// Whether a row says that the run was lost, and nothing about the driver.
bool is_fault_of_machine(const Json& row);

// When the disk has to have a line: a shard that died before says with each line what it is at; others are half a second behind, which costs at most what they played then.
enum class Safety { each_line, twice_a_second };

// The lines of one time that a shard is played. A full disk is waited for, a minute in all.
class SpoolWriter {
 public:
  SpoolWriter() = default;
  ~SpoolWriter();
  SpoolWriter(const SpoolWriter&) = delete;
  SpoolWriter& operator=(const SpoolWriter&) = delete;

  // A new file. False where it cannot be made; then it was said why. So do the others.
  bool open(const std::string& folder, std::size_t shard, Safety safety = Safety::each_line);
  // A worker begins to play the run.
  bool begin(std::size_t position);
  bool add(std::size_t position, const Json& row);
  // The process was asked to end: what it was playing is not to blame.
  bool stop();
  // All lines are on the disk.
  bool sync() { return write({}, true); }

 private:
  bool write(const std::string& text, bool is_urgent);

  std::string path_;
  int file_ = -1;
  Safety safety_ = Safety::each_line;
  std::int64_t safe_ = 0;    // bytes that are on the disk for certain
  std::string unsafe_;       // what follows them, for the case that the disk loses it
  std::size_t written_ = 0;  // bytes of that which were given to the system
  std::chrono::steady_clock::time_point last_sync_{};
};

// All files of one shard, from their beginning.
SpoolState read_spool(const std::string& folder, std::size_t shard);

// Follows the files of all shards while they grow.
class SpoolReader {
 public:
  explicit SpoolReader(std::string folder) : folder_(std::move(folder)) {}

  // The rows that came since the last call, with their positions; a position may come again.
  std::vector<std::pair<std::size_t, Json>> read();

 private:
  std::string folder_;
  std::map<std::string, std::int64_t> read_to_;  // by file
};

}  // namespace backlot::cli
