// A case: one run that a campaign plays. A suite is expanded into cases before the first of them runs (plan.h).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace backlot::campaign {

struct Case {
  std::string
      name;  // stable over campaigns, without the seed: "run_red_light" or "run_red_light, lead 1.5 s"
  std::string scene_file{};                                       // as the program opens it
  std::vector<std::pair<std::string, std::string>> parameters{};  // as for --param: {"lead", "1.5 s"}
  std::uint64_t seed = 1;
  std::string driver{};  // as for --driver; empty: a model subject
  std::vector<std::string> tags{}, requirements{};
  double timeout_s = 0;  // wall time for the whole run; 0: no limit of its own

  friend bool operator==(const Case&, const Case&) = default;
};

// What tells a case from all others of a campaign: scene, parameters, seed and driver. The same text for the same case on any machine.
std::string key_of(const Case& one);

}  // namespace backlot::campaign
