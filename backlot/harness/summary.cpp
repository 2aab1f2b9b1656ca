#include "backlot/harness/summary.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::harness {

void summarise(const scene::Scene& scene, const scene::PlayState& play, const verdict::SceneJudge& judge,
               verdict::Judgement& judgement, RunResult& result) {
  BACKLOT_ASSERT(play.roles.size() == scene.description().cast.size(), "the play is of another scene");
  result.expectations = judge.expectations();
  result.events = judge.events();
  result.covered = judge.covered();
  result.cause = verdict::find_cause(scene, play, result.expectations);
  result.findings = judgement.finish(play);
  for (std::size_t k = 0; k < play.roles.size(); ++k) {
    const scene::RoleState& role = play.roles[k];
    RoleResult row;
    row.role = scene.description().cast[k].name;
    if (!role.actor.is_empty()) row.actor = world::number_for_people(role.actor);
    row.since_s = role.since_s;
    row.is_supplied = role.was_supplied;
    row.candidates = role.candidates;
    row.times_cast = role.times_cast;
    row.candidates_mean =
        role.looks == 0 ? 0 : static_cast<double>(role.offered) / static_cast<double>(role.looks);
    row.best_scores.assign(role.best.begin(),
                           role.best.begin() + std::min<std::ptrdiff_t>(3, role.candidates));
    for (std::size_t n = 0; n < role.refused.size(); ++n)
      if (role.refused[n] > 0)
        row.refused.emplace_back(to_text(static_cast<scene::NotCast>(n)), role.refused[n]);
    result.roles.push_back(std::move(row));
  }
  for (const scene::LightState& light : play.lights)
    result.lights.push_back({light.slowest, light.fastest, light.refusals});
  for (std::size_t k = 0; k < play.sources.size(); ++k) {
    const scene::SourceDescription& source = scene.description().set.sources[k];
    if (source.every_s) result.sources.push_back({source.name, play.sources[k].made});
  }
  for (std::size_t k = 0; k < play.sinks.size(); ++k)
    result.sinks.push_back({scene.description().set.sinks[k].name, play.sinks[k].taken});
  result.notes = play.notes;
  result.signals = play.signals;
  result.subject_was_hit = judge.subject_was_hit();
  result.contacts_of_extras = judge.contacts_of_extras();
}

}  // namespace backlot::harness
