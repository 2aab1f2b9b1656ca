// What the validators of a scene say while it is played: a gauge beside them that finds nothing and changes nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/server/show/static_world.h"
#include "backlot/harness/scene_run.h"
#include "backlot/verdict/validators.h"

namespace backlot::server {

// One rule of `judge`.
struct LiveRule {
  std::string validator, rule;
  std::optional<double> value{}, limit{}, margin{}, worst{};  // worst: the least margin so far
  bool is_broken = false;
};

struct LiveVerdict {
  std::vector<LiveRule> rules{};
  verdict::Findings findings{};  // so far
};

// A gauge for RunOptions::gauges that keeps the verdict up to date, on the thread of the run.
harness::ValidatorMaker make_live_gauge(std::shared_ptr<LiveVerdict> live);

// The message `verdict`. With a result, that of the whole run.
Json verdict_message(const Set& set, const LiveVerdict& live, const harness::RunResult* result = nullptr);
Json finding_json(const Set& set, const verdict::Finding& finding);

}  // namespace backlot::server
