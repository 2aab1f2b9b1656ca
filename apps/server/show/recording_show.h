// Recordings: one file, or the runs of a folder; those without a recording are played again. Steps are read by the index of the file, about a second of the run at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/server/show/show.h"
#include "apps/server/show/static_world.h"
#include "backlot/base/result.h"
#include "backlot/recording/recording_index.h"
#include "backlot/report/view_list.h"

namespace backlot::server {

struct RecordingShowSettings {
  std::string path{};  // as the user named it
  std::string version{};
  double factor = 1;
  bool is_paused = false;
  bool is_of_scene = false;  // it is shown behind the live run that it is of: pages can go back to that
};

// The runs of a folder: those that its list names, as reports and rehearsals write it (report/view_list.h), or else all recordings below it, by path. Files
// that are no recordings are left out.
std::vector<report::ViewedRun> list_runs(const std::string& folder);

class RecordingShow final : public Show {
 public:
  // Fails where the file cannot be opened, or the folder holds no recording.
  static base::Result<std::unique_ptr<RecordingShow>> open(RecordingShowSettings settings);

  void run(Theatre& theatre) override;

  // One recording, until the program ends or a page asks for something else: then that. It was opened before.
  std::optional<Request> show_file(Theatre& theatre, const std::string& path);

 private:
  explicit RecordingShow(RecordingShowSettings settings) : settings_(std::move(settings)) {}
  std::optional<Request> show_list(Theatre& theatre);
  std::optional<Request> show_run(Theatre& theatre, const report::ViewedRun& run);
  std::optional<Request> play_run(Theatre& theatre, const report::ViewedRun& run);

  RecordingShowSettings settings_;
  std::vector<report::ViewedRun> runs_;  // of a folder
};

}  // namespace backlot::server
