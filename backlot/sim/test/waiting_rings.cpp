#include "backlot/sim/test/waiting_rings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "backlot/world/mover.h"

namespace backlot::sim {

namespace {

constexpr double kStanding_mps = 0.1;
constexpr double kBefore_m = 3.5;  // a vehicle that waits for another is no further behind it
constexpr double kCell_m = 25;     // longer than the longest body and what is before it
constexpr std::size_t kNoRing = ~std::size_t{0};

using Cell = std::pair<std::int64_t, std::int64_t>;
Cell cell_of(const geometry::WorldPoint& p) {
  return {static_cast<std::int64_t>(std::floor(p.x / kCell_m)),
          static_cast<std::int64_t>(std::floor(p.y / kCell_m))};
}

// The place right before a body.
world::BodyBox before(const world::BodyBox& box) {
  world::BodyBox place = box;
  const double ahead = box.half_length + 0.5 * kBefore_m;
  place.centre.x += ahead * box.heading_x;
  place.centre.y += ahead * box.heading_y;
  place.half_length = 0.5 * kBefore_m;
  return place;
}

// For each vehicle, the body that it waits for: the nearest of the bodies before it.
std::vector<std::size_t> find_waits(const Simulation& simulation) {
  std::vector<world::BodyBox> boxes;
  std::map<Cell, std::vector<std::size_t>> cells;
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    boxes.push_back(world::box_of(v.shape, v.mover));
    cells[cell_of(boxes.back().centre)].push_back(k);
  }
  std::vector<std::size_t> waits_for(boxes.size(), kNoRing);
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    if (simulation.vehicle(k).mover.speed_mps > kStanding_mps) continue;
    const world::BodyBox place = before(boxes[k]);
    const Cell middle = cell_of(place.centre);
    double nearest = 1e9;
    for (const std::int64_t dx : {-1, 0, 1}) {
      for (const std::int64_t dy : {-1, 0, 1}) {
        const auto found = cells.find({middle.first + dx, middle.second + dy});
        if (found == cells.end()) continue;
        for (const std::size_t other : found->second) {
          const double away = std::hypot(boxes[other].centre.x - boxes[k].centre.x,
                                         boxes[other].centre.y - boxes[k].centre.y);
          if (other == k || away >= nearest || !world::overlap(place, boxes[other])) continue;
          nearest = away;
          waits_for[k] = other;
        }
      }
    }
  }
  return waits_for;
}

}  // namespace

void WaitingRings::watch(const Simulation& simulation) {
  const std::vector<std::size_t> waits_for = find_waits(simulation);
  std::vector<std::uint32_t> round(waits_for.size(), 0);  // in which one was come to; 0: not yet
  std::map<std::vector<std::uint64_t>, base::SimTime> now;
  for (std::uint32_t k = 0; k < waits_for.size(); ++k) {
    std::size_t at = k;
    while (at != kNoRing && round[at] == 0) {
      round[at] = k + 1;
      at = waits_for[at];
    }
    if (at == kNoRing || round[at] != k + 1) continue;
    // back at one of this round: a ring
    std::vector<std::uint64_t> ring;
    std::size_t member = at;
    do {
      ring.push_back(simulation.vehicle(member).id.raw());
      member = waits_for[member];
    } while (member != at);
    std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
    const auto known = since_.find(ring);
    const base::SimTime since = known == since_.end() ? simulation.tick().time : known->second;
    longest_s_ = std::max(longest_s_, (simulation.tick().time - since).seconds());
    now.emplace(std::move(ring), since);
  }
  since_ = std::move(now);
}

}  // namespace backlot::sim
