// A small network that uses most of the language. It is read here, not built.
#pragma once

namespace backlot::formats::way {

inline constexpr const char* kTown = R"(
# The shortest useful network.
network t_junction
traffic on the right
speed limit 50 km/h                    # where nothing else is said
parameter lane_width = 3.25 m

profile street {                       # left to right, seen along the way
  sidewalk 2 m
  vehicle backward lane_width
  spine                                # the spine lies here; exactly one
  vehicle forward lane_width
  parking 2.2 m { name bays;  right marking kerb }
  bicycle forward 1.5 m
  sidewalk 2 m
}


way high_street {
  profile street
  begin at (0 m, 0 m) heading 90 deg
  line 120 m
  arc left radius 80 m length 50 m
  spiral left straight to radius 80 m length 40 m
  elevation { at 0 m: 0 m;  at 120 m: 5 m }
  bank { at 0 m: 0 deg;  at 60 m: 4 deg }
  start open
  end closed
  speed limit 30 km/h from 20 m to 60 m backward lanes L1 L2
  no passing from 0 m to 50 m
  stop line at 115 m forward
  sign stop at 118 m offset -5 m forward
  tree at 40 m offset 9 m
  building at 60 m offset 20 m size (12 m, 8 m, 6 m)
}
way link from market.east to station.west { profile street }

road avenue {
  begin at (0 m, 50 m) heading 0 deg
  line 400 m
  way avenue_west from 0 m { profile street; start open }
  way avenue_east from 250 m { profile street; end open }
}
joint widening { avenue_west.end meets avenue_east.start;  link R1 to R1 }
intersection market {
  arm west: high_street.end stop
  arm east at (300 m, 0 m) heading 180 deg
  arm north: mill_lane.start yield { crosswalk width 3 m setback 1 m signal walk }
  control priority to the right
  no automatic corridors
  u turns allowed
  corridor from west.R1 to east.R1 { name through;  speed limit 30 km/h;  through (5 m, 2 m) (9 m, 3 m);  signal main;  turn on red }
  signals {
    groups main side walk
    programme offset 10 s {
      42 s: main green, side red, walk red
      3 s: main yellow, side red, walk red
    }
  }
  signal main governs west east
  rule through yields to north_to_west
  boundary (0 m, 0 m) (1 m, 0 m) (1 m, 1 m)
  part corner_1 { arm a: high_street.end lanes L2; arm b: west_crosswalk.start }
}
intersection station {
  arm west at (500 m, 50 m, 3 m) heading 10 deg
}
template crossing(reach = 12 m, offset = 0 s) {
  arm west at (-reach, 0 m) heading 0 deg signal { sidewalk both;  vehicle out;  vehicle in;  sidewalk both }
  arm east at (reach, 0 m) heading 180 deg { sidewalk both;  vehicle out;  vehicle in;  sidewalk both }
  corridor west_to_east from west.R1 to east.L1
  signals { groups g; programme offset offset { 10 s: g green } }
}
intersection c_0_0 is crossing(reach = 14 m, offset = 12 s) at (0 m, 0 m) turned 90 deg {
  arm west: road_1.end
  remove corridor west_to_east
  crosswalk zebra from (0 m, 0 m) to (5 m, 0 m) width 3 m
}
template block(size = 100 m) is network {
  way a { profile street; begin at (0 m, 0 m) heading 0 deg; line size; start open }
  intersection x { arm a: a.end; arm b at (size, 0 m) heading 0 deg }
}
place b1 is block(size = 80 m) at (200 m, 0 m) turned 90 deg
)";

}  // namespace backlot::formats::way
