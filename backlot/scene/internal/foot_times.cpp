// Actors on foot: when one is level with a mark, when one would meet the front of the subject, and what one is told to cross the road.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/play.h"
#include "backlot/traffic/pedestrian/motion.h"
#include "backlot/traffic/pedestrian/shortcut.h"

namespace backlot::scene {

namespace {

constexpr double kStandsStill_mps = 0.2;
constexpr double kBesideRoad_m = 40;   // a person further from the way of the subject does not meet it
constexpr double kLevelBeside_m = 25;  // a mark is so near to the sidewalk beside it
constexpr double kPastLevel_m = 0.5;

double own_pace(const traffic::Walker& w) { return static_cast<double>(w.traits.free_mps); }

// The speed at which the script lets a role cross; 0 where it does not say.
double crossing_speed(const Play& play, const std::string& role) {
  for (const BeatDescription& beat : play.description().script.beats) {
    for (const ActionDescription& action : beat.actions) {
      const auto* tell = std::get_if<Tell>(&action.what);
      if (tell == nullptr || tell->role != role) continue;
      if (const auto* cross = std::get_if<direct::CrossRoad>(&tell->what)) return cross->speed_mps;
    }
  }
  return 0;
}

// The place of the course nearest to a person, as a mark.
world::Mark mark_at(const world::Course& course, double metre) {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  const std::size_t part = course.part_at(metre);
  return {course.list()[part], metre - course.start_of(part)};
}

double half_width_of_subject(const Play& play) {
  const std::optional<record::FrameObject> subject = play.stage().find(play.subject);
  return subject ? 0.5 * static_cast<double>(subject->width_m) : 0;
}

}  // namespace

std::optional<ActorTime> find_foot_time(const Play& play, const traffic::Walker& w, const PlacedMark& mark) {
  if (w.shortcut.is_on || mark.ways.empty()) return std::nullopt;
  const world::Footways& footways = play.scene->roads().footways;
  const traffic::FootPlace level = traffic::nearest_on(footways, w.footway, mark.point);
  const double way_m = w.sign() * (level.metres - w.metres), length = footways[w.footway].length;
  const bool is_beside = std::fabs(level.offset) <= kLevelBeside_m && level.metres >= -kPastLevel_m &&
                         level.metres <= length + kPastLevel_m;
  if (!is_beside || way_m < 0) return std::nullopt;
  ActorTime time{.way = &mark.ways.front(), .way_m = way_m, .stands = w.speed_mps() < kStandsStill_mps};
  time.touch = {way_m, mark.subject_m.value_or(0)};
  time.soonest_s = way_m / own_pace(w) + (time.stands ? traffic::kGathersPace_s : 0);
  return time;
}

std::optional<Meeting> find_meeting(const Play& play, world::ObjectId person, double share,
                                    double speed_mps) {
  BACKLOT_ASSERT(share >= 0 && share <= 1, "a share of the front lies within it");
  const std::optional<traffic::WalkerView> actor =
      person.is_empty() ? std::nullopt : play.stage().find_walker(person);
  if (!actor) return std::nullopt;
  const traffic::Walker& w = actor->walker;
  const world::Course::Nearest near = play.scene->course().nearest(w.at);
  const double half_m = half_width_of_subject(play);
  // to the share of the front, counted from the side from which the person comes
  const double way_m = near.away_m - half_m * (1 - 2 * share);
  if (near.away_m > kBesideRoad_m || near.away_m < half_m) return std::nullopt;
  const double pace = speed_mps > 0 ? speed_mps : own_pace(w);
  const geometry::WorldPoint on = play.scene->course().point_at(near.metre);
  const double has = (w.velocity_x * (on.x - w.at.x) + w.velocity_y * (on.y - w.at.y)) / near.away_m / pace;
  const double lags_s = traffic::kGathersPace_s * (1 - std::clamp(has, 0.0, 1.0)) - play.step_s();
  return Meeting{near.metre - static_cast<double>(w.traits.radius_m), way_m / pace + lags_s};
}

bool StageView::can_meet(const CanMeet& can) const {
  const std::optional<Meeting> meeting =
      find_meeting(play_, play_.object(can.role), can.share, crossing_speed(play_, can.role));
  if (!meeting) return false;
  const std::optional<double> subject_s = play_.subject_s(meeting->subject_m);
  // what is decided now is told in the next step; the moment lies somewhere within a step
  return subject_s && *subject_s - meeting->soonest_s <= 1.5 * play_.step_s();
}

std::optional<direct::Directive> resolve_on_foot(const Play& play, const Tell& tell) {
  const std::optional<traffic::WalkerView> actor = play.stage().find_walker(play.object(tell.role));
  if (!actor) return std::nullopt;
  const traffic::Walker& w = actor->walker;
  const world::Course& course = play.scene->course();
  const double metre = course.nearest(w.at).metre;
  direct::Directive directive{.actor = actor->id, .what = tell.what};
  if (auto* cross = std::get_if<direct::CrossRoad>(&directive.what)) {
    cross->mark = mark_at(course, metre);
  } else if (auto* along = std::get_if<direct::WalkInLane>(&directive.what)) {
    // it comes into the lane aslant, ahead of where it is
    constexpr double kAslant_m = 3;
    along->mark = mark_at(course, metre + (along->metres < 0 ? -kAslant_m : kAslant_m));
  }
  return directive;
}

}  // namespace backlot::scene
