// The folder with the results of a study. Nothing in it is ever overwritten: rows are added to trials.csv, and each try of a trial gets a folder of its own.
//
//   RESULTS/trials.csv  dictionary.csv  NAME.study
//   RESULTS/P01/trial_01_dense/    frames.csv  events.csv  SCENE.scene  run.mcap
//   RESULTS/P01/trial_01_dense_2/  ... the second try
//
// What is complete is what trials.csv says; so a program that starts again knows where to go on.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/trial/stamped_event.h"
#include "backlot/trial/trial.h"

namespace backlot::server {

// A row of trials.csv, as far as the plan asks for it.
struct TrialRow {
  std::string participant, condition, outcome;
  std::size_t trial = 0;
  bool is_complete = false;
};

class ResultsFolder {
 public:
  // Makes the folder, or opens the one of a study that was begun. Fails where it belongs to another text of a study (Y301), to tables of another version (Y302), to a
  // program that runs (Y303), or cannot be written (Y304).
  static base::Result<std::unique_ptr<ResultsFolder>> open(const std::string& path, const std::string& study,
                                                           std::string_view study_text);
  ~ResultsFolder();
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;

  const std::string& path() const { return path_; }
  const std::vector<TrialRow>& rows() const { return rows_; }
  // Rows were there when it was opened.
  bool is_resumed() const { return is_resumed_; }
  // Folders of tries of this trial that have no row: the program or the machine ended during them.
  std::vector<std::string> interrupted(const std::string& participant, std::size_t trial) const;
  // How many tries of it were begun so far.
  std::size_t tries(const std::string& participant, std::size_t trial) const;

  // A new folder for a try, below path(); empty where it cannot be made.
  std::string begin_try(const std::string& participant, std::size_t trial, const std::string& condition);
  // Adds a row, so that it is on the disk. Why it cannot, as a sentence; else nothing.
  std::string add(const trial::Trial& row);
  // A line of notes.csv, which the operator wrote.
  std::string add_note(const std::string& participant, std::size_t trial, const trial::Stamp& stamp,
                       const std::string& text);

 private:
  explicit ResultsFolder(std::string path) : path_(std::move(path)) {}
  std::string lock();
  std::string read_rows();
  std::string append(const char* file, const std::string& header, const std::string& line) const;

  std::string path_;
  std::vector<TrialRow> rows_;
  std::vector<std::string> row_folders_;  // one for each row
  bool is_resumed_ = false;
  int lock_ = -1;
};

}  // namespace backlot::server
