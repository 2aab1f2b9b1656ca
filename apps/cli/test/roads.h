// Small roads for the tests of the program.
#pragma once

#include <string_view>

namespace backlot::cli {

// Along the x axis, a lane each way, 100 m:
//
//     y =  3.5   .......................
//                  <-- L1
//     y =  0     ----------------------- main
//                  --> R1
//     y = -3.5   .......................
inline constexpr std::string_view kStraightRoad = R"(# a straight road
way main {
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  lanes {
    vehicle backward 3.5 m
    spine
    vehicle forward 3.5 m
  }
  start open
  end open
}
)";

// It reads, and makes no sense: there is no such profile.
inline constexpr std::string_view kWrongRoad = R"(way main {
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  profile street
  start open
  end open
}
)";

// It does not read.
inline constexpr std::string_view kNoRoad = "way main {\n  line 100 % 3 )\n}\n";

// With the coordinates of another file: road "7", which counts from 1000 m and calls the right lane -1.
inline constexpr std::string_view kRoadOfAFile = R"(road r {
  begin at (0 m, 0 m) heading 0 deg
  line 100 m
  source "7" {
    at 0 m: 1000 m
    at 100 m: 1100 m
    lane main.R1 is "-1"
  }
  way main {
    lanes {
      spine
      vehicle forward 4 m
    }
    start open
    end open
  }
}
)";

}  // namespace backlot::cli
