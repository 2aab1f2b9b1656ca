#include "backlot/harness/stand_in.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/subject/model_driver.h"

namespace backlot::harness {

namespace {

constexpr double kUsualShare = 0.92, kLeastShare = 0.5, kMostShare = 1.2;
constexpr double kStandInBrake_mps2 = 9, kMostAccel_mps2 = 4;
constexpr double kStarts_mps = 3;  // one that is slower at a line has just stopped there

}  // namespace

std::unique_ptr<SubjectSlot> make_stand_in(sim::Simulation& fork, const world::Course& course,
                                           const record::Frame& frame, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a stand-in takes the place of an object");
  const record::FrameObject* subject = record::find(frame, id);
  if (subject == nullptr) return nullptr;
  const double metre = course.nearest(subject->centre).metre;
  const std::size_t part = course.part_at(metre);
  const auto points =
      world::points_along(course.tracks(), course.list().subspan(part), metre - course.start_of(part));
  if (points.size() < 2) return nullptr;
  const sim::ByPath path{.points = points, .speed_mps = subject->speed_mps, .slow_mps2 = kStandInBrake_mps2};
  if (!fork.set_behaviour(id, path).empty()) return nullptr;
  const double share = subject->speed_mps / std::max(course.speed_at(metre), 1.0);
  // one that is slow for a reason of its own will not stay slow
  const bool is_slow = share < kLeastShare;
  subject::Style style = subject::steady_style(is_slow ? kUsualShare : std::min(share, kMostShare));
  style.accel_mps2 = std::clamp(subject->accel_mps2, style.accel_mps2, kMostAccel_mps2);
  auto driver = std::make_unique<subject::ModelDriver>(
      std::make_shared<const subject::ModelPlan>(course, style, 0, std::nullopt), id);
  driver->take_over(subject->accel_mps2, subject->speed_mps < kStarts_mps);
  return std::make_unique<ModelSlot>(std::move(driver), id);
}

}  // namespace backlot::harness
