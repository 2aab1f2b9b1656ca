#include "backlot/sim/test/judges/waiting_rings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backlot/network/locate.h"

namespace backlot::sim {

namespace {

constexpr double kRingStanding_mps = 0.1;
constexpr double kBefore_m = 3.5;  // a vehicle that waits for another is no further behind it
constexpr double kAtLine_m = 4;    // with its front nearer than this to the line a vehicle stands at it
constexpr double kSample_m = 1;    // of the way, along it
constexpr double kRingCell_m = 15;
constexpr std::size_t kNoRing = ~std::size_t{0};

using Cell = std::pair<std::int64_t, std::int64_t>;
Cell cell_of(const geometry::WorldPoint& p) {
  return {static_cast<std::int64_t>(std::floor(p.x / kRingCell_m)),
          static_cast<std::int64_t>(std::floor(p.y / kRingCell_m))};
}

world::BodyBox box_of_object(const record::FrameObject& o) {
  return {o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m),
          0.5 * static_cast<double>(o.width_m)};
}

}  // namespace

// A vehicle's way as a row of short boxes of its width, from its front on.
std::vector<world::BodyBox> WaitingRings::way_of(const record::FrameObject& o) const {
  const double half = 0.5 * static_cast<double>(o.length_m),
               half_width = 0.5 * static_cast<double>(o.width_m);
  std::vector<world::BodyBox> way;
  world::BodyBox before = box_of_object(o);
  before.centre.x += (half + 0.5 * kBefore_m) * o.heading_x;
  before.centre.y += (half + 0.5 * kBefore_m) * o.heading_y;
  before.half_length = 0.5 * kBefore_m;
  way.push_back(before);
  if (o.corridor.is_empty()) return way;
  const network::Corridor& corridor = network_.corridor(o.corridor);
  const auto add = [&](network::LaneId lane, double distance, double ahead) {
    const network::StripId strip = network_.lane(lane).strip;
    const geometry::PlacedPose at =
        network::place(network_, strip, {distance, network_.edges(lane, distance).centre(), 0});
    way.push_back({at.position, ahead * at.tangent.x, ahead * at.tangent.y, 0.5 * kSample_m, half_width});
  };
  double from = 0;
  if (o.strip == corridor.strip) {
    from = o.distance;
  } else {
    if (corridor.from.is_empty() || o.lane != corridor.from.lane) return way;
    const double line = network_.stop_distance(corridor.from);
    const network::StripId strip = network_.lane(corridor.from.lane).strip;
    const geometry::PlacedPose at =
        network::place(network_, strip, {line, network_.edges(corridor.from.lane, line).centre(), 0});
    const double to_line =
        (at.position.x - o.centre.x) * o.heading_x + (at.position.y - o.centre.y) * o.heading_y - half;
    if (std::fabs(to_line) > kAtLine_m) return way;
  }
  for (double d = from; d < network_.strip(corridor.strip).length(); d += kSample_m) add(corridor.lane, d, 1);
  if (corridor.to.is_empty()) return way;
  const double exit_m = network_.strip(network_.lane(corridor.to.lane).strip).length();
  for (double d = 0; d < std::min(exit_m, 2 * half + kBefore_m); d += kSample_m)
    add(corridor.to.lane, corridor.to.is_along ? d : exit_m - d, corridor.to.is_along ? 1 : -1);
  return way;
}

// For each vehicle the body that it waits for: the first on its way. kNoRing for one that moves, or has nothing on its way.
std::vector<std::size_t> WaitingRings::find_waits(const record::Frame& frame) const {
  std::map<Cell, std::vector<std::size_t>> cells;
  for (std::size_t k = 0; k < frame.objects.size(); ++k) cells[cell_of(frame.objects[k].centre)].push_back(k);
  const auto first_in = [&](const world::BodyBox& place, std::size_t self) {
    const Cell middle = cell_of(place.centre);
    std::size_t nearest = kNoRing;
    double nearest_m = 1e9;
    for (const std::int64_t dx : {-1, 0, 1}) {
      for (const std::int64_t dy : {-1, 0, 1}) {
        const auto found = cells.find({middle.first + dx, middle.second + dy});
        if (found == cells.end()) continue;
        for (const std::size_t other : found->second) {
          const record::FrameObject& o = frame.objects[other];
          if (other == self || std::fabs(o.speed_mps) > kRingStanding_mps ||
              !world::overlap(place, box_of_object(o)))
            continue;
          const double away = std::hypot(o.centre.x - frame.objects[self].centre.x,
                                         o.centre.y - frame.objects[self].centre.y);
          if (away >= nearest_m) continue;
          nearest = other;
          nearest_m = away;
        }
      }
    }
    return nearest;
  };
  std::vector<std::size_t> waits_for(frame.objects.size(), kNoRing);
  for (std::size_t k = 0; k < frame.objects.size(); ++k) {
    const record::FrameObject& o = frame.objects[k];
    if (!world::is_vehicle(o.kind) || std::fabs(o.speed_mps) > kRingStanding_mps) continue;
    for (const world::BodyBox& place : way_of(o)) {
      waits_for[k] = first_in(place, k);
      if (waits_for[k] != kNoRing) break;
    }
  }
  return waits_for;
}

void WaitingRings::watch(const record::Frame& frame) {
  const std::vector<std::size_t> waits_for = find_waits(frame);
  std::vector<std::uint32_t> round(waits_for.size(), 0);  // in which one was come to; 0: not yet
  std::map<std::vector<world::ObjectId>, base::SimTime> now;
  for (std::uint32_t k = 0; k < waits_for.size(); ++k) {
    std::size_t at = k;
    while (at != kNoRing && round[at] == 0) {
      round[at] = k + 1;
      at = waits_for[at];
    }
    if (at == kNoRing || round[at] != k + 1) continue;
    // back at one of this round: a ring
    std::vector<world::ObjectId> ring;
    std::size_t member = at;
    do {
      ring.push_back(frame.objects[member].id);
      member = waits_for[member];
    } while (member != at);
    std::rotate(ring.begin(), std::ranges::min_element(ring), ring.end());
    const auto known = since_.find(ring);
    const base::SimTime since = known == since_.end() ? frame.time : known->second;
    if (const double stood_s = (frame.time - since).seconds(); stood_s > longest_s_) {
      longest_s_ = stood_s;
      longest_ = ring;
    }
    now.emplace(std::move(ring), since);
  }
  since_ = std::move(now);
}

}  // namespace backlot::sim
