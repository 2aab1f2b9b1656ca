// Runs of shipped scenes, recorded in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/harness/scene_run.h"
#include "backlot/replay/test/all_figures.h"
#include "backlot/sut/system.h"
#include "backlot/view/sensing.h"

namespace backlot::replay {

struct RecordedRun {
  std::string bytes;
  harness::RunResult live;
  Figures figures;  // of the live run
};

// All of scenes/*.scene, in order.
std::vector<std::filesystem::path> shipped_scenes();
std::filesystem::path shipped_scene(const char* name);

struct RecordShipped {
  std::string driver{};  // a shipped one; empty: a model subject
  std::size_t stop_after =
      0;  // steps, after which nothing is written any more, as if the program had ended; 0: never
  std::string old{}, now{};       // of the text of the scene: a part, and what stands in its place
  view::Sensing sensing{};        // of the driver
  sut::System* system = nullptr;  // in place of the shipped driver of that name
};
RecordedRun record_shipped(const std::filesystem::path& file, std::uint64_t seed,
                           const RecordShipped& choice = {});

// The verdict from the bytes alone, and the figures from them.
struct JudgedBytes {
  harness::RunResult result;
  Figures figures;
};
base::Result<JudgedBytes> judge_bytes(const std::string& bytes);

// What differs first between the result of a live run and that from its file; empty where all is the same, bit by bit.
std::string find_difference(const harness::RunResult& live, const harness::RunResult& read);
// The same, and the figures.
std::string find_difference(const RecordedRun& run, const JudgedBytes& read);

}  // namespace backlot::replay
