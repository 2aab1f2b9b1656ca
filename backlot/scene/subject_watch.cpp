#include "backlot/scene/subject_watch.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/near_course.h"
#include "backlot/traffic/signal/signal_clocks.h"

namespace backlot::scene {

namespace {

constexpr double kBeside_m = 4;             // further from its course the subject is on another way
constexpr double kSubjectStands_mps = 0.5;  // below that it stands
constexpr double kStuck_s = 2;              // it has stood so long without a cause
constexpr double kNear_m = 40;              // a red light or a standing vehicle within that far is a cause
constexpr std::uint64_t kLookSteps = 4;
constexpr double kLook_s = 0.2;   // or so long, where steps are short
constexpr double kSight_m = 200;  // leaders further off do not hold it up yet
constexpr double kSteady_mps2 = 0.35;
constexpr double kLearn_s = 2;          // in which the share of the limit is learned
constexpr double kAtLimitShare = 0.97;  // below, the subject slows down for what is ahead
// A speed that differs by less from the expected one is kept so long. While the subject slows down, it may differ by more.
constexpr double kSteadyShare = 0.06, kSubjectSlower = 0.2, kStays_s = 12;
constexpr double kSubjectAccel_mps2 = 1.5;                   // of a subject that gets back to its speed
constexpr double kStartShare = 0.3, kStartAccel_mps2 = 0.6;  // of its usual speed
constexpr double kHeadway_s = 1.4;                           // that it keeps to a slower vehicle
constexpr double kFar_s = 200;                               // lights further off are not looked at
constexpr double kStart_s = 2;  // lost at green, and again for each queued vehicle

}  // namespace

void SubjectWatch::look(const Scene& scene, direct::Stage& stage, world::ObjectId subject) {
  const std::optional<record::FrameObject> seen = stage.find(subject);
  is_there_ = seen.has_value() && seen->behaviour != record::Behaviour::wrecked;
  if (!is_there_) return;
  const world::Course& course = scene.course();
  length_m_ = static_cast<double>(seen->length_m);
  const geometry::WorldPoint front{seen->centre.x + 0.5 * length_m_ * seen->heading_x,
                                   seen->centre.y + 0.5 * length_m_ * seen->heading_y, seen->centre.z};
  front_m_ = front_m_ < 0 ? course.nearest(front).metre : course.metre_near(front, front_m_);
  is_on_route_ = distance_between(course.point_at(front_m_), front) < kBeside_m + 3;
  const double dt = stage.tick().step.seconds();
  speed_mps_ = seen->speed_mps;
  accel_mps2_ = seen->accel_mps2;

  // a leader keeps its speed from one look to the next
  const std::uint64_t steps =
      dt > 0 ? std::max(kLookSteps, static_cast<std::uint64_t>(std::lround(kLook_s / dt))) : kLookSteps;
  if (stage.tick().index % steps == 0)
    look_ahead(scene, stage, subject);
  else
    gap_m_ += (leader_mps_ - speed_mps_) * dt;
  learn_share(scene, dt);
  look_at_lights(scene, stage);
  const bool has_cause = (waits_s_ > 0 && waits_at_m_ - front_m_ < kNear_m) || gap_m_ < kNear_m;
  idle_s_ = std::fabs(speed_mps_) < kSubjectStands_mps && !has_cause ? idle_s_ + dt : 0;
  is_stuck_ = idle_s_ > kStuck_s;
}

// Whether the limit counts where the subject is, rather than a bend or a lower limit ahead.
bool SubjectWatch::is_at_limit(const Scene& scene) const {
  return scene.travel_times().speed_at(front_m_, share_) >
         kAtLimitShare * share_ * scene.course().limit_at(front_m_);
}

// Where the road is free and the limit counts, the speed of the subject tells what share of the limit it likes.
void SubjectWatch::learn_share(const Scene& scene, double dt_s) {
  BACKLOT_ASSERT(dt_s >= 0, "time does not run backwards");
  const double limit_mps = scene.course().limit_at(front_m_), share = speed_mps_ / limit_mps;
  const bool is_free = gap_m_ > std::max(30.0, 2.5 * speed_mps_) && std::fabs(accel_mps2_) < kSteady_mps2;
  if (!is_free || !is_at_limit(scene) || share <= TravelTimes::kLeastShare) return;
  share_ += std::min(1.0, dt_s / kLearn_s) * (std::min(share, TravelTimes::kMostShare) - share_);
}

void SubjectWatch::look_ahead(const Scene& scene, direct::Stage& stage, world::ObjectId subject) {
  look::PathNeighbours neighbours;
  const look::Snapshot now = stage.snapshot();
  look::AlongPath along{.from_m = front_m_, .within_m = kSight_m, .speed_mps = speed_mps_, .self = subject};
  const std::vector<look::PathPart> parts =
      parts_with_bodies(scene.course(), now, front_m_, front_m_ + kSight_m, along.width_m, subject);
  along.only = &parts;
  const auto leader = neighbours.find_leader(now, scene.path(), along);
  gap_m_ = leader ? leader->gap_m : std::numeric_limits<double>::infinity();
  leader_mps_ = leader ? std::max(0.0, leader->speed_mps) : 0;
  leader_length_m_ = leader ? now.motion(leader->number).length_m : 0;
}

// The first light on its way that will not be green when the subject is there.
void SubjectWatch::look_at_lights(const Scene& scene, direct::Stage& stage) {
  waits_s_ = 0;
  const base::SimTime now = stage.tick().time;
  const world::SignalPlans& plans = scene.roads().conflicts.signals();
  for (const LineOnCourse& line : scene.lines()) {
    if (line.metre < front_m_ || line.programme == green_programme_) continue;
    const double in_s = free_seconds_to(scene, line.metre);
    if (in_s > kFar_s) break;
    base::SimTime at = now + base::Duration::from_seconds(in_s);
    world::SignalPlans::Shown shown = stage.signal_clocks().shown(plans, line.programme, at);
    if (shown.aspects[line.group] == network::Aspect::green) continue;
    // until the next green
    for (int k = 0; k < 16 && shown.aspects[line.group] != network::Aspect::green; ++k) {
      at += base::Duration::from_nanoseconds(std::max<std::int64_t>(1, shown.lasts_ns));
      shown = stage.signal_clocks().shown(plans, line.programme, at);
    }
    waits_s_ = (at - now).seconds() - in_s + kStart_s;
    waits_at_m_ = line.metre;
    return;
  }
}

double SubjectWatch::share_of_limit(const Scene& scene) const {
  return speed_mps_ / scene.course().limit_at(front_m_);
}

// As if nothing were in its way. A subject that is slower than it likes to be gains speed first. One that is a little faster or slower than
// expected, as by its drift, stays so for a while.
double SubjectWatch::free_seconds_to(const Scene& scene, double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  const TravelTimes& times = scene.travel_times();
  const double usual = times.speed_at(front_m_, share_), more = speed_mps_ - usual, way_m = metre - front_m_;
  const double seconds = times.seconds_between(front_m_, metre, share_);
  const bool slows_down = accel_mps2_ < 0 && !is_at_limit(scene) && more > -kSubjectSlower * usual;
  if (more > -kSteadyShare * usual || slows_down)
    return way_m <= 0 ? seconds : seconds - std::min(seconds, kStays_s) * more / (way_m / seconds + more);
  // one that has just started goes on as it does now
  const bool has_started = speed_mps_ < kStartShare * usual && accel_mps2_ > kStartAccel_mps2;
  const double gain_mps2 = has_started ? accel_mps2_ : kSubjectAccel_mps2;
  const double gaining_m = (usual * usual - speed_mps_ * speed_mps_) / (2 * gain_mps2);
  if (way_m >= gaining_m) return seconds + more * more / (2 * gain_mps2 * usual);
  return (std::sqrt(speed_mps_ * speed_mps_ + 2 * gain_mps2 * way_m) - speed_mps_) / gain_mps2;
}

std::optional<double> SubjectWatch::seconds_to(const Scene& scene, double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  if (!is_known()) return std::nullopt;
  const double way_m = metre - front_m_;
  if (way_m <= 0) return way_m / std::max(speed_mps_, 1.0);
  double seconds = free_seconds_to(scene, metre);
  // behind a slower vehicle it comes no sooner than that one and the headway
  if (way_m > gap_m_ && gap_m_ < kSight_m) {
    const TravelTimes& times = scene.travel_times();
    const double at_m = front_m_ + gap_m_;
    const double cleared_s = times.seconds_between(at_m, metre, leader_mps_ / times.speed_at(at_m, 1));
    const double gap_then_s = std::min(kHeadway_s, gap_m_ / std::max(leader_mps_, 1.0));
    seconds = std::max(seconds, cleared_s + gap_then_s);
  }
  if (waits_s_ > 0 && waits_at_m_ < metre) seconds += waits_s_;
  return seconds;
}

}  // namespace backlot::scene
