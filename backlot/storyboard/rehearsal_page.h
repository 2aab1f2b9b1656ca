// The page of a rehearsal: what many runs of a scene say about it, as one HTML file that needs no other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "backlot/base/diagnostic.h"

namespace backlot::storyboard {

// How many runs were staged, with the interval of that share (Wilson, 95 %). Shares from 0 to 1.
struct StagedShare {
  std::size_t runs = 0, staged = 0;
  double low = 0, high = 1;
};

struct StyleRow {
  std::string style{};  // of the subject: "calm"
  StagedShare share{};
};

// Shares of the runs, from 0 to 1.
struct RoleRow {
  std::string role{};
  double cast = 0;
  double candidates_mean = 0;
  double recast = 0;
  double supplied = 0;
};

// Timing errors in seconds, late is positive; the three figures are of absolute errors.
struct EventRow {
  std::string event{};
  std::size_t happened = 0;  // runs
  double p50_s = 0, p95_s = 0, max_s = 0;
  double tolerance_s = 0;          // 0: the scene gives none
  std::vector<double> errors_s{};  // one for each run in which it happened
};

// The candidates for a role, over the time before an event.
struct CandidateCurves {
  std::string role{}, event{};
  double step_s = 1;
  // For each run: the number of candidates at the event, step_s before it, 2 step_s before it, and so on. NaN where it is not known.
  std::vector<std::vector<double>> runs{};
};

// How much the cycle of a light was stretched: 1 is its normal length.
struct LightRow {
  std::string light{};
  double low = 0.5, high = 2;     // limits of the factor
  std::vector<double> factors{};  // one for each run
};

// What limits the rate, and what would help.
struct LimitRow {
  std::size_t runs = 0;
  std::string why{}, advice{};
  std::string verified{};  // "99.5 % of 400 other seeds"; empty: not verified
};

// Why runs were not staged.
struct CauseRow {
  std::string cause{};
  std::vector<std::uint64_t> seeds{};  // of the runs
};

struct RehearsalPage {
  std::string scene{}, title{}, network{};
  std::string file{};                                             // as a command names it; empty: the scene
  std::vector<std::pair<std::string, std::string>> parameters{};  // name, value with unit
  StagedShare share{};
  std::vector<StyleRow> styles{};
  std::vector<RoleRow> roles{};
  std::vector<EventRow> events{};
  std::vector<LimitRow> limits{};
  std::vector<CandidateCurves> candidates{};
  std::vector<LightRow> lights{};
  std::vector<CauseRow> causes{};
  std::string storyboard_caption{};   // "Seed 17, a typical run."
  std::vector<std::string> panels{};  // of the typical run: draw_panel(...).to_svg(), best 540 x 400
  std::vector<std::pair<std::string, std::string>> versions{};  // "backlot", "0.1.0"; "commit", "1234abc"
};

// A self-contained page, light or dark as the reader's system is, and fit for printing. Parts without data are left out; numbers that are
// not finite are shown as a dash. The same data give the same bytes.
std::string to_html(const RehearsalPage& page);

// Writes it to a file. The diagnostic D103 says what went wrong.
base::Diagnostics write_page(const RehearsalPage& page, const std::string& path);

}  // namespace backlot::storyboard
