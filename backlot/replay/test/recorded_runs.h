// Runs of shipped scenes, recorded in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/harness/scene_run.h"

namespace backlot::replay {

struct RecordedRun {
  std::string bytes;
  harness::RunResult live;
};

// All of scenes/*.scene, in order.
std::vector<std::filesystem::path> shipped_scenes();
std::filesystem::path shipped_scene(const char* name);

// `driver` names a shipped driver; empty: a model subject. Stops after so many steps without an end, as a crash would; 0: never.
RecordedRun record_shipped(const std::filesystem::path& file, std::uint64_t seed,
                           const std::string& driver = {}, std::size_t stop_after = 0);

// The verdict from the bytes alone.
base::Result<harness::RunResult> judge_bytes(const std::string& bytes);

// What differs first between the result of a live run and that from its file; empty where all is the same, bit by bit.
std::string find_difference(const harness::RunResult& live, const harness::RunResult& read);

}  // namespace backlot::replay
