// One run of a campaign: what its row says, and, where there are some, its curves, pictures and forks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backlot/verdict/verdict.h"

namespace backlot::report {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

struct Expectation {
  std::string text{};
  bool is_met = false;
  std::optional<double> value{}, limit{};
  double time_s = 0;
};

struct RoleRow {
  std::string role{};
  std::optional<std::uint64_t> actor{};  // number of the object that played it last
  std::optional<double> since_s{};
  bool is_supplied = false;
  std::size_t candidates = 0;
  std::size_t times_cast = 0;
  std::vector<std::pair<std::string, std::size_t>>
      refused{};  // why vehicles were no candidates, and how many
};

struct EventRow {
  std::string event{};
  double time_s = 0;
  std::optional<double> onset_s{}, error_s{};
};

// A rule that the subject broke.
struct FindingRow {
  std::string validator{}, rule{};  // "ttc", "ttc over 1 s"
  double time_s = 0;
  std::optional<double> until_s{}, value{}, limit{}, margin{};
  std::optional<std::uint64_t> other{};  // number of the other object
  std::string other_role{}, corridor{};  // empty: none, or not known
  std::string message{};
};

struct BrokenRule {
  std::string rule{}, by{};  // "right of way", "other"
  std::optional<double> time_s{};
};

// Three facts about a failure and the sentence that joins them.
struct Responsibility {
  std::vector<BrokenRule> rules{};
  std::string initiator{};                    // subject, other, both, undetermined
  bool is_examined = false;                   // reference drivers drove the run again from onset on
  std::vector<std::string> preventable_by{};  // reference drivers that avoided the contact
  std::string sentence{};
};

// A figure of a run that is compared with the baseline: "min_ttc_s".
enum class Better : std::uint8_t { unknown, larger, smaller };
struct Figure {
  std::string name{};
  double value = 0;
  Better better = Better::unknown;
};

struct Curve {
  std::string name{}, unit{};
  std::vector<double> values{};  // one for each time of the series; NaN or infinite without a value
};

// Curves over time of the run (seconds of simulated time, growing). A list that is empty is not shown.
struct Series {
  std::vector<double> time_s{};
  std::vector<double> speed_mps{}, acceleration_mps2{};  // of the subject
  std::vector<double> distance_m{}, ttc_s{};             // to the nearest other object
  std::vector<Curve> signals{};                          // that the system under test published
  std::vector<double> ttc_accel_s{};                     // ttc_s, if both keep their accelerations
};

enum class MarkKind : std::uint8_t { onset, commit, finding, other };
struct Mark {
  double time_s = 0;
  MarkKind kind = MarkKind::other;
  std::string text{};
};

struct Panel {
  std::string caption{};
  std::string svg{};  // the text of an SVG file
};

// The run from onset on with a reference driver in the subject's slot.
struct Fork {
  std::string driver{};
  bool had_contact = false;
  std::vector<double> time_s{}, speed_mps{}, distance_m{};
};

// What a measure was when its moment came.
struct CoverRow {
  std::string measure{}, unit{};        // "ttc at cutting", "s"
  double bin = 0;                       // width
  std::optional<double> low{}, high{};  // the range that is to be covered
  std::optional<double> value{};
};

struct Run {
  std::string name{};        // of the case, without the seed: "cut_in, spacing 20 m"
  std::string scene{};       // "cut_in"; empty: the name up to its first comma
  std::string scene_file{};  // as a command opens it
  std::uint64_t seed = 0;
  std::string driver{};   // as for --driver; empty: a model subject
  std::string subject{};  // style of the model subject
  NamedTexts parameters{};
  NamedTexts given{};  // as the command line or the suite gave them, as for --param
  std::vector<std::string> requirements{}, tags{};
  std::vector<std::string> suspect{};  // of the requirements
  std::string
      replay{};  // the command that plays it again; empty: it is made from file, seed, driver and given
  std::optional<double> evaded_at_most{};  // a share of the runs of its case; empty: that of the campaign

  bool is_staged = false;
  std::string cause{};  // why it was not staged
  verdict::Verdict verdict = verdict::Verdict::pass;
  std::vector<Expectation> expectations{};
  std::vector<RoleRow> roles{};
  std::vector<EventRow> events{};
  std::vector<CoverRow> cover{};
  std::vector<FindingRow> findings{};
  std::optional<Responsibility> responsibility{};
  std::vector<Figure> figures{};
  std::string log{};  // what the system under test wrote; its end is shown

  std::uint64_t tries = 1;
  std::uint64_t played_seed = 0;  // of the last try
  double start_s = 0;             // when the subject began to drive; pages count times from there
  double sim_s = 0;
  std::string hash{}, recording{};

  std::optional<Series> series{};
  std::vector<Mark> marks{};
  std::vector<Panel> panels{};
  std::vector<Fork> forks{};
  std::optional<Fork> driven{};  // the run itself beside them: its distance is to the same object as theirs
  std::string note{};            // why its page lacks curves and pictures
};

// The scene of a run, by its field or by its name.
std::string scene_of(const Run& run);
// The driver of a run for readers: its driver, else "model subject".
std::string driver_of(const Run& run);

}  // namespace backlot::report
