#include "backlot/drivers/careful_driver.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/sut/path_follower.h"

namespace backlot::drivers {

namespace {

using sut::LightState;
using sut::LineRule;

constexpr double kBeforeLine_m = 1;            // the front stands so far before a line
constexpr double kAtPlace_m = 1.1;             // from here on it has come to its place there
constexpr double kBeforeBody_m = 1.5;          // and before the way of a body that it lets pass
constexpr double kLineSight_m = 200;           // lines further off are not heeded
constexpr double kUrgent_mps2 = 3;             // where more braking is needed, it comes at once
constexpr double kMore = 1.15;                 // and a little harder than needed
constexpr double kBefore_s = 1, kAfter_s = 1;  // margins to a body that crosses
constexpr double kYieldBefore_s = 2.5;         // where the driver yields, it goes first only with more room
constexpr double kOncoming_s = 7;  // bodies that come towards it in its strip count so long before
constexpr double kSwerve_s = 4;    // and it makes room for them so long before
constexpr double kSwerveRoom_m = 0.4, kOverEdge_m = 1.6;  // beside the other body; over the edge of the lane
constexpr double kBack_mps = 0.5;                         // it comes back to the middle of its lane like this
constexpr double kSpeedGain = 0.7;                        // 1/s: against a speed that is too high
constexpr double kEasyStop_mps2 = 1.5;  // it begins to brake for a line where so much is needed
constexpr double kNearStop_m = 0.5,
                 kLastGap_m = 0.3;  // the last bit of the way to a line, and what is left of it at least
constexpr double kRolls_mps2 = 0.4, kRolls_mps = 1.5;  // towards a line that is still some metres ahead
constexpr double kStands_mps = 0.3, kAtLine_m = 4;
constexpr double kHasEntered_s = 0.2;  // a body that is so near to the strip is as good as in it
constexpr double kShowsYield_mps2 =
    1;  // until then it can stop before the line like this, so that the other sees that it yields
constexpr double kHalts_mps = 0.05, kHalt_s = 0.5;  // a stop sign asks for a halt
constexpr double kGo_mps2 = 1.5;                    // it expects to gain speed like this where it is slow
constexpr double kEvader_m = 60;                    // before a line, where one that evades stops

bool is_red(LightState light) {
  return light == LightState::red || light == LightState::red_yellow || light == LightState::flashing_red;
}

// The steady braking that just avoids a body, if it goes on as it does; 0 where none is needed.
double needed_brake(double v, double gap_m, double along_mps, double accel_mps2) {
  const double room = std::max(gap_m, 0.1);
  const double closing = v - along_mps;
  double needed = closing > 0 ? closing * closing / (2 * room) : 0;
  if (along_mps > 0 && accel_mps2 < -0.5) {
    // a leader that brakes is taken to brake to a stop
    const double stops_m = along_mps * along_mps / (-2 * accel_mps2);
    needed = std::max(needed, v * v / (2 * (room + stops_m)));
  }
  return needed;
}

}  // namespace

std::optional<sut::Trouble> CarefulDriver::reset(const sut::Mission& mission) {
  const Manner manner = manner_;
  const std::shared_ptr<const RoadPlan> last = plan_;
  *this = CarefulDriver(manner);
  mission_ = mission;
  // runs of one scene have one road
  plan_ = last != nullptr && last->is_of(mission.road)
              ? last
              : std::make_shared<const RoadPlan>(mission.road, manner_);
  if (plan_->is_empty())
    return sut::Trouble{sut::Failure::protocol,
                        "this driver needs the road of its mission, and there is no road"};
  return std::nullopt;
}

// What it acts on: the view, or an older one with the own state of now.
const sut::View& CarefulDriver::as_seen(const sut::View& view) {
  if (manner_.late_s <= 0 && !manner_.is_blind_left) return view;
  past_.push_back(view);
  while (past_.size() > 1 && past_[1].time_s <= view.time_s - manner_.late_s) past_.pop_front();
  late_view_ = past_.front();
  late_view_.time_s = view.time_s;
  late_view_.own = view.own;
  if (late_view_.road && view.road) {
    const LightState light = late_view_.road->light;
    late_view_.road = view.road;
    late_view_.road->light = light;
  }
  if (manner_.is_blind_left) {
    const base::SinCos heading = base::sin_cos(view.own.heading_rad);
    std::erase_if(late_view_.objects, [&](const sut::SeenObject& o) {
      return (o.y - view.own.y) * heading.cos - (o.x - view.own.x) * heading.sin > 1;
    });
  }
  return late_view_;
}

std::optional<sut::Trouble> CarefulDriver::step(const sut::View& given, sut::Command& command) {
  const sut::View& view = as_seen(given);
  std::vector<sut::WhiteBoxSignal> signals = std::move(command.signals);  // for their memory
  command = {};
  if (!view.road) return sut::Trouble{sut::Failure::protocol, "this driver needs its place on the road"};
  const double metre = view.road->metre, v = std::max(0.0, view.own.speed_mps);
  const double wanted = plan_->wanted_mps(front_m(metre));
  const double ratio = v / std::max(wanted, 0.1);
  Wish wish{v <= wanted ? manner_.accel_mps2 * (1 - ratio * ratio * ratio * ratio)
                        : std::max(-manner_.brake_mps2, kSpeedGain * (wanted - v)),
            false};
  if (metre > plan_->length_m() - 2 * v - 20) wish.lower(-manner_.brake_mps2);
  finder_.find(*plan_, mission_.vehicle, view, metre, zone_ahead(*view.road), threats_);
  heed_bodies(view, metre, wish);
  heed_line(view, metre, wish);

  accel_mps2_ = eased(wish, v);
  signals.resize(2);
  signals[0] = {"wanted_mps", wanted};
  signals[1] = {"threats", static_cast<double>(threats_.ahead.size() + threats_.crossing.size())};
  command.signals = std::move(signals);
  command.motion = sut::Steering{steer(view, metre), accel_mps2_};
  if (view.road->next_line >= 0) {
    const sut::RoadLine& line = mission_.road.lines[static_cast<std::size_t>(view.road->next_line)];
    const bool is_near = line.metre - front_m(metre) < 50;
    command.indicates_left = is_near && line.turn > 0;
    command.indicates_right = is_near && line.turn < 0;
  }
  return std::nullopt;
}

double CarefulDriver::steer(const sut::View& view, double metre) const {
  BACKLOT_ASSERT(plan_, "a driver is told its mission before it drives");
  const double aim_m = sut::pursuit_distance_m(view.own.speed_mps);
  const RoadPlan::Place aim = plan_->place_at(metre + aim_m);
  return sut::steering_to({aim.x - beside_m_ * aim.tangent_y, aim.y + beside_m_ * aim.tangent_x}, view.own,
                          mission_.vehicle);
}

// The intersection ahead, or the one that it is in, where others go first.
YieldZone CarefulDriver::zone_ahead(const sut::RoadAhead& road) const {
  if (!manner_.heeds_lights) return {};
  const auto zone_of = [&](std::int32_t number) -> YieldZone {
    if (number < 0) return {};
    const sut::RoadLine& line = mission_.road.lines[static_cast<std::size_t>(number)];
    const bool yields = line.rule == LineRule::stop || line.rule == LineRule::yield ||
                        (line.turn > 0 && road.light != LightState::green_arrow);
    const bool turns_off = line.turn < 0;
    if (!(yields || turns_off) || line.metre > road.metre + kLineSight_m || line.end_metre < road.metre)
      return {};
    return {line.metre, line.end_metre, yields, turns_off};
  };
  const auto lines = static_cast<std::int32_t>(mission_.road.lines.size());
  const std::int32_t before = (road.next_line < 0 ? lines : road.next_line) - 1;
  if (const YieldZone inside = zone_of(before); !inside.is_empty()) return inside;
  return zone_of(road.next_line);
}

// ---- bodies

double CarefulDriver::follow(double v, double gap_m, double along_mps) const {
  // Treiber, Hennecke, Helbing: "Congested traffic states in empirical observations and microscopic simulations", 2000
  const double wanted_m =
      manner_.still_m +
      std::max(0.0, v * manner_.headway_s +
                        v * (v - along_mps) / (2 * std::sqrt(manner_.accel_mps2 * manner_.brake_mps2)));
  const double ratio = wanted_m / std::max(gap_m, 0.1);
  return manner_.accel_mps2 * (1 - ratio * ratio);
}

// Out of the way of a body that comes towards it, as far to the right as a little more than its lane allows.
void CarefulDriver::swerve(const Ahead& ahead, double metre) {
  const double half_m = 0.5 * mission_.vehicle.width_m;
  const double clear_m = ahead.left_m - ahead.half_across_m - half_m - kSwerveRoom_m;
  const double edge_m = -mission_.road.points[plan_->index_of(metre)].right_m - kOverEdge_m + half_m;
  beside_m_ = std::min(beside_m_, std::clamp(clear_m, edge_m, 0.0));
}

void CarefulDriver::heed_ahead(const Ahead& ahead, double metre, double v, Wish& wish) {
  if (ahead.along_mps < -1) {
    if (ahead.gap_m > kOncoming_s * (v - ahead.along_mps)) return;
    // Both will meet half way: it stops there, or as soon as it can.
    const double room =
        std::max(0.5, ahead.gap_m * std::max(v, 1.0) / (std::max(v, 1.0) - ahead.along_mps) - 2);
    wish.lower(-std::min(manner_.hardest_mps2, std::max(manner_.brake_mps2, kMore * v * v / (2 * room))),
               true);
    if (ahead.gap_m < kSwerve_s * (v - ahead.along_mps)) swerve(ahead, metre);
    return;
  }
  wish.lower(std::max(follow(v, ahead.gap_m, ahead.along_mps), -manner_.brake_mps2 - 1));
  const double needed = needed_brake(v, ahead.gap_m - manner_.closing_margin_m,
                                     std::max(ahead.along_mps, 0.0), ahead.accel_mps2);
  if (needed > kUrgent_mps2) wish.lower(-kMore * needed, true);
}

double CarefulDriver::line_room_m(double front) const {
  return line_ < 0 ? -1 : mission_.road.lines[static_cast<std::size_t>(line_)].metre - front;
}

// It waits in its place at the line, however much room is behind that: the other driver would have to brake for a vehicle that comes out.
void CarefulDriver::stay_at_line(double line_m, double v, Wish& wish) {
  BACKLOT_ASSERT(!std::isnan(line_m), "a line lies at a metre");
  wish.lower(v < kStands_mps ? -0.5 : -std::max(v * v / (2 * std::max(line_m, 0.1)), 0.5));
}

// It will come behind the other, which may not know it: until the other is there, it drives so that it could stop before the line with ease.
void CarefulDriver::show_yield(const Crossing& c, double front, double v, Wish& wish) const {
  const double line_m = line_room_m(front);
  if (!c.has_priority || line_m <= 0 || c.enters_s < kHasEntered_s) return;
  if (line_m <= kAtPlace_m) {
    stay_at_line(line_m, v, wish);
    return;
  }
  const double needed = v * v / (2 * std::max(line_m - kBeforeLine_m, 0.1));
  if (needed > kShowsYield_mps2)
    wish.lower(-1.05 * needed);
  else if (needed > 0.6 * kShowsYield_mps2)
    wish.lower(0);
}

void CarefulDriver::heed_crossing(const Crossing& c, double metre, double v, Wish& wish) const {
  const double front = front_m(metre);
  if (front > c.from_m + 1 && front - mission_.vehicle.length_m < c.to_m) {
    // it is in the way already: to clear it is the best
    return;
  }
  const double to_m = c.from_m - front, past_m = c.to_m + mission_.vehicle.length_m - front;
  // as fast as the road allows there; on the way it slows down evenly, or gains speed
  const double wanted = std::max(std::min(plan_->wanted_mps(front), plan_->wanted_mps(c.from_m)), 1.0);
  const auto my_seconds = [&](double m) {
    if (m <= 0) return 0.0;
    if (v >= wanted) return 2 * m / (v + wanted);
    const double gain_m = (wanted * wanted - v * v) / (2 * kGo_mps2);
    if (m < gain_m) return (std::sqrt(v * v + 2 * kGo_mps2 * m) - v) / kGo_mps2;
    return (wanted - v) / kGo_mps2 + (m - gain_m) / wanted;
  };
  const double before_s = c.has_priority ? kYieldBefore_s : kBefore_s;
  if (my_seconds(past_m) + before_s < c.enters_s) return;
  if (my_seconds(to_m) > c.leaves_s + kAfter_s) {
    show_yield(c, front, v, wish);
    return;
  }
  // It lets the body pass: at that time it is still before the place, or stands there.
  double room = std::max(to_m - kBeforeBody_m, 0.1);
  const double until_s = c.leaves_s + kAfter_s;
  // Where it yields it waits before the intersection: the other driver sees there that it does.
  if (const double line_m = line_room_m(front); c.has_priority && line_m > 0) {
    if (line_m <= kAtPlace_m) {
      stay_at_line(line_m, v, wish);
      return;
    }
    room = std::min(room, std::max(line_m - kBeforeLine_m, 0.1));
  }
  if (std::isfinite(until_s) && v * until_s <= room) return;
  const bool can_roll = std::isfinite(until_s) && v * until_s < 2 * room;
  const double needed = can_roll ? 2 * (v * until_s - room) / (until_s * until_s) : v * v / (2 * room);
  if (needed > manner_.hardest_mps2 && my_seconds(past_m) < c.enters_s) return;  // it is through before
  if (needed > kUrgent_mps2)
    wish.lower(-kMore * needed, true);
  else if (needed > 0.5 * manner_.brake_mps2 || room < 5 || v < 3)
    wish.lower(v < kStands_mps ? -0.5 : -std::max(needed, 0.5));
  else
    wish.lower(0);
}

void CarefulDriver::heed_bodies(const sut::View& view, double metre, Wish& wish) {
  const double v = std::max(0.0, view.own.speed_mps);
  beside_m_ = std::min(0.0, beside_m_ + kBack_mps * mission_.cycle_s);
  for (const Ahead& ahead : threats_.ahead)
    if (manner_.heeds_threats || ahead.along_mps >= 0) heed_ahead(ahead, metre, v, wish);
  if (!manner_.heeds_threats) return;
  for (const Crossing& crossing : threats_.crossing) heed_crossing(crossing, metre, v, wish);
}

// ---- lines

void CarefulDriver::heed_line(const sut::View& view, double metre, Wish& wish) {
  const std::int32_t next = view.road->next_line;
  if (next != line_) {
    line_ = next;
    choice_ = LineChoice::open;
    has_stopped_ = false;
    slows_ = false;
    halted_s_ = 0;
  }
  if (next < 0) return;
  const sut::RoadLine& line = mission_.road.lines[static_cast<std::size_t>(next)];
  const double v = std::max(0.0, view.own.speed_mps);
  double gap = line.metre - front_m(metre);
  if (gap > kLineSight_m) return;
  bool stops = false;
  if (manner_.stops_at_crossings) {
    gap -= kEvader_m;
    stops = true;
  } else if (manner_.heeds_lights && line.rule == LineRule::light) {
    const LightState light = view.road->light;
    const double needed = v * v / (2 * std::max(gap - 0.5 * kBeforeLine_m, 0.1));
    if (light == LightState::yellow) {
      if (choice_ == LineChoice::open)
        choice_ = needed < manner_.ease_mps2 ? LineChoice::stops : LineChoice::passes;
    } else if (is_red(light)) {
      if (choice_ != LineChoice::passes || needed < 2 * manner_.ease_mps2)
        choice_ = needed < manner_.hardest_mps2 ? LineChoice::stops : LineChoice::passes;
    } else {
      choice_ = LineChoice::open;
    }
    stops = choice_ == LineChoice::stops;
  } else if (manner_.heeds_lights && line.rule == LineRule::stop) {
    halted_s_ = v < kHalts_mps && gap < kAtLine_m ? halted_s_ + mission_.cycle_s : 0;
    if (halted_s_ >= kHalt_s) has_stopped_ = true;
    stops = !has_stopped_;
  }
  if (!stops) {
    slows_ = false;
    return;
  }
  const double room = gap - kBeforeLine_m;
  const double needed = v * v / (2 * std::max(room, 0.1));
  if (needed > kEasyStop_mps2) slows_ = true;
  if (!slows_) return;
  // One even braking to the place where it stands. Where it would stand too early it rolls on.
  if (room < kNearStop_m)
    wish.lower(-std::clamp(v * v / (2 * std::max(gap - kLastGap_m, 0.1)), 1.0, manner_.hardest_mps2));
  else if (needed > kRolls_mps2)
    wish.lower(-1.02 * needed, needed > kUrgent_mps2);
  else
    wish.lower(v < kRolls_mps ? kRolls_mps2 : 0);
}

// Pedals change with a comfortable jerk, except in danger.
double CarefulDriver::eased(const Wish& wish, double v) const {
  const double target = std::clamp(wish.accel_mps2, -manner_.hardest_mps2, manner_.accel_mps2);
  if (wish.is_urgent || v < kStands_mps) return target;
  const double most = manner_.jerk_mps3 * mission_.cycle_s;
  return std::clamp(target, accel_mps2_ - 2 * most, accel_mps2_ + 2 * most);
}

}  // namespace backlot::drivers
