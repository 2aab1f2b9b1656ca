#include "apps/cli/scenes/rehearsal_report.h"

#include <utility>

#include <fmt/format.h>

#include "apps/cli/scenes/scene_json.h"
#include "apps/cli/version.h"

namespace backlot::cli {
namespace {

storyboard::StagedShare staged_share(const harness::Share& share) {
  const harness::Interval interval = share.interval();
  return {share.trials, share.hits, interval.low, interval.high};
}

double part_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<storyboard::CandidateCurves> curves_of(const harness::RehearsalFigures& figures) {
  std::vector<storyboard::CandidateCurves> list;
  if (figures.events.empty()) return list;
  for (const harness::RoleFigures& role : figures.roles) {
    storyboard::CandidateCurves curves{
        .role = role.role, .event = figures.events.front().event, .step_s = 1, .runs = {}};
    for (const harness::CandidateCurve& curve : figures.curves)
      if (curve.role == role.role) curves.runs.emplace_back(curve.counts.rbegin(), curve.counts.rend());
    if (!curves.runs.empty()) list.push_back(std::move(curves));
  }
  return list;
}

}  // namespace

storyboard::RehearsalPage page_of(const scene::SceneDescription& scene, const std::string& file,
                                  const harness::RehearsalFigures& figures, const RehearsalFacts& facts) {
  const std::size_t runs = figures.staged.trials;
  storyboard::RehearsalPage page;
  page.scene = scene.name;
  page.title = scene.title;
  page.network = scene.set.network;
  page.file = file;
  for (const scene::Parameter& parameter : scene.parameters)
    page.parameters.emplace_back(parameter.name, std::holds_alternative<scene::Fixed>(parameter.choice)
                                                     ? value_text(parameter)
                                                     : "drawn by the seed");
  page.share = staged_share(figures.staged);
  for (const harness::StyleFigures& style : figures.styles)
    page.styles.push_back({style.style, staged_share(style.staged)});
  for (const harness::RoleFigures& role : figures.roles)
    page.roles.push_back({role.role, part_of(role.cast, runs), role.candidates_mean,
                          part_of(role.recast, runs), part_of(role.supplied, runs)});
  for (const harness::EventFigures& event : figures.events)
    page.events.push_back({event.event, event.happened, event.p50_s, event.p95_s, event.max_s,
                           event.tolerance_s.value_or(0), event.errors_s});
  for (const harness::LightFigures& light : figures.lights) {
    storyboard::LightRow row{.light = "at " + light.line};
    row.factors = light.factors;
    page.lights.push_back(std::move(row));
  }
  for (std::size_t k = 0; k < figures.limits.size(); ++k) {
    const harness::Limit& limit = figures.limits[k];
    const harness::Advice advice = facts.advice_of(k);
    page.limits.push_back({limit.runs, limit.why, advice.what, harness::verified_text(advice)});
    page.causes.push_back({limit.why, limit.seeds});
  }
  page.candidates = curves_of(figures);
  page.versions.emplace_back(version_text(), "");
  page.versions.emplace_back(fmt::format("{} runs", runs), "");
  return page;
}

void add_storyboard(storyboard::RehearsalPage& page, const network::Network& network,
                    const storyboard::Storyboard& board, const std::string& caption) {
  page.storyboard_caption = caption;
  for (std::size_t k = 0; k < board.panels.size(); ++k)
    page.panels.push_back(storyboard::draw_panel(network, board, k, {.width = 540, .height = 400}).to_svg());
}

}  // namespace backlot::cli
