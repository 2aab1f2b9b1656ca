// A file of a scene or of a scenario with its network: what cases play.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/harness/scene_run.h"
#include "backlot/map_files/files_on_disk.h"
#include "backlot/recording/run_header.h"
#include "backlot/scene_files/scenario_file.h"
#include "backlot/scene_files/scene_file.h"

namespace backlot::cli {

using Given = std::vector<scene_text::GivenParameter>;

// A scene or a scenario with the parameters of one run.
struct Play {
  std::shared_ptr<const scene::Scene> scene;  // null: the scenario is played
  harness::Scenario scenario;
  std::vector<scene::Parameter> parameters;

  harness::RunResult run(const harness::RunOptions& options) const;
  // All seeds give the same.
  bool is_fixed() const;
};

class Stage {
 public:
  // Null where there is an error. What was found, and the texts that it speaks of, are added to the lists.
  static std::shared_ptr<const Stage> load(const std::string& name, base::Result<std::string> content,
                                           const Given& given, base::Diagnostics& found,
                                           map_files::Sources& sources);

  const std::string& name() const;
  const network::Network& network() const;
  const std::vector<std::string>& signals() const;
  bool is_scenario() const { return scenario_ != nullptr; }
  // The file, and all that it imports.
  const std::vector<recording::SourceText>& texts() const { return texts_; }
  // What a seed and these parameters make of it. A scenario has the parameters that it was loaded with.
  base::Result<Play> build(std::uint64_t seed, const Given& given) const;
  // Whether a file has to be loaded anew for these parameters, rather than built.
  static bool decides_loading(std::string_view content, const Given& given);

 private:
  std::shared_ptr<const scene_files::SceneFile> scene_;
  std::shared_ptr<const scene_files::ScenarioFile> scenario_;
  std::vector<recording::SourceText> texts_;
};

// Stages that were loaded, the last few of them; and the last play that was built.
class StageCache {
 public:
  // Reads the file anew only where it is not known. Null where there is an error.
  std::shared_ptr<const Stage> find(const std::string& path, const Given& given, base::Diagnostics& found,
                                    map_files::Sources& sources);
  std::shared_ptr<const Play> build(const std::string& path, const Given& given, std::uint64_t seed,
                                    base::Diagnostics& found, map_files::Sources& sources);
  // What was asked for last.
  const std::shared_ptr<const Stage>& last() const { return last_; }
  // The network of a path that `build` has just built.
  const network::Network& network() const { return last_->network(); }
  // A text that no file holds: standard input. It is known from then on.
  void add_text(const std::string& path, std::string text);

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const Stage> stage;
  };
  std::vector<Entry> entries_;
  std::vector<std::pair<std::string, std::string>> texts_;
  std::shared_ptr<const Stage> last_;
  std::string built_key_;
  std::shared_ptr<const Play> built_;
};

}  // namespace backlot::cli
