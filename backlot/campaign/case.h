// A case: one run that a campaign plays. A suite is expanded into cases before the first of them runs (plan.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace backlot::campaign {

// A share of 5 %: where a suite says nothing, so many runs of a case may be evaded.
inline constexpr double kEvadedAtMost = 0.05;

struct Case {
  std::string suite{};  // that it belongs to; empty: a scene that was named by itself
  // Stable over campaigns, without the seed: "run_red_light", or "run_red_light, lead 1.5 s".
  std::string name{};
  std::string group{};       // the case of the suite that it was made from: "run_red_light"
  std::string scene_file{};  // as the program opens it
  std::vector<std::pair<std::string, std::string>> parameters{};  // as for --param: {"lead", "1.5 s"}
  std::string judge{};                                            // rules that replace those of the scene
  std::uint64_t seed = 1;
  std::size_t run = 1;   // the number of its seed among those of the case, from 1 on
  std::string driver{};  // as for --driver; empty: a model subject
  std::vector<std::string> tags{}, requirements{};
  std::vector<std::string>
      suspect{};  // of these requirements: their text changed since the case was linked, or since the baseline
  double timeout_s = 0;                   // wall time for the whole run; 0: no limit of its own
  double evaded_at_most = kEvadedAtMost;  // a share of the runs of the same name and driver
  std::string file{};                     // where it is written, for people who look for it
  int line = 0;

  friend bool operator==(const Case&, const Case&) = default;
};

// What tells a case from all others of a campaign: suite, name, parameters, seed and driver. The same text for the same case on any
// machine and in any folder.
std::string key_of(const Case& one);
// The same without the driver: what two drivers, or two revisions of one, have in common.
std::string pair_key_of(const Case& one);

}  // namespace backlot::campaign
