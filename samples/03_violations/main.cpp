// A violation of traffic rules that a scene describes, and beside it a director that is written in C++.
//
// The scene is scenes/run_red_light.scene: a car from the left runs the red light as the subject arrives. What the language of scenes cannot say, a
// director of one's own does in the same run (guardian.h): it keeps the vehicle behind the subject at a distance. Each seed is played twice, with the
// guardian and without, and what happened is read from frames.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backlot/harness/scene_run.h"
#include "backlot/scene_files/scene_file.h"
#include "guardian.h"

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so
using violations::Guardian;

namespace {

// What was seen of one run.
struct Seen {
  harness::RunResult result;
  double least_headway_s = std::numeric_limits<double>::infinity();  // of the vehicle behind the subject
  std::uint64_t followers = 0;
};

// The time gap of the first vehicle behind the subject in its lane, where one is within reach.
std::optional<double> headway_behind(const harness::Moment& moment) {
  constexpr double kWithin_m = 100, kMoves_mps = 3;
  const record::FrameObject* subject = record::find(moment.frame, moment.subject);
  const std::optional<double> metre =
      subject == nullptr ? std::nullopt : scene::find_on_course(*moment.scene, *subject);
  if (!metre) return std::nullopt;
  std::optional<double> least_s;
  for (const record::FrameObject& other : moment.frame.objects) {
    if (other.id == moment.subject || other.lane != subject->lane || other.speed_mps < kMoves_mps) continue;
    const std::optional<double> at = scene::find_on_course(*moment.scene, other);
    if (!at || *at > *metre) continue;
    const double gap_m = *metre - *at - 0.5 * static_cast<double>(subject->length_m + other.length_m);
    if (gap_m < kWithin_m) least_s = std::min(least_s.value_or(1e9), gap_m / other.speed_mps);
  }
  return least_s;
}

Seen play(const std::shared_ptr<const scene::Scene>& scene, std::uint64_t seed, bool has_guardian) {
  constexpr double kSettles_s =
      20;  // from the start of the subject on: a vehicle behind it first has to fall back
  Seen seen;
  harness::RunOptions options{.seed = seed};
  if (has_guardian)
    options.beside.push_back([](const harness::Beside& beside) {
      return std::make_unique<Guardian>(beside.scene, beside.subject, beside.director);
    });
  options.onlooker = [&](const harness::Moment& moment) {
    if (has_guardian)  // behind the director of the scene
      seen.followers = static_cast<const Guardian&>(moment.run.directors()[1]).followers();
    if (moment.frame.time.seconds() < moment.play.started_s + kSettles_s) return;
    if (const std::optional<double> headway_s = headway_behind(moment))
      seen.least_headway_s = std::min(seen.least_headway_s, *headway_s);
  };
  seen.result = harness::run_scene(scene, options);
  return seen;
}

std::string headway_text(double headway_s) {
  return headway_s > 1e6 ? std::string("nobody") : fmt::format("{:.1f} s", headway_s);
}

}  // namespace

int main(int count, char** arguments) {
  const bool is_smoke = count > 1 && std::string_view(arguments[1]) == "--smoke";
  const std::uint64_t seeds = is_smoke ? 2 : 8;

  const auto scene = scene_files::load_scene(BACKLOT_SCENES "/run_red_light.scene", 1);
  if (!scene) return fmt::print(stderr, "{}", to_text(scene.diagnostics())), 1;

  fmt::print("{:>5} {:>12} {:>12}   {}\n", "seed", "alone", "guardian",
             "least headway behind the subject; the outcome");
  std::size_t staged = 0, too_near = 0, followers = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Seen alone = play(*scene, seed, false), guarded = play(*scene, seed, true);
    fmt::print("{:>5} {:>12} {:>12}   {}\n", seed, headway_text(alone.least_headway_s),
               headway_text(guarded.least_headway_s),
               guarded.result.is_staged() ? "staged" : guarded.result.cause.text);
    staged += guarded.result.is_staged() ? 1U : 0U;
    too_near += guarded.least_headway_s < Guardian::kHeadway_s - 1.2 ? 1U : 0U;
    followers += guarded.followers;
  }
  fmt::print("{} of {} runs were staged beside the guardian; it kept {} vehicles back\n", staged, seeds,
             followers);
  // the scene must work as it does alone, and no vehicle may come near
  return 4 * staged >= 3 * seeds && too_near == 0 && followers > 0 ? 0 : 1;
}
