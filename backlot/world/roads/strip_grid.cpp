#include "backlot/world/roads/strip_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

#include "backlot/base/hash.h"

namespace backlot::world {

namespace {

using Piece = StripGrid::Piece;

constexpr float kForEver = std::numeric_limits<float>::infinity();

struct Placed {
  std::int32_t x, y;
  Piece piece;
};

void widen(const Piece& by, Piece& piece) {
  piece.low_x = std::min(piece.low_x, by.low_x);
  piece.low_y = std::min(piece.low_y, by.low_y);
  piece.high_x = std::max(piece.high_x, by.high_x);
  piece.high_y = std::max(piece.high_y, by.high_y);
}

// The box of the surface between two distances: by its edges at both ends and in the middle, and what a bend may bulge between these.
Piece piece_of(const Tracks& tracks, const Track& track, double from, double to) {
  constexpr float kBulge_m = 1.5F;
  Piece piece{track.strip, 1,        static_cast<float>(from), static_cast<float>(to), kForEver, kForEver,
              -kForEver,   -kForEver};
  for (const double distance : {from, 0.5 * (from + to), to}) {
    const network::LaneEdges edges = tracks.network().edges(track.strip, distance);
    for (const double offset : {edges.left, edges.right}) {
      const geometry::WorldPoint p = tracks.place(track, distance, offset);
      const auto x = static_cast<float>(p.x), y = static_cast<float>(p.y);
      widen({{}, 1, 0, 0, x - kBulge_m, y - kBulge_m, x + kBulge_m, y + kBulge_m}, piece);
    }
  }
  return piece;
}

// Whether a piece is all of some corridors, and the next one that of the corridor that follows.
bool are_one(const network::Network& net, const Piece& piece, const Piece& next) {
  const auto is_whole = [](const Piece& p) { return p.from == -kForEver && p.to == kForEver; };
  if (!is_whole(piece) || !is_whole(next) || next.strip.index() != piece.strip.index() + piece.count)
    return false;
  const network::CorridorId one = net.corridor_of(piece.strip), other = net.corridor_of(next.strip);
  return !one.is_empty() && !other.is_empty() &&
         net.corridor(one).intersection == net.corridor(other).intersection;
}

}  // namespace

std::int32_t StripGrid::cell_of(double at) {
  constexpr double kFurthest = 1e9;  // squares: more than there is of the world
  return static_cast<std::int32_t>(std::clamp(std::floor(at * (1 / kCell_m)), -kFurthest, kFurthest));
}

std::size_t StripGrid::slot_of(std::int32_t x, std::int32_t y) const {
  const std::uint64_t both =
      (std::uint64_t{static_cast<std::uint32_t>(y)} << 32U) | static_cast<std::uint32_t>(x);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(base::mix_bits(both)) & mask;
  while (slots_[at] != kFree && (blocks_[slots_[at]].x != x || blocks_[slots_[at]].y != y))
    at = (at + 1) & mask;
  return at;
}

StripGrid::StripGrid(const Tracks& tracks) {
  const network::Network& net = tracks.network();
  std::vector<Placed> placed;
  network::StripId last{};
  // the tracks of a strip come one after the other
  for (const Track& track : tracks.all()) {
    if (track.strip == last) continue;
    last = track.strip;
    const auto count = static_cast<std::uint32_t>(std::max(1.0, std::ceil(track.strip_length / kPiece_m)));
    const double length = track.strip_length / count;
    const std::size_t first = placed.size();
    for (std::uint32_t k = 0; k < count; ++k) {
      const Piece piece = piece_of(tracks, track, k * length, (k + 1) * length);
      const std::int32_t x = cell_of(0.5 * static_cast<double>(piece.low_x + piece.high_x)),
                         y = cell_of(0.5 * static_cast<double>(piece.low_y + piece.high_y));
      if (placed.size() > first && placed.back().x == x && placed.back().y == y) {
        widen(piece, placed.back().piece);
      } else {
        if (placed.size() > first) placed.back().piece.to = piece.from;
        placed.push_back({x, y, piece});
      }
    }
    placed[first].piece.from = -kForEver;
    placed.back().piece.to = kForEver;
  }
  if (placed.empty()) return;
  const auto order = [](const Placed& p) {
    return std::tuple(block_of(p.y), block_of(p.x), p.y, p.x, p.piece.strip, p.piece.from);
  };
  std::sort(placed.begin(), placed.end(),
            [&order](const Placed& a, const Placed& b) { return order(a) < order(b); });

  low_x_ = high_x_ = placed[0].x;
  low_y_ = high_y_ = placed[0].y;
  const Placed* last_placed = nullptr;
  for (const Placed& p : placed) {
    const Piece& piece = p.piece;
    slack_m_ = std::max({slack_m_, p.x * kCell_m - static_cast<double>(piece.low_x),
                         p.y * kCell_m - static_cast<double>(piece.low_y),
                         static_cast<double>(piece.high_x) - (p.x + 1) * kCell_m,
                         static_cast<double>(piece.high_y) - (p.y + 1) * kCell_m});
    low_x_ = std::min(low_x_, p.x);
    low_y_ = std::min(low_y_, p.y);
    high_x_ = std::max(high_x_, p.x);
    high_y_ = std::max(high_y_, p.y);
    const std::int32_t x = block_of(p.x), y = block_of(p.y);
    if (blocks_.empty() || blocks_.back().x != x || blocks_.back().y != y) {
      blocks_.push_back({x, y, {}});
      blocks_.back().first.fill(static_cast<std::uint32_t>(pieces_.size()));
    }
    const bool is_of_same = last_placed != nullptr && last_placed->x == p.x && last_placed->y == p.y;
    last_placed = &p;
    if (is_of_same && are_one(net, pieces_.back(), piece)) {
      widen(piece, pieces_.back());
      ++pieces_.back().count;
      continue;
    }
    pieces_.push_back(piece);
    // all squares behind this one begin after it
    const auto square = static_cast<std::size_t>((p.y - y * kSide) * kSide + (p.x - x * kSide));
    std::fill(blocks_.back().first.begin() + static_cast<std::ptrdiff_t>(square) + 1,
              blocks_.back().first.end(), static_cast<std::uint32_t>(pieces_.size()));
  }
  slots_.assign(std::bit_ceil(2 * blocks_.size() + 1), kFree);
  for (std::uint32_t k = 0; k < blocks_.size(); ++k) slots_[slot_of(blocks_[k].x, blocks_[k].y)] = k;
}

}  // namespace backlot::world
