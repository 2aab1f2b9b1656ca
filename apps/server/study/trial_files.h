// The files of one try of a trial: frames.csv and events.csv, written as the trial goes on, the text of its scene, and the place of its recording. What was
// written a second ago survives the end of the program.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "backlot/recording/run_header.h"
#include "backlot/recording/sink.h"
#include "backlot/trial/stamped_event.h"
#include "backlot/trial/subject_table.h"

namespace backlot::server {

class TrialFiles {
 public:
  // In a new, empty folder. `scene` is the text that is played, with its name.
  TrialFiles(const std::string& folder, const recording::SourceText& scene);

  const std::string& recording() const { return recording_; }
  // Rows of frames that are not written yet: append to it, then tell the time of the run.
  std::string& frames() { return frames_; }
  void flush_frames(double run_s);
  // Is on its way to the disk when this returns.
  void add(const trial::StampedEvent& event);
  // Why something was not written, as a sentence; empty where all was.
  std::string close();

 private:
  std::string recording_;
  recording::FileSink frames_file_, events_file_;
  std::string frames_;
  double flushed_s_ = -1;
  bool has_scene_ = false;
};

}  // namespace backlot::server
