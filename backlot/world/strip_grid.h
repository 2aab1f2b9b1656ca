// Which strips lie where, seen from above: squares of the plane with the pieces of strips whose middles are in them. Made once, const.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/network/ids.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

// Sides along the axes.
struct PlanBox {
  double low_x = 0, low_y = 0, high_x = 0, high_y = 0;
};

class StripGrid {
 public:
  static constexpr double kCell_m = 64;
  static constexpr double kPiece_m = 16;

  // Strips that follow each other, and the distances between which they belong to a square; the first and the last piece of a strip go on
  // for ever. So each place of a strip belongs to one square, and who asks for some squares meets nobody twice. Corridors of one
  // intersection that are wholly in a square are one piece together.
  struct Piece {
    network::StripId strip{};  // the first
    std::uint32_t count = 1;   // strips
    float from = 0, to = 0;
    float low_x = 0, low_y = 0, high_x = 0,
          high_y = 0;  // what of their surface is between these lies in this box
  };

  // Of the strips that vehicles drive on.
  explicit StripGrid(const Tracks& tracks);

  // Calls for all pieces whose boxes touch a box. A box that is none has no pieces. Costs no more than there are squares.
  template <class Call>
  void for_pieces(const PlanBox& box, const Call& call) const {
    if (!(box.low_x <= box.high_x && box.low_y <= box.high_y) || used_ == 0) return;
    // squares have pieces whose middles are in them
    const PlanBox wide{box.low_x - slack_m_, box.low_y - slack_m_, box.high_x + slack_m_,
                       box.high_y + slack_m_};
    if (wide.low_x >= (high_x_ + 1) * kCell_m || wide.low_y >= (high_y_ + 1) * kCell_m ||
        wide.high_x < low_x_ * kCell_m || wide.high_y < low_y_ * kCell_m)
      return;
    const Cells cells{clamped(wide.low_x, low_x_, high_x_), clamped(wide.low_y, low_y_, high_y_),
                      clamped(wide.high_x, low_x_, high_x_), clamped(wide.high_y, low_y_, high_y_)};
    const auto call_for = [&](const Slot& slot) {
      for (std::uint32_t k = slot.first; k < slot.first + slot.count; ++k) {
        const Piece& piece = pieces_[k];
        if (static_cast<double>(piece.low_x) <= box.high_x &&
            static_cast<double>(piece.high_x) >= box.low_x &&
            static_cast<double>(piece.low_y) <= box.high_y && static_cast<double>(piece.high_y) >= box.low_y)
          call(piece);
      }
    };
    const std::int64_t asked =
        (std::int64_t{cells.high_x} - cells.low_x + 1) * (std::int64_t{cells.high_y} - cells.low_y + 1);
    if (asked > static_cast<std::int64_t>(slots_.size())) {
      for (const Slot& slot : slots_)
        if (slot.count > 0 && cells.hold(slot)) call_for(slot);
      return;
    }
    for (std::int32_t y = cells.low_y; y <= cells.high_y; ++y)
      for (std::int32_t x = cells.low_x; x <= cells.high_x; ++x)
        if (const Slot& slot = slots_[slot_of(x, y)]; slot.count > 0) call_for(slot);
  }

  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot) + pieces_.capacity() * sizeof(Piece); }

 private:
  struct Slot {
    std::int32_t x = 0, y = 0;
    std::uint32_t first = 0, count = 0;  // pieces; none where the slot is free
  };
  struct Cells {
    std::int32_t low_x, low_y, high_x, high_y;
    bool hold(const Slot& s) const { return s.x >= low_x && s.x <= high_x && s.y >= low_y && s.y <= high_y; }
  };

  static std::int32_t cell_of(double at);
  static std::int32_t clamped(double at, std::int32_t low, std::int32_t high) {
    if (at <= low * kCell_m) return low;
    return at >= high * kCell_m ? high : cell_of(at);
  }
  // Where a square is in the table, or where it would be.
  std::size_t slot_of(std::int32_t x, std::int32_t y) const;

  std::vector<Slot> slots_;  // a power of two, half of them free
  std::vector<Piece> pieces_;
  std::size_t used_ = 0;
  std::int32_t low_x_ = 0, low_y_ = 0, high_x_ = 0, high_y_ = 0;  // squares that there are
  double slack_m_ = 0;  // no piece reaches further out of its square
};

}  // namespace backlot::world
