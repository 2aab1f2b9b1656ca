#include "apps/cli/campaign/run_details.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/hash.h"
#include "backlot/harness/preventable.h"

namespace backlot::cli {
namespace {

constexpr double kFrameEvery_s = 0.25;
constexpr double kSameMoment_s = 1;
constexpr std::size_t kMostPoints = 900;  // of a curve: a page is about so many pixels wide
constexpr std::size_t kMostPanels = 8;

double to_thousandths(double value) { return std::round(value * 1000) / 1000; }

Json trace_json(const std::vector<harness::TracePoint>& trace) {
  Json time_s = Json::array(), speed_mps = Json::array(), distance_m = Json::array();
  for (const harness::TracePoint& point : trace) {
    time_s.push_back(to_thousandths(point.time_s));
    speed_mps.push_back(to_thousandths(point.speed_mps));
    distance_m.push_back(point.distance_m ? Json(to_thousandths(*point.distance_m)) : Json(nullptr));
  }
  return {{"time_s", time_s}, {"speed_mps", speed_mps}, {"distance_m", distance_m}};
}

}  // namespace

void RunDetails::watch(const harness::Moment& moment) {
  if (boards_.empty() || boards_.back().scene != moment.scene)
    boards_.push_back({moment.scene, std::make_unique<StoryboardRecorder>(moment.scene)});
  boards_.back().recorder->watch(moment);
  if (frames_.empty() ||
      moment.frame.time.seconds() >= frames_.back().frame.time.seconds() + kFrameEvery_s - 1e-6)
    frames_.push_back({boards_.size() - 1, moment.frame});
}

Json RunDetails::storyboard(const harness::RunResult& result) const {
  std::vector<storyboard::Storyboard> boards;
  for (const Board& board : boards_) boards.push_back(board.recorder->board());
  // the failure itself, as it was seen at most a quarter of a second later
  if (const verdict::Finding* failure = harness::find_failure(result.findings)) {
    const auto at = std::find_if(frames_.begin(), frames_.end(), [&](const Kept& kept) {
      return kept.frame.time.seconds() >= failure->time_s - 1e-6;
    });
    const Kept* const kept = at != frames_.end() ? &*at : frames_.empty() ? nullptr : &frames_.back();
    if (kept != nullptr) {
      auto& panels = boards[kept->board].panels;
      // where the two are nearest is next to the failure, more often than not
      std::erase_if(panels, [&](const storyboard::Panel& panel) {
        return panel.beat.ends_with(" nearest") &&
               std::fabs(panel.time_s - kept->frame.time.seconds()) < kSameMoment_s;
      });
      panels.push_back({.beat = "failure",
                        .caption = fmt::format("The rule \"{}\" is broken.", failure->rule),
                        .time_s = kept->frame.time.seconds(),
                        .frame = kept->frame});
      std::stable_sort(panels.begin(), panels.end(),
                       [](const auto& a, const auto& b) { return a.time_s < b.time_s; });
    }
  }
  Json list = Json::array();
  for (const storyboard::Storyboard& board : boards) {
    const std::size_t first = board.panels.size() > kMostPanels ? board.panels.size() - kMostPanels : 0;
    for (std::size_t k = first; k < board.panels.size(); ++k)
      list.push_back(
          {{"caption", fmt::format("{:.1f} s after the start of the subject",
                                   board.panels[k].time_s - result.subject_start_s)},
           {"svg", storyboard::draw_panel(network_, board, k, {.width = 720, .height = 480}).to_svg()}});
  }
  return list;
}

Json RunDetails::to_json(const harness::RunResult& result) const {
  Json details{{"hash", fmt::format("{:016x}", result.hash)},
               {"series", cli::to_json(curves_, kMostPoints)},
               {"storyboard", storyboard(result)}};
  if (!result.review) return details;
  details["driven"] = trace_json(result.review->driven);
  for (const harness::ReferenceFork& fork : result.review->forks) {
    Json one = trace_json(fork.trace);
    one["driver"] = fork.driver;
    one["contact"] = !fork.avoids;
    details["forks"].push_back(std::move(one));
  }
  return details;
}

std::string details_path(const std::string& folder, const campaign::Case& one) {
  base::Hasher hasher;
  hasher.add(campaign::key_of(one));
  return fmt::format("{}/{}.json", folder, base::to_hex(hasher.value()));
}

}  // namespace backlot::cli
