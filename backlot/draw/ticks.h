// Where the axis of a plot gets its marks.
#pragma once

#include <string>
#include <vector>

namespace backlot::draw {

// A mark on an axis. One without a label is a short one between two others.
struct Tick {
  double value = 0;
  std::string label{};
};

// About `wanted` multiples of 1, 2 or 5 times a power of ten, all in [low, high]. Needs low < high, both finite.
std::vector<Tick> linear_ticks(double low, double high, int wanted = 6);

// The powers of ten in [low, high]. Where they are few, 2 and 5 times them get a label too; where they are many, some
// go without. Needs 0 < low < high, both finite.
std::vector<Tick> log_ticks(double low, double high);

// A number for a reader: "0.05", "1200", "5 000 000", "10⁻⁹".
std::string tick_text(double value);

}  // namespace backlot::draw
