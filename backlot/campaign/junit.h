// Results as JUnit XML, which CI servers show: a test suite for each case and driver, a test case for each run.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backlot/campaign/result.h"

namespace backlot::campaign {

struct JunitHead {
  std::string name{};       // of the whole: the suite
  std::string timestamp{};  // "2026-03-01T12:00:00"; empty: left out
  double wall_s = 0;
  std::vector<std::pair<std::string, std::string>> properties{};  // of every test suite: versions, revisions
  bool are_unstaged_skipped = false;
};

// Names are the same from campaign to campaign: they hold neither seeds nor times. What is wrong stands in `message`; the seed, the hash and the command that
// replays the run stand in the properties and in system-out.
std::string junit_xml(const JunitHead& head, std::span<const CaseResult> results);

// A text as XML holds it: markup escaped, and characters that XML cannot hold written as \xNN. Bytes that are no UTF-8 count as such.
std::string xml_text(std::string_view text);

}  // namespace backlot::campaign
