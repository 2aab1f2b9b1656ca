// One row for each kind of directive: all that differs from kind to kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "backlot/direct/directive.h"
#include "backlot/direct/lease.h"

namespace backlot::direct {

enum class Channel : std::uint8_t { pace, lane, route, rules };
inline constexpr std::size_t kChannels = 4;
inline constexpr std::size_t kDirectiveKinds = std::variant_size_v<What>;

struct DirectiveRow {
  const char* name = nullptr;  // "keep headway"
  Channel channel = Channel::pace;
  bool leaves_home =
      false;  // while it is held the actor may drive beside its usual place in the lane, and returns afterwards
  Refusal (*check)(const What& what) = nullptr;
  Beginning (*begin)(const DirectedActor& actor, Lease& lease) = nullptr;
  Progress (*go_on)(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) = nullptr;
  // the same for a person on foot
  Beginning (*begin_on_foot)(const DirectedWalker& walker, Lease& lease) = nullptr;
  Progress (*go_on_on_foot)(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) = nullptr;

  constexpr bool is_for_vehicles() const { return go_on != nullptr; }
  constexpr bool is_for_people() const { return go_on_on_foot != nullptr; }
};

// By kind.
std::span<const DirectiveRow, kDirectiveKinds> directive_table();
inline const DirectiveRow& row_of(const Directive& directive) { return directive_table()[directive.kind()]; }
// Of a kind; empty where there is no such kind.
const char* name_of(std::size_t kind);

}  // namespace backlot::direct
