#include "backlot/geometry/internal/exact_span.h"

#include <cmath>
#include <limits>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/geometry/internal/largest_on.h"

namespace backlot::geometry::internal {

VectorCubic VectorCubic::hermite(double end, const Vec3& p0, const Vec3& d0, const Vec3& p1, const Vec3& d1) {
  BACKLOT_ASSERT(end > 0, "a cubic ends past its beginning");
  const Vec3 mean = (p1 - p0) / end;
  return {{p0, d0, (3 * mean - 2 * d0 - d1) / end, (d0 + d1 - 2 * mean) / (end * end)}};
}

LevelFrame level_frame(const Vec3& tangent, const Vec3& bend) {
  const double level = std::sqrt(tangent.x * tangent.x + tangent.y * tangent.y);
  LevelFrame frame;
  frame.lateral = {-tangent.y / level, tangent.x / level, 0};
  const Vec3 turn = {-bend.y, bend.x, 0};
  frame.lateral_rate = (turn - frame.lateral * dot(frame.lateral, turn)) / level;
  frame.normal = cross(tangent, frame.lateral);
  frame.normal_rate = cross(bend, frame.lateral) + cross(tangent, frame.lateral_rate);
  return frame;
}

double Climb::operator()(double run) const {
  const double slope = elevation.at(from + run).slope;
  return std::sqrt(1 + slope * slope);
}

LiftedSpan::LiftedSpan(std::shared_ptr<const PlanCurve> plan, double from, double to, double curve_start,
                       const CubicRecord& elevation, const CubicRecord& bank)
    : plan_(std::move(plan)), from_(from), curve_start_(curve_start), elevation_(elevation), bank_(bank) {
  BACKLOT_ASSERT(!(to < from), "a span does not end before it begins");
  const Climb climb{elevation, curve_start + from};
  if (elevation.c == 0 && elevation.d == 0) {
    constant_speed_ = climb(0);
    length_ = (to - from) * constant_speed_;
  } else {
    table_.emplace(to - from, climb);
    length_ = table_->length();
  }
}

SpineSample LiftedSpan::at(double distance) const {
  const double s = run_at(distance);
  const PlanSample plan = plan_->at(s);
  const ProfileValue height = elevation_.at(curve_start_ + s);
  const ProfileValue bank = bank_.at(curve_start_ + s);

  // the tangent (cos, sin, slope) / w and its change per metre of the climbing spine
  const double w = std::sqrt(1 + height.slope * height.slope);
  const double k = 1 / w;
  SpineSample sample;
  sample.position = {plan.x, plan.y, height.value};
  sample.tangent = {plan.cos_heading * k, plan.sin_heading * k, height.slope * k};
  const Vec3 turn = {-plan.curvature * plan.sin_heading, plan.curvature * plan.cos_heading, height.bend};
  sample.bend = (turn * k - sample.tangent * (height.slope * height.bend * k * k)) * k;

  // rolled about the tangent: the left side rises where the bank is positive
  const LevelFrame level = level_frame(sample.tangent, sample.bend);
  const auto [sine, cosine] = base::sin_cos(bank.value);
  const double roll_rate = bank.slope * k;
  sample.normal = cosine * level.normal - sine * level.lateral;
  sample.normal_rate = (cosine * level.normal_rate - sine * level.lateral_rate) -
                       roll_rate * (sine * level.normal + cosine * level.lateral);
  return sample;
}

SpaceSpan::SpaceSpan(const VectorCubic& position, std::optional<VectorCubic> normal)
    : position_(position), normal_(normal), table_(1, CubicSpeed{position}) {}

double SpaceSpan::largest_plan_curvature() const {
  return largest_on(1, [this](double t) {
    const Vec3 first = position_.first(t);
    const double speed = norm(first);
    if (!(speed > 0)) return std::numeric_limits<double>::infinity();
    return norm(cross(first, position_.second(t))) / (speed * speed * speed);
  });
}

SpineSample SpaceSpan::at(double distance) const {
  const double t = table_.parameter_at(distance);
  const Vec3 first = position_.first(t);
  const double speed = norm(first);
  SpineSample sample;
  sample.position = position_.at(t);
  sample.tangent = first / speed;
  const Vec3 second = position_.second(t);
  sample.bend = (second - sample.tangent * dot(sample.tangent, second)) / (speed * speed);

  if (!normal_) {
    const LevelFrame level = level_frame(sample.tangent, sample.bend);
    sample.normal = level.normal;
    sample.normal_rate = level.normal_rate;
    return sample;
  }
  // the part of the given normal that lies across the tangent, made unit, and its change
  const Vec3 given = normal_->at(t);
  const Vec3 given_rate = normal_->first(t) / speed;
  const double along = dot(sample.tangent, given);
  const Vec3 across = given - sample.tangent * along;
  const Vec3 across_rate = given_rate - sample.bend * along -
                           sample.tangent * (dot(sample.bend, given) + dot(sample.tangent, given_rate));
  const double size = norm(across);
  sample.normal = across / size;
  sample.normal_rate = (across_rate - sample.normal * dot(sample.normal, across_rate)) / size;
  return sample;
}

}  // namespace backlot::geometry::internal
