// Where the parts of a machine's chart lie on the sheet.
//
//   +- lane ----------------------------------------------+
//   |          .---------------- tracks: arrows forward . |
//   |   *-> [ keep ] --adjacent--> [ cross ] --> [ settle ]   a row of children, around one middle
//   |          '---------------- tracks: arrows back ---' |
//   +- - - - - - - - - - - - - - - - - - - - - - - - - - -+   the next region
#pragma once

#include <string>
#include <vector>

#include "backlot/draw/svg.h"
#include "backlot/hcsm/machine_outline.h"

namespace backlot::draw::internal {

struct ChartBox {
  double x = 0, y = 0, width = 0, height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

constexpr double kLabelSize = 11, kLabelLine = 13.5;  // of the texts at arrows, and from one line to the next
constexpr double kButtonDot = 11;                     // room for the dot before the name of a button

struct LabelLine {
  std::string text;
  bool is_button = false;
};

// One or more transitions from one state to another: corners from start to tip, and a text of some lines.
struct ChartArrow {
  std::vector<SheetPoint> points;
  std::vector<LabelLine> label;
  SheetPoint label_at{};  // the middle of the text's first baseline
};

struct ChartDot {
  SheetPoint dot, tip;
};

struct ChartLine {
  SheetPoint a, b;
};

struct MachineLayout {
  std::vector<ChartBox> boxes;  // by StateId
  std::vector<bool> is_band;    // by StateId: a region, without an outline of its own
  std::vector<ChartArrow> arrows;
  std::vector<ChartDot> initials;
  std::vector<ChartLine> heads;       // below the names of concurrent states
  std::vector<ChartLine> separators;  // between regions
};

double label_width(const LabelLine& line);
// The room that a text takes.
ChartBox label_box(const ChartArrow& arrow);

// With the root's corner at (0, 0).
MachineLayout lay_out(const hcsm::MachineOutline& machine);

}  // namespace backlot::draw::internal
