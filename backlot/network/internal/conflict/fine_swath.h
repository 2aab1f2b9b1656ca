// A swath that is looked at more closely where it has to be: parts between two cross-sections each, to begin with those
// of the line, and halved from the curve itself as often as the caller asks.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <vector>

#include "backlot/network/internal/conflict/swath.h"

namespace backlot::network::internal {

// The swath is kept by reference. A part is made when it is first asked for, and stays where it is.
class FineSwath {
 public:
  // Cells are wider than the body by so much more than what the parts are off: for rounding, and for equal intersections,
  // which share their contacts and are equal but for this (build_dependencies.cpp).
  static constexpr double kSlack_m = 1e-6;

  struct Part {
    SweptLine::Section first, last;
    SweptLine::Off off;
    CellsBetween cells;  // they hold all that the body sweeps between the two sections
    CellBox box;         // around them

    // Of halving it, once that was asked for.
    std::array<SweptLine::Section, 3> between;
    bool has_between = false;
    std::array<Part*, 2> halves{};

    double length() const { return last.distance - first.distance; }
    // Halving would tell no more: it is off by a small part of the slack, or so short that only a kink is off by more.
    bool is_straight() const { return off.in_plan <= 0.1 * kSlack_m || length() <= kSlack_m; }
  };

  explicit FineSwath(const Swath& swath);

  const Swath& swath() const { return swath_; }

  // Between sections k and k + 1 of the line.
  Part& part(std::size_t k);
  // In the order of distances.
  const std::array<Part*, 2>& halves(Part& part);

 private:
  using Section = SweptLine::Section;

  Part& add(const Section& first, const Section& last, const SweptLine::Off& off);
  std::array<Section, 3> sections_between(const Section& first, const Section& middle,
                                          const Section& last) const;

  const Swath& swath_;
  std::vector<Part*> whole_;  // by section; nothing before it is asked for
  std::deque<Part> parts_;
};

}  // namespace backlot::network::internal
