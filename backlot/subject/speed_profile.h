// A recorded speed over time, that a subject drives whatever happens.
#pragma once

#include <string_view>
#include <vector>

#include "backlot/base/fields.h"
#include "backlot/base/result.h"

namespace backlot::subject {

struct SpeedProfile {
  struct Row {
    double time_s = 0, speed_mps = 0;

    friend bool operator==(const Row&, const Row&) = default;
  };
  std::vector<Row> rows;  // one or more; times grow

  // Linear between rows; the first speed before the first row, the last speed after the last one.
  double speed_at(double time_s) const;
  friend bool operator==(const SpeedProfile&, const SpeedProfile&) = default;
};

// Comma-separated values with a header: the columns time_s and speed_mps, in any order and among others. Lines may end with \r\n; empty lines are
// passed over.
//
//   U101  a column is missing, or there twice        U104  a time is not later than the one before
//   U102  a row has too few cells                     U105  there are no rows
//   U103  a cell is no number, a time is below zero or beyond a day, or a speed is outside 0 to 80 m/s
base::Result<SpeedProfile> read_speed_profile(std::string_view text, std::string_view file);

}  // namespace backlot::subject
