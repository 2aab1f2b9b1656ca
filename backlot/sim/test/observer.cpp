#include "backlot/sim/test/observer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/network/locate.h"
#include "backlot/network/signals.h"
#include "backlot/traffic/signal/signal_clocks.h"

namespace backlot::sim {

void Observer::watch(const Simulation& simulation) {
  const double dt = (simulation.tick().time - last_time_).seconds();
  last_time_ = simulation.tick().time;
  ++seen_.frames;
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    ++seen_.bodies;
    Past& past = past_[v.id.raw()];
    watch_line(simulation, v, past);
    watch_motion(v, past, dt, simulation.tick().index);
    if (seen_.frames % 10 == 0) {  // costly, and no vehicle comes back within a second
      const double ahead = 0.5 * static_cast<double>(v.shape.front_m() - v.shape.rear_m());
      const geometry::WorldPoint middle{v.mover.guide.x + ahead * v.mover.heading_x,
                                        v.mover.guide.y + ahead * v.mover.heading_y, v.mover.guide.z};
      const network::On on = network::locate(network_, middle, scratch_).on;
      if (on != network::On::strip && on != network::On::area) ++seen_.off_network;
    }
  }
  for (const Overlaps::Pair& pair : overlaps_.find(simulation)) {
    ++seen_.overlaps;
    const geometry::WorldPoint& at = simulation.vehicle(pair.one).mover.guide;
    if (seen_.worst.empty())
      seen_.worst = fmt::format("overlap at {:.1f} s near ({:.1f}, {:.1f})", simulation.tick().time.seconds(),
                                at.x, at.y);
  }
}

void Observer::watch_motion(const VehicleView& v, Past& past, double dt, std::uint64_t tick) {
  const double axle = static_cast<double>(v.shape.guide_m());
  const double x = v.mover.guide.x - axle * v.mover.heading_x, y = v.mover.guide.y - axle * v.mover.heading_y;
  if (past.tick + 1 == tick && dt > 0) {
    const double dx = x - past.axle_x, dy = y - past.axle_y, way = std::sqrt(dx * dx + dy * dy);
    const double speed = v.mover.speed_mps, accel = (speed - past.speed) / dt;
    seen_.hardest_braking = std::max(seen_.hardest_braking, -accel);
    seen_.hardest_gain = std::max(seen_.hardest_gain, accel);
    if (accel < -4) ++seen_.hard_braking;
    if (way > 0.05) {
      const double mean_x = v.mover.heading_x + past.heading_x, mean_y = v.mover.heading_y + past.heading_y;
      const double slip = std::asin(std::clamp(
          (mean_x * dy - mean_y * dx) / (way * std::sqrt(mean_x * mean_x + mean_y * mean_y)), -1.0, 1.0));
      seen_.side_slip = std::max(seen_.side_slip, std::fabs(slip));
      const double turn = std::asin(
          std::clamp(past.heading_x * v.mover.heading_y - past.heading_y * v.mover.heading_x, -1.0, 1.0));
      seen_.sharpest = std::max(seen_.sharpest, std::fabs(turn) / way);
      seen_.lateral = std::max(seen_.lateral, std::fabs(turn) / dt * way / dt);
    }
    past.stood_s = speed < 0.1 ? past.stood_s + dt : 0;
    seen_.longest_stand_s = std::max(seen_.longest_stand_s, past.stood_s);
  }
  past.tick = tick;
  past.axle_x = x;
  past.axle_y = y;
  past.heading_x = v.mover.heading_x;
  past.heading_y = v.mover.heading_y;
  past.speed = v.mover.speed_mps;
}

// Whether the front came over the line before a corridor since the last frame, and what the line showed then.
void Observer::watch_line(const Simulation& simulation, const VehicleView& v, Past& past) {
  const world::Tracks& tracks = simulation.roads().tracks;
  const world::Track& track = tracks[v.mover.trail.current()];
  const double to_line =
      static_cast<double>(track.stop_m) - v.mover.metres - static_cast<double>(v.shape.front_m());
  if (!past.corridor.is_empty() && past.to_line > 0 && (track.is_corridor() || to_line <= 0)) {
    network::SignalState signals;
    traffic::show_programmes(network_, simulation.roads().conflicts.signals(), simulation.signal_clocks(),
                             simulation.tick().time, signals);
    const network::Corridor& corridor = network_.corridor(past.corridor);
    if (!corridor.signal_group.is_empty() && signals[corridor.signal_group.index()] == network::Aspect::red) {
      ++seen_.red_crossings;
      if (seen_.worst.empty())
        seen_.worst = fmt::format(
            "{} crossed the line of {} on red at {:.1f} s, {:.1f} m/s, from {:.2f} to {:.2f} m before it",
            v.id.slot(), network_.name_of(corridor.strip), simulation.tick().time.seconds(),
            v.mover.speed_mps, past.to_line, to_line);
    }
  }
  past.to_line = to_line;
  past.corridor = {};
  if (!track.is_corridor() && v.mover.trail.ahead() > 0 && tracks[v.mover.trail.ahead(0)].is_corridor())
    past.corridor = tracks[v.mover.trail.ahead(0)].corridor;
}

}  // namespace backlot::sim
