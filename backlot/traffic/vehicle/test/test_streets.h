// Streets for the tests of single decisions, in the way language.
#pragma once

#include <string>
#include <string_view>

namespace backlot::traffic::test {

// 600 m from west to east, with a joint in the middle. Two lanes to the east (R1 at the middle of the road, R2 at the kerb), one to the
// west (L1); 50 km/h, and 30 km/h on the last 100 m.
inline constexpr std::string_view kStreet = R"(
network street
traffic on the right
speed limit 50 km/h
road street {
  begin at (0 m, 0 m) heading 0 deg
  line 600 m
  way first from 0 m {
    lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
    start open
  }
  way second from 300 m {
    lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
    speed limit 30 km/h from 200 m to 300 m
    end open
  }
}
joint middle { first.end meets second.start }
)";

// One lane each way, 300 m on each arm, from which the vehicles come that the ways are named after; `rules` is what stands within the
// intersection "x". Stop lines are at 295 m of each way, the corridors begin at 300 m.
//
//                 north
//                   |            the corridor from the west to the east begins at (-15, -1.75),
//          west ----+---- east   the one from the south to the north at (1.75, -15)
//                   |
//                 south
inline std::string crossing_text(std::string_view rules) {
  return R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way west { profile street;  begin at (-315 m, 0 m) heading 0 deg;  line 300 m;  start open;  stop line at 295 m forward }
way east { profile street;  begin at (315 m, 0 m) heading 180 deg;  line 300 m;  start open;  stop line at 295 m forward }
way north { profile street;  begin at (0 m, 315 m) heading 270 deg;  line 300 m;  start open;  stop line at 295 m forward }
way south { profile street;  begin at (0 m, -315 m) heading 90 deg;  line 300 m;  start open;  stop line at 295 m forward }
intersection x {
)" + std::string(rules) +
         "\n}\n";
}

inline constexpr std::string_view kMinorRoad =
    "arm west: west.end priority road\n arm east: east.end priority road\n"
    "arm north: north.end yield\n arm south: south.end yield";
inline constexpr std::string_view kStopSigns =
    "arm west: west.end priority road\n arm east: east.end priority road\n"
    "arm north: north.end stop\n arm south: south.end stop";
inline constexpr std::string_view kToTheRight =
    "control priority to the right\n arm west: west.end\n arm east: east.end\n"
    "arm north: north.end\n arm south: south.end";
// Green for west and east up to 20 s, yellow up to 24 s; then north and south from 30 s to 50 s.
inline constexpr std::string_view kLights = R"(
  arm west: west.end signal main
  arm east: east.end signal main
  arm north: north.end signal side
  arm south: south.end signal side
  signals {
    groups main side
    programme {
      20 s: main green, side red
      4 s: main yellow, side red
      6 s: main red, side red
      20 s: main red, side green
      4 s: main red, side yellow
      6 s: main red, side red
    }
  }
)";

}  // namespace backlot::traffic::test
