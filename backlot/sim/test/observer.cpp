#include "backlot/sim/test/observer.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "backlot/network/locate.h"
#include "backlot/network/signals.h"

namespace backlot::sim {

namespace {

struct Box {
  double x, y, z, hx, hy, half_length, half_width;
};

// The corners of one box, seen in the frame of the other: apart where all lie beyond one of its sides.
bool is_apart(const Box& a, const Box& b) {
  double along_low = 1e9, along_high = -1e9, across_low = 1e9, across_high = -1e9;
  for (const double i : {-1.0, 1.0}) {
    for (const double j : {-1.0, 1.0}) {
      const double x = b.x + i * b.half_length * b.hx - j * b.half_width * b.hy - a.x;
      const double y = b.y + i * b.half_length * b.hy + j * b.half_width * b.hx - a.y;
      const double along = x * a.hx + y * a.hy, across = y * a.hx - x * a.hy;
      along_low = std::min(along_low, along);
      along_high = std::max(along_high, along);
      across_low = std::min(across_low, across);
      across_high = std::max(across_high, across);
    }
  }
  constexpr double kTouch = 0.01;
  return along_low > a.half_length - kTouch || along_high < -a.half_length + kTouch ||
         across_low > a.half_width - kTouch || across_high < -a.half_width + kTouch;
}

}  // namespace

void Observer::watch(const Simulation& simulation) {
  const double dt = (simulation.tick().time - last_time_).seconds();
  last_time_ = simulation.tick().time;
  ++seen_.frames;
  std::vector<Box> boxes;
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    ++seen_.bodies;
    const double ahead = 0.5 * static_cast<double>(v.shape.front_m() - v.shape.rear_m());
    boxes.push_back({v.mover.guide.x + ahead * v.mover.heading_x, v.mover.guide.y + ahead * v.mover.heading_y,
                     v.mover.guide.z, v.mover.heading_x, v.mover.heading_y,
                     0.5 * static_cast<double>(v.shape.length_m),
                     0.5 * static_cast<double>(v.shape.width_m)});
    Past& past = past_[v.id.raw()];
    watch_line(simulation, v, past);
    watch_motion(v, past, dt, simulation.tick().index);
    if (seen_.frames % 10 == 0) {  // costly, and nobody comes back within a second
      const network::On on =
          network::locate(network_, {boxes.back().x, boxes.back().y, boxes.back().z}, scratch_).on;
      if (on != network::On::strip && on != network::On::area) ++seen_.off_network;
    }
  }
  std::vector<std::size_t> order(boxes.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return boxes[a].x < boxes[b].x; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].x - boxes[order[i]].x < 20; ++j) {
      const Box& a = boxes[order[i]];
      const Box& b = boxes[order[j]];
      if (std::fabs(a.y - b.y) > 20 || std::fabs(a.z - b.z) > 2 || is_apart(a, b) || is_apart(b, a)) continue;
      ++seen_.overlaps;
      if (seen_.worst.empty())
        seen_.worst = fmt::format("overlap at {:.1f} s near ({:.1f}, {:.1f})",
                                  simulation.tick().time.seconds(), a.x, a.y);
    }
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
    network::show_programmes(network_, simulation.tick().time, signals);
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
