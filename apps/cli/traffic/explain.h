// Why a vehicle drives as it does, for people and for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/json_output.h"
#include "apps/cli/traffic/extremes.h"
#include "backlot/network/network.h"
#include "backlot/sim/simulation.h"
#include "backlot/traffic/vehicle/why.h"

namespace backlot::cli {

// A vehicle and when its driver is asked: "12", "12@30.5".
struct ExplainRequest {
  std::uint32_t number = 0;
  std::optional<double> time_s{};  // none: at the end
};
// None where the text is no such request.
std::optional<ExplainRequest> find_explain_request(std::string_view text);

// The answer.
struct Explained {
  std::uint32_t number = 0;
  double time_s = 0;
  RoadPlace place;
  double speed_mps = 0;
  traffic::Why why;
};

// Asks drivers of a run when it is time for it.
class Explainer {
 public:
  explicit Explainer(std::vector<ExplainRequest> requests) : requests_(std::move(requests)) {}

  // After each step: all requests with a time that has come. After the last one `is_end`: the rest.
  // False where no vehicle has the number; then a message says which numbers there are.
  bool look(sim::Simulation& simulation, bool is_end);

  std::vector<Explained> take() { return std::move(answers_); }

 private:
  bool answer(sim::Simulation& simulation, const ExplainRequest& request);

  std::vector<ExplainRequest> requests_;  // that are still to be answered
  std::vector<Explained> answers_;
};

std::string explain_text(const network::Network& network, const Explained& explained);

// {"id", "time_s", "way", "lane", "distance_m", "speed_mps", "states": [...], "accel_mps2", "limit", "leader": {"id", "gap_m", "speed_mps"} or null, "waits_for": id or null, "corridor",
// "others_corridor": name or null, "gap": {"gap_s", "asked_s"} or null, "leases": [{"directive", "issuer"}]}
Json explain_json(const network::Network& network, const Explained& explained);

}  // namespace backlot::cli
