// A scene that takes a few milliseconds to play and has a known answer: it is staged where a vehicle waits at the red
// light on the left.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backlot/formats/scene/scene_text.h"
#include "backlot/network/network.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::harness::test {

// The light of the side roads is always red, so that every vehicle that comes stays.
//
//             north
//               |
//   west =============== east
//               |
//             south
inline constexpr const char* kSmallRoad = R"(network corner
traffic on the right
speed limit 50 km/h

profile road {
  vehicle backward 3.2 m
  spine
  vehicle forward 3.2 m
}

template crossing() {
  arm west at (-15 m, 0 m) heading 0 deg signal main { vehicle out; vehicle in }
  arm east at (15 m, 0 m) heading 180 deg signal main { vehicle out; vehicle in }
  arm south at (0 m, -15 m) heading 90 deg signal side { vehicle out; vehicle in }
  arm north at (0 m, 15 m) heading 270 deg signal side { vehicle out; vehicle in }
  signals {
    groups main side
    programme { 60 s: main green, side red }
  }
}

intersection cross is crossing at (0 m, 0 m) {
  arm west: west.end
  arm east: east.start
  arm south: south.start
  arm north: north.start
}

way west {
  profile road
  begin at (-315 m, 0 m) heading 0 deg
  line 300 m
  start open
  stop line at 299 m forward
}
way east {
  profile road
  begin at (15 m, 0 m) heading 0 deg
  line 200 m
  end open
  stop line at 1 m backward
}
way south {
  profile road
  begin at (0 m, -15 m) heading 270 deg
  line 200 m
  end open
  stop line at 1 m backward
}
way north {
  profile road
  begin at (0 m, 15 m) heading 90 deg
  line 200 m
  end open
  stop line at 1 m backward
}
)";

inline constexpr const char* kSmallScene = R"(scene lurcher
title "A car on the left lurches as the subject comes"
import "corner.way"

parameter side_flow = 240 per hour

set {
  network corner
  subject from west R1 at 40 m to east
  mark line = stop line of subject at first
  mark left_line = stop line on the left of subject at first
  traffic {
    flow all side roads side_flow
    warm up 60 s
  }
}

cast { role waiter: car { is head of queue at left_line } }

script {
  beat casting from 8 s before subject at line until lurch { cast waiter }
  beat lurch when subject 3 s before line { commit; waiter lurches }
  end when subject 2 s past line, or 90 s after start
}

expect { lurch: waiter acts within 0.5 s }
)";

// The road, and scenes on it. It stays where it is for as long as they are used.
class SmallStage {
 public:
  // The road is a text of the way language; scenes import it by the name of its file.
  explicit SmallStage(std::string file = "corner.way", std::string road = kSmallRoad);
  SmallStage(const SmallStage&) = delete;
  SmallStage& operator=(const SmallStage&) = delete;

  scene::SceneDescription describe(const std::string& text,
                                   const std::vector<scene_text::GivenParameter>& given = {}) const;
  std::shared_ptr<const scene::Scene> build(const scene::SceneDescription& description) const;
  // The same for a scene that may have errors.
  base::Result<std::shared_ptr<const scene::Scene>> try_to_build(
      const scene::SceneDescription& description) const;

 private:
  std::string file_, road_;
  network::Network network_;
  world::Roads roads_;
};

}  // namespace backlot::harness::test
