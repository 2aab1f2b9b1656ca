// A machine that is known when the program is compiled: the same description, the same step, and every function in its
// place instead of behind a pointer. For kinds of actors that are very numerous.
//
//   constexpr MachineDescription<Bell> describe_bell() { return {.root = ...}; }
//   using BellMachine = CompiledMachine<describe_bell>;
//
//   BellMachine::start(state, context);
//   BellMachine::step(state, context);
//   constexpr StateId kRinging = BellMachine::find_state("ringing");
//
// What is wrong with a description is said by Machine<Context>::build, which also makes the outline for logs and pictures. Here a
// name that leads nowhere does not compile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/hcsm/machine.h"
#include "backlot/hcsm/machine_description.h"
#include "backlot/hcsm/machine_outline.h"
#include "backlot/hcsm/machine_state.h"

namespace backlot::hcsm {

namespace internal {

template <class Context>
struct CompiledState {
  StateKind kind = StateKind::leaf;
  std::size_t parent = 0;  // of the root: itself
  Action<Context> enter = nullptr, leave = nullptr, before = nullptr, after = nullptr;
  std::size_t first_transition = 0, transitions = 0;
  StateSet within{}, entered{};
  bool is_always_active = false;  // while the machine runs: all above it are concurrent
};

template <class Context>
struct CompiledTransition {
  Question<Context> when = nullptr;  // none where the button says it all
  std::uint32_t buttons = 0;         // that must be pressed, as bits
  std::size_t to = 0;
};

struct MachineSize {
  std::size_t states = 0, transitions = 0, monitors = 0;
};

template <class Context>
constexpr void count(const StateDescription<Context>& state, MachineSize& size) {
  ++size.states;
  size.transitions += state.transitions.size();
  for (const StateDescription<Context>& child : state.one_of) count(child, size);
  for (const StateDescription<Context>& child : state.all_of) count(child, size);
}

// The names of a machine in the order of its states.
template <class Context>
constexpr void list_names(const StateDescription<Context>& state, std::vector<std::string_view>& names) {
  names.push_back(state.name);
  for (const StateDescription<Context>& child : state.one_of) list_names(child, names);
  for (const StateDescription<Context>& child : state.all_of) list_names(child, names);
}

// To be called while compiling: a name that does not exist does not compile.
template <class Names>
constexpr std::size_t place_of(std::string_view name, const Names& names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return i;
  BACKLOT_CHECK(false, "no state or button of this name");
  return 0;
}

template <class Context, std::size_t kStates, std::size_t kTransitions, std::size_t kMonitors>
struct CompiledTables {
  std::array<CompiledState<Context>, kStates> states{};
  std::array<CompiledTransition<Context>, kTransitions> transitions{};
  std::array<Question<Context>, kMonitors> monitors{};

  constexpr explicit CompiledTables(const MachineDescription<Context>& description) {
    std::vector<std::string_view> names;
    list_names(description.root, names);
    std::size_t state = 0, transition = 0;
    add(description.root, description, names, 0, state, transition);
    for (std::size_t i = 0; i < kMonitors; ++i) monitors[i] = description.monitors[i].watch;
  }

 private:
  // The state and all below it; the sets are made on the way back.
  constexpr void add(const StateDescription<Context>& from, const MachineDescription<Context>& description,
                     const std::vector<std::string_view>& names, std::size_t parent, std::size_t& state,
                     std::size_t& transition) {
    const std::size_t index = state++;
    CompiledState<Context>& self = states[index];
    self.parent = parent;
    self.enter = from.enter;
    self.leave = from.leave;
    self.before = from.before;
    self.after = from.after;
    self.first_transition = transition;
    self.transitions = from.transitions.size();
    self.is_always_active =
        index == 0 || (states[parent].is_always_active && states[parent].kind == StateKind::concurrent);
    for (const TransitionDescription<Context>& t : from.transitions) {
      const std::uint32_t buttons =
          t.button.empty() ? 0U : 1U << place_of(t.button, description.panel.buttons);
      transitions[transition++] = {t.when, buttons, place_of(t.to, names)};
    }
    self.within = self.entered = StateSet::of(StateId(static_cast<std::uint32_t>(index)));
    if (!from.one_of.empty()) self.kind = StateKind::sequential;
    if (!from.all_of.empty()) self.kind = StateKind::concurrent;
    for (const auto* children : {&from.one_of, &from.all_of}) {
      for (const StateDescription<Context>& child : *children) {
        const std::size_t at = state;
        add(child, description, names, index, state, transition);
        self.within = self.within | states[at].within;
        const bool is_initial =
            from.initial.empty() ? &child == &children->front() : from.initial == child.name;
        if (self.kind == StateKind::concurrent || is_initial)
          self.entered = self.entered | states[at].entered;
      }
    }
  }
};

template <auto kDescribe>
consteval MachineSize size_of() {
  const auto description = kDescribe();
  MachineSize size{.monitors = description.monitors.size()};
  count(description.root, size);
  return size;
}

template <auto kDescribe>
inline constexpr CompiledTables<typename decltype(kDescribe())::ContextOfMachine, size_of<kDescribe>().states,
                                size_of<kDescribe>().transitions, size_of<kDescribe>().monitors>
    kCompiledTables{kDescribe()};

}  // namespace internal

// `kDescribe` is a constexpr function without arguments that returns a MachineDescription.
template <auto kDescribe>
class CompiledMachine {
  static constexpr const auto& kTables = internal::kCompiledTables<kDescribe>;
  static constexpr std::size_t kStates = kTables.states.size(), kMonitors = kTables.monitors.size();
  static_assert(kStates <= kMostStates && kMonitors <= kMostMonitors);

 public:
  using Context = typename decltype(kDescribe())::ContextOfMachine;

  static consteval StateId find_state(std::string_view name) {
    const MachineDescription<Context> description = kDescribe();
    std::vector<std::string_view> names;
    internal::list_names(description.root, names);
    return StateId(static_cast<std::uint32_t>(internal::place_of(name, names)));
  }
  // The state and all below it; and what becomes active with it.
  static consteval StateSet within(StateId state) { return kTables.states[state.index()].within; }
  static consteval StateSet entered(StateId state) { return kTables.states[state.index()].entered; }

  // As the functions of these names do it for a Machine (machine.h). A machine without monitors needs no more than the active states.
  static void start(StateSet& active, Context& context) requires(kMonitors == 0) {
    enter_all(active, context);
  }
  static void step(StateSet& active, Context& context) requires(kMonitors == 0) {
    act(active, context);
    if constexpr (HasPanel<Context>) release_buttons(context.panel);
  }
  static void start(MachineState& state, Context& context) {
    enter_all(state.active, context);
    watch(state, context);
  }
  static void step(MachineState& state, Context& context) {
    act(state.active, context);
    watch(state, context);
    if constexpr (HasPanel<Context>) release_buttons(context.panel);
  }
  static void stop(MachineState& state, Context& context) {
    leave<0>(state.active, context, Indices<kStates>{});
    state = {};
  }

 private:
  template <std::size_t kCount>
  using Indices = std::make_index_sequence<kCount>;

  static consteval std::size_t count_children(std::size_t parent) {
    std::size_t count = 0;
    for (std::size_t i = parent + 1; i < kStates; ++i) count += kTables.states[i].parent == parent ? 1U : 0U;
    return count;
  }
  static consteval std::size_t child(std::size_t parent, std::size_t k) {
    std::size_t i = parent + 1;
    for (std::size_t left = k; kTables.states[i].parent != parent || left-- > 0;) ++i;
    return i;
  }

  template <std::size_t kState>
  static BACKLOT_INLINE bool is_active(StateSet active) {
    if constexpr (kTables.states[kState].is_always_active) return true;
    return active.has(StateId(kState));
  }

  // ---- one step

  static BACKLOT_INLINE void act(StateSet& active, Context& context) {
    if (active.is_empty()) return;
    std::uint32_t pressed = 0;  // as it was when the step began, less what has been taken
    if constexpr (HasPanel<Context>) pressed = context.panel.pressed;
    ask_below<0>(active, pressed, context, Indices<count_children(0)>{});
    before(active, context, Indices<kStates>{});
    after(active, context, Indices<kStates>{});
  }

  // The transitions of the active children of a state, and of all below them.
  template <std::size_t kState, std::size_t... k>
  static BACKLOT_INLINE void ask_below(StateSet& active, std::uint32_t& pressed, Context& context,
                                       std::index_sequence<k...>) {
    if constexpr (kTables.states[kState].kind == StateKind::sequential) {
      // exactly one child is active: the last one, if the others are not
      static_cast<void>((ask<child(kState, k), k + 1 == sizeof...(k)>(active, pressed, context) || ...));
    } else {
      (ask<child(kState, k), true>(active, pressed, context), ...);
    }
  }
  // False where the state is not active.
  template <std::size_t kState, bool kMustBe>
  static BACKLOT_INLINE bool ask(StateSet& active, std::uint32_t& pressed, Context& context) {
    if constexpr (!kMustBe) {
      if (!active.has(StateId(kState))) return false;
    }
    if (!take_first<kState>(active, pressed, context, Indices<kTables.states[kState].transitions>{}))
      ask_below<kState>(active, pressed, context, Indices<count_children(kState)>{});
    return true;
  }
  template <std::size_t kState, std::size_t... k>
  static BACKLOT_INLINE bool take_first(StateSet& active, std::uint32_t& pressed, Context& context,
                                        std::index_sequence<k...>) {
    return (take<kState, kTables.states[kState].first_transition + k>(active, pressed, context) || ...);
  }
  template <std::size_t kFrom, std::size_t kTransition>
  static BACKLOT_INLINE bool take(StateSet& active, std::uint32_t& pressed, Context& context) {
    constexpr internal::CompiledTransition<Context> kTaken = kTables.transitions[kTransition];
    if constexpr (kTaken.buttons != 0) {
      if ((kTaken.buttons & ~pressed) != 0) return false;
    }
    if constexpr (kTaken.when != nullptr) {
      if (!kTaken.when(std::as_const(context))) return false;
    }
    if constexpr (HasPanel<Context>) context.panel.pressed &= ~kTaken.buttons;
    leave<kFrom>(active, context, Indices<kStates>{});
    constexpr StateSet kEntered = kTables.states[kTaken.to].entered;
    active = (active - kTables.states[kFrom].within) | kEntered;
    enter<kTaken.to>(context, Indices<kStates>{});
    if constexpr (HasPanel<Context>) pressed &= context.panel.pressed;
    return true;
  }

  // ---- functions of states, downwards or upwards

  template <std::size_t kTo, std::size_t... s>
  static BACKLOT_INLINE void enter(Context& context, std::index_sequence<s...>) {
    const auto one = [&]<std::size_t kState>() {
      if constexpr (kTables.states[kState].enter != nullptr &&
                    kTables.states[kTo].entered.has(StateId(kState)))
        kTables.states[kState].enter(context);
    };
    (one.template operator()<s>(), ...);
  }
  template <std::size_t kFrom, std::size_t... s>
  static BACKLOT_INLINE void leave(StateSet active, Context& context, std::index_sequence<s...>) {
    const auto one = [&]<std::size_t kState>() {
      if constexpr (kTables.states[kState].leave != nullptr &&
                    kTables.states[kFrom].within.has(StateId(kState)))
        if (active.has(StateId(kState))) kTables.states[kState].leave(context);
    };
    (one.template operator()<kStates - 1 - s>(), ...);
  }
  template <std::size_t... s>
  static BACKLOT_INLINE void before(StateSet active, Context& context, std::index_sequence<s...>) {
    const auto one = [&]<std::size_t kState>() {
      if constexpr (kTables.states[kState].before != nullptr)
        if (is_active<kState>(active)) kTables.states[kState].before(context);
    };
    (one.template operator()<s>(), ...);
  }
  template <std::size_t... s>
  static BACKLOT_INLINE void after(StateSet active, Context& context, std::index_sequence<s...>) {
    const auto one = [&]<std::size_t kState>() {
      if constexpr (kTables.states[kState].after != nullptr)
        if (is_active<kState>(active)) kTables.states[kState].after(context);
    };
    (one.template operator()<kStates - 1 - s>(), ...);
  }

  static BACKLOT_INLINE void enter_all(StateSet& active, Context& context) {
    active = kTables.states[0].entered;
    enter<0>(context, Indices<kStates>{});
  }
  static BACKLOT_INLINE void watch(MachineState& state, const Context& context) {
    state.monitors = watched(context, Indices<kMonitors>{});
  }
  template <std::size_t... m>
  static BACKLOT_INLINE std::uint64_t watched([[maybe_unused]] const Context& context,
                                              std::index_sequence<m...>) {
    return (std::uint64_t{0} | ... | (std::uint64_t{kTables.monitors[m](context) ? 1U : 0U} << m));
  }
};

}  // namespace backlot::hcsm
