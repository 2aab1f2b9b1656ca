// Where bodies on one corridor touch those on another, stored for some half widths and asked for any.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "backlot/network/dependency.h"
#include "backlot/network/internal/contacts.h"

namespace backlot::network::internal {

// The stretch on one corridor for every pair of stored half widths, [own][other].
struct ConflictTable {
  static constexpr std::size_t kWidths = kBodyHalfWidths.size();

  // Where bodies touch; from > to where they pass clear. Where it runs to an end of the corridor it may go beyond it, as far
  // as it would if the corridor went on: so it grows evenly, and can be interpolated.
  struct Cell {
    float from = 1, to = 0;

    bool is_clear() const { return from > to; }

    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::array<std::array<Cell, kWidths>, kWidths> cells{};

  // What the interpolation between a cell and the three next to it, for larger widths, may lack: millimetres.
  struct Lack {
    std::uint16_t back = 0, ahead = 0;

    friend bool operator==(const Lack&, const Lack&) = default;
  };
  std::array<std::array<Lack, kWidths - 1>, kWidths - 1> lacks{};

  float length = 0;  // of the corridor

  // Wider bodies touch wherever narrower ones do, so the widest pair tells.
  bool is_clear() const { return cells.back().back().is_clear(); }

  friend bool operator==(const ConflictTable&, const ConflictTable&) = default;
};

// From the contacts on a line of this length.
ConflictTable table_of(const Contacts& contacts, double length);

// The stretch for any half widths; none where the bodies pass clear. Never too short: it holds the true one. For stored widths
// it is the true one but for a centimetre across and a few along. Between them it is interpolated, and no longer than for the
// next larger stored ones; 0.3 m too long at most at each end, but for these:
//   - bodies just wide enough to touch, which at the next smaller stored widths would pass clear: as for the next larger;
//   - edges that meet at less than 20 degrees or so, or graze, where a centimetre across is many along;
//   - widths near which a second place of contact comes in.
// (Of random pairs of corridors one stretch in fifty to a hundred is of the last two kinds.)
// Below the smallest stored width: the stretch of the smallest.
// Beyond the largest: extrapolated by the growth of the last interval, without a promise; none where the largest is clear.
std::optional<Stretch> stretch_at(const ConflictTable& table, double half_width, double other_half_width);

}  // namespace backlot::network::internal
