#include "backlot/hcsm/machine_draft.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/hcsm/internal/names.h"

namespace backlot::hcsm {

namespace {

template <class Things>
std::vector<std::string_view> names_of(const Things& things) {
  std::vector<std::string_view> names;
  names.reserve(things.size());
  for (const auto& thing : things) names.push_back(thing.name);
  return names;
}

// Goes through a draft once, fills the outline as far as it makes sense, and goes on after errors.
class Drafter {
 public:
  explicit Drafter(const MachineDraft& draft) : draft_(draft) {}

  base::Result<MachineOutline> outline() {
    panel();
    monitors();
    internal::check_names("state", names_of(draft_.states), kMostStates, found_);
    if (draft_.states.size() <= kMostStates) {
      states();
      transitions();
      if (!found_.has_errors()) {
        sets();
        reach();
      }
    }
    return base::Result<MachineOutline>::from(std::move(out_), std::move(found_));
  }

 private:
  void panel() {
    base::Result<ControlPanel> panel = ControlPanel::build(draft_.panel);
    found_.append(panel.diagnostics());
    if (panel) out_.panel = std::move(*panel);
    if (!draft_.panel.is_empty() && !draft_.has_panel) {
      found_.error("H112", {}, "the machine has a control panel, and its context has no place for one",
                   "give the context a member `panel` of type hcsm::PanelState");
    }
  }

  void monitors() {
    internal::check_names("monitor", names_of(draft_.monitors), kMostMonitors, found_);
    for (const MonitorDraft& monitor : draft_.monitors) {
      out_.monitors.push_back(monitor.name);
      if (!monitor.has_question)
        found_.error("H109", {}, fmt::format(R"(monitor "{}" watches nothing)", monitor.name),
                     "give it a `watch`");
    }
  }

  void states() {
    for (std::size_t i = 0; i < draft_.states.size(); ++i) {
      const StateDraft& s = draft_.states[i];
      StateOutline state{.name = s.name};
      if (s.one_of > 0 && s.all_of > 0) {
        found_.error("H103", {}, fmt::format(R"(state "{}" is both one of and all of its children)", s.name),
                     "put one of the two groups into a state of its own");
      }
      if (s.all_of > 0) state.kind = StateKind::concurrent;
      if (s.one_of > 0) state.kind = StateKind::sequential;
      out_.states.push_back(std::move(state));
      if (i > 0) {
        BACKLOT_ASSERT(s.parent < i, "a parent is declared before its children");
        out_.states[i].parent = StateId::from_size(s.parent);
        out_.states[s.parent].children.push_back(StateId::from_size(i));
      }
    }
    for (std::size_t i = 0; i < draft_.states.size(); ++i) initial(draft_.states[i], out_.states[i]);
  }

  void initial(const StateDraft& draft, StateOutline& state) {
    if (state.kind == StateKind::sequential) {
      BACKLOT_ASSERT(!state.children.empty(), "a state with one of its children has a child");
      state.initial = draft.initial.empty() ? state.children[0] : child_of(state, draft.initial);
      if (!state.initial.is_empty()) return;
      std::vector<std::string_view> names;
      for (const StateId child : state.children) names.push_back(out_.state(child).name);
      found_.error("H104", {},
                   fmt::format(R"(state "{}" begins with "{}", which is none of its children)", state.name,
                               draft.initial),
                   base::did_you_mean(draft.initial, names));
    } else if (!draft.initial.empty()) {
      found_.error(
          "H104", {},
          fmt::format(R"(state "{}" begins with "{}", and is not one of several)", state.name, draft.initial),
          "only a state with `one_of` has an initial child");
    }
  }

  StateId child_of(const StateOutline& parent, std::string_view name) const {
    for (const StateId child : parent.children)
      if (out_.state(child).name == name) return child;
    return {};
  }

  void transitions() {
    for (const TransitionDraft& t : draft_.transitions) {
      BACKLOT_ASSERT(t.from < out_.states.size(), "a transition leads from a state");
      const StateOutline& from = out_.states[t.from];
      TransitionOutline transition{.from = StateId::from_size(t.from), .label = t.label};
      transition.to = target(t, from);
      if (!t.button.empty()) transition.button = button(t, from);
      if (t.button.empty() && !t.has_question) {
        found_.error("H107", {},
                     fmt::format(R"(the transition from "{}" to "{}" does not say when)", from.name, t.to),
                     "give it `when` or a `button`");
      }
      out_.transitions.push_back(std::move(transition));
    }
  }

  StateId target(const TransitionDraft& t, const StateOutline& from) {
    if (from.parent.is_empty() || out_.state(from.parent).kind != StateKind::sequential) {
      found_.error(
          "H106", {},
          fmt::format(R"(state "{}" is never left by itself, and has a transition to "{}")", from.name, t.to),
          "only a child of a state with `one_of` has transitions");
      return {};
    }
    const StateOutline& parent = out_.state(from.parent);
    const StateId to = child_of(parent, t.to);
    if (!to.is_empty()) return to;
    if (!out_.find_state(t.to).is_empty()) {
      found_.error("H106", {},
                   fmt::format(R"(the transition from "{}" leads to "{}", which is not beside it in "{}")",
                               from.name, t.to, parent.name),
                   "lead to a sibling; to go further, give the transition to the parent");
    } else {
      found_.error("H105", {},
                   fmt::format(R"(the transition from "{}" leads to "{}", and there is no such state)",
                               from.name, t.to),
                   base::did_you_mean(t.to, names_of(out_.states)));
    }
    return {};
  }

  ButtonId button(const TransitionDraft& t, const StateOutline& from) {
    // by the description, as a panel with another fault is not there
    const std::vector<std::string_view> names(draft_.panel.buttons.begin(), draft_.panel.buttons.end());
    const auto at = std::find(names.begin(), names.end(), t.button);
    if (at != names.end()) return ButtonId::from_size(static_cast<std::size_t>(at - names.begin()));
    found_.error("H108", {},
                 fmt::format(R"(the transition from "{}" to "{}" waits for a button "{}" that is not there)",
                             from.name, t.to, t.button),
                 base::did_you_mean(t.button, names));
    return {};
  }

  // From the last state to the first, so that children have theirs before their parents.
  void sets() {
    for (std::size_t i = out_.states.size(); i-- > 0;) {
      StateOutline& s = out_.states[i];
      s.within = s.entered = StateSet::of(StateId::from_size(i));
      for (const StateId child : s.children) {
        s.within = s.within | out_.state(child).within;
        if (s.kind == StateKind::concurrent || child == s.initial)
          s.entered = s.entered | out_.state(child).entered;
      }
    }
  }

  // Which children of sequential states can become active at all.
  void reach() {
    StateSet reached;
    for (const StateOutline& s : out_.states)
      if (s.kind == StateKind::sequential) reached = reached | StateSet::of(s.initial);
    for (bool grows = true; grows;) {
      const StateSet known = reached;
      for (const TransitionOutline& t : out_.transitions)
        if (reached.has(t.from)) reached = reached | StateSet::of(t.to);
      grows = reached != known;
    }
    for (std::size_t i = 1; i < out_.states.size(); ++i) {
      const StateOutline& s = out_.states[i];
      if (out_.state(s.parent).kind != StateKind::sequential || reached.has(StateId::from_size(i))) continue;
      found_.warning("H201", {}, fmt::format(R"(no transition ever leads to state "{}")", s.name),
                     "lead to it, or leave it out");
    }
  }

  const MachineDraft& draft_;
  MachineOutline out_;
  base::Diagnostics found_;
};

}  // namespace

base::Result<MachineOutline> outline_of(const MachineDraft& draft) { return Drafter(draft).outline(); }

}  // namespace backlot::hcsm
