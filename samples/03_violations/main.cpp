// Two violations of traffic rules, staged in front of a subject by directors who cast whoever is near:
//
//   the red light runner   the first car that stands on the left goes off through red as the subject comes, at the middle of its green
//   the left turner        an oncoming car turns left just in front of it
//
// The scenes are those of O. Alloyer et al., Embedding scenarios in ambient traffic, DSC '97.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "left_turner.h"
#include "moment_picture.h"
#include "performance.h"
#include "red_light_runner.h"

using namespace violations;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

constexpr std::uint64_t kSeeds = 100;
constexpr double kEnough = 0.95;

struct Options {
  std::uint64_t seeds = kSeeds;
  std::string folder = ".";  // for the pictures
  bool is_wrong = false;
};

// A number of seeds that can be run in a day; 0 for text that is no such number.
std::uint64_t seeds_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = fault == std::errc() && end == text.data() + text.size();
  return is_number && number <= 1'000'000 ? number : 0;
}

Options read(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--smoke") continue;  // all of it takes some seconds
    if (argument == "--seeds" && i + 1 < count) {
      options.seeds = seeds_of(arguments[++i]);
      options.is_wrong |= options.seeds == 0;
    } else if (!argument.starts_with("-") && !argument.empty()) {
      options.folder = argument;
    } else {
      options.is_wrong = true;
    }
  }
  return options;
}

// One violation, over the seeds.
struct Tally {
  std::size_t staged = 0, touched = 0, contacts = 0;
  std::vector<double> late_s, mid_green_s;  // how far from what was wanted, of those who did it
  std::vector<std::string> not_staged;
};

double percentile(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

Tally stage(const CountyRoad& set, Violation violation, double before_s, std::uint64_t seeds) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Performance performance = perform(set, violation, seed);
    const Verdict& v = performance.verdict;
    tally.touched += v.has_touched ? 1 : 0;
    tally.contacts += performance.contacts;
    if (v.fault != Fault::nobody) {
      tally.late_s.push_back(std::fabs(v.left_s - before_s));
      tally.mid_green_s.push_back(std::fabs(v.mid_green_s));
    }
    if (v.is_staged()) {
      ++tally.staged;
    } else {
      tally.not_staged.push_back(fmt::format("seed {}: {}", seed, to_text(v.fault)));
    }
  }
  return tally;
}

void print(std::string_view name, std::uint64_t seeds, Tally& tally) {
  fmt::print("{:<18} {:>5} of {:<5} {:>7.2f} {:>5.2f} {:>5.2f} {:>9.2f} {:>5.2f} {:>5.2f} {:>8} {:>8}\n",
             name, tally.staged, seeds, percentile(tally.late_s, 0.5), percentile(tally.late_s, 0.95),
             percentile(tally.late_s, 1), percentile(tally.mid_green_s, 0.5),
             percentile(tally.mid_green_s, 0.95), percentile(tally.mid_green_s, 1), tally.touched,
             tally.contacts);
  for (const std::string& why : tally.not_staged) fmt::print("    not staged, {}\n", why);
}

// The first performance that was staged; false where it cannot be written, and then it was said.
bool draw_first(const CountyRoad& set, Violation violation, std::uint64_t seeds, std::string_view what,
                const std::string& path) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Performance performance = perform(set, violation, seed);
    if (!performance.verdict.is_staged()) continue;
    const auto sheet = draw_moment(
        set, performance, fmt::format("{}: the subject has {:.1f} s", what, performance.verdict.left_s));
    const backlot::base::Diagnostics problems = sheet.write(path);
    if (problems.has_errors()) return fmt::print(stderr, "{}", to_text(problems)), false;
    fmt::print("The picture is {} (seed {})\n", path, seed);
    return true;
  }
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = read(count, arguments);
  if (options.is_wrong) {
    fmt::print(stderr, "usage: sample_03_violations [--seeds N] [FOLDER]\n");
    return 2;
  }
  const auto set = read_county_road();
  if (!set) return fmt::print(stderr, "{}", to_text(set.diagnostics())), 1;

  struct Scene {
    Violation violation;
    std::string_view name, what;
    double before_s;
    const char* file;
  };
  constexpr Scene kScenes[] = {
      {Violation::runs_red, "red light runner", "Through red, from the left", kRunnerBefore_s,
       "red_light_runner.svg"},
      {Violation::turns_left, "left turner", "Turning left, across", kTurnerBefore_s, "left_turner.svg"}};
  fmt::print("{:<18} {:>14} {:>19} {:>21} {:>8} {:>8}\n", "", "", "time left, off by", "mid-green, off by",
             "touched", "others");
  fmt::print("{:<18} {:>14} {:>7} {:>5} {:>5} {:>9} {:>5} {:>5} {:>8} {:>8}\n", "", "staged", "p50", "p95",
             "max s", "p50", "p95", "max s", "it", "touched");
  bool is_enough = true;
  for (const Scene& scene : kScenes) {
    Tally tally = stage(**set, scene.violation, scene.before_s, options.seeds);
    print(scene.name, options.seeds, tally);
    is_enough &= static_cast<double>(tally.staged) >= kEnough * static_cast<double>(options.seeds);
  }
  for (const Scene& scene : kScenes)
    if (!draw_first(**set, scene.violation, options.seeds, scene.what, options.folder + "/" + scene.file))
      return 1;
  if (!is_enough) fmt::print(stderr, "less than {:.0f} of 100 were staged\n", 100 * kEnough);
  return is_enough ? 0 : 1;
}
