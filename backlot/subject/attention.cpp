#include "backlot/subject/attention.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"

namespace backlot::subject {

namespace {

constexpr std::uint32_t kGlancePurpose = 0x53;
constexpr base::Duration kForgets = base::Duration::from_milliseconds(1000);
constexpr double kShortestGlance_s = 0.4;
constexpr std::size_t kMostNoticed = 32;

}  // namespace

void Attention::plan_glance(base::SimTime now, AttentionState& state) const {
  base::RandomStream random(seed_, state.glances++, kGlancePurpose);
  // no sooner than a third of the mean time after the last glance
  const double rest = style_.glance_every_s;
  const double wait_s = rest / 3 + random.exponential(rest * 2 / 3);
  const double length_s = random.uniform(kShortestGlance_s, style_.longest_glance_s);
  state.glance_from = now + base::Duration::from_seconds(wait_s);
  state.glance_until = state.glance_from + base::Duration::from_seconds(length_s);
}

void Attention::step(base::SimTime now, bool can_afford_glance, AttentionState& state) const {
  std::erase_if(state.noticed, [&](const Noticed& n) { return now - n.seen_at > kForgets; });
  if (style_.glance_every_s <= 0 || style_.longest_glance_s <= kShortestGlance_s) return;
  if (state.glances == 0 || now >= state.glance_until) plan_glance(now, state);
  // A glance that is due waits until the driver can afford it.
  const bool is_due = now >= state.glance_from;
  if (is_due && !can_afford_glance) {
    const base::Duration length = state.glance_until - state.glance_from;
    state.glance_from = now + base::Duration::from_milliseconds(500);
    state.glance_until = state.glance_from + length;
  }
}

bool Attention::glances_away(base::SimTime now, const AttentionState& state) const {
  return state.glances > 0 && now >= state.glance_from && now < state.glance_until;
}

const Noticed* Attention::find(world::ObjectId id, const AttentionState& state) const {
  const auto at = std::ranges::find(state.noticed, id, &Noticed::id);
  return at == state.noticed.end() ? nullptr : &*at;
}

void Attention::notice(base::SimTime now, world::ObjectId id, bool is_surprise, AttentionState& state) const {
  BACKLOT_ASSERT(!id.is_empty(), "a driver notices an object");
  const auto at = std::ranges::find(state.noticed, id, &Noticed::id);
  if (at != state.noticed.end()) {
    at->seen_at = now;
    return;
  }
  if (state.noticed.size() >= kMostNoticed) return;
  base::SimTime acts_at = now;
  if (is_surprise) acts_at = now + base::Duration::from_seconds(reaction_s(style_, seed_, state.surprises++));
  state.noticed.push_back({id, now, acts_at});
}

bool Attention::reacts_to(base::SimTime now, world::ObjectId id, const AttentionState& state) const {
  BACKLOT_ASSERT(!id.is_empty(), "a driver reacts to an object");
  const Noticed* noticed = find(id, state);
  return noticed != nullptr && now >= noticed->acts_at;
}

}  // namespace backlot::subject
