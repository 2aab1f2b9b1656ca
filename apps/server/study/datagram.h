// Events from and to other programs, as text: one line of JSON with a name, and where they are there a number and a stamp of the sender.
//
//   {"name": "go", "value": 1, "stamp": 1234.5}
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "backlot/trial/stamped_event.h"

namespace backlot::server {

inline constexpr std::size_t kMostDatagramBytes = 1400;  // in one packet of any network
inline constexpr std::size_t kLongestEventName = 64;

struct OutsideEvent {
  std::string name;
  std::optional<double> value{}, sender_stamp{};
};

// Empty where the bytes are no such event; `why` says what is wrong with them. Further keys are ignored. A name is made of letters, digits, and the signs
// . _ - : /; numbers are finite.
std::optional<OutsideEvent> read_datagram(std::string_view bytes, std::string& why);

// What a note of a scene sends: `send NAME`, `send NAME NUMBER`. Empty for an ordinary note.
std::optional<OutsideEvent> read_sent_note(std::string_view note);

// With the stamps of the three clocks: `stamp` is the time of the trial.
std::string write_datagram(const trial::StampedEvent& event);

}  // namespace backlot::server
