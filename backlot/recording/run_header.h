// What a recording says of its run besides the frames: all that is needed to run it again, and what came of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/network/network.h"
#include "backlot/recording/mcap.h"

namespace backlot::recording {

// A file that the run was made from.
struct SourceText {
  std::string name;  // as imports and diagnostics call it
  std::string text;

  friend bool operator==(const SourceText&, const SourceText&) = default;
};

struct RunHeader {
  std::string version;  // of the program, with its commit
  std::string scene;    // its name
  bool is_scenario = false;
  std::vector<SourceText> sources;  // the scene first, then what it imports, the network among it
  std::uint64_t network_hash = 0;   // hash_of() the network
  std::vector<std::pair<std::string, std::string>> given;  // parameters, as they were asked for
  std::uint64_t seed = 0;                                  // that was asked for: it draws the parameters
  std::uint64_t played_seed = 0;  // of traffic and subject: another one after a try that was not staged
  std::string subject;            // as --subject names it; empty: a style by the seed
  std::vector<SourceText> subject_files;  // a speed profile
  std::string driver;                     // as --driver names it; empty: a model subject
  std::string not_staged;                 // what becomes of a run that was not staged
  bool has_supply = true;
  std::vector<std::pair<std::string, double>>
      signals;  // from outside: name, seconds after the start of the subject
  base::Duration step = base::Duration::from_milliseconds(50);
  // ---- how a driver is connected
  base::Duration cycle = base::Duration::from_milliseconds(50), latency{}, jitter{};
  double lost_share = 0;
  bool has_sensors = false;  // it saw something other than the truth
  std::string sensing{};     // what it saw, as --sensing has it; empty: the truth

  friend bool operator==(const RunHeader&, const RunHeader&) = default;
};

struct RunEnd {
  std::uint64_t hash = 0;  // of the run
  double sim_s = 0;
  std::string verdict{};  // "pass"
  std::string style{};    // of a model subject
  // ---- where the system under test failed as software: how, in the words of sut::to_text, and what it was
  std::string failure{}, failure_text{};
  std::string result_json{};  // the row of the run, as `backlot run --json` prints it
};

// Of the tables, the shapes and the signals of a network: the same for the same network, however it was read.
std::uint64_t hash_of(const network::Network& network);

inline constexpr std::string_view kHeaderName = "backlot.run", kEndName = "backlot.end";
inline constexpr std::string_view kResultName = "result.json";

// As entries of a metadata record, without the texts.
McapMap entries_of(const RunHeader& header);
McapMap entries_of(const RunEnd& end);
// And back. The text says what is wrong with them; it is empty where all is well.
std::string read_entries(const McapMap& entries, RunHeader& header);
std::string read_entries(const McapMap& entries, RunEnd& end);

}  // namespace backlot::recording
