#include "backlot/formats/opendrive/test/file_formulas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

namespace backlot::formats::opendrive {

namespace {

// The last record that begins at s or before; the value is 0 before the first.
template <class Record>
const Record* record_at(const std::vector<Record>& records, double s) {
  const Record* last = nullptr;
  for (const Record& record : records)
    if (record.s <= s && (last == nullptr || record.s >= last->s)) last = &record;
  return last;
}

double value_at(const std::vector<Cubic>& records, double s) {
  const Cubic* record = record_at(records, s);
  if (record == nullptr) return 0;
  const double d = s - record->s;
  return record->a + record->b * d + record->c * d * d + record->d * d * d * d;
}

double slope_at(const std::vector<Cubic>& records, double s) {
  const Cubic* record = record_at(records, s);
  if (record == nullptr) return 0;
  const double d = s - record->s;
  return record->b + 2 * record->c * d + 3 * record->d * d * d;
}

// Gauss's rule with five points.
template <class F>
double integral(double a, double b, const F& f) {
  constexpr std::array<double, 5> kNodes = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                                            -0.9061798459386640};
  constexpr std::array<double, 5> kWeights = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                                              0.2369268850561891, 0.2369268850561891};
  const double half = 0.5 * (b - a), middle = 0.5 * (a + b);
  double sum = 0;
  for (std::size_t i = 0; i < kNodes.size(); ++i) sum += kWeights[i] * f(middle + half * kNodes[i]);
  return half * sum;
}

double spiral_heading(const Spiral& spiral, double length, double u) {
  const double rate = length > 0 ? (spiral.curvature_end - spiral.curvature_start) / length : 0;
  return spiral.curvature_start * u + 0.5 * rate * u * u;
}

// u(p), v(p).
struct ParametricCubic {
  std::array<double, 4> u{}, v{};

  static double at(const std::array<double, 4>& c, double p) {
    return c[0] + p * (c[1] + p * (c[2] + p * c[3]));
  }
  static double first(const std::array<double, 4>& c, double p) {
    return c[1] + p * (2 * c[2] + p * 3 * c[3]);
  }
  double speed(double p) const { return std::hypot(first(u, p), first(v, p)); }
  double length(double from, double to) const {
    return integral(from, to, [&](double p) { return speed(p); });
  }
};

ParametricCubic cubic_of(const Geometry& geometry) {
  if (const auto* poly = std::get_if<Poly3>(&geometry.shape))
    return {{0, 1, 0, 0}, {poly->a, poly->b, poly->c, poly->d}};
  const auto& poly = std::get<ParamPoly3>(geometry.shape);
  return {{poly.a_u, poly.b_u, poly.c_u, poly.d_u}, {poly.a_v, poly.b_v, poly.c_v, poly.d_v}};
}

// Between the records of one s by t, and between two s evenly.
double shape_height(const std::vector<ShapeRecord>& shape, double s, double t) {
  if (shape.empty()) return 0;
  const auto at_s = [&](double which) {
    const ShapeRecord *best = nullptr, *rightmost = nullptr;
    for (const ShapeRecord& record : shape) {
      if (record.s != which) continue;
      if (record.t <= t && (best == nullptr || record.t >= best->t)) best = &record;
      if (rightmost == nullptr || record.t <= rightmost->t) rightmost = &record;
    }
    if (best == nullptr) best = rightmost;
    const double d = t - best->t;
    return best->a + best->b * d + best->c * d * d + best->d * d * d * d;
  };
  const ShapeRecord *before = nullptr, *behind = nullptr;
  for (const ShapeRecord& record : shape) {
    if (record.s <= s && (before == nullptr || record.s > before->s)) before = &record;
    if (record.s > s && (behind == nullptr || record.s < behind->s)) behind = &record;
  }
  if (before == nullptr) return at_s(behind->s);
  if (behind == nullptr) return at_s(before->s);
  const double share = (s - before->s) / (behind->s - before->s);
  return (1 - share) * at_s(before->s) + share * at_s(behind->s);
}

// Strip by strip outwards, until the one that holds t.
double strip_height(const CrossSectionSurface& surface, double s, double t) {
  const double middle = value_at(surface.t_offset, s);
  const int sign = t >= middle ? 1 : -1;
  double inner = middle, reached = 0;
  for (int id = sign;; id += sign) {
    const SurfaceStrip *strip = nullptr, *next = nullptr;
    for (const SurfaceStrip& one : surface.strips) {
      if (one.id == id) strip = &one;
      if (one.id == id + sign) next = &one;
    }
    if (strip == nullptr) return 0;
    const double from = strip->mode == "relative" ? reached : 0;
    const auto height = [&](double d) {
      return from + value_at(strip->constant, s) + value_at(strip->linear, s) * d +
             value_at(strip->quadratic, s) * d * d + value_at(strip->cubic, s) * d * d * d;
    };
    const double outer = inner + sign * value_at(strip->width, s);
    if (next == nullptr || sign * (t - outer) <= 0) return height(t - inner);
    reached = height(outer - inner);
    inner = outer;
  }
}

// Inner and outer height at s from the start of the section, evenly between the places where the file gives them.
double lane_height(const LaneSpan& span, double s, double t) {
  const LaneHeight *before = nullptr, *behind = nullptr;
  for (const LaneHeight& height : span.lane->heights) {
    if (height.s <= s) before = &height;
    if (height.s > s && behind == nullptr) behind = &height;
  }
  if (before == nullptr) return 0;
  const double share = behind == nullptr ? 0 : (s - before->s) / (behind->s - before->s);
  const double inner =
      before->inner_m + (behind == nullptr ? 0 : share * (behind->inner_m - before->inner_m));
  const double outer =
      before->outer_m + (behind == nullptr ? 0 : share * (behind->outer_m - before->outer_m));
  const double across = (t - span.right) / (span.left - span.right);
  return span.lane->id > 0 ? inner + across * (outer - inner) : outer + across * (inner - outer);
}

}  // namespace

RoadFormulas::RoadFormulas(const Road& road) : road_(road) {
  for (const Geometry& geometry : road.plan_view) {
    Curve curve{&geometry, {}, {}, 0};
    const double length = geometry.length_m;
    if (const auto* spiral = std::get_if<Spiral>(&geometry.shape)) {
      const int parts = std::max(8, static_cast<int>(std::ceil(length)));
      const auto heading = [&](double u) { return spiral_heading(*spiral, length, u); };
      curve.poses.emplace_back();
      for (int i = 0; i < parts; ++i) {
        const double a = length * i / parts, b = length * (i + 1) / parts;
        Pose next = curve.poses.back();
        next.x += integral(a, b, [&](double u) { return std::cos(heading(u)); });
        next.y += integral(a, b, [&](double u) { return std::sin(heading(u)); });
        curve.poses.push_back(next);
      }
    } else if (std::holds_alternative<Poly3>(geometry.shape) ||
               std::holds_alternative<ParamPoly3>(geometry.shape)) {
      const ParametricCubic cubic = cubic_of(geometry);
      const auto* poly = std::get_if<ParamPoly3>(&geometry.shape);
      curve.end = poly != nullptr && poly->range == ParameterRange::normalized ? 1 : length;
      constexpr int kParts = 256;
      curve.arcs.push_back(0);
      for (int i = 0; i < kParts; ++i)
        curve.arcs.push_back(curve.arcs.back() +
                             cubic.length(curve.end * i / kParts, curve.end * (i + 1) / kParts));
    }
    curves_.push_back(std::move(curve));
  }
}

RoadFormulas::Pose RoadFormulas::local_pose(const Curve& curve, double d) {
  const Geometry& geometry = *curve.geometry;
  if (std::holds_alternative<Line>(geometry.shape)) return {d, 0, 0};
  if (const auto* arc = std::get_if<Arc>(&geometry.shape)) {
    const double k = arc->curvature;
    if (k == 0) return {d, 0, 0};
    return {std::sin(k * d) / k, (1 - std::cos(k * d)) / k, k * d};
  }
  if (const auto* spiral = std::get_if<Spiral>(&geometry.shape)) {
    const auto heading = [&](double u) { return spiral_heading(*spiral, geometry.length_m, u); };
    const std::size_t parts = curve.poses.size() - 1;
    const double step = geometry.length_m / static_cast<double>(parts);
    const auto at = static_cast<std::size_t>(std::clamp(d / step, 0.0, static_cast<double>(parts - 1)));
    const double from = step * static_cast<double>(at);
    return {curve.poses[at].x + integral(from, d, [&](double u) { return std::cos(heading(u)); }),
            curve.poses[at].y + integral(from, d, [&](double u) { return std::sin(heading(u)); }),
            heading(d)};
  }
  // by its true length, stretched to what the file says; a poly3 ends where its length does
  const ParametricCubic cubic = cubic_of(geometry);
  const bool is_stretched = std::holds_alternative<ParamPoly3>(geometry.shape);
  const double rate = is_stretched ? curve.arcs.back() / geometry.length_m : 1;
  const double arc = d * rate;
  const std::size_t parts = curve.arcs.size() - 1;
  const double step = curve.end / static_cast<double>(parts);
  const auto above = std::upper_bound(curve.arcs.begin() + 1, curve.arcs.end() - 1, arc);
  const double from = step * static_cast<double>(above - 1 - curve.arcs.begin());
  const double base = *(above - 1);
  double p = from + step * (arc - base) / std::max(*above - base, 1e-12);
  for (int i = 0; i < 4; ++i) p -= (base + cubic.length(from, p) - arc) / cubic.speed(p);
  return {ParametricCubic::at(cubic.u, p), ParametricCubic::at(cubic.v, p),
          std::atan2(ParametricCubic::first(cubic.v, p), ParametricCubic::first(cubic.u, p)), rate};
}

geometry::WorldPoint RoadFormulas::place(const Curve& curve, double s, double t, double height) const {
  const Geometry& geometry = *curve.geometry;
  const Pose local = local_pose(curve, s - geometry.s);
  const double c = std::cos(geometry.heading_rad), n = std::sin(geometry.heading_rad);
  const double x = geometry.x + c * local.x - n * local.y, y = geometry.y + n * local.x + c * local.y;
  const double heading = geometry.heading_rad + local.heading;

  const double pitch = std::atan(slope_at(road_.elevation, s) / local.rate);
  const double roll = value_at(road_.lateral.superelevation, s);
  const double ch = std::cos(heading), sh = std::sin(heading), cp = std::cos(pitch), sp = std::sin(pitch);
  // the level lateral, and the normal across it and the tangent (ch cp, sh cp, sp)
  const double lateral[3] = {-sh, ch, 0};
  const double normal[3] = {-sp * ch, -sp * sh, cp};
  const double cr = std::cos(roll), sr = std::sin(roll);
  double out[3] = {x, y, value_at(road_.elevation, s)};
  for (int i = 0; i < 3; ++i)
    out[i] += t * (cr * lateral[i] + sr * normal[i]) + height * (cr * normal[i] - sr * lateral[i]);
  return {out[0], out[1], out[2]};
}

FilePoint RoadFormulas::at(double s, double t) const {
  constexpr double kStep_m = 1e-3;
  const Geometry* geometry = record_at(road_.plan_view, s);
  const Curve& curve = curves_[static_cast<std::size_t>(geometry - road_.plan_view.data())];
  const auto run = [&](double across) {
    return place(curve, s + kStep_m, across, 0) - place(curve, s - kStep_m, across, 0);
  };
  const geometry::Vec3 along = run(0);
  const double advance = dot(run(t), along) / dot(along, along);
  return {place(curve, s, t, height(s, t)), advance};
}

double RoadFormulas::height(double s, double t) const {
  double sum = road_.lateral.surface ? strip_height(*road_.lateral.surface, s, t)
                                     : shape_height(road_.lateral.shape, s, t);
  const LaneSection* section = record_at(road_.sections, s);
  if (section == nullptr) return sum;
  for (const LaneSpan& span : lanes(s))
    if (!span.lane->heights.empty() && t > span.right && t < span.left)
      sum += lane_height(span, s - section->s, t);
  return sum;
}

std::vector<LaneSpan> RoadFormulas::lanes(double s) const {
  const LaneSection* section = record_at(road_.sections, s);
  std::vector<LaneSpan> spans;
  if (section == nullptr) return spans;
  const double centre = value_at(road_.lane_offsets, s);
  for (const bool is_left : {true, false}) {
    std::vector<const Lane*> lanes;
    for (const Lane& lane : is_left ? section->left : section->right) lanes.push_back(&lane);
    std::sort(lanes.begin(), lanes.end(),
              [](const Lane* a, const Lane* b) { return std::abs(a->id) < std::abs(b->id); });
    double reach = 0;
    for (const Lane* lane : lanes) {
      const double inner = reach;
      if (!lane->widths.empty() || lane->borders.empty())
        reach += value_at(lane->widths, s - section->s);
      else
        reach = std::fabs(value_at(lane->borders, s - section->s));
      if (is_left)
        spans.push_back({lane, centre + reach, centre + inner});
      else
        spans.push_back({lane, centre - inner, centre - reach});
    }
  }
  return spans;
}

}  // namespace backlot::formats::opendrive
