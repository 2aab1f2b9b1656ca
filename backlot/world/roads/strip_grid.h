// Which strips lie where, seen from above: squares of the plane with the pieces of strips that have their middles in
// them. Made once, const.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "backlot/network/ids.h"
#include "backlot/world/plan_box.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

class StripGrid {
 public:
  static constexpr double kCell_m = 64;
  static constexpr double kPiece_m = 16;

  // Strips that follow each other, and the distances between which they belong to a square; the first and the last
  // piece of a strip go on for ever. So each place of a strip belongs to one square, and a query over some squares
  // meets no place twice. Corridors of one intersection that are wholly in a square are one piece together.
  struct Piece {
    network::StripId strip{};  // the first
    std::uint32_t count = 1;   // strips
    float from = 0, to = 0;
    float low_x = 0, low_y = 0, high_x = 0,
          high_y = 0;  // what of their surface is between these lies in this box
  };

  // Of the strips that vehicles drive on.
  explicit StripGrid(const Tracks& tracks);

  // Calls for all pieces with boxes that touch a box. An invalid box has no pieces. Costs no more than there are blocks of squares.
  template <class Call>
  void for_pieces(const PlanBox& box, const Call& call) const {
    if (!(box.low_x <= box.high_x && box.low_y <= box.high_y) || blocks_.empty()) return;
    // squares have the pieces with middles in them
    const PlanBox wide{box.low_x - slack_m_, box.low_y - slack_m_, box.high_x + slack_m_,
                       box.high_y + slack_m_};
    if (wide.low_x >= (high_x_ + 1) * kCell_m || wide.low_y >= (high_y_ + 1) * kCell_m ||
        wide.high_x < low_x_ * kCell_m || wide.high_y < low_y_ * kCell_m)
      return;
    const Cells cells{clamped(wide.low_x, low_x_, high_x_), clamped(wide.low_y, low_y_, high_y_),
                      clamped(wide.high_x, low_x_, high_x_), clamped(wide.high_y, low_y_, high_y_)};
    const Cells asked{block_of(cells.low_x), block_of(cells.low_y), block_of(cells.high_x),
                      block_of(cells.high_y)};
    const std::int64_t count =
        (std::int64_t{asked.high_x} - asked.low_x + 1) * (std::int64_t{asked.high_y} - asked.low_y + 1);
    if (count > static_cast<std::int64_t>(blocks_.size())) {
      for (const Block& block : blocks_)
        if (asked.hold(block)) call_in(block, cells, box, call);
      return;
    }
    for (std::int32_t y = asked.low_y; y <= asked.high_y; ++y)
      for (std::int32_t x = asked.low_x; x <= asked.high_x; ++x)
        if (const std::uint32_t at = slots_[slot_of(x, y)]; at != kFree)
          call_in(blocks_[at], cells, box, call);
  }

  std::size_t bytes() const {
    return slots_.capacity() * sizeof(std::uint32_t) + blocks_.capacity() * sizeof(Block) +
           pieces_.capacity() * sizeof(Piece);
  }

 private:
  static constexpr std::int32_t kSide = 8;  // squares
  static constexpr std::uint32_t kFree = 0xffffffffU;

  // Squares beside each other, row by row: so those of a row that are asked for have their pieces one after the other.
  struct Block {
    std::int32_t x = 0, y = 0;
    std::array<std::uint32_t, kSide * kSide + 1>
        first{};  // piece of each square, and where the last one ends
  };
  struct Cells {
    std::int32_t low_x, low_y, high_x, high_y;
    bool hold(const Block& b) const { return b.x >= low_x && b.x <= high_x && b.y >= low_y && b.y <= high_y; }
  };

  template <class Call>
  void call_in(const Block& block, const Cells& cells, const PlanBox& box, const Call& call) const {
    const std::int32_t x = block.x * kSide, y = block.y * kSide;
    const std::int32_t low_x = std::max(cells.low_x - x, 0), high_x = std::min(cells.high_x - x, kSide - 1);
    const std::int32_t low_y = std::max(cells.low_y - y, 0), high_y = std::min(cells.high_y - y, kSide - 1);
    for (std::int32_t row = low_y; row <= high_y; ++row) {
      const std::uint32_t* of_row = block.first.data() + std::ptrdiff_t{row} * kSide;
      for (std::uint32_t k = of_row[low_x]; k < of_row[high_x + 1]; ++k) {
        const Piece& piece = pieces_[k];
        // all four at once: which of them fails cannot be foreseen
        if ((static_cast<double>(piece.low_x) <= box.high_x) &
            (static_cast<double>(piece.high_x) >= box.low_x) &
            (static_cast<double>(piece.low_y) <= box.high_y) &
            (static_cast<double>(piece.high_y) >= box.low_y))
          call(piece);
      }
    }
  }

  static std::int32_t cell_of(double at);
  static std::int32_t block_of(std::int32_t cell) { return (cell >= 0 ? cell : cell - (kSide - 1)) / kSide; }
  static std::int32_t clamped(double at, std::int32_t low, std::int32_t high) {
    if (at <= low * kCell_m) return low;
    return at >= high * kCell_m ? high : cell_of(at);
  }
  // Where a block is in the table, or where it would be.
  std::size_t slot_of(std::int32_t x, std::int32_t y) const;

  std::vector<std::uint32_t> slots_;  // blocks; a power of two, half of them free
  std::vector<Block> blocks_;
  std::vector<Piece> pieces_;
  std::int32_t low_x_ = 0, low_y_ = 0, high_x_ = 0, high_y_ = 0;  // squares that there are
  double slack_m_ = 0;  // no piece reaches further out of its square
};

}  // namespace backlot::world
