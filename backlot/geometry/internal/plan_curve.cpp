#include "backlot/geometry/internal/plan_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/geometry/internal/largest_on.h"

namespace backlot::geometry::internal {

namespace {

struct Vec2 {
  double x = 0, y = 0;
};
Vec2 operator+(const Vec2& a, const Vec2& b) { return {a.x + b.x, a.y + b.y}; }
Vec2 operator*(const Vec2& a, double k) { return {a.x * k, a.y * k}; }

// the parameter u at which the graph v(u) has the given arc length
template <class Speed>
double graph_end(double length, const Speed& speed) {
  BACKLOT_ASSERT(length >= 0, "a curve has a length");
  double u = length;  // the graph is at least as long as its u range
  double low = 0, high = length;
  for (int i = 0; i < 80 && high - low > 1e-15 * length; ++i) {
    const double excess = ArcLengthTable<Speed>(u, speed).length() - length;
    (excess > 0 ? high : low) = u;
    const double newton = u - excess / speed(u);
    if (std::fabs(newton - u) <= 1e-15 * length) return newton;
    u = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  return u;
}

std::variant<Clothoid, ParametricCubic> make_shape(const PlanElement& element) {
  if (const auto* line = std::get_if<PlanLine>(&element.shape)) return Clothoid(line->length, 0, 0);
  if (const auto* arc = std::get_if<PlanArc>(&element.shape)) {
    return Clothoid(arc->length, arc->curvature, arc->curvature);
  }
  if (const auto* spiral = std::get_if<PlanSpiral>(&element.shape)) {
    return Clothoid(spiral->length, spiral->start_curvature, spiral->end_curvature);
  }
  if (const auto* cubic = std::get_if<PlanCubic>(&element.shape)) return ParametricCubic(*cubic);
  return ParametricCubic(std::get<PlanParametricCubic>(element.shape));
}

}  // namespace

Clothoid::Clothoid(double length, double start_curvature, double end_curvature)
    : length_(length),
      curvature_(start_curvature),
      rate_(length > 0 ? (end_curvature - start_curvature) / length : 0) {
  const double turn = length * std::max(std::fabs(start_curvature), std::fabs(end_curvature));
  const auto panels = static_cast<std::size_t>(std::clamp(turn / 0.5, 0.0, 1e6)) + 1;
  double x = 0, y = 0;
  for (std::size_t k = 0; k < panels; ++k) {
    const double from = length * static_cast<double>(k) / static_cast<double>(panels);
    const double to = length * static_cast<double>(k + 1) / static_cast<double>(panels);
    panel_start_.push_back(from);
    panel_x_.push_back(x);
    panel_y_.push_back(y);
    const Vec2 run = integrate(from, to, [this](double s) {
      const auto [sine, cosine] = base::sin_cos(heading_at(s));
      return Vec2{cosine, sine};
    });
    x += run.x;
    y += run.y;
  }
}

PlanSample Clothoid::at(double s) const {
  BACKLOT_ASSERT(!std::isnan(s), "a place on a curve is a number");
  // what the integral below makes of a line, to the last bit
  if (curvature_ == 0 && rate_ == 0) {
    constexpr double kUnit = [] {
      double sum = 2 * kGaussWeight[0];
      for (std::size_t i = 1; i < kGaussWeight.size(); ++i) sum = sum + 2 * kGaussWeight[i];
      return sum;
    }();
    return {.x = kUnit * (0.5 * s), .y = 0, .cos_heading = 1, .sin_heading = 0, .curvature = 0};
  }
  const auto after = std::upper_bound(panel_start_.begin() + 1, panel_start_.end(), s);
  const auto k = static_cast<std::size_t>(after - panel_start_.begin()) - 1;
  const Vec2 run = integrate(panel_start_[k], s, [this](double t) {
    const auto [sine, cosine] = base::sin_cos(heading_at(t));
    return Vec2{cosine, sine};
  });
  const auto [sine, cosine] = base::sin_cos(heading_at(s));
  return {.x = panel_x_[k] + run.x,
          .y = panel_y_[k] + run.y,
          .cos_heading = cosine,
          .sin_heading = sine,
          .curvature = curvature_ + rate_ * s};
}

double Clothoid::largest_curvature() const {
  return std::max(std::fabs(curvature_), std::fabs(curvature_ + rate_ * length_));
}

double PlanCubicShape::operator()(double p) const {
  const double du = u[1] + p * (2 * u[2] + p * (3 * u[3]));
  const double dv = v[1] + p * (2 * v[2] + p * (3 * v[3]));
  return std::sqrt(du * du + dv * dv);
}

double PlanCubicShape::curvature(double p) const {
  const double du = u[1] + p * (2 * u[2] + p * (3 * u[3])), ddu = 2 * u[2] + 6 * u[3] * p;
  const double dv = v[1] + p * (2 * v[2] + p * (3 * v[3])), ddv = 2 * v[2] + 6 * v[3] * p;
  const double speed = std::sqrt(du * du + dv * dv);
  return (du * ddv - dv * ddu) / (speed * speed * speed);
}

double ParametricCubic::largest_curvature() const {
  return largest_on(table_.end_parameter(), [this](double p) {
    const double curvature = std::fabs(shape_.curvature(p));
    return shape_(p) > 0 && !std::isnan(curvature) ? curvature : std::numeric_limits<double>::infinity();
  });
}

ParametricCubic::ParametricCubic(const PlanParametricCubic& shape)
    : shape_{shape.u, shape.v}, table_(shape.end_parameter, shape_), length_(table_.length()) {}

ParametricCubic::ParametricCubic(const PlanCubic& shape)
    : shape_{{0, 1, 0, 0}, {shape.a, shape.b, shape.c, shape.d}},
      table_(graph_end(shape.length, shape_), shape_),
      length_(table_.length()) {}

PlanSample ParametricCubic::at(double s) const {
  BACKLOT_ASSERT(!std::isnan(s), "a place on a curve is a number");
  const double p = table_.parameter_at(s);
  const auto& [u, v] = shape_;
  const double du = u[1] + p * (2 * u[2] + p * (3 * u[3]));
  const double dv = v[1] + p * (2 * v[2] + p * (3 * v[3]));
  const double speed = std::sqrt(du * du + dv * dv);
  const double inverse = speed > 0 ? 1 / speed : 0;
  return {.x = u[0] + p * (u[1] + p * (u[2] + p * u[3])),
          .y = v[0] + p * (v[1] + p * (v[2] + p * v[3])),
          .cos_heading = speed > 0 ? du * inverse : 1,
          .sin_heading = dv * inverse,
          .curvature = speed > 0 ? shape_.curvature(p) : 0};
}

PlanCurve::PlanCurve(const PlanElement& element, const PlanPose& start)
    : start_(start), shape_(make_shape(element)) {
  const auto [sine, cosine] = base::sin_cos(start.heading_rad);
  cos_start_ = cosine;
  sin_start_ = sine;
}

double PlanCurve::length() const {
  return std::visit([](const auto& shape) { return shape.length(); }, shape_);
}

double PlanCurve::largest_curvature() const {
  return std::visit([](const auto& shape) { return shape.largest_curvature(); }, shape_);
}

PlanSample PlanCurve::at(double s) const {
  const PlanSample local = std::visit([s](const auto& shape) { return shape.at(s); }, shape_);
  return {.x = start_.x + (cos_start_ * local.x - sin_start_ * local.y),
          .y = start_.y + (sin_start_ * local.x + cos_start_ * local.y),
          .cos_heading = cos_start_ * local.cos_heading - sin_start_ * local.sin_heading,
          .sin_heading = sin_start_ * local.cos_heading + cos_start_ * local.sin_heading,
          .curvature = local.curvature};
}

PlanPose PlanCurve::end() const {
  const PlanSample sample = at(length());
  return {.x = sample.x, .y = sample.y, .heading_rad = base::atan2(sample.sin_heading, sample.cos_heading)};
}

}  // namespace backlot::geometry::internal
