// The control panel of a machine: what others may ask of it. Dials hold a value until they are turned; buttons are pressed once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "backlot/base/hash.h"
#include "backlot/base/result.h"
#include "backlot/hcsm/ids.h"
#include "backlot/hcsm/text.h"

namespace backlot::hcsm {

constexpr std::size_t kMostDials = 15;
constexpr std::size_t kMostButtons = 32;

// ---- What it is to be ------------------------------------------------------------------------------------

struct DialDescription {
  Text name{};
  Text unit{};                      // for people: "m/s"; empty for a plain number
  double value = 0;                 // before anyone turns it
  double least = -1e9, most = 1e9;  // its ends, least <= value <= most

  friend bool operator==(const DialDescription&, const DialDescription&) = default;
};

struct PanelDescription {
  std::vector<DialDescription> dials{};
  std::vector<Text> buttons{};

  bool is_empty() const { return dials.empty() && buttons.empty(); }
  friend bool operator==(const PanelDescription&, const PanelDescription&) = default;
};

// ---- State -----------------------------------------------------------------------------------------------

// How the panel of one actor stands: plain data without padding, two cache lines.
//
// A button that was pressed between two steps is down during the next one. The first transition or function that acts
// on it takes it, and for all that come later in the step it is up again. A button that nothing took is released at the
// end of the step. It counts as missed until the end of the next step, so that the sender of the press can see that it was in vain.
struct PanelState {
  std::array<double, kMostDials> dials{};  // by DialId; those that the panel does not have stay 0
  std::uint32_t pressed = 0;               // a bit for each ButtonId
  std::uint32_t missed = 0;

  double dial(DialId id) const { return dials[id.index()]; }
  bool is_pressed(ButtonId id) const { return (pressed >> id.index() & 1U) != 0; }
  bool was_missed(ButtonId id) const { return (missed >> id.index() & 1U) != 0; }

  static void visit(auto& self, auto& field) { field(self.dials, self.pressed, self.missed); }
  friend bool operator==(const PanelState&, const PanelState&) = default;
};

// Whether the button was down; it is up afterwards.
inline bool take(PanelState& panel, ButtonId id) {
  const bool was_pressed = panel.is_pressed(id);
  panel.pressed &= ~(1U << id.index());
  return was_pressed;
}

// The end of a step: buttons that nothing took come up and are remembered as missed. `step` does it.
inline void release_buttons(PanelState& panel) {
  panel.missed = panel.pressed;
  panel.pressed = 0;
}

void add(base::Hasher& hasher, const PanelState& panel);

// ---- The model, and messages to it -------------------------------------------------------------------------

// A directive to a machine: a dial with its new value, or a button. Made by `turn` and `press`.
struct Message {
  DialId dial{};
  ButtonId button{};
  double value = 0;

  friend bool operator==(const Message&, const Message&) = default;
};
constexpr Message turn(DialId dial, double value) { return {dial, {}, value}; }
constexpr Message press(ButtonId button) { return {{}, button, 0}; }

enum class Answer : std::uint8_t {
  done,
  limited,  // the dial has an end there, and stands at it now
  refused,  // no such dial or button, or a value that is no number; nothing has changed
};
std::string_view to_text(Answer answer);

// A checked panel, const and shared by all actors of one kind.
class ControlPanel {
 public:
  ControlPanel() = default;  // without dials and buttons

  // Fails with H101, H102, H110, H111.
  static base::Result<ControlPanel> build(PanelDescription description);

  std::span<const DialDescription> dials() const { return description_.dials; }
  std::span<const Text> buttons() const { return description_.buttons; }

  // Empty where no dial or button has this name.
  DialId find_dial(std::string_view name) const;
  ButtonId find_button(std::string_view name) const;

  // Every dial at its own value, every button up.
  PanelState at_rest() const;

 private:
  PanelDescription description_;
};

// Between two steps of the machine, never within one.
Answer deliver(const ControlPanel& panel, PanelState& state, const Message& message);

}  // namespace backlot::hcsm
