#include "backlot/direct/direction.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/fields.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::direct {

bool Direction::Panel::is_idle() const {
  return !returns_home && std::ranges::none_of(leases, [](const auto& lease) { return lease.has_value(); });
}

DirectiveNumber Direction::issue(Directive directive) {
  waiting_.push_back({++last_, std::move(directive)});
  return last_;
}

bool Direction::cancel(DirectiveNumber number) {
  const bool waits = std::ranges::any_of(waiting_, [&](const Waiting& w) { return w.number == number; });
  const bool is_held = std::ranges::any_of(panels_, [&](const Panel& panel) {
    return std::ranges::any_of(panel.leases, [&](const auto& l) { return l && l->number == number; });
  });
  if (!waits && !is_held) return false;
  cancelled_.push_back(number);
  return true;
}

// ---- claims

ClaimAnswer Direction::claim(const world::ObjectNumbers& numbers, world::ObjectId actor, IssuerId issuer) {
  if (issuer.is_empty()) return ClaimAnswer::no_issuer;
  if (!numbers.has_mind(actor)) return ClaimAnswer::unknown_actor;
  const auto at = std::ranges::lower_bound(claims_, actor, {}, &Claim::actor);
  const bool is_held = at != claims_.end() && at->actor == actor;
  if (is_held && at->issuer != issuer) return ClaimAnswer::held_by_another;
  if (!is_held) claims_.insert(at, {actor, issuer});
  return ClaimAnswer::granted;
}

ClaimAnswer Direction::release(world::ObjectId actor, IssuerId issuer) {
  const auto at = std::ranges::lower_bound(claims_, actor, {}, &Claim::actor);
  if (at == claims_.end() || at->actor != actor) return ClaimAnswer::not_held;
  if (at->issuer != issuer) return ClaimAnswer::held_by_another;
  claims_.erase(at);
  return ClaimAnswer::released;
}

IssuerId Direction::holder(world::ObjectId actor) const {
  const auto at = std::ranges::lower_bound(claims_, actor, {}, &Claim::actor);
  return at != claims_.end() && at->actor == actor ? at->issuer : IssuerId{};
}

// ---- the step

void Direction::begin_step() {
  answers_.clear();
  first_new_answer_ = 0;
}

void Direction::direct(const Actors& actors) {
  first_new_answer_ = answers_.size();
  touched_.clear();
  given_back_.clear();
  awaits_events_ = false;
  if (is_idle()) return;
  panel_of_.resize(actors.numbers.size());

  // an actor that left is not claimed any more
  std::erase_if(claims_, [&](const Claim& claim) {
    const bool has_left = !actors.numbers.has_mind(claim.actor);
    if (has_left) given_back_.push_back(claim);
    return has_left;
  });
  for (Waiting& waiting : waiting_) answer(actors, waiting);
  waiting_.clear();
  for (Panel& panel : panels_) {
    if (actors.numbers.find_extra(panel.actor)) touched_.push_back(panel.actor.slot());
    go_on(actors, panel);
  }
  cancelled_.clear();
  drop_idle_panels();
}

void Direction::notice(std::span<const record::Event> events) {
  if (!awaits_events_ || events.empty()) return;
  for (Panel& panel : panels_) {
    for (std::optional<Lease>& lease : panel.leases)
      if (lease) direct::notice(events, *lease);
  }
}

void Direction::answer(const Actors& actors, Waiting& waiting) {
  Directive& d = waiting.directive;
  const auto refuse = [&](Refusal why) { tell(waiting.number, d, AnswerKind::refused, why); };
  if (std::ranges::find(cancelled_, waiting.number) != cancelled_.end())
    return tell(waiting.number, d, AnswerKind::cancelled);
  const std::optional<DirectedActor> actor = find_actor(actors, scratch_, d.actor);
  const std::optional<DirectedWalker> walker = actor ? std::nullopt : find_walker(actors, d.actor);
  if (!actor && !walker) return refuse(Refusal::unknown_actor);
  if (d.issuer.is_empty()) return refuse(Refusal::no_issuer);
  if (d.expires <= actors.tick.time) return refuse(Refusal::is_over);
  if (const IssuerId owner = holder(d.actor); !owner.is_empty() && owner != d.issuer)
    return refuse(Refusal::claimed);
  const std::uint32_t at = panel_of_[d.actor.slot()];
  const bool has_panel = at != 0 && panels_[at - 1].actor == d.actor;
  const auto channel = static_cast<std::size_t>(row_of(d).channel);
  if (has_panel && panels_[at - 1].leases[channel] &&
      panels_[at - 1].leases[channel]->directive.priority > d.priority)
    return refuse(Refusal::outranked);
  if (actor)
    answer_for(*actor, waiting);
  else
    answer_for(*walker, waiting);
}

template <class Actor>
void Direction::answer_for(const Actor& actor, Waiting& waiting) {
  const auto channel = static_cast<std::size_t>(row_of(waiting.directive).channel);
  Lease lease{.number = waiting.number, .directive = std::move(waiting.directive)};
  const Beginning beginning = begin(actor, lease);
  if (beginning.refusal != Refusal::none)
    return tell(lease.number, lease.directive, AnswerKind::refused, beginning.refusal, beginning.first_s,
                beginning.second_s);
  Panel& panel = panel_of(lease.directive.actor);
  if (const std::optional<Lease>& before = panel.leases[channel])
    tell(before->number, before->directive, AnswerKind::superseded);
  tell(lease.number, lease.directive, AnswerKind::accepted);
  panel.leases[channel] = std::move(lease);
}

void Direction::go_on(const Actors& actors, Panel& panel) {
  panel.dials = {};
  panel.foot_dials = {};
  if (const std::optional<DirectedActor> actor = find_actor(actors, scratch_, panel.actor)) {
    go_on_for(*actor, panel.dials, panel);
    if (panel.returns_home) return_home(*actor, panel);
    return;
  }
  if (const std::optional<DirectedWalker> walker = find_walker(actors, panel.actor)) {
    go_on_for(*walker, panel.foot_dials, panel);
    hand_over(panel.foot_dials, actors.walker_panel, walker->walker);
    walker->walker.is_directed =
        std::ranges::any_of(panel.leases, [](const std::optional<Lease>& held) { return held.has_value(); });
  } else {
    for (std::optional<Lease>& held : panel.leases)
      if (held) end(held, AnswerKind::failed, {.why = Refusal::unknown_actor}, panel);
  }
  panel.returns_home = false;
}

template <class Actor, class Dials>
void Direction::go_on_for(const Actor& actor, Dials& dials, Panel& panel) {
  for (std::optional<Lease>& held : panel.leases) {
    if (!held) continue;
    if (std::ranges::find(cancelled_, held->number) != cancelled_.end()) {
      end(held, AnswerKind::cancelled, {}, panel);
      continue;
    }
    Dials asked = dials;
    const Progress progress = direct::go_on(actor, *held, asked);
    if (progress.state == LeaseState::done) {
      end(held, AnswerKind::done, progress, panel);
    } else if (progress.state == LeaseState::failed) {
      end(held, AnswerKind::failed, {.why = progress.why}, panel);
    } else if (held->directive.expires <= actor.tick().time) {
      end(held, AnswerKind::expired, {}, panel);
    } else {
      dials = asked;
      awaits_events_ |= waits_for_event(*held);
    }
  }
}

void Direction::end(std::optional<Lease>& lease, AnswerKind kind, const Progress& progress, Panel& panel) {
  BACKLOT_ASSERT(lease.has_value(), "a lease ends that is held");
  tell(lease->number, lease->directive, kind, progress.why, progress.first_s, progress.second_s);
  panel.returns_home |= row_of(lease->directive).leaves_home;
  lease.reset();
}

// Back to its driver's own place in the lane, after a shift that is under way.
void Direction::return_home(const DirectedActor& actor, Panel& panel) {
  BACKLOT_ASSERT(panel.actor == actor.id, "a panel is that of its actor");
  if (actor.mover.kind == world::ObjectKind::bicycle) {  // a cyclist looks for its place itself
    panel.returns_home = false;
    return;
  }
  const double keep = traffic::keep_of(actor.tracks(), actor.driver);
  const bool is_home = !actor.mover.is_shifting() && actor.mover.home == keep;
  if (panel.leases[static_cast<std::size_t>(Channel::lane)] || is_home) {
    panel.returns_home = false;
    return;
  }
  panel.dials.has_home = true;
  panel.dials.home_m = keep;
}

Direction::Panel& Direction::panel_of(world::ObjectId actor) {
  BACKLOT_ASSERT(!actor.is_empty() && actor.slot() < panel_of_.size(), "a panel is that of an actor");
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

void Direction::tell(DirectiveNumber number, const Directive& d, AnswerKind kind, Refusal why, double first_s,
                     double second_s) {
  answers_.push_back(
      {number, d.actor, d.issuer, static_cast<std::uint8_t>(d.kind()), kind, why, first_s, second_s});
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

// ---- state

std::uint64_t Direction::hash() const {
  if (answers_.empty() && panels_.empty()) return 0;
  base::FieldHasher hasher;
  hasher(answers_);
  for (const Panel& panel : panels_) {
    hasher(panel.actor);
    for (const std::optional<Lease>& lease : panel.leases) hasher(lease ? lease->number : DirectiveNumber{0});
  }
  return hasher.value();
}

bool Direction::has_restored(std::size_t numbers, std::size_t tracks) {
  const auto is_leased = [tracks](const std::optional<Lease>& lease) {
    return !lease || is_sound(*lease, tracks);
  };
  for (std::size_t k = 1; k < claims_.size(); ++k)
    if (!(claims_[k - 1].actor < claims_[k].actor)) return false;
  for (const Answer& a : answers_)
    if (a.kind >= kDirectiveKinds) return false;
  panel_of_.assign(numbers, 0);
  for (std::size_t k = 0; k < panels_.size(); ++k) {
    const Panel& panel = panels_[k];
    if (panel.actor.is_empty() || panel.actor.slot() >= numbers ||
        (k > 0 && !(panels_[k - 1].actor < panel.actor)) || !std::ranges::all_of(panel.leases, is_leased))
      return false;
    panel_of_[panel.actor.slot()] = static_cast<std::uint32_t>(k + 1);
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
      const std::optional<Lease>& lease = panel.leases[channel];
      if (lease && static_cast<std::size_t>(row_of(lease->directive).channel) != channel) return false;
    }
  }
  return true;
}

}  // namespace backlot::direct
