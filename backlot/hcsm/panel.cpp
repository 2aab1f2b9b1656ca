#include "backlot/hcsm/panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/hcsm/internal/names.h"

namespace backlot::hcsm {

namespace {

void check_dial(const DialDescription& dial, base::Diagnostics& found) {
  const bool is_finite = std::isfinite(dial.least) && std::isfinite(dial.value) && std::isfinite(dial.most);
  if (is_finite && dial.least <= dial.value && dial.value <= dial.most) return;
  found.error("H110", {},
              fmt::format("dial \"{}\" stands at {} between {} and {}", dial.name.view(), dial.value,
                          dial.least, dial.most),
              "give finite numbers, least <= value <= most");
}

}  // namespace

void add(base::Hasher& hasher, const PanelState& panel) {
  for (const double value : panel.dials) hasher.add(value);
  hasher.add(panel.pressed);
  hasher.add(panel.missed);
}

std::string_view to_text(Answer answer) {
  switch (answer) {
    case Answer::done:
      return "done";
    case Answer::limited:
      return "limited";
    case Answer::refused:
      break;
  }
  return "refused";
}

base::Result<ControlPanel> ControlPanel::build(PanelDescription description) {
  base::Diagnostics found;
  std::vector<std::string_view> dials;
  dials.reserve(description.dials.size());
  for (const DialDescription& dial : description.dials) dials.push_back(dial.name);
  const std::vector<std::string_view> buttons(description.buttons.begin(), description.buttons.end());
  internal::check_names("dial", dials, kMostDials, found);
  internal::check_names("button", buttons, kMostButtons, found);
  for (const DialDescription& dial : description.dials) check_dial(dial, found);

  ControlPanel panel;
  panel.description_ = std::move(description);
  return base::Result<ControlPanel>::from(std::move(panel), std::move(found));
}

DialId ControlPanel::find_dial(std::string_view name) const {
  for (std::size_t i = 0; i < dials().size(); ++i)
    if (dials()[i].name == name) return DialId::from_size(i);
  return {};
}

ButtonId ControlPanel::find_button(std::string_view name) const {
  for (std::size_t i = 0; i < buttons().size(); ++i)
    if (buttons()[i] == name) return ButtonId::from_size(i);
  return {};
}

PanelState ControlPanel::at_rest() const {
  PanelState state;
  BACKLOT_ASSERT(dials().size() <= state.dials.size(),
                 "a panel has no more dials than its state has room for");
  for (std::size_t i = 0; i < dials().size(); ++i) state.dials[i] = dials()[i].value;
  return state;
}

Answer deliver(const ControlPanel& panel, PanelState& state, const Message& message) {
  if (!message.button.is_empty()) {
    if (message.button.index() >= panel.buttons().size()) return Answer::refused;
    state.pressed |= 1U << message.button.index();
    return Answer::done;
  }
  if (message.dial.is_empty() || message.dial.index() >= panel.dials().size() || std::isnan(message.value))
    return Answer::refused;
  const DialDescription& dial = panel.dials()[message.dial.index()];
  const double value = std::clamp(message.value, dial.least, dial.most);
  state.dials[message.dial.index()] = value;
  return value == message.value ? Answer::done : Answer::limited;
}

}  // namespace backlot::hcsm
