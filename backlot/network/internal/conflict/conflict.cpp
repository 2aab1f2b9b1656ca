// How it is found roughly. Two swaths overlap where their cells do, and the first place along A lies in the first of A's cells that
// overlaps any of B's: so the cells of A are tried from the front until one does, and the overlap, a convex polygon, tells
// the distance by its corners. The same from the back, and for B; most pairs of cells are told apart by their boxes.
#include "backlot/network/internal/conflict/conflict.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/network/internal/conflict/stretch_ends.h"
#include "backlot/network/internal/conflict/sure_touch.h"

namespace backlot::network::internal {

namespace {

using Cell = Swath::Cell;
using Section = SweptLine::Section;

constexpr double kHeightSlack_m = 0.01;  // what the cells may lack of the heights between sections

// Of the centre, at a place of a cell.
double height_at(const Swath& swath, const Cell& cell, const PlanPoint& p) {
  BACKLOT_ASSERT(cell.section + 1 < swath.line().sections().size(), "a cell lies between two sections");
  const Section* sections = &swath.line().sections()[cell.section];
  return mixed(sections[0].z, sections[1].z, share_along(sections[0], sections[1], p).value_or(0.5));
}

Slice slice_of(const Swath& swath, const Cell& cell) {
  BACKLOT_ASSERT(cell.section + 1 < swath.line().sections().size(), "a slice lies between two sections");
  const SweptLine& line = swath.line();
  return {line.sections()[cell.section], line.sections()[cell.section + 1], line.off_straight(cell.section),
          swath.half_width()};
}

// Looks for one end of the stretch on one line.
class Search {
 public:
  Search(const Swath& own, const Swath& other, const Stretch& within, const Stretch& other_within,
         StretchEnd end)
      : own_(own), other_(other), other_cells_(other.cells_on(other_within)), end_(end) {
    heights_matter_ =
        std::max(own.z_high(), other.z_high()) - std::min(own.z_low(), other.z_low()) >= kClearHeight_m;
    const Swath::Range cells = own.cells_on(within);
    const Cell* last = nullptr;
    for (std::size_t n = 0; n < cells.end - cells.first; ++n) {
      const Cell& cell = own.cells()[end == StretchEnd::first ? cells.first + n : cells.end - 1 - n];
      if (touches() && cell.section != last->section) break;
      other.for_each_near(cell.box, other_cells_, [&](const Cell& others) { try_pair(cell, others); });
      last = &cell;
    }
  }

  bool touches() const { return tip_.key < kNoKey; }
  // Where they touch, if they do.
  double distance() const { return key_of(tip_.key, end_); }
  bool is_certain() const {
    return find_sure_key(overlap_, tip_, slice_of(own_, *cell_), slice_of(other_, *other_cell_), end_) -
               tip_.key <=
           kCertain_m;
  }

 private:
  void try_pair(const Cell& cell, const Cell& other) {
    ConvexPolygon overlap = overlap_of(cell.corners, other.corners);
    if (heights_matter_) cut_by_height(overlap, cell, other);
    const Tip tip = tip_of(overlap, slice_of(own_, cell), end_);
    if (!(tip.key < tip_.key)) return;
    tip_ = tip;
    overlap_ = overlap;
    cell_ = &cell;
    other_cell_ = &other;
  }

  void cut_by_height(ConvexPolygon& overlap, const Cell& cell, const Cell& other) const {
    for (std::size_t k = 0; k < overlap.count; ++k) {
      const PlanPoint p{overlap.corners[k].x, overlap.corners[k].y};
      overlap.corners[k].climb = height_at(own_, cell, p) - height_at(other_, other, p);
    }
    for (const double sign : {1.0, -1.0}) {
      std::array<double, ConvexPolygon::kMost> values;
      for (std::size_t k = 0; k < overlap.count; ++k) {
        values[k] = kClearHeight_m + kHeightSlack_m + sign * overlap.corners[k].climb;
      }
      overlap.keep(values);
    }
  }

  const Swath& own_;
  const Swath& other_;
  Swath::Range other_cells_;
  StretchEnd end_;
  bool heights_matter_ = false;
  // ---- the outermost found so far
  Tip tip_;
  ConvexPolygon overlap_;
  const Cell* cell_ = nullptr;
  const Cell* other_cell_ = nullptr;
};

Stretch whole(const Swath& swath) { return {0, swath.line().length()}; }

}  // namespace

std::optional<Stretches> find_stretches(const Swath& a, const Swath& b) {
  const std::optional<RoughStretches> rough = find_rough_stretches(a, b);
  return rough ? find_stretches(a, b, *rough) : std::nullopt;
}

std::optional<Stretches> find_stretches(const Swath& a, const Swath& b, const RoughStretches& rough) {
  return rough.is_certain ? rough.stretches : settle_stretches(a, b, rough.stretches);
}

std::optional<RoughStretches> find_rough_stretches(const Swath& a, const Swath& b) {
  return find_rough_stretches(a, b, {whole(a), whole(b)});
}

std::optional<RoughStretches> find_rough_stretches(const Swath& a, const Swath& b, const Stretches& within) {
  BACKLOT_ASSERT(within.own.from <= within.own.to && within.other.from <= within.other.to,
                 "stretches go ahead");
  if (a.is_empty() || b.is_empty() || !overlap(a.box(), b.box())) return std::nullopt;
  if (a.z_low() - b.z_high() > kClearHeight_m + kHeightSlack_m) return std::nullopt;
  if (b.z_low() - a.z_high() > kClearHeight_m + kHeightSlack_m) return std::nullopt;

  // Both or none: what only one of them sees is a matter of rounding, which the swaths are wider by than bodies.
  const Search a_first(a, b, within.own, within.other, StretchEnd::first);
  if (!a_first.touches()) return std::nullopt;
  const Search b_first(b, a, within.other, within.own, StretchEnd::first);
  if (!b_first.touches()) return std::nullopt;
  const Search a_last(a, b, within.own, within.other, StretchEnd::last),
      b_last(b, a, within.other, within.own, StretchEnd::last);
  const auto stretch = [](const Swath& swath, const Search& first, const Search& last) {
    return Stretch{std::max(0.0, first.distance() - kDistanceSlack_m),
                   std::min(swath.line().length(), last.distance() + kDistanceSlack_m)};
  };
  return RoughStretches{
      {stretch(a, a_first, a_last), stretch(b, b_first, b_last)},
      a_first.is_certain() && a_last.is_certain() && b_first.is_certain() && b_last.is_certain()};
}

}  // namespace backlot::network::internal
