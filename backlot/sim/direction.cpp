#include "backlot/sim/direction.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "backlot/base/hash.h"
#include "backlot/traffic/vehicle/way_finding.h"

namespace backlot::sim {

namespace {

using traffic::AnswerKind;
using traffic::Channel;
using traffic::Directive;
using traffic::Lease;
using traffic::LeaseState;
using traffic::Refusal;

std::size_t index_of(traffic::DirectiveKind kind) { return static_cast<std::size_t>(channel_of(kind)); }

const world::BodyShape& shape_of(const Stage& stage, const world::Mover& m) {
  const world::LongShape& shape = stage.shapes[static_cast<std::size_t>(m.kind)];
  return m.is_nose_guided ? shape.nose_guided : shape.usual;
}

}  // namespace

bool Direction::Panel::is_idle() const {
  return !returns_home && std::ranges::none_of(leases, [](const auto& lease) { return lease.has_value(); });
}

traffic::DirectiveNumber Direction::issue(Directive directive) {
  waiting_.push_back({++last_, std::move(directive)});
  return last_;
}

bool Direction::cancel(traffic::DirectiveNumber number) {
  const bool waits = std::ranges::any_of(waiting_, [&](const Waiting& w) { return w.number == number; });
  const bool is_held = std::ranges::any_of(panels_, [&](const Panel& panel) {
    return std::ranges::any_of(panel.leases, [&](const auto& l) { return l && l->number == number; });
  });
  if (!waits && !is_held) return false;
  cancelled_.push_back(number);
  return true;
}

// ---- claims

ClaimAnswer Direction::claim(const world::ObjectNumbers& numbers, world::ObjectId actor,
                             traffic::IssuerId issuer) {
  if (issuer.is_empty()) return ClaimAnswer::no_issuer;
  if (!numbers.find_extra(actor)) return ClaimAnswer::unknown_actor;
  const auto at = std::ranges::lower_bound(claims_, actor, {}, &Claim::actor);
  const bool is_held = at != claims_.end() && at->actor == actor;
  if (is_held && at->issuer != issuer) return ClaimAnswer::held_by_another;
  if (!is_held) claims_.insert(at, {actor, issuer});
  return ClaimAnswer::granted;
}

ClaimAnswer Direction::release(world::ObjectId actor, traffic::IssuerId issuer) {
  const auto at = std::ranges::lower_bound(claims_, actor, {}, &Claim::actor);
  if (at == claims_.end() || at->actor != actor) return ClaimAnswer::not_held;
  if (at->issuer != issuer) return ClaimAnswer::held_by_another;
  claims_.erase(at);
  return ClaimAnswer::released;
}

traffic::IssuerId Direction::holder(world::ObjectId actor) const {
  const auto at = std::ranges::lower_bound(claims_, actor, {}, &Claim::actor);
  return at != claims_.end() && at->actor == actor ? at->issuer : traffic::IssuerId{};
}

// ---- the step

void Direction::direct(const Stage& stage) {
  answers_.clear();
  touched_.clear();
  given_back_.clear();
  if (waiting_.empty() && panels_.empty() && claims_.empty()) return;
  panel_of_.resize(stage.numbers.size());

  // who left gives his claims back
  std::erase_if(claims_, [&](const Claim& claim) {
    const bool has_left = !stage.numbers.find_extra(claim.actor);
    if (has_left) given_back_.push_back(claim);
    return has_left;
  });
  for (Waiting& waiting : waiting_) answer(stage, waiting);
  waiting_.clear();
  for (Panel& panel : panels_) {
    if (stage.numbers.find_extra(panel.actor)) touched_.push_back(panel.actor.slot());
    go_on(stage, panel);
  }
  cancelled_.clear();
  drop_idle_panels();
}

traffic::DirectedActor Direction::actor_of(const Stage& stage, std::uint32_t slot, const Directive& d) const {
  world::Mover& mover = stage.movers[slot];
  traffic::DirectedActor actor{.tracks = stage.tracks,
                               .turning = stage.turning,
                               .stream = stage.streams[d.actor.slot()],
                               .shape = shape_of(stage, mover),
                               .mover = mover,
                               .driver = stage.drivers[slot],
                               .tick = stage.tick};
  if (const std::optional<std::uint32_t> object = stage.numbers.find_extra(d.object))
    actor.object.emplace(
        traffic::DirectedActor::Object{stage.movers[*object], shape_of(stage, stage.movers[*object])});
  return actor;
}

void Direction::answer(const Stage& stage, Waiting& waiting) {
  Directive& d = waiting.directive;
  const auto refuse = [&](Refusal why) { tell(waiting.number, d, AnswerKind::refused, why); };
  if (std::ranges::find(cancelled_, waiting.number) != cancelled_.end())
    return tell(waiting.number, d, AnswerKind::cancelled);
  const std::optional<std::uint32_t> slot = stage.numbers.find_extra(d.actor);
  if (!slot) return refuse(Refusal::unknown_actor);
  if (d.issuer.is_empty()) return refuse(Refusal::no_issuer);
  if (d.expires <= stage.tick.time) return refuse(Refusal::is_over);
  if (const traffic::IssuerId owner = holder(d.actor); !owner.is_empty() && owner != d.issuer)
    return refuse(Refusal::claimed);
  const std::uint32_t at = panel_of_[d.actor.slot()];
  const bool has_panel = at != 0 && panels_[at - 1].actor == d.actor;
  const std::size_t channel = index_of(d.kind);
  if (has_panel && panels_[at - 1].leases[channel] &&
      panels_[at - 1].leases[channel]->directive.priority > d.priority)
    return refuse(Refusal::outranked);

  Lease lease{.number = waiting.number, .directive = std::move(d)};
  const traffic::Beginning beginning = begin(actor_of(stage, *slot, lease.directive), lease);
  if (beginning.refusal != Refusal::none)
    return tell(lease.number, lease.directive, AnswerKind::refused, beginning.refusal, beginning.first_s,
                beginning.second_s);
  Panel& panel = panel_of(lease.directive.actor);
  if (const std::optional<Lease>& before = panel.leases[channel])
    tell(before->number, before->directive, AnswerKind::superseded);
  tell(lease.number, lease.directive, AnswerKind::accepted);
  panel.leases[channel] = std::move(lease);
}

void Direction::go_on(const Stage& stage, Panel& panel) {
  panel.dials = {};
  const std::optional<std::uint32_t> slot = stage.numbers.find_extra(panel.actor);
  for (std::optional<Lease>& held : panel.leases) {
    if (!held) continue;
    const auto end = [&](AnswerKind kind, Refusal why = Refusal::none, double first_s = 0,
                         double second_s = 0) {
      tell(held->number, held->directive, kind, why, first_s, second_s);
      panel.returns_home |= held->directive.kind == traffic::DirectiveKind::set_offset;
      held.reset();
    };
    if (!slot) {
      end(AnswerKind::failed, Refusal::unknown_actor);
      continue;
    }
    if (std::ranges::find(cancelled_, held->number) != cancelled_.end()) {
      end(AnswerKind::cancelled);
      continue;
    }
    traffic::Dials dials = panel.dials;
    const traffic::Progress progress = traffic::go_on(actor_of(stage, *slot, held->directive), *held, dials);
    if (progress.state == LeaseState::done) {
      end(AnswerKind::done, Refusal::none, progress.first_s, progress.second_s);
    } else if (progress.state == LeaseState::failed) {
      end(AnswerKind::failed, progress.why);
    } else if (held->directive.expires <= stage.tick.time) {
      end(AnswerKind::expired);
    } else {
      panel.dials = dials;
    }
  }
  if (!slot) {
    panel.returns_home = false;
  } else if (panel.returns_home) {
    return_home(stage, panel);
  }
}

// Back to his own place in the lane, when he is between no two others.
void Direction::return_home(const Stage& stage, Panel& panel) {
  const std::uint32_t slot = *stage.numbers.find_extra(panel.actor);
  const world::Mover& mover = stage.movers[slot];
  const double keep = traffic::keep_of(stage.tracks, stage.drivers[slot]);
  if (panel.leases[static_cast<std::size_t>(Channel::lane)] || (!mover.is_shifting() && mover.home == keep)) {
    panel.returns_home = false;
    return;
  }
  panel.dials.has_home = true;
  panel.dials.home_m = keep;
}

Direction::Panel& Direction::panel_of(world::ObjectId actor) {
  std::uint32_t& at = panel_of_[actor.slot()];
  if (at != 0 && panels_[at - 1].actor == actor) return panels_[at - 1];
  // in order of numbers; those behind move up
  const auto place = std::ranges::lower_bound(panels_, actor, {}, &Panel::actor);
  const auto index = static_cast<std::size_t>(place - panels_.begin());
  panels_.insert(place, Panel{.actor = actor});
  for (std::size_t k = index; k < panels_.size(); ++k)
    panel_of_[panels_[k].actor.slot()] = static_cast<std::uint32_t>(k + 1);
  return panels_[index];
}

void Direction::drop_idle_panels() {
  for (const Panel& panel : panels_) panel_of_[panel.actor.slot()] = 0;
  std::erase_if(panels_, [](const Panel& panel) { return panel.is_idle(); });
  for (std::size_t k = 0; k < panels_.size(); ++k)
    panel_of_[panels_[k].actor.slot()] = static_cast<std::uint32_t>(k + 1);
}

void Direction::tell(traffic::DirectiveNumber number, const Directive& d, AnswerKind kind, Refusal why,
                     double first_s, double second_s) {
  answers_.push_back({number, d.actor, d.issuer, d.kind, kind, why, first_s, second_s});
}

std::vector<Lease> Direction::leases(world::ObjectId actor) const {
  std::vector<Lease> held;
  if (actor.is_empty() || actor.slot() >= panel_of_.size()) return held;
  const std::uint32_t at = panel_of_[actor.slot()];
  if (at == 0 || panels_[at - 1].actor != actor) return held;
  for (const std::optional<Lease>& lease : panels_[at - 1].leases)
    if (lease) held.push_back(*lease);
  return held;
}

std::uint64_t Direction::hash() const {
  if (answers_.empty() && panels_.empty()) return 0;
  base::Hasher hasher;
  for (const traffic::Answer& a : answers_) {
    hasher.add(a.directive);
    hasher.add(static_cast<std::uint64_t>(a.answer) << 8U | static_cast<std::uint64_t>(a.why));
  }
  for (const Panel& panel : panels_) {
    hasher.add(panel.actor.raw());
    for (const std::optional<Lease>& lease : panel.leases) hasher.add(lease ? lease->number : 0);
  }
  return hasher.value();
}

bool Direction::settle(std::size_t numbers, std::size_t tracks) {
  const auto is_there = [tracks](world::TrackId id) { return id.is_empty() || id.index() < tracks; };
  const auto is_sound = [&](const Lease& lease) {
    return is_there(lease.directive.mark.track) && is_there(lease.aim) &&
           std::ranges::all_of(lease.directive.path,
                               [&](world::TrackId id) { return !id.is_empty() && is_there(id); });
  };
  panel_of_.assign(numbers, 0);
  for (std::size_t k = 1; k < claims_.size(); ++k)
    if (!(claims_[k - 1].actor < claims_[k].actor)) return false;
  for (std::size_t k = 0; k < panels_.size(); ++k) {
    const Panel& panel = panels_[k];
    if (panel.actor.is_empty() || panel.actor.slot() >= numbers ||
        (k > 0 && !(panels_[k - 1].actor < panel.actor)))
      return false;
    for (const std::optional<Lease>& lease : panel.leases)
      if (lease && !is_sound(*lease)) return false;
    panel_of_[panel.actor.slot()] = static_cast<std::uint32_t>(k + 1);
  }
  return true;
}

}  // namespace backlot::sim
