#include "apps/server/study/results_folder.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "apps/server/study/csv_rows.h"
#include "backlot/record/csv.h"
#include "backlot/trial/dictionary.h"
#include "backlot/trial/subject_table.h"

namespace backlot::server {

namespace {

namespace fs = std::filesystem;

constexpr const char *kTrials = "trials.csv", *kDictionary = "dictionary.csv", *kNotes = "notes.csv",
                     *kLock = ".lock";

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Writes a file that does not exist. False where it cannot.
bool write_new(const fs::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return false;
  const bool is_whole = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return ::close(file) == 0 && is_whole;
}

std::string trials_header() {
  std::string line;
  record::append_header(trial::trial_columns(), line);
  return line;
}

std::string dictionary_text() {
  std::string text(trial::kDictionaryHeader);
  trial::append_definitions(kTrials, trial::trial_columns(), text);
  trial::append_definitions("frames.csv", trial::subject_columns(), text);
  trial::append_definitions("events.csv", trial::stamped_event_columns(), text);
  return text;
}

std::string name_of_try(std::size_t trial) { return fmt::format("trial_{:02}_", trial); }

base::Result<std::unique_ptr<ResultsFolder>> failure(const char* code, const std::string& path,
                                                     const std::string& why, const char* hint) {
  base::Diagnostics found;
  found.error(code, {path, 0, 0}, why, hint);
  return base::Result<std::unique_ptr<ResultsFolder>>::failure(std::move(found));
}

}  // namespace

base::Result<std::unique_ptr<ResultsFolder>> ResultsFolder::open(const std::string& path,
                                                                 const std::string& study,
                                                                 std::string_view study_text) {
  std::error_code error;
  fs::create_directories(path, error);
  std::unique_ptr<ResultsFolder> folder(new ResultsFolder(path));
  if (std::string why = folder->lock(); !why.empty())
    return failure("Y303", path, why, "end the other program, or name another folder: --results DIR");
  const fs::path copy = fs::path(path) / (study + ".study");
  if (fs::exists(copy, error)) {
    if (read_file(copy) != study_text)
      return failure("Y301", path,
                     fmt::format("these are results of another text of the study \"{}\"", study),
                     "put the study back as it was, or name another folder: --results DIR");
  } else {
    if (fs::exists(fs::path(path) / kTrials, error))
      return failure("Y301", path, "these are results of another study",
                     "name another folder: --results DIR");
    if (!write_new(copy, study_text))
      return failure("Y304", path, fmt::format("no file can be made there: {}", std::strerror(errno)),
                     "name another folder: --results DIR");
  }
  // also where a program ended between the two files
  const fs::path dictionary = fs::path(path) / kDictionary;
  if (!fs::exists(dictionary, error) && !write_new(dictionary, dictionary_text()))
    return failure("Y304", path, fmt::format("no file can be made there: {}", std::strerror(errno)),
                   "name another folder: --results DIR");
  if (std::string why = folder->read_rows(); !why.empty())
    return failure("Y302", path, why, "go on with that version, or name another folder: --results DIR");
  return folder;
}

ResultsFolder::~ResultsFolder() {
  if (lock_ >= 0) ::close(lock_);
}

std::string ResultsFolder::lock() {
  lock_ = ::open((fs::path(path_) / kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0) return fmt::format("no file can be made there: {}", std::strerror(errno));
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return {};
  return "another program writes results there";
}

std::string ResultsFolder::read_rows() {
  const fs::path path = fs::path(path_) / kTrials;
  std::error_code error;
  if (!fs::exists(path, error)) return {};
  std::string text = read_file(path);
  // a line that was cut off as the machine went down is no row
  if (!text.empty() && text.back() != '\n') {
    text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
    fs::resize_file(path, text.size(), error);
    if (error) return "the last line of trials.csv is not whole, and the file cannot be changed";
  }
  if (text.empty()) {
    fs::remove(path, error);
    return {};
  }
  if (!text.starts_with(trials_header())) return "trials.csv has other columns than this version writes";
  const CsvRows table(text);
  for (std::size_t k = 0; k < table.size(); ++k) {
    TrialRow row{.participant = table.cell(k, "participant"),
                 .condition = table.cell(k, "condition"),
                 .outcome = table.cell(k, "outcome"),
                 .is_complete = table.cell(k, "complete") == "1"};
    const std::string number = table.cell(k, "trial");
    std::from_chars(number.data(), number.data() + number.size(), row.trial);
    rows_.push_back(std::move(row));
    row_folders_.push_back(table.cell(k, "folder"));
  }
  is_resumed_ = !rows_.empty();
  return {};
}

std::vector<std::string> ResultsFolder::interrupted(const std::string& participant, std::size_t trial) const {
  std::vector<std::string> list;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(path_) / participant, error)) {
    const std::string name = participant + "/" + entry.path().filename().string();
    const bool is_try = entry.path().filename().string().starts_with(name_of_try(trial));
    const bool has_row = std::find(row_folders_.begin(), row_folders_.end(), name) != row_folders_.end();
    if (is_try && !has_row) list.push_back(name);
  }
  std::sort(list.begin(), list.end());
  return list;
}

std::size_t ResultsFolder::tries(const std::string& participant, std::size_t trial) const {
  std::size_t count = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(path_) / participant, error))
    if (entry.path().filename().string().starts_with(name_of_try(trial))) ++count;
  return count;
}

std::string ResultsFolder::begin_try(const std::string& participant, std::size_t trial,
                                     const std::string& condition) {
  std::error_code error;
  fs::create_directories(fs::path(path_) / participant, error);
  const std::string base = fmt::format("{}/{}{}", participant, name_of_try(trial), condition);
  constexpr int kMostTries = 10'000;
  for (int k = 1; k < kMostTries; ++k) {
    std::string name = k == 1 ? base : fmt::format("{}_{}", base, k);
    // false where it is there already: then the next one
    if (fs::create_directory(fs::path(path_) / name, error)) return name;
    if (error) return {};
  }
  return {};
}

std::string ResultsFolder::append(const char* file, const std::string& header,
                                  const std::string& line) const {
  const fs::path path = fs::path(path_) / file;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0) return fmt::format("{} cannot be opened: {}", path.string(), std::strerror(errno));
  const std::string text = (::lseek(descriptor, 0, SEEK_END) == 0 ? header : std::string()) + line;
  const bool is_written =
      ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fsync(descriptor) == 0;
  const int reason = errno;
  const bool is_closed = ::close(descriptor) == 0;
  if (is_written && is_closed) return {};
  return fmt::format("{} was not written: {}", path.string(), std::strerror(reason));
}

std::string ResultsFolder::add(const trial::Trial& row) {
  std::string line;
  record::append_row(trial::trial_columns(), row, line);
  rows_.push_back({row.session.participant, row.session.condition, row.outcome,
                   static_cast<std::size_t>(row.session.trial.value_or(0)),
                   row.session.is_complete.value_or(false)});
  row_folders_.push_back(row.session.folder);
  return append(kTrials, trials_header(), line);
}

std::string ResultsFolder::add_note(const std::string& participant, std::size_t trial,
                                    const trial::Stamp& stamp, const std::string& text) {
  std::string line = stamp.utc + ",";
  record::append_text(participant, line);
  line += fmt::format(",{},", trial);
  record::append_text(text, line);
  line += '\n';
  return append(kNotes, "utc,participant,trial,text\n", line);
}

}  // namespace backlot::server
