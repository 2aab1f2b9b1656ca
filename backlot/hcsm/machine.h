// A hierarchical concurrent state machine: built once, const, and run for any number of actors. Each has a MachineState of its own.
//
//   base::Result<Machine<Bell>> bell = Machine<Bell>::build(description);
//   MachineState state;
//   start(*bell, state, context);
//   step(*bell, state, context);        // as often as there are steps
//
// One step, in this order:
//
//   1. transitions   from the outside in. In each active sequential state the transitions of its active child are asked in order
//                    of declaration, and the first that may is taken: what is left is left from the inside out, what is entered
//                    from the outside in. What was entered in this step takes no transition before the next one.
//   2. before        of all active states, parents before children, earlier siblings before later ones
//   3. after         of all active states, in exactly the opposite order
//   4. monitors      in order of declaration
//   5. buttons       that nobody took come up
//
// No step allocates. Functions see what those before them wrote; a context that knows its MachineState sees the states as they were
// while `leave` runs, and as they are from `enter` on.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/base/inline.h"
#include "backlot/base/result.h"
#include "backlot/hcsm/internal/draft.h"
#include "backlot/hcsm/machine_description.h"
#include "backlot/hcsm/machine_outline.h"
#include "backlot/hcsm/machine_state.h"

namespace backlot::hcsm {

// A context with a control panel.
template <class Context>
concept HasPanel = requires(Context& context) {
  { context.panel } -> std::same_as<PanelState&>;
};

// Always sound: every state has what its kind asks for, every transition leads to a sibling.
template <class Context>
class Machine {
 public:
  // Fails with H101 ... H112; H201 is a warning.
  static base::Result<Machine> build(const MachineDescription<Context>& description);

  const MachineOutline& outline() const { return outline_; }
  const ControlPanel& panel() const { return outline_.panel; }

  // Empty where there is none of this name.
  StateId find_state(std::string_view name) const { return outline_.find_state(name); }
  MonitorId find_monitor(std::string_view name) const { return outline_.find_monitor(name); }

 private:
  template <class C>
  friend void start(const Machine<C>& machine, MachineState& state, C& context);
  template <class C>
  friend void step(const Machine<C>& machine, MachineState& state, C& context);
  template <class C>
  friend void stop(const Machine<C>& machine, MachineState& state, C& context);

  struct Way {
    Question<Context> when;
    std::uint32_t buttons;  // that must be pressed, as bits
    StateId to;
  };

  // One cache line for each state: all that a step asks of it.
  struct alignas(64) Row {
    std::uint32_t first_way = 0, end_way = 0;  // into ways_
    Action<Context> before, after, enter, leave;
    StateSet within{}, entered{};
  };

  void enter(StateSet states, Context& context) const {
    for (const StateId s : (states & has_enter_).down()) rows_[s.index()].enter(context);
  }
  void leave(StateSet states, Context& context) const {
    for (const StateId s : (states & has_leave_).up()) rows_[s.index()].leave(context);
  }
  void take_transitions(MachineState& state, Context& context) const;
  void change(const Row& from, const Way& way, MachineState& state, Context& context) const;
  void watch(MachineState& state, const Context& context) const;

  std::vector<Row> rows_;  // by StateId
  StateSet has_ways_, has_before_, has_after_, has_enter_, has_leave_;
  std::vector<Question<Context>> monitors_;
  std::vector<Way> ways_;
  MachineOutline outline_;
};

// Enters the root and what becomes active with it, from the outside in, and asks the monitors.
template <class Context>
void start(const Machine<Context>& machine, MachineState& state, Context& context) {
  state.active = machine.outline_.states[0].entered;
  machine.enter(state.active, context);
  machine.watch(state, context);
}

// As told above. A machine that was not started, or was stopped, only asks its monitors and releases its buttons.
template <class Context>
void step(const Machine<Context>& machine, MachineState& state, Context& context) {
  const auto* const rows = machine.rows_.data();
  machine.take_transitions(state, context);
  for (const StateId s : (state.active & machine.has_before_).down()) rows[s.index()].before(context);
  for (const StateId s : (state.active & machine.has_after_).up()) rows[s.index()].after(context);
  machine.watch(state, context);
  if constexpr (HasPanel<Context>) release_buttons(context.panel);
}

// Leaves everything, from the inside out: the actor goes.
template <class Context>
void stop(const Machine<Context>& machine, MachineState& state, Context& context) {
  machine.leave(state.active, context);
  state = {};
}

// ---- How it is done --------------------------------------------------------------------------------------

// The rows and ways are read through local pointers: what the functions write could be anything, and members would be read again
// after every call.
template <class Context>
BACKLOT_INLINE void Machine<Context>::take_transitions(MachineState& state, Context& context) const {
  const Row* const rows = rows_.data();
  const Way* const ways = ways_.data();
  for (StateSet pending = state.active & has_ways_; !pending.is_empty();) {
    const Row& row = rows[pending.first().index()];
    pending = pending.without_first();
    for (const Way *way = ways + row.first_way, *end = ways + row.end_way; way != end; ++way) {
      if constexpr (HasPanel<Context>) {
        if ((way->buttons & ~context.panel.pressed) != 0) continue;
      }
      if (way->when != nullptr && !way->when(context)) continue;
      change(row, *way, state, context);
      pending = pending - row.within;  // what is below has gone with it, and what was entered has to wait
      break;
    }
  }
}

template <class Context>
void Machine<Context>::change(const Row& from, const Way& way, MachineState& state, Context& context) const {
  if constexpr (HasPanel<Context>) context.panel.pressed &= ~way.buttons;
  leave(state.active & from.within, context);
  const StateSet entered = rows_[way.to.index()].entered;
  state.active = (state.active - from.within) | entered;
  enter(entered, context);
}

template <class Context>
BACKLOT_INLINE void Machine<Context>::watch(MachineState& state, const Context& context) const {
  const Question<Context>* const monitors = monitors_.data();
  const std::size_t count = monitors_.size();
  std::uint64_t said = 0;
  for (std::size_t i = 0; i < count; ++i) said |= std::uint64_t{monitors[i](context) ? 1U : 0U} << i;
  state.monitors = said;
}

template <class Context>
base::Result<Machine<Context>> Machine<Context>::build(const MachineDescription<Context>& description) {
  internal::MachineDraft draft;
  draft.panel = description.panel;
  draft.has_panel = HasPanel<Context>;
  for (const MonitorDescription<Context>& m : description.monitors)
    draft.monitors.push_back({m.name, m.watch != nullptr});
  std::vector<const StateDescription<Context>*> states;
  internal::add_state(description.root, 0, draft, states);
  base::Result<MachineOutline> outline = internal::outline_of(draft);
  if (!outline) return base::Result<Machine>::failure(std::move(outline).diagnostics());

  Machine machine;
  machine.outline_ = std::move(*outline);
  for (const MonitorDescription<Context>& m : description.monitors) machine.monitors_.push_back(m.watch);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateDescription<Context>& s = *states[i];
    const StateSet self = StateSet::of(StateId::from_size(i));
    Row row{.before = s.before, .after = s.after, .enter = s.enter, .leave = s.leave};
    row.within = machine.outline_.states[i].within;
    row.entered = machine.outline_.states[i].entered;
    row.first_way = static_cast<std::uint32_t>(machine.ways_.size());
    for (const TransitionDescription<Context>& t : s.transitions) {
      const TransitionOutline& way = machine.outline_.transitions[machine.ways_.size()];
      machine.ways_.push_back({t.when, way.button.is_empty() ? 0U : 1U << way.button.index(), way.to});
    }
    row.end_way = static_cast<std::uint32_t>(machine.ways_.size());
    machine.rows_.push_back(row);

    if (!s.transitions.empty()) machine.has_ways_ = machine.has_ways_ | self;
    if (s.before != nullptr) machine.has_before_ = machine.has_before_ | self;
    if (s.after != nullptr) machine.has_after_ = machine.has_after_ | self;
    if (s.enter != nullptr) machine.has_enter_ = machine.has_enter_ | self;
    if (s.leave != nullptr) machine.has_leave_ = machine.has_leave_ | self;
  }
  return base::Result<Machine>::success(std::move(machine), std::move(outline).diagnostics());
}

}  // namespace backlot::hcsm
