#include "apps/server/study/trial_files.h"

#include <filesystem>

#include "backlot/record/csv.h"

namespace backlot::server {

namespace {

constexpr double kFlush_s = 1;  // of the run

std::string in_folder(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

}  // namespace

TrialFiles::TrialFiles(const std::string& folder, const recording::SourceText& scene)
    : recording_(in_folder(folder, "run.mcap")),
      frames_file_(in_folder(folder, "frames.csv")),
      events_file_(in_folder(folder, "events.csv")),
      frames_(trial::SubjectTable::header()) {
  std::string header;
  record::append_header(trial::stamped_event_columns(), header);
  events_file_.write(header);
  const std::string name = std::filesystem::path(scene.name).filename().string();
  recording::FileSink text(in_folder(folder, name.c_str()));
  has_scene_ = text.is_open() && text.write(scene.text) && text.close();
}

void TrialFiles::flush_frames(double run_s) {
  if (run_s - flushed_s_ < kFlush_s && flushed_s_ >= 0) return;
  flushed_s_ = run_s;
  frames_file_.write(frames_);
  frames_.clear();
}

void TrialFiles::add(const trial::StampedEvent& event) {
  std::string line;
  record::append_row(trial::stamped_event_columns(), event, line);
  events_file_.write(line);
}

std::string TrialFiles::close() {
  frames_file_.write(frames_);
  frames_.clear();
  if (!frames_file_.close()) return frames_file_.why();
  if (!events_file_.close()) return events_file_.why();
  return has_scene_ ? std::string() : "the text of the scene was not written";
}

}  // namespace backlot::server
