// What the pages of a study are told of it: all to the operator, and to the participant what it is to read and do.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "apps/server/show/static_world.h"
#include "apps/server/study/datagram_sockets.h"
#include "apps/server/study/results_folder.h"
#include "backlot/study/plan.h"

namespace backlot::server {

// The outcome of a trial that the operator ended.
inline constexpr const char* kAborted = "aborted";

struct SessionStatus {
  const study::StudyDescription& study;
  std::size_t participant = 0;
  std::span<const std::size_t> done{};  // trials, by participant
  std::span<const study::PlannedStep> plan{};
  std::size_t step = 0;  // of the plan; its size: the session is over
  std::span<const TrialRow> rows{};
  const std::string& phase;  // instruction, rest, ready, loading, countdown, driving, paused, saving, finished
  const std::string& trouble;
  const std::string& last_outcome;
  const std::string& resumed;
  const std::string& results;
  const std::string& subject;  // of a rehearsal; empty: that of the study
  const std::string& participant_link;
  double rest_left_s = 0, countdown_s = 0;
  bool is_confirmed = false;
  DatagramPorts ports{};
  DatagramSockets::Counts events{};
};

// The message `session`.
Json session_message(const SessionStatus& status);
// The message `instruction`.
Json participant_message(const SessionStatus& status);

}  // namespace backlot::server
