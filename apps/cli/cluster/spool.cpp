#include "apps/cli/cluster/spool.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/message.h"
#include "apps/cli/progress.h"

namespace backlot::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kSyncEvery_s = 0.5;
constexpr double kFullDisk_s = 60, kFirstWait_s = 0.5, kLongestWait_s = 10;

std::string reason() { return std::strerror(errno); }  // NOLINT(concurrency-mt-unsafe): one thread

std::string text_of(const Json& line) {
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// Whole lines of a file from a place on, and the place behind them.
std::vector<Json> read_lines(const std::string& path, std::int64_t& from) {
  std::vector<Json> lines;
  std::ifstream file(path, std::ios::binary);
  file.seekg(from);
  std::ostringstream text;
  text << file.rdbuf();
  const std::string all = text.str();
  for (std::size_t begin = 0;;) {
    const std::size_t end = all.find('\n', begin);
    if (end == std::string::npos) break;
    // A line that cannot be read is passed over: its run is played again.
    if (Json line = Json::parse(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                all.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
        line.is_object())
      lines.push_back(std::move(line));
    begin = end + 1;
  }
  const std::size_t last = all.rfind('\n');
  if (last != std::string::npos) from += static_cast<std::int64_t>(last + 1);
  return lines;
}

}  // namespace

bool is_fault_of_machine(const Json& row) {
  const auto fault = row.find("fault");
  return fault != row.end() && *fault == "machine";
}

// ---- writing

SpoolWriter::~SpoolWriter() {
  if (file_ >= 0) ::close(file_);
}

bool SpoolWriter::open(const std::string& folder, std::size_t shard, Safety safety) {
  // A name that no other process takes, on whatever machine it is.
  std::string pattern = fmt::format("{}/{}.XXXXXX", folder, shard);
  file_ = ::mkstemp(pattern.data());
  path_ = pattern;
  safety_ = safety;
  if (file_ >= 0) return true;
  say_error(fmt::format("{}: cannot be made: {}", pattern, reason()));
  return false;
}

bool SpoolWriter::begin(std::size_t position) { return write(text_of({{"begin", position}}), false); }
bool SpoolWriter::add(std::size_t position, const Json& row) {
  return write(text_of({{"position", position}, {"row", row}}), false);
}
bool SpoolWriter::stop() { return write(text_of({{"stop", true}}), true); }

bool SpoolWriter::write(const std::string& text, bool is_urgent) {
  unsafe_ += text;
  double wait_s = kFirstWait_s;
  for (double waited_s = 0;; waited_s += wait_s, wait_s = std::min(2 * wait_s, kLongestWait_s)) {
    bool is_written = true;
    while (is_written && written_ < unsafe_.size()) {
      const ssize_t count = ::pwrite(file_, unsafe_.data() + written_, unsafe_.size() - written_,
                                     static_cast<off_t>(safe_ + static_cast<std::int64_t>(written_)));
      if (count < 0 && errno == EINTR) continue;
      is_written = count > 0;
      if (is_written) written_ += static_cast<std::size_t>(count);
    }
    if (is_written) {
      const bool is_due =
          is_urgent || safety_ == Safety::each_line || seconds_since(last_sync_) > kSyncEvery_s;
      if (!is_due) return true;
      if (::fdatasync(file_) == 0) {
        safe_ += static_cast<std::int64_t>(unsafe_.size());
        unsafe_.clear();
        written_ = 0;
        last_sync_ = std::chrono::steady_clock::now();
        return true;
      }
    }
    const bool is_full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
    const std::string why = reason();
    // The half of a line would hide the next one from readers. What a reader has read already is written again, byte for byte.
    written_ = 0;
    if (::ftruncate(file_, static_cast<off_t>(safe_)) != 0 || !is_full || waited_s >= kFullDisk_s) {
      say_error(fmt::format("{}: cannot be written: {}", path_, why));
      return false;
    }
    say(fmt::format("{}: {}; waiting for room", path_, why));
    ::usleep(static_cast<useconds_t>(wait_s * 1e6));
  }
}

// ---- reading

SpoolState read_spool(const std::string& folder, std::size_t shard) {
  SpoolState state;
  const std::string lead = fmt::format("{}.", shard);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with(lead)) continue;
    ++state.times;
    std::set<std::size_t> begun;
    std::int64_t from = 0;
    for (Json& line : read_lines(entry.path().string(), from)) {
      if (line.contains("stop")) begun.clear();
      if (const auto begin = line.find("begin"); begin != line.end()) begun.insert(begin->get<std::size_t>());
      const auto row = line.find("row");
      if (row == line.end()) continue;
      const auto position = line.at("position").get<std::size_t>();
      begun.erase(position);
      const auto [at, is_new] = state.rows.try_emplace(position, *row);
      if (!is_new && is_fault_of_machine(at->second)) at->second = *row;
    }
    for (const std::size_t position : begun) ++state.deaths[position];
  }
  for (const auto& [position, row] : state.rows) state.deaths.erase(position);
  return state;
}

std::vector<std::pair<std::size_t, Json>> SpoolReader::read() {
  std::vector<std::string> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error))
    if (static_cast<std::int64_t>(entry.file_size(error)) > read_to_[entry.path().string()])
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  std::vector<std::pair<std::size_t, Json>> rows;
  for (const std::string& file : files)
    for (Json& line : read_lines(file, read_to_[file]))
      if (const auto row = line.find("row"); row != line.end())
        rows.emplace_back(line.at("position").get<std::size_t>(), std::move(*row));
  return rows;
}

}  // namespace backlot::cli
