#include "backlot/sim/test/halts.h"

#include <algorithm>
#include <cmath>

namespace backlot::sim {

void Halts::watch(const record::Frame& frame) {
  constexpr double kSeen_m = 60;          // nearer than this a body is followed
  constexpr double kTowardsCosine = 0.7;  // a body whose heading is further off does not come to the line
  const double now_s = frame.time.seconds();
  std::map<world::ObjectId, Coming> still;
  for (const record::FrameObject& o : frame.objects) {
    const double half = 0.5 * static_cast<double>(o.length_m);
    const double x = o.centre.x + half * o.heading_x - line_.x, y = o.centre.y + half * o.heading_y - line_.y;
    const double along = x * line_.heading_x + y * line_.heading_y,
                 across = y * line_.heading_x - x * line_.heading_y;
    const auto known = coming_.find(o.id);
    if (known == coming_.end()) {
      const bool is_towards = o.heading_x * line_.heading_x + o.heading_y * line_.heading_y > kTowardsCosine;
      if (!is_towards || along > 0 || along < -kSeen_m || std::fabs(across) > line_.half_m) continue;
    }
    Coming now = known == coming_.end() ? Coming{} : known->second;
    if (along > 0) {
      const double share = now.along_m / (now.along_m - along);  // of the time since the last frame
      crossings_.push_back({o.id, last_s_ + share * (now_s - last_s_), o.speed_mps, now.slowest_mps});
      continue;
    }
    now.along_m = along;
    if (along > -zone_m_) now.slowest_mps = std::min(now.slowest_mps, std::fabs(o.speed_mps));
    still.emplace(o.id, now);
  }
  coming_.swap(still);
  last_s_ = now_s;
}

std::uint64_t Halts::rolled() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(crossings_, [](const Crossing& c) { return c.slowest_mps >= kHalt_mps; }));
}

std::uint64_t Halts::count(double from_s, double to_s) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      crossings_, [&](const Crossing& c) { return c.time_s >= from_s && c.time_s < to_s; }));
}

}  // namespace backlot::sim
