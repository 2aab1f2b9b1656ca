#include "backlot/sim/test/judges/cross_section.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::sim {

void CrossSection::watch(const record::Frame& frame) {
  constexpr double kFollowed_m = 50;  // nearer than this a front is followed
  const double now_s = frame.time.seconds();
  std::map<world::ObjectId, double> still;
  for (const record::FrameObject& o : frame.objects) {
    const double half = 0.5 * static_cast<double>(o.length_m);
    const double x = o.centre.x + half * o.heading_x - place_.x,
                 y = o.centre.y + half * o.heading_y - place_.y;
    const double along = x * place_.heading_x + y * place_.heading_y;
    const double from_left = place_.first_m - (y * place_.heading_x - x * place_.heading_y);
    const bool is_on_road = from_left >= 0 && from_left < place_.lane_m * static_cast<double>(place_.lanes);
    if (!is_on_road || along < -kFollowed_m) continue;
    if (along < 0) {
      still.emplace(o.id, -along);
      continue;
    }
    const auto known = before_.find(o.id);
    if (known == before_.end()) continue;
    const double share = known->second / (known->second + along);  // of the time since the last frame
    passages_.push_back({last_s_ + share * (now_s - last_s_), o.speed_mps,
                         static_cast<std::size_t>(from_left / place_.lane_m), o.kind});
  }
  before_.swap(still);
  last_s_ = now_s;
}

template <class Counts>
CrossSection::Flow CrossSection::flow_of(double from_s, double to_s, const Counts& counts) const {
  BACKLOT_ASSERT(from_s < to_s, "a flow is counted over a time");
  double count = 0, slowness = 0;
  for (const Passage& p : passages_) {
    if (p.time_s < from_s || p.time_s >= to_s || !counts(p)) continue;
    count += 1;
    slowness += 1 / std::max(p.speed_mps, 0.1);
  }
  if (count == 0) return {};
  const double per_hour = count * 3600 / (to_s - from_s), speed_mps = count / slowness;
  return {per_hour, speed_mps, per_hour / (3.6 * speed_mps)};
}

CrossSection::Flow CrossSection::flow(double from_s, double to_s) const {
  return flow_of(from_s, to_s, [](const Passage&) { return true; });
}

CrossSection::Flow CrossSection::flow(std::size_t lane, double from_s, double to_s) const {
  return flow_of(from_s, to_s, [&](const Passage& p) { return p.lane == lane; });
}

}  // namespace backlot::sim
