// The stretches of a network for a few widths of bodies, worked out beforehand.
//
//   const StretchTable stretches = build_stretch_table(network, std::array{0.3, 0.4, 0.9, 1.25});  // once
//   const std::optional<std::size_t> car = stretches.find_width(0.88);                           // once for each body
//   if (const auto touch = stretches.find(dependency, *car, *truck)) ...                         // as often as you like
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/network/dependency.h"

namespace backlot::network {

class Network;

// A model beside the network: const, and asked from any number of threads at once. The stretches of pairs of corridors that
// lie to each other alike are kept once, so that a town from a template costs one crossing.
class StretchTable {
 public:
  std::span<const double> half_widths() const { return half_widths_; }

  // The first half width of the table that is not smaller, so that a stretch is never too short; none where all are.
  std::optional<std::size_t> find_width(double half_width) const;

  // What Network::find_stretches says for two half widths of the table, by their places in it, rounded outwards to a float.
  // Reads 16 bytes.
  std::optional<Stretches> find(const Dependency& dependency, std::size_t own, std::size_t other) const {
    BACKLOT_ASSERT(own < half_widths_.size() && other < half_widths_.size(),
                   "the table has no such half width");
    const bool is_second = dependency.contact % 2 == 1;
    const std::size_t row = is_second ? other : own, column = is_second ? own : other;
    const Cell& cell =
        cells_[(dependency.contact / 2 * half_widths_.size() + row) * half_widths_.size() + column];
    if (cell.first_from > cell.first_to) return std::nullopt;
    const auto stretch = [](float from, float to) {
      return Stretch{static_cast<double>(from), static_cast<double>(to)};
    };
    const Stretch on_first = stretch(cell.first_from, cell.first_to),
                  on_second = stretch(cell.second_from, cell.second_to);
    return is_second ? Stretches{on_second, on_first} : Stretches{on_first, on_second};
  }

  std::size_t bytes() const;

 private:
  friend StretchTable build_stretch_table(const Network& network, std::span<const double> half_widths);

  // On the first corridor of a contact and on the second; from > to where bodies pass clear.
  struct Cell {
    float first_from = 1, first_to = 0;
    float second_from = 1, second_to = 0;
  };

  std::vector<double> half_widths_;
  std::vector<Cell> cells_;  // by contact, half width on the first corridor, half width on the second
};

// Half widths from 0 to kWidestBodyHalf_m, each larger than the one before; at least one.
StretchTable build_stretch_table(const Network& network, std::span<const double> half_widths);

}  // namespace backlot::network
