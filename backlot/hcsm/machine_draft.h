// A description without its functions, still by names: what is checked, and becomes an outline.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/hcsm/machine_description.h"
#include "backlot/hcsm/machine_outline.h"

namespace backlot::hcsm {

struct StateDraft {
  std::string name, initial;
  std::size_t parent = 0;              // of the root: itself
  std::size_t one_of = 0, all_of = 0;  // how many
};

struct TransitionDraft {
  std::size_t from = 0;
  std::string to, button, label;
  bool has_question = false;
};

struct MonitorDraft {
  std::string name;
  bool has_question = false;
};

struct MachineDraft {
  PanelDescription panel;
  bool has_panel = false;  // whether the context has one
  std::vector<MonitorDraft> monitors;
  std::vector<StateDraft> states;  // a parent before its children
  std::vector<TransitionDraft> transitions;
};

// All that is wrong with it (H1xx), or the outline, perhaps with warnings (H2xx).
base::Result<MachineOutline> outline_of(const MachineDraft& draft);

// Adds the state and all below it, and lists their descriptions in the same order.
template <class Context>
void add_state(const StateDescription<Context>& state, std::size_t parent, MachineDraft& draft,
               std::vector<const StateDescription<Context>*>& listed) {
  const std::size_t index = draft.states.size();
  draft.states.push_back({std::string(state.name), std::string(state.initial), parent, state.one_of.size(),
                          state.all_of.size()});
  listed.push_back(&state);
  for (const TransitionDescription<Context>& t : state.transitions)
    draft.transitions.push_back(
        {index, std::string(t.to), std::string(t.button), std::string(t.label), t.when != nullptr});
  for (const StateDescription<Context>& child : state.one_of) add_state(child, index, draft, listed);
  for (const StateDescription<Context>& child : state.all_of) add_state(child, index, draft, listed);
}

}  // namespace backlot::hcsm
