// Curves over time in panels one below the other, with one time axis and marks through all panels. A page that holds kTimeChartScript shows the
// values under the pointer.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace backlot::page {

// Points that are not finite are left out, and the line has a gap there. Both lists have the same length, and times grow.
struct TimeCurve {
  std::string name{}, unit{};
  std::vector<double> time_s{}, values{};
  int colour = 0;  // 0: ink; 1 to 6: a colour of the style sheet
  bool is_dashed = false;
};

struct TimePanel {
  std::string label{};  // with its unit: "speed [m/s]"
  std::vector<TimeCurve> curves{};
  std::optional<double> low{}, high{};  // limits of the axis; values beyond them are left out
};

struct TimeMark {
  double time_s = 0;
  std::string text{};
  std::string colour{};  // of the style sheet: "var(--accent)"
};

struct TimeChart {
  std::string title{};  // what it shows, for readers of screens
  std::vector<TimePanel> panels{};
  std::vector<TimeMark> marks{};
  std::string x_label = "time [s]";
};

// The text of an <svg> element; empty where no curve has two points in a panel.
std::string draw_time_chart(const TimeChart& chart);

// A script that shows values beside the names of curves while the pointer is over a chart.
extern const char* const kTimeChartScript;

}  // namespace backlot::page
