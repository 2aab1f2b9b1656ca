// A mark of a scene, found on the network.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/network/ids.h"
#include "backlot/network/strip.h"
#include "backlot/world/body.h"
#include "backlot/world/mark.h"
#include "backlot/world/tracks.h"

namespace backlot::scene {

// Where the body of an actor and that of the subject touch first: metres of the actor's corridor, and of the subject's course.
struct Touch {
  double actor_m = 0, subject_m = 0;
};

// A corridor that an actor crosses on its way to a conflict: metres of the actor's corridor and of that one between which bodies touch.
struct Crossed {
  world::TrackId other{};
  double from_m = 0, to_m = 0;
  double other_from_m = 0, other_to_m = 0;
};

// One way by which an actor comes to a mark: a lane, and behind it, for a conflict, a corridor.
struct MarkWay {
  world::TrackId lane{};
  world::TrackId corridor{};  // empty but for conflicts
  world::Mark
      mark{};  // on the lane; of a conflict, on the corridor, where a car comes into the way of the subject
  std::array<Touch, world::kVehicleKinds> touch{};  // of a conflict, by kind of actor
  std::vector<Crossed> crosses{};  // of a conflict: what comes before it, the subject's own corridor aside
};

struct PlacedMark {
  static constexpr std::uint32_t kNoProgramme = 0xffffffffU;

  std::string name;
  std::optional<double> subject_m;  // of the subject's course; empty where the course does not pass
  std::vector<MarkWay> ways;        // by which actors come
  geometry::WorldPoint point{};
  bool is_conflict = false, is_line = false;
  // ---- of a line: the corridor behind it (the subject's own, or the one straight on), and its light
  network::CorridorId corridor{};
  std::uint32_t programme = kNoProgramme;
  std::uint32_t group = 0;  // of the programme

  bool has_light() const { return programme != kNoProgramme; }
};

}  // namespace backlot::scene
