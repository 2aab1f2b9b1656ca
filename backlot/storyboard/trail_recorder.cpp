#include "backlot/storyboard/trail_recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "backlot/base/assert.h"

namespace backlot::storyboard {

namespace {

constexpr double kSlack_s = 1e-6;  // a frame this early counts for the point

geometry::WorldPoint gap() {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  return {kNone, kNone, kNone};
}

// How many points the trail has up to a time, itself excluded.
std::size_t points_before(const Trail& trail, double time_s) {
  BACKLOT_ASSERT(trail.step_s > 0, "a trail has points at even times");
  return static_cast<std::size_t>(std::max(0.0, std::floor((time_s - trail.from_s) / trail.step_s + 0.5)));
}

}  // namespace

TrailRecorder::TrailRecorder(double step_s, double memory_s) : step_s_(step_s) {
  BACKLOT_CHECK(step_s > 0 && memory_s >= 0 && std::isfinite(memory_s / step_s), "a step has a length");
  memory_ = static_cast<std::size_t>(std::ceil(memory_s / step_s)) + 1;
}

void TrailRecorder::take(const record::Frame& frame) {
  const double now_s = frame.time.seconds();
  if (taken_ == 0) first_s_ = now_s;
  BACKLOT_ASSERT(now_s >= first_s_, "frames come in the order of time");
  const double time_s = first_s_ + step_s_ * static_cast<double>(taken_);
  if (now_s < time_s - kSlack_s) return;
  ++taken_;
  for (const record::FrameObject& object : frame.objects) {
    if (object.id.is_empty()) continue;
    const auto [at, is_new] = all_.try_emplace(object.id);
    Trail& trail = at->second;
    if (is_new) trail = {.id = object.id, .role = {}, .from_s = time_s, .step_s = step_s_, .points = {}};
    trail.points.resize(points_before(trail, time_s), gap());
    trail.points.push_back(object.centre);
    const std::string_view role = frame.role_name(object.role);
    if (!role.empty()) trail.role = role;
    // half of it at a time, so that a point is moved once on average
    if (trail.role.empty() && trail.points.size() >= 2 * memory_) {
      trail.points.erase(trail.points.begin(), trail.points.end() - static_cast<std::ptrdiff_t>(memory_));
      trail.from_s = time_s - step_s_ * static_cast<double>(memory_ - 1);
    }
  }
  // extras that left long ago
  std::erase_if(all_, [&](const auto& entry) {
    const Trail& trail = entry.second;
    return trail.role.empty() && points_before(trail, time_s) > trail.points.size() + memory_;
  });
}

std::vector<Trail> TrailRecorder::trails() const {
  std::vector<Trail> list;
  for (const auto& [id, trail] : all_)
    if (!trail.role.empty()) list.push_back(trail);
  return list;
}

}  // namespace backlot::storyboard
