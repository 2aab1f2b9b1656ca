// What a machine is to be: states in states, what leads from one to another, and the functions that they call.
//
//   struct Bell { bool is_ringing = false; PanelState panel; };
//
//   const MachineDescription<Bell> bell{
//       .panel = {.buttons = {"ring"}},
//       .root = {.name = "bell", .one_of = {
//           {.name = "silent", .transitions = {{.to = "ringing", .button = "ring"}}},
//           {.name = "ringing",
//            .enter = [](Bell& b) { b.is_ringing = true; },
//            .leave = [](Bell& b) { b.is_ringing = false; },
//            .transitions = {{.to = "silent", .when = is_answered, .label = "answered"}}}}}};
//
// The context is any struct: what the functions of one actor read and write during a step. If it has a member `panel` of type
// PanelState (or a reference to one), this is the actor's control panel.
#pragma once

#include <vector>

#include "backlot/hcsm/panel.h"
#include "backlot/hcsm/text.h"

namespace backlot::hcsm {

// A vector with a constructor of its own: g++ 12 fails on the default of std::vector where a template's member has it.
template <class T>
struct List : std::vector<T> {
  using std::vector<T>::vector;
  constexpr List() noexcept {}  // NOLINT(modernize-use-equals-default): the same fault
};

// What a state does, and what a transition or a monitor asks. Lambdas without captures and plain functions fit.
template <class Context>
using Action = void (*)(Context&);
template <class Context>
using Question = bool (*)(const Context&);

// From a state to a sibling, or back to the state itself, which is then left and entered. It is taken when all holds that it asks for:
// the button is pressed (and taken by that), and `when` says yes. At least one of the two is given.
template <class Context>
struct TransitionDescription {
  Text to{};
  Text button{};  // of the panel
  Question<Context> when = nullptr;
  Text label{};  // what `when` asks, for pictures and logs
};

// A leaf; or a sequential state, with one active child; or a concurrent state, with all children active. Names are
// unique within the machine.
template <class Context>
struct StateDescription {
  Text name{};
  Action<Context> enter = nullptr;   // outside in, when the state becomes active
  Action<Context> leave = nullptr;   // inside out, when it no longer is
  Action<Context> before = nullptr;  // each step, before its children: sets what they go by
  Action<Context> after = nullptr;   // each step, after its children: combines what they want
  // In order of precedence; only the children of a sequential state have any.
  List<TransitionDescription<Context>> transitions{};
  Text initial{};                   // of one_of; empty for the first
  List<StateDescription> one_of{};  // makes it sequential
  List<StateDescription> all_of{};  // makes it concurrent
};

// A question that is asked at the end of every step; the answer can be read from the state.
template <class Context>
struct MonitorDescription {
  Text name{};
  Question<Context> watch = nullptr;
};

template <class Context>
struct MachineDescription {
  using ContextOfMachine = Context;

  PanelDescription panel{};
  List<MonitorDescription<Context>> monitors{};
  StateDescription<Context> root{};  // its name is the machine's
};

}  // namespace backlot::hcsm
