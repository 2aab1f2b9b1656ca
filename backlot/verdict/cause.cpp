#include "backlot/verdict/cause.h"

#include <algorithm>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::verdict {

namespace {

using scene::PlayState;
using scene::Scene;
using scene::Trouble;

bool is_of_subject(Trouble trouble) {
  return trouble == Trouble::subject_slow || trouble == Trouble::subject_stopped ||
         trouble == Trouble::subject_left;
}

// Where a role is looked for.
std::string place_of(const scene::RoleDescription& role, const Scene& scene) {
  for (const scene::Requirement& requirement : role.requirements) {
    std::string mark;
    if (const auto* queue = std::get_if<scene::HeadOfQueue>(&requirement.what)) mark = queue->mark;
    if (const auto* approaches = std::get_if<scene::Approaches>(&requirement.what)) mark = approaches->mark;
    if (const auto* first = std::get_if<scene::FirstOnApproach>(&requirement.what)) mark = first->mark;
    const scene::PlacedMark* placed = scene.find_mark(mark);
    if (placed == nullptr || placed->ways.empty()) continue;
    const world::Tracks& tracks = scene.roads().tracks;
    return tracks.network().name_of(tracks[placed->ways.front().lane].strip);
  }
  return {};
}

// The reason for which most candidates were refused.
std::string_view main_refusal(const scene::RoleState& role) {
  const auto most = std::max_element(role.refused.begin(), role.refused.end());
  return *most == 0 ? std::string_view() : to_text(static_cast<scene::NotCast>(most - role.refused.begin()));
}

Cause no_candidate(const Scene& scene, const PlayState& play) {
  BACKLOT_ASSERT(
      play.trouble_role < play.roles.size() && play.roles.size() == scene.description().cast.size(),
      "the trouble is that of a role of the scene");
  const scene::RoleDescription& description = scene.description().cast[play.trouble_role];
  const scene::RoleState& role = play.roles[play.trouble_role];
  const std::string place = place_of(description, scene);
  const double empty_s = role.empty_since_s < 0 ? 0 : play.trouble_s - role.empty_since_s;
  std::string text = fmt::format("no candidate for {}", description.name);
  std::string group = text;
  if (!place.empty()) {
    group += " on " + place;
    text += fmt::format(": nobody on {} fitted for {:.0f} s", place, empty_s);
  }
  const std::string_view why = main_refusal(role);
  if (!why.empty()) text += fmt::format(" ({})", why);
  return {Outcome::not_staged, text, group, description.name};
}

// No object played the role that the trouble is about, so there was no actor to fail.
bool was_never_cast(const PlayState& play) {
  return play.trouble_role < play.roles.size() && play.roles[play.trouble_role].times_cast == 0;
}

Cause of_trouble(const Scene& scene, const PlayState& play) {
  const std::string beat = play.trouble_beat < scene.description().script.beats.size()
                               ? scene.description().script.beats[play.trouble_beat].name
                               : std::string();
  const std::string role = play.trouble_role < scene.description().cast.size()
                               ? scene.description().cast[play.trouble_role].name
                               : std::string();
  switch (play.trouble) {
    case Trouble::subject_slow: {
      const std::string premise =
          scene.description().given.empty() ? std::string() : scene.description().given.front().text;
      return {Outcome::evaded,
              fmt::format("the subject drove at {:.0f} % of the limit; the scene asks: {}",
                          100 * play.trouble_value, premise),
              "the subject drove too slowly", ""};
    }
    case Trouble::subject_stopped: {
      double next_m = -1;
      std::string name;
      for (const scene::PlacedMark& mark : scene.marks()) {
        if (!mark.subject_m || *mark.subject_m < play.trouble_value ||
            (next_m >= 0 && *mark.subject_m > next_m))
          continue;
        next_m = *mark.subject_m;
        name = mark.name;
      }
      return {Outcome::evaded,
              next_m < 0
                  ? std::string("the subject stopped")
                  : fmt::format("the subject stopped {:.0f} m before {}", next_m - play.trouble_value, name),
              "the subject stopped", ""};
    }
    case Trouble::subject_left:
      return {Outcome::evaded, "the subject left its route before the event", "the subject left its route",
              ""};
    case Trouble::no_candidate:
      return no_candidate(scene, play);
    case Trouble::actor_lost:
      if (was_never_cast(play)) return no_candidate(scene, play);
      return {Outcome::not_staged,
              fmt::format("the actor of {} could not do what beat {} asked", role.empty() ? "a role" : role,
                          beat),
              fmt::format("an actor failed in beat {}", beat), role.empty() ? beat : role};
    case Trouble::way_not_clear:
      return {Outcome::not_staged,
              fmt::format("other traffic was in the way of {} when beat {} was due", role, beat),
              fmt::format("other traffic in the way of {}", role), role};
    case Trouble::light_not_ready:
      return {Outcome::not_staged, "the light could not be ready in time",
              "the light could not be ready in time", beat};
    case Trouble::missed:
      return {Outcome::not_staged, fmt::format("the trigger of beat {} never came", beat),
              fmt::format("the trigger of beat {} never came", beat), beat};
    case Trouble::none:
      break;
  }
  return {Outcome::not_staged, "", "", ""};
}

}  // namespace

Cause find_cause(const Scene& scene, const PlayState& play, std::span<const ExpectationResult> expectations) {
  const auto unmet = std::find_if(expectations.begin(), expectations.end(),
                                  [](const ExpectationResult& e) { return !e.is_met; });
  if (unmet == expectations.end() && !is_of_subject(play.trouble)) return {};
  // what went wrong in the play explains an event that never came; a value beyond its tolerance explains itself
  const bool is_late = unmet != expectations.end() && unmet->value.has_value();
  if (play.trouble != Trouble::none && (is_of_subject(play.trouble) || !is_late)) {
    Cause cause = of_trouble(scene, play);
    const bool is_never_cast = play.trouble == Trouble::actor_lost && was_never_cast(play);
    cause.trouble = is_never_cast ? Trouble::no_candidate : play.trouble;
    return cause;
  }
  return {Outcome::not_staged, fmt::format("{}: {}", unmet->text, unmet->why), unmet->text, ""};
}

}  // namespace backlot::verdict
