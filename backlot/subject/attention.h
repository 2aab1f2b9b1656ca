// What a model driver has noticed: the bodies in its way, when it begins to react to each, and its glances away from the road.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/subject/style.h"
#include "backlot/world/ids.h"

namespace backlot::subject {

// A body that the driver has noticed in its way.
struct Noticed {
  world::ObjectId id{};
  base::SimTime seen_at;  // for the last time
  base::SimTime acts_at;  // from here on the driver reacts

  static void visit(auto& self, auto& field) { field(self.id, self.seen_at, self.acts_at); }
};

struct AttentionState {
  std::vector<Noticed> noticed;
  std::uint64_t surprises = 0;  // so far
  std::uint64_t glances = 0;    // planned so far
  base::SimTime glance_from, glance_until;

  static void visit(auto& self, auto& field) {
    field(self.noticed, self.surprises, self.glances, self.glance_from, self.glance_until);
  }
};

// The rules by which the state changes. Time never runs backwards from one call to the next.
class Attention {
 public:
  Attention(const Style& style, std::uint64_t seed) : style_(style), seed_(seed) {}

  // Goes on with glances: a planned one begins where the driver can afford it, and a new one is planned behind it. Forgets bodies that have
  // not been in the way for a second.
  void step(base::SimTime now, bool can_afford_glance, AttentionState& state) const;
  bool glances_away(base::SimTime now, const AttentionState& state) const;

  // Null where the driver has not noticed the body.
  const Noticed* find(world::ObjectId id, const AttentionState& state) const;
  // A body is in the way. `is_surprise`: the driver needs its reaction time, else it reacts at once. Nothing changes where the driver has
  // noticed the body before.
  void notice(base::SimTime now, world::ObjectId id, bool is_surprise, AttentionState& state) const;
  // Whether the driver reacts to a body by now.
  bool reacts_to(base::SimTime now, world::ObjectId id, const AttentionState& state) const;

 private:
  void plan_glance(base::SimTime now, AttentionState& state) const;

  Style style_;
  std::uint64_t seed_;
};

}  // namespace backlot::subject
