// A corridor ahead as one driver sees it: where the own front is, what signals and signs say, how fast the driver gets there.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/gap_acceptance.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic::internal {

inline constexpr double kEasyBrake_mps2 = 3;    // at yellow: a driver that can stop with this braking stops
inline constexpr double kOthersBrake_mps2 = 3;  // braking that a driver expects of others
inline constexpr double kMargin_s = 1.0;        // between two vehicles at a conflict zone
inline constexpr double kSure_s = 0.2;          // the same margin once one of the two goes through a gap
inline constexpr double kHoldBefore_m = 0.8;    // a driver waits this far before a conflict zone
inline constexpr double kHalted_mps = 0.3;
inline constexpr double kStill_mps = 0.1;  // what is slower stands, as a stop sign asks
inline constexpr float kStands_mps = 0.3F;

// The vehicles that stand at the lines of an intersection.
struct WaitingAtLines {
  std::array<network::Arrival, network::kMostWaiting> at;
  std::size_t count = 0;
};

// Another corridor that touches the own one, and what its traffic is told now.
struct OtherCorridor {
  const world::Conflict& conflict;
  network::Aspect aspect;
  network::ControlState state;
};

struct CorridorAhead {
  const Surroundings& around;
  const Self& self;
  const Driver& driver;
  const world::Track& track;
  world::TrackId next;  // the track that follows the corridor on the driver's trail, or empty
  SignalView& signals;
  double front_m;  // of the own front, in metres of the corridor; below zero before its start
  double length_m;
  world::CorridorSignal signal;
  network::Aspect aspect;
  network::ControlState state;
  double top_mps;
  mutable std::optional<WaitingAtLines> waiting{};  // filled on the first question, since few drivers ask

  bool is_lit() const { return aspect != network::Aspect::dark; }
  bool is_dark_with(const OtherCorridor& other) const {
    return aspect == network::Aspect::dark && other.aspect == network::Aspect::dark;
  }

  network::Control control() const { return around.tracks.network().corridor(track.corridor).control; }
  bool is_on_priority_road() const { return control() == network::Control::priority_road; }
  Movement movement() const {
    const network::Network& net = around.tracks.network();
    return movement_of(net.corridor(track.corridor).turn, net.side());
  }

  // From where the driver looks for a gap.
  LooksFrom looks_from() const {
    if (state >= network::ControlState::go) return LooksFrom::major;
    return state == network::ControlState::stop_then_yield ? LooksFrom::stop : LooksFrom::yield;
  }

  // Whether a sign tells the driver to look for a gap, from a line that it approaches at walking pace.
  bool looks() const {
    if (state == network::ControlState::yield) return control() == network::Control::yield;
    return state == network::ControlState::stop_then_yield && control() == network::Control::stop;
  }
  // A driver slower than this at the line has stopped; at a yield sign it has looked.
  double halt_mps() const {
    if (state == network::ControlState::stop_then_yield) return kStill_mps;
    return looks() ? looking_mps(movement()) : kHalted_mps;
  }

  // Whether the lights change before the front reaches the line, if the vehicle keeps its present acceleration.
  bool is_too_late(double line_m) const {
    const double v = self.speed(), brake = std::max(0.0, -self.mover.accel_mps2);
    const double square = v * v - 2 * brake * line_m;
    if (square <= 0) return true;
    return 2 * line_m / (v + std::sqrt(square)) > signals.lasts_s(signal);
  }

  // When the own front can be at a conflict zone at the soonest.
  double there_s(const world::ConflictStretch& stretch) const {
    return time_for(static_cast<double>(stretch.from) - front_m, self.speed(),
                    static_cast<double>(driver.traits.accel_mps2), top_mps * 1.2);
  }

  world::TrackId lane_before(network::CorridorId corridor) const {
    return around.tracks.track_of(around.tracks.network().corridor(corridor).from);
  }

  // Whether a vehicle stands on a lane with its rear between these two distances from the end of the lane.
  bool has_standing(const world::Track& lane, double from_m, double to_m) const {
    BACKLOT_ASSERT(!std::isnan(from_m) && !std::isnan(to_m), "a stretch of a lane has two ends");
    const double scale = lane.length / lane.strip_length;
    for (const world::Entry& e : around.occupancy.on(lane.strip)) {
      if (!e.has(world::EntryFlag::own) || e.has(world::EntryFlag::external) || e.pace_mps > kStands_mps)
        continue;
      const double rear_m = lane.is_along ? lane.length - e.from * scale : e.to * scale;
      const double centre = around.tracks.centre_at(lane, 0.5 * (e.from + e.to));
      if (rear_m > from_m && rear_m < to_m &&
          std::fabs(static_cast<double>(e.middle) - centre) < static_cast<double>(lane.half_width))
        return true;
    }
    return false;
  }
};

// How fast vehicles drive in a corridor.
inline double top_of(const world::Track& corridor) {
  return static_cast<double>(std::min(corridor.limit_mps, corridor.bend_mps));
}

// `away_m` is the distance from the own front to the start of the corridor.
BACKLOT_INLINE CorridorAhead corridor_ahead(const Surroundings& around, const Self& self,
                                            const Driver& driver, const world::Track& track,
                                            world::TrackId next, double away_m) {
  BACKLOT_ASSERT(track.is_corridor(), "a track of an intersection");
  const world::CorridorSignal signal = around.conflicts.signal(track.corridor);
  const network::Aspect aspect = around.signals.aspect(signal);
  return {.around = around,
          .self = self,
          .driver = driver,
          .track = track,
          .next = next,
          .signals = around.signals,
          .front_m = -away_m,
          .length_m = static_cast<double>(self.shape.length_m),
          .signal = signal,
          .aspect = aspect,
          .state = around.signals.state(signal, aspect),
          .top_mps = std::min(top_of(track), static_cast<double>(driver.traits.top_mps))};
}

}  // namespace backlot::traffic::internal
