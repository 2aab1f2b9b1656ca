#include "backlot/storyboard/internal/readout.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/storyboard/internal/distances.h"

namespace backlot::storyboard::internal {

using geometry::WorldPoint;

namespace {

constexpr double kBesideCourse_m = 6;  // a place this near to the line of the course is on it
constexpr double kStands_mps = 0.3;
constexpr std::size_t kMarksNamed = 2;
constexpr double kPastNamed_m = 60;  // a mark this far behind is still named

std::string speed_text(double speed_mps) {
  if (std::fabs(speed_mps) < kStands_mps) return "stands";
  return fmt::format("{:.0f} km/h", 3.6 * speed_mps);
}

struct MarkAhead {
  double ahead_m = 0;
  std::string name;
};

// The marks on the course, by their distance ahead of the front of the subject.
std::vector<MarkAhead> marks_ahead(const Storyboard& storyboard, double front_m) {
  BACKLOT_ASSERT(!std::isnan(front_m), "a front is at a metre of the course");
  std::vector<MarkAhead> marks;
  for (const NamedPlace& mark : storyboard.marks) {
    if (!is_finite(mark.point)) continue;
    const std::optional<CoursePlace> place = find_on_course(storyboard.course, mark.point);
    if (place && place->away_m <= kBesideCourse_m) marks.push_back({place->metre - front_m, mark.name});
  }
  std::stable_sort(marks.begin(), marks.end(),
                   [](const MarkAhead& a, const MarkAhead& b) { return a.ahead_m < b.ahead_m; });
  return marks;
}

std::string mark_text(const MarkAhead& mark, double speed_mps) {
  if (mark.ahead_m < 0) return fmt::format("{:.0f} m past {}", -mark.ahead_m, mark.name);
  if (speed_mps < kStands_mps) return fmt::format("{:.0f} m before {}", mark.ahead_m, mark.name);
  return fmt::format("{:.1f} s ({:.0f} m) before {}", mark.ahead_m / speed_mps, mark.ahead_m, mark.name);
}

std::string subject_text(const Storyboard& storyboard, const record::FrameObject& subject) {
  std::string text = speed_text(subject.speed_mps);
  const std::optional<CoursePlace> place = find_on_course(storyboard.course, subject.centre);
  if (!place || place->away_m > kBesideCourse_m) return text;
  const std::vector<MarkAhead> marks =
      marks_ahead(storyboard, place->metre + 0.5 * static_cast<double>(subject.length_m));
  std::size_t named = 0;
  for (const MarkAhead& mark : marks) {
    if (mark.ahead_m < 0 || named == kMarksNamed) continue;
    text += ", " + mark_text(mark, subject.speed_mps);
    ++named;
  }
  // the last mark that was passed, where none is ahead
  if (named == 0 && !marks.empty() && marks.back().ahead_m > -kPastNamed_m)
    text += ", " + mark_text(marks.back(), subject.speed_mps);
  return text;
}

}  // namespace

std::optional<CoursePlace> find_on_course(const std::vector<WorldPoint>& course, const WorldPoint& p) {
  std::optional<CoursePlace> best;
  double passed_m = 0;
  for (std::size_t i = 0; i + 1 < course.size(); ++i) {
    const WorldPoint &a = course[i], &b = course[i + 1];
    if (!is_finite(a) || !is_finite(b)) continue;
    const double length = distance(a, b);
    if (!(length > 0)) continue;
    const double along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length;
    const double inside = std::clamp(along, 0.0, length), share = inside / length;
    const double away = distance(p, {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), 0});
    if (!best || away < best->away_m) best = CoursePlace{passed_m + inside, away};
    passed_m += length;
  }
  return best;
}

std::vector<ReadoutItem> readout_of(const Storyboard& storyboard, const Panel& panel,
                                    const std::vector<CastMember>& cast) {
  std::vector<ReadoutItem> items;
  for (const CastMember& member : cast) {
    BACKLOT_ASSERT(record::find(panel.frame, member.id) != nullptr, "a member of the cast is in its frame");
    const record::FrameObject& object = *record::find(panel.frame, member.id);
    if (!std::isfinite(object.speed_mps)) continue;
    items.push_back(
        {member.colour, member.is_subject ? subject_text(storyboard, object) : speed_text(object.speed_mps)});
  }
  return items;
}

}  // namespace backlot::storyboard::internal
