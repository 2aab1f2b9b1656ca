#include "backlot/sim/test/detector.h"

#include <algorithm>

namespace backlot::sim {

void Detector::watch(const Simulation& simulation) {
  const double now = simulation.tick().time.seconds(), dt = now - last_s_;
  last_s_ = now;
  std::map<std::uint64_t, double> ahead;
  std::vector<Passage> passed;
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    const auto known = before_.find(v.id.raw());
    const bool is_here = v.mover.trail.current() == track_;
    if (!is_here && known == before_.end()) continue;
    const double left = is_here ? metres_ - v.mover.metres - static_cast<double>(v.shape.front_m()) : -1;
    if (left > 0) {
      ahead[v.id.raw()] = left;
    } else if (known != before_.end()) {
      const double way = v.mover.speed_mps * dt;  // of the step, about
      const double share = way > 0 ? std::min(1.0, known->second / way) : 1;
      passed.push_back({now - dt + share * dt, v.mover.speed_mps, v.id});
    }
  }
  std::sort(passed.begin(), passed.end(), [](const Passage& a, const Passage& b) {
    return a.time_s != b.time_s ? a.time_s < b.time_s : a.id < b.id;
  });
  passages_.insert(passages_.end(), passed.begin(), passed.end());
  before_.swap(ahead);
}

std::size_t Detector::count(double from_s, double to_s) const {
  return static_cast<std::size_t>(std::count_if(passages_.begin(), passages_.end(), [&](const Passage& p) {
    return p.time_s >= from_s && p.time_s < to_s;
  }));
}

}  // namespace backlot::sim
