#include "backlot/geometry/internal/segmentation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/geometry/internal/spine_rounding.h"

namespace backlot::geometry::internal {

namespace {

constexpr double kAbsorbedPiece_m = 0.01;
constexpr std::size_t kMostTries = 600000;  // segments fitted, the discarded ones too: a few seconds of work

// A stretch of the exact spine that gets equally long segments: spans [first_span, last_span).
struct Stretch {
  std::size_t first_span = 0, last_span = 0;
  double from = 0, to = 0;
  double longest = 0;  // what the laws allow a segment

  double length() const { return to - from; }
};

// a node of the spline: where pieces meet, the mean of what both sides say
struct Node {
  SpineSample before, after;  // equal inside a stretch

  Vec3 position() const { return 0.5 * (before.position + after.position); }
  Vec3 tangent() const { return normalized(before.tangent + after.tangent); }
  Vec3 normal() const {
    const Vec3 t = tangent();
    const Vec3 n = before.normal + after.normal;
    return normalized(n - t * dot(t, n));
  }
};

// how the curvature changes per metre at the start or the end of a span
Vec3 bend_rate(const ExactSpan& span, bool at_end) {
  const double step = 1e-3 * span.length();
  const double a = at_end ? span.length() - step : 0;
  return (span.at(a + step).bend - span.at(a).bend) / step;
}

// whether the laws of the segment's length hold across the joint of two spans, for segments as long as `longest`
bool is_smooth(const ExactSpan& before, const ExactSpan& after, bool is_banked, double longest) {
  constexpr double kSame = 1e-6;
  const SpineSample a = before.at(before.length()), b = after.at(0);
  const double bend = std::max(norm(a.bend), norm(b.bend));
  const Vec3 rate_jump = bend_rate(after, false) - bend_rate(before, true);
  return norm(b.position - a.position) <= kSame && norm(b.tangent - a.tangent) <= kSame &&
         norm(b.bend - a.bend) <= kSame && (!is_banked || norm(b.normal_rate - a.normal_rate) <= kSame) &&
         norm(rate_jump) * longest <=
             std::max(SplineBounds{}.curvature_share * bend, SplineBounds{}.curvature);
}

// What the laws allow a segment between two distances of one span.
double longest_on(const ExactSpan& span, double from, double to, double edge_m) {
  BACKLOT_ASSERT(from <= to, "a stretch of a span is an interval");
  double largest = 0;
  constexpr int kSamples = 12;
  for (int k = 0; k <= kSamples; ++k) {
    largest = std::max(largest, norm(span.at(from + (to - from) * k / kSamples).bend));
  }
  return longest_segment(largest, edge_m, {});
}

class Stretches {
 public:
  Stretches(const ExactSpine& spine, double edge_m) : spine_(spine), edge_m_(edge_m) {}

  std::vector<Stretch> make() {
    for (std::size_t i = 0; i < spine_.spans().size(); ++i) add(i, 0, spine_.spans()[i].length(), 0);
    return absorbed();
  }

 private:
  // a span, cut in halves where one could do with much longer segments than the other; a little next to a kink that is
  // small enough to be smoothed is cut off, so that the smoothing does not reach far
  void add(std::size_t i, double from, double to, int depth) {
    const ExactSpan& span = spine_.spans()[i];
    const double longest = longest_on(span, from, to, edge_m_);
    if (to - from > 8 * longest && depth < 16) {
      const double middle = 0.5 * (from + to);
      const double first = longest_on(span, from, middle, edge_m_),
                   second = longest_on(span, middle, to, edge_m_);
      if (first > 2 * second || second > 2 * first) {
        add(i, from, middle, depth + 1);
        add(i, middle, to, depth + 1);
        return;
      }
    }
    const auto& spans = spine_.spans();
    const double cut_before = from == 0 && i > 0 ? smoothing_length(i - 1) : 0;
    const double cut_after = to == span.length() && i + 1 < spans.size() ? smoothing_length(i) : 0;
    const double a = from + 2 * cut_before < to ? from + cut_before : from;
    const double b = to - 2 * cut_after > a ? to - cut_after : to;
    const bool joins = from > 0 || (i > 0 && is_smooth(spans[i - 1], span, spine_.is_banked(), longest));
    if (a > from) append(i, from, a, longest, joins);
    append(i, a, b, longest, joins && a == from);
    if (b < to) append(i, b, to, longest, false);
  }

  // over how many metres beside the joint after span i a kink too small to be rounded may show
  double smoothing_length(std::size_t i) const {
    const auto& spans = spine_.spans();
    const Joint joint = joint_between(spans[i].at(spans[i].length()), spans[i + 1].at(0));
    return joint.kink > 1e-6 ? kSmoothedGap_m / joint.kink : 0;
  }

  // joins what meets smoothly and wants segments of much the same length
  void append(std::size_t i, double from, double to, double longest, bool joins) {
    constexpr double kMuchTheSame = 1.5;
    const double start = spine_.starts()[i];
    if (joins && longest <= kMuchTheSame * stretches_.back().longest &&
        stretches_.back().longest <= kMuchTheSame * longest) {
      Stretch& before = stretches_.back();
      before.last_span = i + 1;
      before.to = start + to;
      before.longest = std::min(before.longest, longest);
    } else {
      stretches_.push_back({i, i + 1, start + from, start + to, longest});
    }
  }

  // a stretch too short to be worth a piece goes with the one before it, the first with the one after
  std::vector<Stretch> absorbed() const {
    std::vector<Stretch> kept;
    for (const Stretch& stretch : stretches_) {
      if (!kept.empty() && (stretch.length() < kAbsorbedPiece_m || kept.back().length() < kAbsorbedPiece_m)) {
        if (stretch.length() >= kAbsorbedPiece_m) kept.back().longest = stretch.longest;
        kept.back().last_span = stretch.last_span;
        kept.back().to = stretch.to;
      } else {
        kept.push_back(stretch);
      }
    }
    return kept;
  }

  const ExactSpine& spine_;
  double edge_m_;
  std::vector<Stretch> stretches_;
};

// One stretch as equally long cubics.
struct Cubics {
  double step = 0;
  std::vector<VectorCubic> position, normal;  // by metres from the start of each
};

class Fitter {
 public:
  Fitter(const ExactSpine& spine, const SurfaceEdges& edges) : spine_(spine), edges_(edges) {}

  // The stretch with as few segments as keep the bounds, or nothing where no number does.
  std::optional<Cubics> fit(const Stretch& stretch, const Node& first, const Node& last) {
    const double least = std::ceil(stretch.length() / stretch.longest - 1e-9);
    for (double count = std::max(1.0, least); count <= 4 * least + 32; count = std::ceil(1.1 * count)) {
      tries_ += static_cast<std::size_t>(count);
      if (tries_ > kMostTries) return std::nullopt;
      Cubics cubics = cubics_of(stretch, first, last, static_cast<std::size_t>(count));
      if (keeps_bounds(stretch, first, last, cubics)) return cubics;
    }
    return std::nullopt;
  }

  bool has_given_up() const { return tries_ > kMostTries; }

  Cubics cubics_of(const Stretch& stretch, const Node& first, const Node& last, std::size_t count) const {
    Cubics cubics;
    cubics.step = stretch.length() / static_cast<double>(count);
    Vec3 p0 = first.position(), t0 = first.tangent(), n0 = first.normal(), r0 = first.after.normal_rate;
    for (std::size_t i = 1; i <= count; ++i) {
      const SpineSample sample =
          i < count ? spine_.at(stretch.from + cubics.step * static_cast<double>(i)) : last.before;
      const Vec3 p1 = i < count ? sample.position : last.position();
      const Vec3 t1 = i < count ? sample.tangent : last.tangent();
      const Vec3 n1 = i < count ? sample.normal : last.normal();
      cubics.position.push_back(VectorCubic::hermite(cubics.step, p0, t0, p1, t1));
      if (spine_.is_banked()) {
        cubics.normal.push_back(VectorCubic::hermite(cubics.step, n0, r0, n1, sample.normal_rate));
      }
      p0 = p1;
      t0 = t1;
      n0 = n1;
      r0 = sample.normal_rate;
    }
    return cubics;
  }

 private:
  bool keeps_bounds(const Stretch& stretch, const Node& first, const Node& last, const Cubics& cubics) const {
    // where sides disagree at an end, the segment there may be off by what they disagree
    const Joint at_start = joint_between(first.before, first.after);
    const Joint at_end = joint_between(last.before, last.after);
    for (std::size_t i = 0; i < cubics.position.size(); ++i) {
      Joint slack;
      if (i == 0) slack = at_start;
      if (i + 1 == cubics.position.size()) {
        slack = {std::max(slack.gap, at_end.gap), std::max(slack.kink, at_end.kink),
                 std::max(slack.twist, at_end.twist)};
      }
      for (const double fraction : {0.02, 0.12, 0.2113, 0.31, 0.4, 0.5, 0.6, 0.69, 0.7887, 0.88, 0.98}) {
        if (!keeps_bounds(stretch, cubics, i, fraction * cubics.step, slack)) return false;
      }
    }
    return keeps_bounds_at_joints(stretch, cubics);
  }

  // spans that meet smoothly inside the stretch may still change their rate of curvature there
  bool keeps_bounds_at_joints(const Stretch& stretch, const Cubics& cubics) const {
    for (std::size_t span = stretch.first_span + 1; span < stretch.last_span; ++span) {
      const double joint = spine_.starts()[span] - stretch.from;
      for (const double off : {-0.1, -0.02, 0.02, 0.1}) {
        const double d = joint + off * cubics.step;
        const double i = std::floor(d / cubics.step);
        if (i < 0 || i >= static_cast<double>(cubics.position.size())) continue;
        if (!keeps_bounds(stretch, cubics, static_cast<std::size_t>(i), d - i * cubics.step, {}))
          return false;
      }
    }
    return true;
  }

  bool keeps_bounds(const Stretch& stretch, const Cubics& cubics, std::size_t i, double u,
                    const Joint& slack) const {
    const SpineSample exact = spine_.at(stretch.from + cubics.step * static_cast<double>(i) + u);
    const VectorCubic& curve = cubics.position[i];
    const Vec3 first = curve.first(u);
    const double speed = norm(first);
    const Vec3 tangent = first / speed;
    if (!(std::fabs(speed - 1) <= kMargin * bounds_.speed)) return false;
    if (!(norm(tangent - exact.tangent) <= kMargin * bounds_.heading_rad + slack.kink)) return false;

    // the surface at the spine and both edges
    const Vec3 given = spine_.is_banked() ? cubics.normal[i].at(u) : level_frame(tangent, {}).normal;
    const Vec3 across = cross(given, tangent);
    if (!(std::fabs(norm(across) - 1) <= 5e-4)) return false;
    const Vec3 lateral = normalized(across);
    const Vec3 shift = curve.at(u) - exact.position;
    for (const double offset : {0.0, edges_.left, edges_.right}) {
      const double off = norm(shift + offset * (lateral - exact.lateral()));
      const double allowed =
          kMargin * bounds_.surface_m + slack.gap + (slack.kink + slack.twist) * std::fabs(offset);
      if (!(off <= allowed)) return false;
    }
    // the curvature; a kink at the end of the segment adds its own
    const Vec3 bend = (curve.second(u) - tangent * dot(tangent, curve.second(u))) / (speed * speed);
    const double size = norm(exact.bend);
    const double allowed = kMargin * std::max(bounds_.curvature_share * size, bounds_.curvature) +
                           (6 * slack.kink + 12 * slack.gap / cubics.step) / cubics.step;
    return norm(bend - exact.bend) <= allowed;
  }

  static constexpr double kMargin = 0.96;  // of the bounds, for what lies between the places looked at

  const ExactSpine& spine_;
  SurfaceEdges edges_;
  SplineBounds bounds_;
  std::size_t tries_ = 0;
};

// distances below this are sure to be in their piece after the bin's own and at most one more, in an ordinary ribbon
void fill_bins(RibbonData& data) {
  const std::size_t pieces = data.pieces.size() - 1;
  const std::size_t bins = pieces == 1 ? 1 : std::min<std::size_t>(8 * pieces, 1u << 20);
  data.bins_per_metre = static_cast<double>(bins) / data.length;
  data.bins.clear();
  std::uint32_t p = 0;
  for (std::size_t i = 0; i <= bins + 1; ++i) {  // one spare: the far end may round up
    // a bin begins a little early, for the same reason
    const double start = (static_cast<double>(i) - 1e-6) / data.bins_per_metre;
    while (p + 1 < pieces && data.pieces[p + 1].start <= start) ++p;
    data.bins.push_back(p);
  }
}

BankedSegment banked_segment(const VectorCubic& position, const VectorCubic& normal,
                             const HeadingCurve& heading) {
  BankedSegment banked{};
  const auto set = [](double(&row)[4], const Vec3& v, double fourth) {
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
    row[3] = fourth;
  };
  for (std::size_t k = 0; k < 4; ++k) {
    set(banked.spine[k], position.c[k], heading.a[k]);
    set(banked.normal[k], normal.c[k], k < 2 ? heading.a[4 + k] : 0);
  }
  return banked;
}

void append(const Stretch& stretch, const Cubics& cubics, RibbonData& data) {
  data.pieces.push_back({.start = stretch.from,
                         .segments_per_metre = 1 / cubics.step,
                         .first_segment = static_cast<std::uint32_t>(data.segments.size()),
                         .segment_count = static_cast<std::uint32_t>(cubics.position.size())});
  for (std::size_t i = 0; i < cubics.position.size(); ++i) {
    const auto& c = cubics.position[i].c;
    Segment segment{};
    for (std::size_t k = 0; k < 4; ++k) {
      segment.x[k] = c[k].x;
      segment.y[k] = c[k].y;
      segment.z[k] = c[k].z;
    }
    segment.start = stretch.from + cubics.step * static_cast<double>(i);
    segment.length = cubics.step;
    // Q'' is linear: its largest value is at an end
    segment.curvature_bound =
        std::max(norm(cubics.position[i].second(0)), norm(cubics.position[i].second(cubics.step)));
    data.segments.push_back(segment);
    const HeadingCurve heading = HeadingCurve::of(segment);
    data.is_steep = data.is_steep || std::isnan(heading.a[0]);
    if (cubics.normal.empty()) {
      data.headings.push_back(heading);
    } else {
      data.banked.push_back(banked_segment(cubics.position[i], cubics.normal[i], heading));
    }
  }
}

}  // namespace

double longest_segment(double curvature, double edge_m, const SplineBounds& bounds) {
  BACKLOT_ASSERT(edge_m >= 0, "an edge lies beside the spine");
  if (!(curvature > 1e-9)) return kLongestSegment_m;
  const double radius = 1 / curvature;
  constexpr double kHeading = 0.0080187537;  // sqrt(3) / 216
  // the angle of a segment that each bound allows; the first is monotone and found by halving
  const double at_speed = std::sqrt(std::sqrt(456 * bounds.speed));
  const double at_curvature = std::sqrt(12 * std::max(bounds.curvature_share, bounds.curvature * radius));
  double low = 0, high = std::min(at_speed, at_curvature);
  for (int i = 0; i < 60; ++i) {
    const double t = 0.5 * (low + high);
    const double heading = kHeading * t * t * t;
    const bool holds =
        heading <= bounds.heading_rad && radius * t * t * t * t / 384 + edge_m * heading <= bounds.surface_m;
    (holds ? low : high) = t;
  }
  return std::min(kLongestSegment_m, low * radius);
}

base::Diagnostics segment_spine(const ExactSpine& spine, const std::string& name, RibbonData& data) {
  base::Diagnostics found;
  data.length = spine.length();
  const double edge = std::max(std::fabs(data.edges.left), std::fabs(data.edges.right));
  const std::vector<Stretch> stretches = Stretches(spine, edge).make();

  // a stretch that no number of segments fits is halved
  Fitter fitter(spine, data.edges);
  const auto node_at = [&](double distance, std::size_t last_span_before, std::size_t first_span_after) {
    Node node;
    const auto end_of = [&](std::size_t i) { return spine.spans()[i].at(spine.spans()[i].length()); };
    if (distance <= 0) {
      node.before = node.after = spine.spans().front().at(0);
    } else if (distance >= spine.length()) {
      node.before = node.after = end_of(spine.spans().size() - 1);
    } else if (last_span_before == first_span_after) {
      node.before = node.after = spine.at(distance);
    } else {
      node.before = end_of(last_span_before);
      node.after = spine.spans()[first_span_after].at(0);
    }
    return node;
  };
  std::vector<Stretch> open(stretches.rbegin(), stretches.rend());
  Node first = node_at(0, 0, 0);
  while (!open.empty()) {
    const Stretch stretch = open.back();
    open.pop_back();
    const std::size_t next_span = open.empty() ? stretch.last_span : open.back().first_span;
    const Node last = node_at(stretch.to, stretch.last_span - 1, next_span);
    std::optional<Cubics> cubics = fitter.fit(stretch, first, last);
    if (fitter.has_given_up()) {
      found.error("G112", {},
                  fmt::format("ribbon \"{}\" needs too many segments near {:.1f} m", name, stretch.from),
                  "make its tight curves wider, or cut it into several ribbons");
      return found;
    }
    if (!cubics && stretch.length() > 2 * kAbsorbedPiece_m) {
      const double middle = 0.5 * (stretch.from + stretch.to);
      const std::size_t cut_span = spine.span_at(middle);
      open.push_back({cut_span, stretch.last_span, middle, stretch.to, stretch.longest});
      open.push_back({stretch.first_span, cut_span + 1, stretch.from, middle, stretch.longest});
      continue;
    }
    // a few millimetres that cannot be followed: the ends are right, and what lies between is too short to matter
    if (!cubics) cubics = fitter.cubics_of(stretch, first, last, 16);
    append(stretch, *cubics, data);
    first = last;
  }
  data.pieces.push_back({.start = std::numeric_limits<double>::infinity(),
                         .segments_per_metre = 0,
                         .first_segment = static_cast<std::uint32_t>(data.segments.size()),
                         .segment_count = 0});
  const double height = data.segments.front().z[0];
  const auto is_flat = [height](const Segment& s) {
    return s.z[0] == height && s.z[1] == 0 && s.z[2] == 0 && s.z[3] == 0;
  };
  const bool all_flat = std::all_of(data.segments.begin(), data.segments.end(), is_flat);
  data.crossfall = spine.is_banked() ? Crossfall::banked : (all_flat ? Crossfall::flat : Crossfall::level);
  fill_bins(data);
  return found;
}

}  // namespace backlot::geometry::internal
