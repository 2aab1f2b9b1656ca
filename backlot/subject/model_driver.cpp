#include "backlot/subject/model_driver.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/subject/following.h"
#include "backlot/subject/internal/sight.h"

namespace backlot::subject {

namespace {

constexpr double kStill_m = 2.5;        // the gap to a leader when standing
constexpr double kBeforeLine_m = 1;     // the front stands so far before a line
constexpr double kSurprise_mps2 = 2.5;  // a leader for which more braking is needed is a surprise
constexpr double kUrgent_mps2 = 3;      // where more is needed, the driver brakes as hard as needed at once
constexpr double kMargin_s = 0.3;       // between the subject and a body that crosses
constexpr double kCutsIn_s =
    0.5;  // a body that travels the same way counts so long before it is in the strip
constexpr double kOncoming_s = 8;  // oncoming bodies in the strip count so long before they are met
constexpr double kLift_m = 120, kLiftLine_m = 20;  // waiting vehicles so far ahead, so near to a crossing
constexpr double kDrifts_mps = 5;                  // no drift below this speed
constexpr double kGlance_mps = 8, kGlanceHeadway_s = 2.5;
constexpr double kJerk_mps3 = 2.5, kReleaseJerk_mps3 = 8, kHardJerk_mps3 = 10, kUrgentJerk_mps3 = 40;
constexpr double kRelease_mps2 = -1, kHard_mps2 = -3;
constexpr double kCreep_mps = 0.3,
                 kStartShare = 0.5;  // of the comfortable acceleration starts a car that stands

}  // namespace

// One step, as the driver sees it.
struct ModelDriver::Moment {
  const record::Frame& frame;
  const record::FrameObject& self;
  double front_m, length_m, v;
  bool glances_away;
};

ModelPlan::ModelPlan(const world::Course& its_course, const Style& its_style, std::uint64_t seed,
                     std::optional<double> its_stop_m)
    : course(&its_course),
      style(its_style),
      cruise(its_course, its_style.share_of_limit),
      lines(lines_of(its_course)),
      attention(its_style, seed),
      buildings(world::buildings_of(its_course.tracks().network())),
      stop_m(its_stop_m) {}

ModelDriver::ModelDriver(std::shared_ptr<const ModelPlan> plan, world::ObjectId self)
    : plan_(std::move(plan)) {
  BACKLOT_ASSERT(plan_ != nullptr, "a driver has a plan");
  state_.self = self;
}

double ModelDriver::drive(const record::Frame& frame, base::Duration dt) {
  const record::FrameObject* self = record::find(frame, state_.self);
  if (self == nullptr || dt.nanoseconds() <= 0) return self == nullptr ? 0 : std::max(self->speed_mps, 0.0);
  const world::Course& course = *plan_->course;
  state_.metre =
      state_.has_started ? course.metre_near(self->centre, state_.metre) : course.nearest(self->centre).metre;
  state_.has_started = true;
  const auto length = static_cast<double>(self->length_m);
  Moment moment{frame, *self, state_.metre + 0.5 * length, length, std::max(self->speed_mps, 0.0), false};
  ahead_.look(course, frame, *self, state_.metre);

  const bool can_afford_glance = moment.v > kGlance_mps && state_.accel_mps2 > kRelease_mps2 &&
                                 (ahead_.bodies().empty() || ahead_.bodies().front().from_m - moment.front_m >
                                                                 kGlanceHeadway_s * moment.v);
  plan_->attention.step(frame.time, can_afford_glance, state_.attention);
  moment.glances_away = plan_->attention.glances_away(frame.time, state_.attention);

  const double accel = eased(wish(moment), moment.v, dt.seconds());
  double after = std::max(0.0, moment.v + accel * dt.seconds());
  if (after < kCreep_mps && accel < 0) after = 0;
  state_.accel_mps2 = after > 0 ? accel : 0;
  return after;
}

ModelDriver::Wish ModelDriver::wish(const Moment& moment) {
  const Style& style = plan_->style;
  double wanted = plan_->cruise.wanted_mps(moment.front_m);
  if (wanted > kDrifts_mps) wanted += drift_mps(style, moment.frame.time);
  if (lifts_off(moment)) wanted *= 1 - style.lift_share;
  Wish wish{free_accel(style, moment.v, wanted), false};
  const Entry entry{moment.front_m, moment.length_m, moment.v, moment.self.id};
  if (const std::optional<double> gap = metres_to_stop(*plan_->course, plan_->lines, style, moment.frame,
                                                       entry, moment.glances_away, state_.line)) {
    const Obstacle line{std::max(*gap - kBeforeLine_m, 0.0) + kStill_m, 0, 0};
    wish.accel_mps2 = std::min(wish.accel_mps2, follow_accel(style, moment.v, line, kStill_m));
    if (const double needed = needed_brake_mps2(moment.v, {*gap, 0, 0}); needed > kUrgent_mps2)
      wish = {std::min(wish.accel_mps2, -needed), true};
  }
  heed_stop(moment, wish);
  heed_bodies(moment, wish);
  return wish;
}

// Bodies in the way: leaders at once, unless they come as a surprise; those that cross or come towards the subject after the reaction time.
void ModelDriver::heed_bodies(const Moment& moment, Wish& wish) {
  const Attention& attention = plan_->attention;
  const base::SimTime now = moment.frame.time;
  const double slow = std::max(moment.v, 0.1);
  for (const BodyAhead& body : ahead_.bodies()) {
    const record::FrameObject& o = *body.object;
    const Noticed* noticed = attention.find(o.id, state_.attention);
    if (body.to_m <= state_.metre) continue;
    const double gap = body.from_m - moment.front_m;
    Obstacle obstacle{std::max(gap, 0.0), body.along_mps, body.is_leader ? o.accel_mps2 : 0};
    if (body.is_leader) {
      if (body.enters_s > kCutsIn_s) continue;
    } else if (body.along_mps < -std::fabs(o.speed_mps) * 0.7) {
      if (gap > kOncoming_s * (moment.v - body.along_mps)) continue;
    } else {
      // A body that crosses counts where the subject would be there while it is; one that was noticed counts until it is gone.
      const bool meets = gap < slow * (body.leaves_s + kMargin_s) &&
                         body.to_m - moment.front_m + moment.length_m > slow * (body.enters_s - kMargin_s);
      if (!meets && noticed == nullptr) continue;
      obstacle.speed_mps = std::max(0.0, body.along_mps);
    }
    const double needed = needed_brake_mps2(moment.v, obstacle);
    const bool is_surprise = !body.is_leader || needed > kSurprise_mps2;
    if (noticed == nullptr &&
        (moment.glances_away || !internal::can_see(moment.frame, plan_->buildings, moment.self, o, near_)))
      continue;
    attention.notice(now, o.id, is_surprise, state_.attention);
    if (!attention.reacts_to(now, o.id, state_.attention)) continue;
    wish.accel_mps2 = std::min(wish.accel_mps2, follow_accel(plan_->style, moment.v, obstacle, kStill_m));
    if (needed > kUrgent_mps2) wish = {std::min(wish.accel_mps2, -needed), true};
    if (!body.is_leader) wish.is_urgent = true;
  }
}

// The stop for no reason.
void ModelDriver::heed_stop(const Moment& moment, Wish& wish) {
  if (!plan_->stop_m) return;
  const double gap = *plan_->stop_m - moment.front_m;
  if (gap < kBeforeLine_m + kStill_m && moment.v < kCreep_mps) state_.stays = true;
  if (state_.stays) {
    wish.accel_mps2 = -plan_->style.brake_mps2;
    return;
  }
  // A driver that starts beyond its stop brakes in comfort.
  const double comfortable =
      follow_accel(plan_->style, moment.v, {std::max(gap, 0.0) + kStill_m, 0, 0}, kStill_m);
  wish.accel_mps2 = std::min(wish.accel_mps2, std::max(comfortable, -plan_->style.ease_mps2));
}

// Vehicles that wait beside the path near a crossing ahead.
bool ModelDriver::lifts_off(const Moment& moment) const {
  if (plan_->style.lift_share <= 0) return false;
  return std::ranges::any_of(ahead_.waiting(), [&](const BodiesAhead::Waiting& waiting) {
    if (waiting.metre < moment.front_m || waiting.metre > moment.front_m + kLift_m) return false;
    return std::ranges::any_of(plan_->lines, [&](const Line& line) {
      return waiting.metre > line.metre - kLiftLine_m && waiting.metre < line.end_m + kLiftLine_m;
    });
  });
}

// The wish as a foot on the pedals carries it out: acceleration changes with a comfortable jerk, except in danger.
double ModelDriver::eased(const Wish& wish, double v, double dt_s) const {
  BACKLOT_ASSERT(dt_s > 0, "a step takes time, a speed is forward");
  const Style& style = plan_->style;
  const double target = std::clamp(wish.accel_mps2, -style.hardest_mps2, style.accel_mps2);
  if (v <= 0) return target > kStartShare * style.accel_mps2 ? std::min(target, kJerk_mps3 * dt_s) : 0;
  const double now = state_.accel_mps2;
  const double down = wish.is_urgent ? kUrgentJerk_mps3 : target < kHard_mps2 ? kHardJerk_mps3 : kJerk_mps3;
  const double up = now < kRelease_mps2 ? kReleaseJerk_mps3 : kJerk_mps3;
  return std::clamp(target, now - down * dt_s, now + up * dt_s);
}

std::unique_ptr<Driver> ModelDriver::copy() const {
  auto other = std::make_unique<ModelDriver>(plan_, state_.self);
  other->state_ = state_;
  return other;
}

void ModelDriver::save(base::FieldWriter& field) const { field(state_); }
void ModelDriver::hash(base::FieldHasher& field) const { field(state_); }

void ModelDriver::restore(base::FieldReader& field) {
  field(state_);
  const bool is_sound = std::isfinite(state_.metre) && std::isfinite(state_.accel_mps2) &&
                        state_.line.next <= plan_->lines.size();
  if (is_sound) return;
  field.fail();
  const world::ObjectId self = state_.self;
  state_ = {};
  state_.self = self;
}

}  // namespace backlot::subject
