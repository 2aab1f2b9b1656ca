// Whether two beats want one light, one actor or one prop at the same time.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "backlot/direct/directive_table.h"
#include "backlot/scene/internal/build/scene_builder.h"
#include "backlot/scene/internal/schedule.h"

namespace backlot::scene {

namespace {

using direct::Channel;

// What an action takes of an actor: directives of one channel exclude each other.
struct Claim {
  std::string role;
  Channel channel = Channel::pace;
  std::size_t beat = 0;
  const ActionDescription* action = nullptr;
};

const char* to_words(Channel channel) {
  switch (channel) {
    case Channel::pace:
      return "how fast to go";
    case Channel::lane:
      return "where to be across the road";
    case Channel::route:
      return "which way to go";
    case Channel::rules:
      return "which rules to break";
  }
  return "";
}

std::vector<Claim> claims_of(const ScriptDescription& script) {
  std::vector<Claim> claims;
  for (std::size_t k = 0; k < script.beats.size(); ++k) {
    for (const ActionDescription& action : script.beats[k].actions) {
      if (const auto* tell = std::get_if<Tell>(&action.what))
        claims.push_back({tell->role, direct::directive_table()[tell->what.index()].channel, k, &action});
      if (const auto* drive = std::get_if<DriveAt>(&action.what))
        claims.push_back({drive->role, Channel::pace, k, &action});
      if (const auto* position = std::get_if<TakePosition>(&action.what))
        claims.push_back({position->role, Channel::pace, k, &action});
      if (const auto* swing = std::get_if<Swing>(&action.what))
        claims.push_back({swing->role, Channel::pace, k, &action});
    }
  }
  return claims;
}

// For a subject at any share of the limits the two begin in the same step.
bool begin_together(const std::array<Schedule, 2>& schedules, std::size_t a, std::size_t b) {
  return std::all_of(schedules.begin(), schedules.end(), [&](const Schedule& schedule) {
    const Span &x = schedule.begin_of(a), &y = schedule.begin_of(b);
    return x.soonest_s == x.latest_s && y.soonest_s == y.latest_s && x.soonest_s == y.soonest_s;
  });
}

// For a subject at some share of the limits both go on at one moment.
bool overlap(const std::array<Schedule, 2>& schedules, std::size_t a, std::size_t b) {
  return std::any_of(schedules.begin(), schedules.end(), [&](const Schedule& schedule) {
    const double begin_s = std::max(schedule.begin_of(a).latest_s, schedule.begin_of(b).latest_s);
    return begin_s < std::min(schedule.end_of(a).soonest_s, schedule.end_of(b).soonest_s);
  });
}

std::array<Schedule, 2> schedules_of(const Scene& scene) {
  return {Schedule(scene, kSlowestShare), Schedule(scene, kFastestShare)};
}

}  // namespace

void SceneBuilder::check_lights() {
  struct Light {
    std::uint32_t programme;
    std::size_t beat;
    const ActionDescription* action;
  };
  const ScriptDescription& script = scene_->description_.script;
  const std::array<Schedule, 2> schedules = schedules_of(*scene_);
  std::vector<Light> lights;
  for (std::size_t k = 0; k < script.beats.size(); ++k) {
    for (const ActionDescription& action : script.beats[k].actions) {
      const auto* cue = std::get_if<LightOnCue>(&action.what);
      const PlacedMark* line = cue == nullptr ? nullptr : scene_->find_mark(cue->line);
      if (line == nullptr || !line->has_light()) continue;
      for (const Light& other : lights) {
        if (other.programme != line->programme) continue;
        if (other.beat != k && !overlap(schedules, other.beat, k)) continue;
        error("P341", action.place,
              fmt::format("the light at {} is claimed twice at the same time: by beat {} and by beat {}",
                          line->name, script.beats[other.beat].name, script.beats[k].name),
              "end one beat (until ...) before the other one begins");
        break;
      }
      lights.push_back({line->programme, k, &action});
    }
  }
}

void SceneBuilder::check_pairs_of_directives() {
  const ScriptDescription& script = scene_->description_.script;
  const std::array<Schedule, 2> schedules = schedules_of(*scene_);
  const std::vector<Claim> claims = claims_of(script);
  for (std::size_t later = 0; later < claims.size(); ++later) {
    const Claim& b = claims[later];
    const auto clash = std::find_if(claims.begin(), claims.begin() + static_cast<std::ptrdiff_t>(later),
                                    [&](const Claim& a) {
                                      return a.role == b.role && a.channel == b.channel &&
                                             (a.beat == b.beat || begin_together(schedules, a.beat, b.beat));
                                    });
    if (clash == claims.begin() + static_cast<std::ptrdiff_t>(later)) continue;
    error("P342", b.action->place,
          clash->beat == b.beat
              ? fmt::format("beat {} tells role {} twice {}", script.beats[b.beat].name, b.role,
                            to_words(b.channel))
              : fmt::format("beats {} and {} begin at the same time, and both tell role {} {}",
                            script.beats[clash->beat].name, script.beats[b.beat].name, b.role,
                            to_words(b.channel)),
          "leave one of them out, or give it to a later beat");
  }
}

void SceneBuilder::check_props() {
  const std::vector<RoleDescription>& cast = scene_->description_.cast;
  std::vector<std::pair<std::string, std::string>> taken;  // prop, role
  for (const RoleDescription& role : cast) {
    for (const Requirement& requirement : role.requirements) {
      const auto* prop = std::get_if<IsProp>(&requirement.what);
      if (prop == nullptr) continue;
      const auto other = std::find_if(taken.begin(), taken.end(),
                                      [&](const auto& pair) { return pair.first == prop->prop; });
      if (other != taken.end())
        error("P342", requirement.place,
              fmt::format("prop {} would play two roles: {} and {}", prop->prop, other->second, role.name),
              "declare another prop");
      else
        taken.emplace_back(prop->prop, role.name);
    }
  }
}

void SceneBuilder::check_claims() {
  check_lights();
  check_pairs_of_directives();
  check_props();
}

}  // namespace backlot::scene
