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
//   5. buttons       that no transition or function took come up
//
// No step allocates. Functions see what those before them wrote; a context that knows its MachineState sees the states as they were
// while `leave` runs, and as they are from `enter` on.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/base/inline.h"
#include "backlot/base/result.h"
#include "backlot/hcsm/machine_description.h"
#include "backlot/hcsm/machine_draft.h"
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

  // Empty where no state or monitor has this name.
  StateId find_state(std::string_view name) const { return outline_.find_state(name); }
  MonitorId find_monitor(std::string_view name) const { return outline_.find_monitor(name); }

 private:
  Machine() = default;  // by build alone

  template <class C>
  friend void start(const Machine<C>& machine, MachineState& state, C& context);
  template <class C>
  friend void step(const Machine<C>& machine, MachineState& state, C& context);
  template <class C>
  friend void stop(const Machine<C>& machine, MachineState& state, C& context);

  struct Transition {
    Question<Context> when;
    std::uint32_t buttons;  // that must be pressed, as bits
    StateId to;
  };

  // Transitions by the state that they lead from, and which states have any. There are two lists: without those that wait for a
  // button, for steps in which none is pressed; and of all.
  struct TransitionList {
    StateSet states{};
    std::vector<Transition> transitions{};

    std::uint32_t size() const { return static_cast<std::uint32_t>(transitions.size()); }
  };
  static constexpr std::size_t kWithoutButton = 0, kAll = 1;

  struct Range {
    std::uint32_t first = 0, end = 0;
  };

  // One cache line for each state: all that a step asks of it.
  struct alignas(64) Row {
    std::array<Range, 2> transitions{};  // in each of the two lists
    Action<Context> before, after, enter, leave;
    StateSet within{}, entered{};
  };

  void add_row(const StateDescription<Context>& state, const StateOutline& outline,
               std::span<const TransitionOutline> transitions);
  void enter(StateSet states, Context& context) const {
    for (const StateId s : (states & has_enter_).down()) rows_[s.index()].enter(context);
  }
  void leave(StateSet states, Context& context) const {
    for (const StateId s : (states & has_leave_).up()) rows_[s.index()].leave(context);
  }
  void take_transitions(MachineState& state, Context& context) const;
  void change(const Row& from, const Transition& transition, MachineState& state, Context& context) const;
  void watch(MachineState& state, const Context& context) const;

  std::vector<Row> rows_;  // by StateId
  StateSet has_before_, has_after_, has_enter_, has_leave_;
  std::array<TransitionList, 2> lists_;
  std::vector<Question<Context>> monitors_;  // by MonitorId
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

// In almost all steps no button is pressed and nothing happens. Then only transitions that wait for no button are asked, and the loop
// runs in registers: tables are read through local pointers, since what the functions write could be anything, and what is rare is
// in a function of its own.
template <class Context>
BACKLOT_INLINE void Machine<Context>::take_transitions(MachineState& state, Context& context) const {
  std::uint32_t pressed = 0;  // as it was when the step began, less what has been taken
  if constexpr (HasPanel<Context>) pressed = context.panel.pressed;
  const std::size_t list = pressed == 0 ? kWithoutButton : kAll;
  const Transition* const transitions = lists_[list].transitions.data();
  const Row* const rows = rows_.data();
  for (StateSet pending = state.active & lists_[list].states; !pending.is_empty();) {
    const Row& row = rows[pending.first().index()];
    pending = pending.without_first();
    const Transition* const end = transitions + row.transitions[list].end;
    for (const Transition* t = transitions + row.transitions[list].first; t != end; ++t) {
      if ((t->buttons & ~pressed) != 0 || !t->when(context)) continue;
      change(row, *t, state, context);
      if constexpr (HasPanel<Context>) pressed &= context.panel.pressed;
      pending = pending - row.within;  // what is below has gone with it, and what was entered has to wait
      break;
    }
  }
}

template <class Context>
[[gnu::noinline]] void Machine<Context>::change(const Row& from, const Transition& transition,
                                                MachineState& state, Context& context) const {
  if constexpr (HasPanel<Context>) context.panel.pressed &= ~transition.buttons;
  leave(state.active & from.within, context);
  const StateSet entered = rows_[transition.to.index()].entered;
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
  MachineDraft draft;
  draft.panel = description.panel;
  draft.has_panel = HasPanel<Context>;
  for (const MonitorDescription<Context>& m : description.monitors)
    draft.monitors.push_back({std::string(m.name), m.watch != nullptr});
  std::vector<const StateDescription<Context>*> states;
  add_state(description.root, 0, draft, states);
  base::Result<MachineOutline> outline = outline_of(draft);
  if (!outline) return base::Result<Machine>::failure(std::move(outline).diagnostics());

  Machine machine;
  machine.outline_ = std::move(*outline);
  for (const MonitorDescription<Context>& m : description.monitors) machine.monitors_.push_back(m.watch);
  std::span<const TransitionOutline> transitions = machine.outline_.transitions;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::size_t count = states[i]->transitions.size();
    machine.add_row(*states[i], machine.outline_.states[i], transitions.first(count));
    transitions = transitions.subspan(count);
  }
  return base::Result<Machine>::success(std::move(machine), std::move(outline).diagnostics());
}

template <class Context>
void Machine<Context>::add_row(const StateDescription<Context>& state, const StateOutline& outline,
                               std::span<const TransitionOutline> transitions) {
  const StateSet self = StateSet::of(StateId::from_size(rows_.size()));
  Row row{.before = state.before, .after = state.after, .enter = state.enter, .leave = state.leave};
  row.within = outline.within;
  row.entered = outline.entered;
  for (const std::size_t list : {kWithoutButton, kAll}) {
    row.transitions[list].first = lists_[list].size();
    for (std::size_t i = 0; i < transitions.size(); ++i) {
      const ButtonId button = transitions[i].button;
      if (!button.is_empty() && list == kWithoutButton) continue;
      Question<Context> when = state.transitions[i].when;
      if (when == nullptr) when = [](const Context&) { return true; };  // the button says it all
      lists_[list].transitions.push_back(
          {when, button.is_empty() ? 0U : 1U << button.index(), transitions[i].to});
    }
    row.transitions[list].end = lists_[list].size();
    if (row.transitions[list].first < row.transitions[list].end)
      lists_[list].states = lists_[list].states | self;
  }
  if (state.before != nullptr) has_before_ = has_before_ | self;
  if (state.after != nullptr) has_after_ = has_after_ | self;
  if (state.enter != nullptr) has_enter_ = has_enter_ | self;
  if (state.leave != nullptr) has_leave_ = has_leave_ | self;
  rows_.push_back(row);
}

}  // namespace backlot::hcsm
