// A frame: the world after a step, as plain values. All that comes after the step (traces, pictures, verdicts) reads frames and events, and
// nothing else of a run. So it cannot disturb the run, and the same code reads a live run and a file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/id.h"
#include "backlot/base/math.h"
#include "backlot/base/sim_time.h"
#include "backlot/geometry/points.h"
#include "backlot/network/ids.h"
#include "backlot/network/signals.h"
#include "backlot/world/body.h"
#include "backlot/world/ids.h"

namespace backlot::record {

// How an object is moved.
enum class Behaviour : std::uint8_t {
  extra,              // by a driver of the traffic
  external_pose,      // from outside, by poses,
  external_steering,  // ... by steering angle and acceleration,
  external_path,      // ... along a path, by speed
  scripted,           // by a list of manoeuvres
  parked,
  wrecked,  // it touched another object and stands
};
inline constexpr std::uint32_t kBehaviours = 7;
constexpr std::uint32_t count_of(Behaviour) { return kBehaviours; }
std::string_view to_text(Behaviour behaviour);

// Number of a name in Frame::role_names. The role of the subject is named "subject".
using RoleId = base::Id<struct RoleTag>;
inline constexpr std::string_view kSubjectRole = "subject";

// One object of a frame: an extra, an external object, a wreck or a parked car alike.
struct FrameObject {
  world::ObjectId id{};
  world::ObjectKind kind = world::ObjectKind::car;
  Behaviour behaviour = Behaviour::extra;
  RoleId role{};        // empty without one
  bool brakes = false;  // its brake lights are on
  bool indicates_left = false, indicates_right = false;
  network::Aspect signal = network::Aspect::dark;  // shown for its corridor; dark where that has no signals
  geometry::WorldPoint centre{};                   // of the body; z is that of its foot
  double heading_x = 1, heading_y = 0;             // unit, in plan
  float length_m = 0, width_m = 0, height_m = 0;
  double speed_mps = 0;  // along the heading; negative when it reverses
  double accel_mps2 = 0;
  // ---- its place on the network; for objects that no driver of ours drives see world/lane_place.h
  network::StripId strip{};         // empty off the network
  network::LaneId lane{};           // empty between lanes
  network::CorridorId corridor{};   // that it is on, else the next one, where known
  double distance = 0, offset = 0;  // on the strip: of the guide of an extra, of the middle of any other body

  double heading_rad() const { return base::atan2(heading_y, heading_x); }
};

struct Frame {
  std::uint64_t tick = 0;  // steps taken so far
  base::SimTime time;
  std::uint64_t hash = 0;            // of the run up to here
  std::uint64_t events_hash = 0;     // of all its events
  std::vector<FrameObject> objects;  // by id
  std::vector<std::uint32_t>
      by_place;  // numbers into `objects`: neighbours on the road stand near each other
  std::vector<std::string> role_names;  // by RoleId
  network::SignalState signals;         // by signal group; empty unless asked for

  // Empty for an object without a role.
  std::string_view role_name(RoleId role) const {
    return role.raw() < role_names.size() ? std::string_view(role_names[role.index()]) : std::string_view();
  }
};

// What a frame holds besides its objects.
struct FrameOptions {
  bool has_signals = false;  // takes as long as the network is large
};

// Null where the object is not in the frame.
inline const FrameObject* find(const Frame& frame, world::ObjectId id) {
  const auto at =
      std::lower_bound(frame.objects.begin(), frame.objects.end(), id,
                       [](const FrameObject& o, world::ObjectId wanted) { return o.id < wanted; });
  return at != frame.objects.end() && at->id == id ? &*at : nullptr;
}

}  // namespace backlot::record
