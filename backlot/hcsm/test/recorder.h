// A context that writes down which functions were called, and machines that are told in a few words.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "backlot/hcsm/machine.h"

namespace backlot::hcsm::test {

// What is called, in order: "+a" enter, "-a" leave, "a>" before, "a<" after. `go` holds letters that transitions wait for.
struct Recorder {
  std::string calls;
  std::string go;
  PanelState panel{};

  void call(const std::string& what) { calls += calls.empty() ? what : " " + what; }
};

template <char kLetter>
inline constexpr char kLetterText[] = {kLetter, '\0'};

// A state that records all it is asked to do; its name is one letter.
template <char kName>
constexpr StateDescription<Recorder> recorded(const List<TransitionDescription<Recorder>>& transitions = {}) {
  return {.name = kLetterText<kName>,
          .enter =
              [](Recorder& r) {
                r.call({'+', kName});
              },
          .leave =
              [](Recorder& r) {
                r.call({'-', kName});
              },
          .before =
              [](Recorder& r) {
                r.call({kName, '>'});
              },
          .after =
              [](Recorder& r) {
                r.call({kName, '<'});
              },
          .transitions = transitions};
}

constexpr StateDescription<Recorder> one_of(StateDescription<Recorder> parent,
                                            List<StateDescription<Recorder>> children) {
  parent.one_of = std::move(children);
  return parent;
}
constexpr StateDescription<Recorder> all_of(StateDescription<Recorder> parent,
                                            List<StateDescription<Recorder>> children) {
  parent.all_of = std::move(children);
  return parent;
}

// To the state, when `go` has the letter.
template <char kLetter>
constexpr TransitionDescription<Recorder> when(std::string_view to) {
  return {.to = to, .when = [](const Recorder& r) { return r.go.find(kLetter) != std::string::npos; }};
}

inline Machine<Recorder> built(const MachineDescription<Recorder>& description) {
  base::Result<Machine<Recorder>> machine = Machine<Recorder>::build(description);
  EXPECT_TRUE(machine && machine.diagnostics().is_empty()) << to_text(machine.diagnostics());
  return std::move(*machine);
}
inline Machine<Recorder> built(StateDescription<Recorder> root) { return built({.root = std::move(root)}); }

// An actor: a machine, its state and its context.
struct Play {
  explicit Play(Machine<Recorder> m) : machine(std::move(m)) {}

  std::string start() {
    context.panel = machine.panel().at_rest();
    hcsm::start(machine, state, context);
    return std::exchange(context.calls, "");
  }
  // What one step calls, while the letters of `go` hold.
  std::string step(const std::string& go = "") {
    context.go = go;
    hcsm::step(machine, state, context);
    EXPECT_TRUE(is_sound(machine.outline(), state)) << active();
    return std::exchange(context.calls, "");
  }
  std::string stop() {
    hcsm::stop(machine, state, context);
    return std::exchange(context.calls, "");
  }
  std::string active() const { return active_text(machine.outline(), state); }

  Machine<Recorder> machine;
  MachineState state{};
  Recorder context{};
};

}  // namespace backlot::hcsm::test
