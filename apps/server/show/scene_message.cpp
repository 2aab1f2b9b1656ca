#include "apps/server/show/scene_message.h"

#include "backlot/scene/script_words.h"

namespace backlot::server {

namespace {

Json since(double time_s) { return time_s < 0 ? Json(nullptr) : Json(time_s); }

const char* state_of(scene::BeatPhase phase) {
  switch (phase) {
    case scene::BeatPhase::waits:
      return "waiting";
    case scene::BeatPhase::plays:
      return "now";
    case scene::BeatPhase::over:
      return "done";
    case scene::BeatPhase::missed:
      return "missed";
  }
  return "";
}

Json beat_json(const scene::BeatDescription& beat, const scene::BeatState& state) {
  return {{"name", beat.name},
          {"state", state_of(state.phase)},
          {"ready_s", since(state.ready_s)},
          {"began_s", since(state.began_s)},
          {"over_s", since(state.over_s)},
          {"commits", beat.commits},
          {"waits_for", state.phase == scene::BeatPhase::waits ? scene::begin_in_words(beat) : ""}};
}

Json role_json(const std::string& name, const scene::RoleState& state) {
  Json refused = Json::array();
  for (std::size_t k = 0; k < state.refused.size(); ++k)
    if (state.refused[k] > 0)
      refused.push_back({{"why", to_text(static_cast<scene::NotCast>(k))}, {"count", state.refused[k]}});
  return {{"name", name},
          {"actor", state.actor.is_empty() ? Json(nullptr) : Json(world::number_for_people(state.actor))},
          {"since_s", since(state.since_s)},
          {"supplied", state.was_supplied},
          {"candidates", state.candidates},
          {"times_cast", state.times_cast},
          {"refused", std::move(refused)}};
}

}  // namespace

Json scene_message(const Set& set, const scene::Scene& scene, const scene::PlayState& play,
                   world::ObjectId subject) {
  const scene::SceneDescription& description = scene.description();
  Json beats = Json::array(), roles = Json::array(), marks = Json::array(), notes = Json::array();
  for (std::size_t k = 0; k < play.beats.size() && k < description.script.beats.size(); ++k)
    beats.push_back(beat_json(description.script.beats[k], play.beats[k]));
  for (std::size_t k = 0; k < play.roles.size() && k < description.cast.size(); ++k)
    roles.push_back(role_json(description.cast[k].name, play.roles[k]));
  for (const scene::PlacedMark& mark : scene.marks()) {
    std::optional<double> eta_s;
    if (mark.subject_m && play.watch.is_known()) eta_s = play.watch.seconds_to(scene, *mark.subject_m);
    std::optional<double> ahead_m;  // of the subject's front
    if (mark.subject_m && play.watch.is_known()) ahead_m = *mark.subject_m - play.watch.front_m();
    marks.push_back({{"name", mark.name},
                     {"at", set.at(mark.point)},
                     {"subject_m", ahead_m ? Json(*ahead_m) : Json(nullptr)},
                     {"eta_s", eta_s ? Json(*eta_s) : Json(nullptr)}});
  }
  for (const scene::NoteState& note : play.notes)
    notes.push_back({{"time_s", note.time_s}, {"text", note.text}});
  return {{"is", "scene"},
          {"name", description.name},
          {"started_s", since(play.started_s)},
          {"is_over", play.is_over},
          {"beats", std::move(beats)},
          {"roles", std::move(roles)},
          {"candidates", Json::array()},
          {"marks", std::move(marks)},
          {"subject",
           {{"id", subject.is_empty() ? Json(nullptr) : Json(world::number_for_people(subject))},
            {"front_m", play.watch.front_m()},
            {"speed_mps", play.watch.speed_mps()}}},
          {"notes", std::move(notes)},
          {"trouble", ""}};
}

}  // namespace backlot::server
