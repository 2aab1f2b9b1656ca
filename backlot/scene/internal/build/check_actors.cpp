// Whether actors can do what the script tells them.
#include <algorithm>

#include <fmt/format.h>

#include "backlot/direct/directive_table.h"
#include "backlot/scene/internal/build/scene_builder.h"
#include "backlot/scene/internal/conditions.h"

namespace backlot::scene {

namespace {

constexpr double kFastestDrive_mps = 70;  // no vehicle of this traffic drives faster

const char* words_of(network::Turn turn) {
  return turn == network::Turn::straight ? "go straight on"
         : turn == network::Turn::left   ? "turn left"
                                         : "turn right";
}

// The mark that the actor of a role comes to, by a requirement; empty where it says nothing of the kind.
std::string approached(const Requirement& requirement) {
  if (const auto* queue = std::get_if<HeadOfQueue>(&requirement.what)) return queue->mark;
  if (const auto* approaches = std::get_if<Approaches>(&requirement.what)) return approaches->mark;
  if (const auto* first = std::get_if<FirstOnApproach>(&requirement.what)) return first->mark;
  return {};
}

bool has_lane_beside(const world::Tracks& tracks, const world::Course& course) {
  return std::any_of(course.list().begin(), course.list().end(), [&](world::TrackId id) {
    const world::Track& track = tracks[id];
    return !track.is_corridor() &&
           tracks.tracks_of(tracks.carriageways()[track.carriageway.index()]).size() > 1;
  });
}

// On which lanes a role is: those of the subject's direction.
bool is_along_course(const RoleDescription& role) {
  return std::any_of(role.requirements.begin(), role.requirements.end(), [](const Requirement& requirement) {
    const auto* relative = std::get_if<RelativeTo>(&requirement.what);
    return relative != nullptr && relative->relation != Relation::oncoming;
  });
}

}  // namespace

// A role that comes to a line must find the turn behind it.
void SceneBuilder::check_turn(const RoleDescription& role, network::Turn turn, const network::TextPlace& at) {
  for (const Requirement& requirement : role.requirements) {
    const PlacedMark* mark = scene_->find_mark(approached(requirement));
    if (mark == nullptr || !mark->is_line) continue;
    const bool can = std::any_of(mark->ways.begin(), mark->ways.end(), [&](const MarkWay& way) {
      const auto onward = tracks().onward(tracks()[way.lane]);
      return std::any_of(onward.begin(), onward.end(), [&](world::TrackId id) {
        return tracks()[id].is_corridor() && network().corridor(tracks()[id].corridor).turn == turn;
      });
    });
    if (!can)
      error("P333", at,
            fmt::format("role {} cannot {}: no lane that leads to {} goes that way", role.name,
                        words_of(turn), mark->name),
            "name another turn, or another line");
  }
}

// A role that is at one line cannot be at a conflict with traffic from another one.
void SceneBuilder::check_way(const RoleDescription& role, const std::string& name,
                             const network::TextPlace& at) {
  const PlacedMark* mark = scene_->find_mark(name);
  if (mark == nullptr || !mark->is_conflict) return;
  for (const Requirement& requirement : role.requirements) {
    const PlacedMark* line = scene_->find_mark(approached(requirement));
    if (line == nullptr || !line->is_line) continue;
    const bool leads = std::any_of(mark->ways.begin(), mark->ways.end(), [&](const MarkWay& to) {
      return std::any_of(line->ways.begin(), line->ways.end(),
                         [&](const MarkWay& from) { return from.lane == to.lane; });
    });
    if (!leads)
      error(
          "P335", at,
          fmt::format("role {} comes to {}, and no lane leads from there to {}", role.name, line->name, name),
          "name a mark on the way of the role");
  }
}

// A role beside the subject needs a lane there.
void SceneBuilder::check_beside(const RoleDescription& role) {
  for (const Requirement& requirement : role.requirements) {
    const auto* relative = std::get_if<RelativeTo>(&requirement.what);
    const bool is_beside = relative != nullptr &&
                           (relative->relation == Relation::left || relative->relation == Relation::right);
    if (is_beside && !has_lane_beside(tracks(), scene_->course()))
      error("P335", requirement.place,
            fmt::format("role {} can never be cast: the route of the subject has one lane everywhere",
                        role.name),
            "play the scene on a road with two lanes each way");
  }
}

void SceneBuilder::check(const RoleDescription& role, const Tell& tell, const network::TextPlace& at) {
  const direct::DirectiveRow& row = direct::directive_table()[tell.what.index()];
  if (row.check(tell.what) != direct::Refusal::none)
    error(
        "P336", at,
        fmt::format("role {} cannot {} like that: a number is beyond what vehicles do", role.name, row.name),
        "docs/direction.md has the limits of each directive");
  if (tell.object == role.name)
    error("P336", at, fmt::format("role {} is told to {} with regard to itself", role.name, row.name),
          "name the subject or another role");
  if (const auto* turn = std::get_if<direct::Turn>(&tell.what)) check_turn(role, turn->direction, at);
  if (const auto* turn = std::get_if<direct::TurnAcross>(&tell.what)) check_turn(role, turn->direction, at);
  const bool moves_over = std::holds_alternative<direct::ChangeLane>(tell.what) ||
                          std::holds_alternative<direct::CutIn>(tell.what);
  if (moves_over && is_along_course(role) && !has_lane_beside(tracks(), scene_->course()))
    error("P335", at,
          fmt::format("role {} cannot {}: the route of the subject has one lane everywhere", role.name,
                      row.name),
          "play the scene on a road with two lanes each way");
  if (std::holds_alternative<direct::KeepTime>(tell.what)) check_way(role, tell.mark, at);
}

void SceneBuilder::check_actors() {
  const SceneDescription& d = scene_->description_;
  for (const RoleDescription& role : d.cast) check_beside(role);
  const auto role_of = [&](const std::string& name) -> const RoleDescription* {
    const std::uint32_t at = scene_->find_role(name);
    return at == Scene::kNone ? nullptr : &d.cast[at];
  };
  for (const BeatDescription& beat : d.script.beats) {
    if (beat.when) {
      const CanBe* can = find_can_be(*beat.when);
      const RoleDescription* role = can == nullptr ? nullptr : role_of(can->role);
      if (role != nullptr) check_way(*role, can->mark, beat.when->place);
    }
    for (const ActionDescription& action : beat.actions) {
      if (const auto* tell = std::get_if<Tell>(&action.what)) {
        const RoleDescription* role = role_of(tell->role);
        if (role != nullptr) check(*role, *tell, action.place);
      }
      if (const auto* drive = std::get_if<DriveAt>(&action.what);
          drive != nullptr && drive->speed_mps > kFastestDrive_mps)
        error("P336", action.place,
              fmt::format("role {} cannot drive at {:.0f} km/h", drive->role, 3.6 * drive->speed_mps),
              fmt::format("vehicles drive at most {:.0f} km/h", 3.6 * kFastestDrive_mps));
    }
  }
}

}  // namespace backlot::scene
