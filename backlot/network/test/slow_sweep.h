// Where bodies on two strips touch, the slow way: every thin quad that the one sweeps against every quad of the other.
//
// A quad is what is swept between two sections, if its edges were straight. By how much they are not is measured, and
// so two quads surely meet, surely do not, or leave it open; then they are halved. What is open in the end depends on
// kFine metres across: that is rounding, and cannot be decided. So there are two answers, and the truth lies between them.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "backlot/network/dependency.h"

namespace backlot::network::internal {

class SlowSweep {
 public:
  static constexpr double kThin = 0.02;        // metres between sections to begin with
  static constexpr double kEnd = 1e-4;         // the ends of a stretch are found to so much
  static constexpr double kFine = 1e-9;        // what is straight to so much is not halved
  static constexpr double kFineHeight = 1e-5;  // the same for what rises or falls by so much
  static constexpr double kShortest = 1e-7;    // and no shorter for any kink

  // A cross-section in plan, with the height of its centre.
  struct Section {
    double x = 0, y = 0, z = 0;
    double lateral_x = 0, lateral_y = 0;
  };

  // From where the two first touch to where they last do; from > to where they do not. The certain one is not longer than the true
  // one, the possible one not shorter. No touch is so short that it is missed.
  struct Touching {
    Stretch certain{1, 0}, possible{1, 0};
  };

  SlowSweep(double length, const std::function<Section(double)>& section_at);

  double length() const { return length_; }
  Touching touching(const SlowSweep& other, double half_width, double other_half_width) const;

 private:
  // What is swept from one section to the next.
  struct Thin {
    double from = 0, to = 0;
    Section first, last;
    double sag = 0;  // no edge is further from being straight, up to kWidestBodyHalf_m
  };
  enum class Verdict { apart, open, meet };
  struct Widths {
    double own = 0, other = 0;
  };

  // Seen from one end of the line: outside of the first there is surely no touch; at the second there surely is one.
  struct End {
    double possible = 0;
    std::optional<double> certain;
  };

  Thin thin_between(double from, double to) const;
  std::optional<End> find_end(const SlowSweep& other, const Widths& widths, bool from_front) const;
  Verdict against(const Thin& own, const SlowSweep& other, const Widths& widths) const;
  Verdict judge(const Thin& own, const SlowSweep& other, const Thin& others, const Widths& widths) const;

  double length_;
  std::function<Section(double)> section_at_;
  std::vector<Thin> thins_;
};

}  // namespace backlot::network::internal
