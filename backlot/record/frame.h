// A frame: the world after a step, as plain values. Whatever comes after the step reads frames and events, and nothing else of a run: so
// it cannot disturb it, and what is read from a file is read by the same code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "backlot/base/math.h"
#include "backlot/base/sim_time.h"
#include "backlot/geometry/points.h"
#include "backlot/network/ids.h"
#include "backlot/network/signals.h"
#include "backlot/world/body.h"
#include "backlot/world/ids.h"

namespace backlot::record {

// Who moves an object.
enum class Behaviour : std::uint8_t {
  extra,              // a driver of the traffic
  external_pose,      // somebody outside says where it is,
  external_steering,  // ... how it steers and accelerates,
  external_path,      // ... along which path and how fast
  scripted,           // a pattern that was written down
  parked,
  wrecked,  // it touched another one, and stands
};
std::string_view to_text(Behaviour behaviour);

// One object of a frame.
struct FrameObject {
  world::ObjectId id{};
  world::ObjectKind kind = world::ObjectKind::car;
  Behaviour behaviour = Behaviour::extra;
  bool brakes = false;  // its brake lights
  bool indicates_left = false, indicates_right = false;
  network::Aspect signal =
      network::Aspect::dark;            // what its corridor's signals show; dark where there are none
  geometry::WorldPoint centre{};        // of the body; z is that of its foot
  double heading_x = 1, heading_y = 0;  // unit, in plan
  float length_m = 0, width_m = 0, height_m = 0;
  double speed_mps = 0;
  double accel_mps2 = 0;            // of the last step
  network::StripId strip{};         // under its guide; empty off the network
  network::LaneId lane{};           // that it travels, there
  network::CorridorId corridor{};   // that it is on, or comes to next; empty where none is known
  double distance = 0, offset = 0;  // of the guide on the strip

  double heading_rad() const { return base::atan2(heading_y, heading_x); }
};

struct Frame {
  std::uint64_t tick = 0;  // steps taken so far
  base::SimTime time;
  std::uint64_t hash = 0;            // of the run up to here
  std::uint64_t events_hash = 0;     // of all its events
  std::vector<FrameObject> objects;  // by id
  std::vector<std::uint32_t>
      by_place;                  // numbers into `objects`: neighbours on the road stand near each other
  network::SignalState signals;  // by signal group; empty unless asked for
};

// What a frame holds besides its objects.
struct FrameOptions {
  bool has_signals = false;  // takes as long as the network is large
};

// Null where it is not in the frame.
inline const FrameObject* find(const Frame& frame, world::ObjectId id) {
  const auto at =
      std::lower_bound(frame.objects.begin(), frame.objects.end(), id,
                       [](const FrameObject& o, world::ObjectId wanted) { return o.id < wanted; });
  return at != frame.objects.end() && at->id == id ? &*at : nullptr;
}

}  // namespace backlot::record
