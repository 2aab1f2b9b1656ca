// Casting: the extra that fits a role best is claimed for it, kept as long as it fits, and let go.
#include <algorithm>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/look/leader.h"
#include "backlot/scene/internal/casting/prepare_actor.h"
#include "backlot/scene/internal/casting/search.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::Tracks;

struct Open {
  std::uint32_t role = 0;
  std::vector<Candidate> candidates;
};

}  // namespace

bool is_candidate(Play& play, const RoleDescription& role, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a candidate is an object");
  RoleState uncounted;  // the search counts refusals, which must not count for the role
  const std::vector<Candidate> found = Search(play, role, uncounted).find();
  return std::any_of(found.begin(), found.end(),
                     [&](const Candidate& candidate) { return candidate.id == id; });
}

std::optional<look::Neighbour> find_leader_of(Play& play, world::ObjectId actor, double within_m) {
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(actor);
  if (!extra) return std::nullopt;
  const Tracks& tracks = play.scene->roads().tracks;
  const Track& track = tracks[extra->mover.trail.current()];
  const network::Path path(tracks.network(), {track.lane, track.is_along}, 0, 0);
  look::PathNeighbours neighbours;
  return neighbours.find_leader(play.stage().snapshot(), path,
                                {.from_m = extra->mover.metres + static_cast<double>(extra->shape.front_m()),
                                 .within_m = within_m,
                                 .self = actor});
}

void let_go(Play& play, RoleState& role) {
  if (role.actor.is_empty()) return;
  for (direct::DirectiveNumber* number : {&role.pace, &role.route}) {
    if (*number != 0) play.stage().cancel(*number);
    *number = 0;
  }
  stop_telling(play, role.actor);
  play.stage().set_role(role.actor, "");
  play.directing->release(role.actor);
  role.actor = {};
  role.since_s = -1;
  role.target_s = -1;
  role.change_mps = 0;
}

void assign_role(Play& play, std::string_view name, world::ObjectId actor) {
  BACKLOT_ASSERT(!actor.is_empty(), "a role is given to an actor");
  RoleState* role = play.find_role(name);
  if (role == nullptr || play.directing->claim(actor) != direct::ClaimAnswer::granted) return;
  role->actor = actor;
  role->since_s = play.now_s();
  role->candidates = 1;
  ++role->times_cast;
  play.stage().set_role(actor, name);
}

namespace {

// Whether a beat that plays looks for an actor of the role.
bool is_being_cast(const Play& play, const std::string& role) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    if (play.state.beats[k].phase != BeatPhase::plays) continue;
    const auto& actions = play.beat(k).actions;
    if (std::any_of(actions.begin(), actions.end(), [&](const ActionDescription& action) {
          const auto* cast = std::get_if<CastRole>(&action.what);
          return cast != nullptr && cast->role == role;
        }))
      return true;
  }
  return false;
}

}  // namespace

// An actor of a role that is not cast any more is kept: it could not be replaced.
void check_actors(Play& play) {
  for (std::size_t k = 0; k < play.state.roles.size(); ++k) {
    RoleState& role = play.state.roles[k];
    if (role.actor.is_empty() || role.is_spent) continue;
    const bool is_there = play.has_mind(role.actor) ||
                          (is_prop(play.description().cast[k]) && play.stage().find(role.actor).has_value());
    if (role.is_committed) {
      if (!is_there) role.is_spent = true;
      continue;
    }
    const auto route = play.directing->find_answer(role.route);
    const bool refuses = route && route->answer == direct::AnswerKind::refused;
    const RoleDescription& description = play.description().cast[k];
    if (is_there && !refuses &&
        (!is_being_cast(play, description.name) || Search(play, description, role).still_fits(role.actor)))
      continue;
    if (!is_there) {
      role.actor = {};
      role.since_s = -1;
    } else {
      let_go(play, role);
      if (refuses) ++role.refused[static_cast<std::size_t>(NotCast::refused)];
    }
  }
}

void cast_roles(Play& play) {
  if (!play.state.watch.is_there()) return;
  std::vector<Open> open;
  for (const std::uint32_t k : play.open_roles) {
    RoleState& role = play.state.roles[k];
    if (!role.actor.is_empty() || role.is_committed) continue;
    open.push_back({k, Search(play, play.description().cast[k], role).find()});
    ++role.looks;
    role.offered += open.back().candidates.size();
    if (!open.back().candidates.empty())
      role.empty_since_s = -1;
    else if (role.empty_since_s < 0)
      role.empty_since_s = play.now_s();
  }
  // the role with the fewest candidates chooses first
  std::stable_sort(open.begin(), open.end(),
                   [](const Open& a, const Open& b) { return a.candidates.size() < b.candidates.size(); });
  for (const Open& one : open) {
    RoleState& role = play.state.roles[one.role];
    for (const Candidate& candidate : one.candidates) {
      const bool is_taken = std::any_of(play.state.roles.begin(), play.state.roles.end(),
                                        [&](const RoleState& other) { return other.actor == candidate.id; });
      const bool is_free = is_prop(play.description().cast[one.role]) ||
                           play.directing->claim(candidate.id) == direct::ClaimAnswer::granted;
      if (is_taken || !is_free) {
        ++role.refused[static_cast<std::size_t>(NotCast::plays_another)];
        continue;
      }
      role.actor = candidate.id;
      role.since_s = play.now_s();
      role.candidates = static_cast<std::uint32_t>(one.candidates.size());
      role.best = {};
      for (std::size_t n = 0; n < role.best.size() && n < one.candidates.size(); ++n)
        role.best[n] = one.candidates[n].score;
      ++role.times_cast;
      role.was_supplied = candidate.id == role.supplied;
      play.stage().set_role(candidate.id, play.description().cast[one.role].name);
      prepare_actor(play, play.description().cast[one.role], role);
      break;
    }
  }
}

}  // namespace backlot::scene
