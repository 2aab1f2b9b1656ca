#include "backlot/geometry/test/closest_campaign.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/random.h"
#include "backlot/geometry/internal/closest.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/test/plain_searches.h"
#include "backlot/geometry/test/reference.h"

namespace backlot::geometry::test {

namespace {

constexpr double kSame_m = 1e-9;

// ---- points that hurt ------------------------------------------------------------------------------------

WorldPoint draw_point(const Ribbon& ribbon, base::RandomStream& random) {
  const SurfaceEdges& edges = ribbon.edges();
  const auto& segments = ribbon.data().segments;
  const double d = random.uniform(0, ribbon.length());
  const double offset = random.uniform(edges.right, edges.left);
  switch (random.below(9)) {
    case 0:
    case 1:  // on the surface
      return place(ribbon, {d, offset, random.uniform(-1, 3)});
    case 2: {  // around the evolute, to within a part in 1e0 .. 1e12
      const double curvature = ribbon.curvature(d);
      const double radius = std::fabs(curvature) > 1e-4 ? 1 / curvature : 40;
      double nearness = random.uniform(-1, 1);
      for (std::uint64_t k = random.below(12); k > 0; --k) nearness *= 0.1;
      return place(ribbon, {d, radius * (1 + nearness), random.uniform(-0.1, 0.1)});
    }
    case 3: {  // in the plane where two segments meet
      const internal::Segment& s = segments[random.below(segments.size())];
      const double at = random.below(2) == 0 ? s.start : s.start + s.length;
      return place(ribbon, {at, offset * random.uniform(0, 3), random.uniform(-1, 1)});
    }
    case 4: {  // far off in any direction
      const double reach = std::pow(10.0, random.uniform(1, 4));
      return ribbon.frame(d).position +
             Vec3{random.normal() * reach, random.normal() * reach, random.normal() * 0.1 * reach};
    }
    case 5: {  // about the ends, and past them
      const double at = random.below(2) == 0 ? 0 : ribbon.length();
      return place(ribbon, {at + random.normal() * 3, offset * random.uniform(0, 2), random.normal()});
    }
    case 6: {  // equally far from two places of the spine
      const WorldPoint a = ribbon.frame(d).position,
                       b = ribbon.frame(random.uniform(0, ribbon.length())).position;
      return a + 0.5 * (b - a) + Vec3{random.normal() * 0.01, random.normal() * 0.01, random.normal() * 0.01};
    }
    case 7:  // high above and deep below
      return place(ribbon, {d, offset, random.normal() * 40});
    default:  // on the spine and on the edges
      return place(ribbon,
                   {d, random.below(3) == 0 ? edges.left : (random.below(2) == 0 ? edges.right : 0.0), 0});
  }
}

double draw_hint(const Ribbon& ribbon, const ReferenceFoot& global, base::RandomStream& random) {
  switch (random.below(8)) {
    case 0:  // anywhere
      return random.uniform(0, ribbon.length());
    case 1:  // at the end of a segment
      return ribbon.data().segments[random.below(ribbon.segment_count())].start;
    case 2:  // exact
      return global.distance;
    case 3:
      return std::clamp(global.distance + random.normal() * 20, 0.0, ribbon.length());
    default:
      return std::clamp(global.distance + random.normal(), 0.0, ribbon.length());
  }
}

// ---- judging ---------------------------------------------------------------------------------------------

class Judge {
 public:
  Judge(const Ribbon& ribbon, const Reference& reference) : ribbon_(ribbon), reference_(reference) {}

  // a minimum of the same depth as the reference's, at the same place or as good a one
  bool is_right(const WorldPoint& p, const Located& answer, const ReferenceFoot& expected) const {
    if (!answer || !(std::fabs(away_of(answer) - expected.away) <= kSame_m)) return false;
    const double d = answer.point.distance;
    const double rounding = 1e-13 * (1 + expected.away);
    if (std::fabs(d - expected.distance) <= kSame_m + rounding / std::max(expected.gain, 1e-12)) return true;
    return is_minimum(p, d, rounding);
  }

  // whether the basin's answer counts: on the surface; nearly on its border either answer will do
  enum class Place { on, off, border };
  Place place_of(const WorldPoint& p, const ReferenceFoot& foot) const {
    const RibbonFrame frame = ribbon_.frame(foot.distance);
    const Vec3 r = p - frame.position;
    const double offset = dot(r, frame.lateral), loft = dot(r, frame.normal), along = dot(r, frame.tangent);
    const SurfaceWindow window;
    const double beyond = foot.distance <= 0 ? -along : (foot.distance >= ribbon_.length() ? along : 0);
    const double out = std::max({offset - ribbon_.edges().left, ribbon_.edges().right - offset,
                                 loft - window.loft_high, window.loft_low - loft, beyond});
    const double blur = 1e-8 / std::max(foot.gain, 1e-6);
    if (std::fabs(out) <= blur || (beyond != 0 && std::fabs(beyond) <= blur)) return Place::border;
    return out > 0 ? Place::off : Place::on;
  }

 private:
  bool is_minimum(const WorldPoint& p, double d, double rounding) const {
    const Reference::Slope at = reference_.slope(p, d);
    if (d <= 0) return at.first >= -rounding;
    if (d >= ribbon_.length()) return at.first <= rounding;
    return std::fabs(at.first) <= std::max(kSame_m * at.second, 20 * rounding);
  }

  const Ribbon& ribbon_;
  const Reference& reference_;
};

}  // namespace

void CampaignResult::add(const CampaignResult& other) {
  points += other.points;
  queries += other.queries;
  failures += other.failures;
  for (std::size_t i = 0; i < iterations.size(); ++i) iterations[i] += other.iterations[i];
  by_hint += other.by_hint;
  by_fallback += other.by_fallback;
  cold += other.cold;
  at_end += other.at_end;
  plain_points += other.plain_points;
  newton_failures += other.newton_failures;
  quadratic_failures += other.quadratic_failures;
  for (const std::string& line : other.reproductions) {
    if (reproductions.size() < 20) reproductions.push_back(line);
  }
}

CampaignResult run_campaign(const std::string& name, const Ribbon& ribbon, std::uint64_t seed,
                            std::uint64_t first, std::uint64_t count) {
  const Reference reference(ribbon);
  const Judge judge(ribbon, reference);
  CampaignResult result;
  base::RandomStream random{seed, 1, 1};
  for (std::uint64_t k = first; k < first + count; ++k) {
    random.skip_to(k);
    const WorldPoint p = draw_point(ribbon, random);
    const ReferenceFoot global = reference.global(p);
    const double hint = draw_hint(ribbon, global, random);
    ++result.points;

    const auto check = [&](const char* kind, const Located& answer, const ReferenceFoot& expected,
                           bool is_right) {
      ++result.queries;
      ++result.iterations[std::min<std::size_t>(answer.iterations, result.iterations.size() - 1)];
      result.by_hint += answer.found == Found::hinted;
      result.by_fallback += answer.found == Found::fallback;
      result.cold += answer.found == Found::cold;
      result.at_end += answer.at_end != AtEnd::no;
      if (is_right && answer.iterations < internal::kIterationBound) return;
      ++result.failures;
      if (result.reproductions.size() < 20) {
        result.reproductions.push_back(
            fmt::format("{} ribbon={} x={:.17g} y={:.17g} z={:.17g} hint={:.17g}: got {:.17g} ({} m away, {} "
                        "iterations), "
                        "reference {:.17g} ({} m away, gain {:.3g})",
                        kind, name, p.x, p.y, p.z, hint, answer.point.distance, away_of(answer),
                        answer.iterations, expected.distance, expected.away, expected.gain));
      }
    };

    const Located cold = locate(ribbon, p);
    check("cold", cold, global, judge.is_right(p, cold, global));

    // the hint's basin where that is on the surface and in reach, else the global minimum
    const Located hinted = locate(ribbon, p, hint_at(ribbon, hint));
    const ReferenceFoot basin = reference.basin(p, hint);
    const auto hint_segment = static_cast<std::int64_t>(ribbon.data().segment_at(hint));
    const std::int64_t apart = std::abs(static_cast<std::int64_t>(basin.segment) - hint_segment);
    const Judge::Place place = judge.place_of(p, basin);
    const bool on_a_crest = std::fabs(reference.slope(p, hint).first) <= 1e-11 * (1 + global.away);
    const bool may_be_basin = place != Judge::Place::off && apart <= kHintReach + 1;
    const bool may_be_global = place != Judge::Place::on || apart >= kHintReach || on_a_crest;
    const bool is_right = (may_be_basin && judge.is_right(p, hinted, basin)) ||
                          (may_be_global && judge.is_right(p, hinted, global)) ||
                          (on_a_crest && hinted.found == Found::hinted);
    check("hinted", hinted, may_be_basin ? basin : global, is_right);

    // the textbook methods beside it, from the middle of the right segment
    if (k % 16 == 0) {
      const internal::Segment& s = ribbon.data().segments[global.segment];
      ++result.plain_points;
      result.newton_failures += !finds(global, plain_newton(ribbon, p, s.start + 0.5 * s.length));
      result.quadratic_failures += !finds(global, plain_quadratic(ribbon, p, s.start, s.start + s.length));
    }
  }
  return result;
}

std::string to_text(const CampaignResult& r) {
  std::string text = fmt::format(
      "points {}, queries {}, failures {}\n"
      "answers: hinted {}, fallback {}, cold {}, at an end {}\n"
      "plain methods on {} of the points, begun on the right segment: Newton failed on {}, quadratic "
      "minimisation on {}\n"
      "iterations (the most that one segment took):\n",
      r.points, r.queries, r.failures, r.by_hint, r.by_fallback, r.cold, r.at_end, r.plain_points,
      r.newton_failures, r.quadratic_failures);
  for (std::size_t i = 0; i < r.iterations.size(); ++i) {
    if (r.iterations[i] == 0) continue;
    const double share = static_cast<double>(r.iterations[i]) / static_cast<double>(r.queries);
    text += fmt::format("  {:>3} {:>12} {:>9.5f} % {}\n", i, r.iterations[i], 100 * share,
                        std::string(static_cast<std::size_t>(60 * share), '#'));
  }
  for (const std::string& line : r.reproductions) text += line + "\n";
  return text;
}

}  // namespace backlot::geometry::test
