#include "backlot/traffic/pedestrian/foot_routes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace backlot::traffic {

namespace {

using world::Footway;
using world::FootwayEnd;
using world::FootwayId;
using world::FootwayKind;

constexpr double kBetweenDoors_m = 40;
constexpr std::size_t kMostDoors = 64;  // the tables grow with them
constexpr float kFar_m = std::numeric_limits<float>::infinity();

// Metres from where the walk along a footway begins to the door, if the door is on it.
double to_door_on(const Door& door, const Footway& footway, bool is_along) {
  BACKLOT_ASSERT(door.metres >= 0 && door.metres <= footway.length, "a door is on its footway");
  return is_along ? door.metres : footway.length - door.metres;
}

}  // namespace

FootRoutes::FootRoutes(const world::Footways& footways) : footways_(&footways) {
  place_doors();
  metres_.assign(doors_.size() * footways.all().size() * 2, kFar_m);
  for (DoorId door = 0; door < doors_.size(); ++door) find_ways(door);
}

std::size_t FootRoutes::count_doors(const world::Footways& footways) {
  return std::min(kMostDoors, static_cast<std::size_t>(footways.sidewalk_metres() / kBetweenDoors_m));
}

// At equal distances along all sidewalks, one after the other.
void FootRoutes::place_doors() {
  const std::size_t count = count_doors(*footways_);
  const double every_m = footways_->sidewalk_metres() / std::max(1.0, static_cast<double>(count));
  double sum_m = 0;
  for (std::size_t k = 0; k < footways_->all().size() && doors_.size() < count; ++k) {
    const Footway& footway = footways_->all()[k];
    if (footway.kind != FootwayKind::sidewalk) continue;
    for (;;) {
      const double metres = (static_cast<double>(doors_.size()) + 0.5) * every_m - sum_m;
      if (metres > footway.length || doors_.size() == count) break;
      doors_.push_back({FootwayId::from_size(k), std::max(0.0, metres), doors_.size() % 2 == 0});
    }
    sum_m += footway.length;
  }
}

// Dijkstra's algorithm from the door backwards: a footway that is walked one way leads to those that follow at its end, and back where none does.
void FootRoutes::find_ways(DoorId id) {
  const Door& door = doors_[id];
  using Reached =
      std::pair<float, std::uint32_t>;  // metres; twice the footway, and one more where it is walked back
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
  const auto reach = [&](FootwayId footway, bool is_along, double metres) {
    float& known = metres_[index_of(id, footway, is_along)];
    if (static_cast<float>(metres) >= known) return;
    known = static_cast<float>(metres);
    queue.push({known, 2 * footway.raw() + (is_along ? 0U : 1U)});
  };
  const Footway& at = (*footways_)[door.footway];
  for (const bool is_along : {true, false}) reach(door.footway, is_along, to_door_on(door, at, is_along));
  while (!queue.empty()) {
    const auto [metres, which] = queue.top();
    queue.pop();
    const FootwayId here(which / 2);
    const bool is_along = which % 2 == 0;
    if (metres > metres_[index_of(id, here, is_along)]) continue;
    // those that lead here are those that follow when one walks the other way
    for (const FootwayEnd& before : footways_->onward((*footways_)[here], !is_along)) {
      if (before.footway == door.footway) continue;
      reach(before.footway, !before.is_along,
            static_cast<double>(metres) + (*footways_)[before.footway].length);
    }
    const Footway& back = (*footways_)[here];
    if (here != door.footway && footways_->onward(back, !is_along).empty())
      reach(here, !is_along, static_cast<double>(metres) + back.length);
  }
}

double FootRoutes::from_end_m(DoorId door, FootwayId footway, bool is_along) const {
  const std::span<const FootwayEnd> onward = footways_->onward((*footways_)[footway], is_along);
  double least = onward.empty() ? from_start_m(door, footway, !is_along) : static_cast<double>(kFar_m);
  for (const FootwayEnd& next : onward)
    least = std::min(least, from_start_m(door, next.footway, next.is_along));
  return least;
}

double FootRoutes::left_m(DoorId door, FootwayId id, bool is_along, double walked_m) const {
  BACKLOT_ASSERT(!std::isnan(walked_m), "metres are a number");
  const Footway& footway = (*footways_)[id];
  if ((*this)[door].footway == id) {
    const double left = to_door_on((*this)[door], footway, is_along) - walked_m;
    if (left >= 0) return left;
  }
  return footway.length - walked_m + from_end_m(door, id, is_along);
}

FootwayEnd FootRoutes::next(DoorId door, FootwayId footway, bool is_along) const {
  FootwayEnd best;
  double least = static_cast<double>(kFar_m);
  for (const FootwayEnd& next : footways_->onward((*footways_)[footway], is_along)) {
    const double metres = from_start_m(door, next.footway, next.is_along);
    if (metres >= least && !best.footway.is_empty()) continue;
    least = metres;
    best = next;
  }
  return best;
}

}  // namespace backlot::traffic
