#include "backlot/harness/test/outside_watch.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/harness/test/plain_boxes.h"

namespace backlot::harness {

namespace {

using record::FrameObject;

constexpr double kNever_m = 100;  // nothing comes or goes so near, seen or not
constexpr double kSight_m = 200, kSight_s = 12;
constexpr std::uint64_t kOverlapTicks =
    4;  // bodies that touch stay where they are, so not every frame is looked at

}  // namespace

void OutsideWatch::find_change(const FrameObject& object, const record::Frame& frame, const char* what) {
  const FrameObject* subject = record::find(frame, subject_);
  if (object.id == subject_ || subject == nullptr) return;
  ++all_changes_;
  const double far_m = distance_m(object, *subject);
  const double sight_m = std::max(kSight_m, kSight_s * std::fabs(subject->speed_mps));
  if (far_m > kNever_m && (far_m > sight_m || !is_visible(object, *subject, frame, buildings_))) return;
  changes_.push_back(fmt::format("{:.2f} s: object {} {} {:.0f} m from the subject", frame.time.seconds(),
                                 world::number_for_people(object.id), what, far_m));
}

void OutsideWatch::find_overlaps(const record::Frame& frame) {
  if (const FrameObject* subject = record::find(frame, subject_))
    has_touched_ = has_touched_ ||
                   std::any_of(frame.objects.begin(), frame.objects.end(), [&](const FrameObject& other) {
                     return other.id != subject_ && is_overlapping(other, *subject);
                   });
  if (has_touched_ || frame.tick % kOverlapTicks != 0) return;
  for (std::size_t a = 0; a < frame.objects.size(); ++a)
    for (std::size_t b = a + 1; b < frame.objects.size(); ++b)
      if (is_overlapping(frame.objects[a], frame.objects[b]))
        overlaps_.push_back(fmt::format("{:.2f} s: objects {} and {}", frame.time.seconds(),
                                        world::number_for_people(frame.objects[a].id),
                                        world::number_for_people(frame.objects[b].id)));
}

void OutsideWatch::watch(const record::Frame& frame) {
  if (has_last_) {
    for (const FrameObject& object : frame.objects)
      if (record::find(last_, object.id) == nullptr) find_change(object, frame, "appeared");
    for (const FrameObject& object : last_.objects)
      if (record::find(frame, object.id) == nullptr) find_change(object, last_, "vanished");
  }
  find_overlaps(frame);
  last_ = frame;
  has_last_ = true;
}

}  // namespace backlot::harness
