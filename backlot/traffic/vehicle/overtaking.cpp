// How it is decided. The driver rehearses the manoeuvre. While it shows its intent and goes out it gains nothing. Then it accelerates
// as on a free road until it is ahead of the last vehicle that it passes. Some seconds later its body has left the oncoming lane. No
// oncoming vehicle may be nearer then than some seconds to a collision, if all of them get as fast as the limit allows. Vehicles that
// the driver cannot see are taken to come from where its sight ends. The driver rehearses again while it is out, and falls back while
// that is the shorter way.
#include "backlot/traffic/vehicle/overtaking.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/cycling/side_room.h"
#include "backlot/world/lane_band.h"

namespace backlot::traffic {

namespace {

using world::Entry;
using world::EntryFlag;
using world::Track;
using world::TrackId;

constexpr double kShowOvertaking_s = 3;  // shown before the driver goes out, and comes back
constexpr double kRestBefore_s = 4;      // after a lane change, before the driver thinks of overtaking
constexpr double kGain_mps = 2;  // a leader is worth it that is this much slower than the wanted speed
constexpr double kSlowestLeader_mps = 8;   // a slower leader is about to stop, or has just started
constexpr double kSlowestCyclist_mps = 2;  // the same of a cyclist
constexpr double kNear_s = 3.5;            // the driver is this close behind
constexpr double kLook_m = 300;            // for vehicles that drive the same way
constexpr double kOthers_m = 150;          // none of these overtakes this near
constexpr double kBeside_m = 60;           // and none this near gets faster
constexpr int kMostPassed = 3;

constexpr double kOverLimit = 1.1;  // of the limit: a driver may be this fast to have it over
constexpr double kGoOut_s = 1.5;    // without gaining
constexpr double kReturn_s = 3.5;   // until the body has left the oncoming lane
constexpr double kLongest_s = 25;
constexpr double kGiveUp_mps2 = 3;

constexpr double kPlanned_s = 5;        // to a collision with an oncoming vehicle, when the own one is back
constexpr double kLeastTimeLeft_s = 4;  // with less the driver gives up
constexpr double kTheirGain_mps2 = 2;   // oncoming vehicles get faster, up to the limit
constexpr double kFastest = 1.3;        // of the limit: no vehicle comes faster
constexpr int kDepth = 3;               // tracks beyond the own way from where a vehicle might come

// The traits meanwhile: the driver closes up to the vehicle that it is about to pass.
DriverTraits hurried(DriverTraits traits) {
  traits.headway_s *= 0.5F;
  traits.accel_mps2 *= 1.25F;
  return traits;
}

double slowest_of(const Entry* leader) {
  return leader != nullptr && is_cyclist(*leader) ? kSlowestCyclist_mps : kSlowestLeader_mps;
}

double back_gap_m(double speed_mps) { return 3 + 0.4 * speed_mps; }

// What lies along the way, seen in the direction of travel from the own front.
class Road {
 public:
  Road(const Surroundings& around, const Self& self)
      : occupancy_(around.occupancy),
        self_(self),
        track_(self.track(around.tracks)),
        scale_(self.stance.distance_per_metre) {}

  const Track& track() const { return track_; }
  // The bodies between two places, and some more.
  world::EntryList between(double from_m, double to_m) const {
    const world::Footprint& foot = self_.stance.foot;
    const double low = track_.is_along ? foot.to + from_m * scale_ : foot.from - to_m * scale_;
    const double high = track_.is_along ? foot.to + to_m * scale_ : foot.from - from_m * scale_;
    return occupancy_.on(track_.strip).between(low - occupancy_.longest(), high);
  }
  bool counts(const Entry& e) const { return e.id != self_.id && !e.has(EntryFlag::approaches); }
  // To where a body begins, and to where it ends.
  double near_m(const Entry& e) const {
    return (track_.is_along ? e.from - self_.stance.foot.to : self_.stance.foot.from - e.to) / scale_;
  }
  double far_m(const Entry& e) const {
    return (track_.is_along ? e.to - self_.stance.foot.to : self_.stance.foot.from - e.from) / scale_;
  }
  double speed(const Entry& e) const { return track_.sign() * static_cast<double>(e.speed_mps); }
  bool is_on(const Track& track, const Entry& e) const {
    const double inside = 0.8 * static_cast<double>(track.half_width);
    return static_cast<double>(e.claim_left) > track.centre - inside &&
           static_cast<double>(e.claim_right) < track.centre + inside;
  }
  // The first vehicle on the own lane that begins beyond a place, as far as the driver looks.
  const Entry* next_beyond(double place_m) const {
    const Entry* next = nullptr;
    for (const Entry& e : between(place_m, place_m + kLook_m)) {
      if (!counts(e) || near_m(e) < place_m || !is_on(track_, e)) continue;
      if (next == nullptr || near_m(e) < near_m(*next)) next = &e;
    }
    return next;
  }
  // A vehicle beside or ahead.
  const Entry* find(std::uint32_t id) const {
    for (const Entry& e : between(-kLook_m, kLook_m))
      if (e.id == id && counts(e)) return &e;
    return nullptr;
  }
  // Whether a vehicle that overtakes the same way has its front between two places.
  bool has_overtaker(double from_m, double to_m) const {
    for (const Entry& e : between(from_m, to_m)) {
      if (counts(e) && e.has(EntryFlag::overtakes) && speed(e) > 0 && far_m(e) > from_m && far_m(e) < to_m)
        return true;
    }
    return false;
  }

 private:
  const world::Occupancy& occupancy_;
  const Self& self_;
  const Track& track_;
  double scale_;
};

// How long overtaking takes from now on, the way until then, and the speed at the end.
struct Rehearsal {
  double time_s = 0, way_m = 0, end_mps = 0;
};
// To gain `gain_m` on a vehicle that drives at `u`, after waiting some seconds; nothing where it takes too long.
std::optional<Rehearsal> rehearse(const DriverTraits& traits, double v, double top, double u, double gain_m,
                                  double wait_s) {
  constexpr double kStep_s = 0.5;
  Rehearsal r;
  r.time_s = wait_s;
  r.way_m = v * wait_s;
  for (double gained = 0; gained < gain_m; r.time_s += kStep_s) {
    if (r.time_s - wait_s > kLongest_s) return std::nullopt;
    v += kStep_s * free_accel(traits, v, top);
    r.way_m += kStep_s * v;
    gained += kStep_s * (v - u);
  }
  r.time_s += kReturn_s;
  r.way_m += kReturn_s * v;
  r.end_mps = v;
  return r;
}

// Oncoming vehicles, against what was rehearsed.
class Oncoming {
 public:
  Oncoming(const Surroundings& around, const Road& road, const Rehearsal& rehearsal, double margin_s)
      : around_(around), road_(road), rehearsal_(rehearsal), margin_s_(margin_s) {
    for (const world::SpeedZone& zone :
         around.tracks.zones(around.tracks[around.tracks.oncoming(road.track())]))
      top_mps_ = std::max(top_mps_, static_cast<double>(zone.limit_mps));
  }

  // Whether all of them are far enough away, apart from those that come past before the own vehicle goes out; `end_m` is the way to the
  // end of the strip.
  bool is_free(double end_m, double v, double wait_s) const {
    const Track& oncoming = around_.tracks[around_.tracks.oncoming(road_.track())];
    const double fastest = kFastest * top_mps_;
    const double reach =
        rehearsal_.way_m + rehearsal_.time_s * fastest + margin_s_ * (rehearsal_.end_mps + fastest);
    for (const Entry& e : road_.between(0, std::min(end_m, reach))) {
      if (!road_.counts(e) || road_.near_m(e) < 0) continue;
      const double speed = road_.speed(e);
      if (road_.far_m(e) < wait_s * (v - speed)) continue;
      if ((speed < 0 || (speed == 0 && road_.is_on(oncoming, e))) && !is_far(road_.near_m(e), -speed))
        return false;
    }
    return is_free_beyond(around_.tracks.oncoming(road_.track()), end_m, kDepth);
  }

 private:
  bool is_far(double away_m, double speed) const {
    const double T = rehearsal_.time_s, top = std::max(top_mps_, speed);
    const double gaining_s = std::min(T, (top - speed) / kTheirGain_mps2);
    const double then = speed + kTheirGain_mps2 * gaining_s;
    const double way = 0.5 * (speed + then) * gaining_s + then * (T - gaining_s);
    return away_m - rehearsal_.way_m - way >= margin_s_ * (rehearsal_.end_mps + then);
  }

  // The vehicles on the tracks that lead to a track, which starts so far away.
  bool is_free_beyond(TrackId from, double away_m, int depth) const {
    if (is_far(away_m, top_mps_)) return true;
    if (depth == 0) return false;
    const Track& track = around_.tracks[from];
    const auto before = around_.tracks.before(track);
    if (before.empty()) return false;  // from outside a vehicle may come at any time
    for (const TrackId id : before) {
      const Track& other = around_.tracks[id];
      const double scale = other.length / other.strip_length;
      for (const Entry& e : around_.occupancy.on(other.strip)) {
        const double speed = other.sign() * static_cast<double>(e.speed_mps);
        if (e.has(EntryFlag::approaches) || !e.has(EntryFlag::travels) || speed < 0) continue;
        const double left_m = (other.is_along ? other.strip_length - e.to : e.from) * scale;
        if (!is_far(away_m + std::max(0.0, left_m), speed)) return false;
      }
      if (!is_free_beyond(id, away_m + other.length, depth - 1)) return false;
    }
    return true;
  }

  const Surroundings& around_;
  const Road& road_;
  const Rehearsal& rehearsal_;
  double margin_s_, top_mps_ = 0;
};

class Overtaker {
 public:
  // A vehicle that is told to overtake asks for room alone: not whether that is worth it, nor whether the leader is slow.
  Overtaker(const Surroundings& around, const Self& self, const Driver& driver, const Pace& pace,
            bool is_directed, bool is_reckless)
      : around_(around),
        self_(self),
        driver_(driver),
        pace_(pace),
        road_(around, self),
        hurried_(hurried(driver.traits)),
        slowest_mps_(is_directed ? 0 : kSlowestLeader_mps),
        is_directed_(is_directed),
        is_reckless_(is_reckless) {
    const bool keeps_right = around.tracks.network().side() == network::TrafficSide::right;
    out_ = passing_side(around.tracks);
    back_ = world::opposite(out_);
    keep_ = (keeps_right ? 1 : -1) * static_cast<double>(driver.traits.keep_m);
  }

  // The driver follows a vehicle: may it show that it overtakes, and go out.
  OvertakingAdvice follow(const Lead& lead) const {
    OvertakingAdvice advice;
    advice.is_overtaken = road_.has_overtaker(-kBeside_m, kBeside_m);
    const double v = self_.speed();
    // a driver that is told to be slower has less to gain
    const double told_mps = self_.dials == nullptr ? 0 : std::min(0.0, self_.dials->speed_change_mps);
    const bool is_worth_it =
        lead.speed_mps <= pace_.wanted_mps + told_mps - kGain_mps && lead.gap_m <= kNear_s * v &&
        driver_.since_shift_s >= static_cast<float>(kRestBefore_s) &&
        (lead.speed_mps >= kSlowestLeader_mps || lead.speed_mps >= slowest_of(road_.next_beyond(0)));
    if ((!is_worth_it && !is_directed_) || advice.is_overtaken) return advice;
    const bool shows = driver_.overtaking() == Overtaking::shows;
    const double show_s = is_directed_ ? 0 : kShowOvertaking_s,
                 shown_s = shows ? static_cast<double>(driver_.intent_s) : 0;
    const std::optional<std::uint32_t> last = find_last(std::max(0.0, show_s - shown_s));
    if (!last) return advice;
    advice.phase = Overtaking::shows;
    advice.intent = out_;
    advice.passes = *last;
    if (!shows || shown_s < show_s) return advice;
    advice.phase = Overtaking::passes;
    const Track& track = road_.track();
    advice.home =
        track.sign() * (around_.tracks[around_.tracks.oncoming(track)].centre - track.centre) + keep_;
    advice.wanted_mps = top_mps();
    return advice;
  }

  // The vehicle is out.
  OvertakingAdvice pass() const {
    OvertakingAdvice advice;
    advice.phase = driver_.overtaking();
    advice.passes = driver_.passes;
    advice.wanted_mps = top_mps();
    if (self_.mover.is_shifting()) return advice;
    if (driver_.overtaking() == Overtaking::returns) return {};  // it is back
    if (!road_.track().has_passing) {                            // the road has come to an end
      advice.phase = Overtaking::returns;
      advice.home = keep_;
      return advice;
    }

    const double v = self_.speed();
    const Entry* last = road_.find(driver_.passes);
    const double to_gain = last == nullptr ? 0 : gain_over(*last);
    const double u = last == nullptr ? 0 : road_.speed(*last);
    const Neighbours beside = on_own_lane();
    const bool gives_up = driver_.overtaking() == Overtaking::gives_up;
    if (gives_up || to_gain <= 0) {
      const double closing = std::max(0.0, beside.speed_behind_mps - v);
      const bool has_room =
          !beside.is_beside && beside.gap_behind_m > 2 + 2 * closing && beside.ahead.gap_m > 2 &&
          following_accel(driver_.traits, v, pace_.wanted_mps, beside.ahead) > -kGiveUp_mps2;
      advice.intent = back_;
      if (has_room) {
        advice.phase = Overtaking::returns;
        advice.home = keep_;
      } else if (gives_up) {
        advice.most_mps2 = v > kSlowestLeader_mps / 2 ? -kGiveUp_mps2 : 0;
      } else {
        // as the vehicle behind which it wants to go
        advice.most_mps2 = following_accel(driver_.traits, v, pace_.wanted_mps, beside.ahead);
      }
      return advice;
    }
    const std::optional<Rehearsal> rest = rehearse(hurried_, v, advice.wanted_mps, u, to_gain, 0);
    if (rest && rest->time_s - kReturn_s < kShowOvertaking_s) advice.intent = back_;
    // with the front past that vehicle it is shorter to go on
    const bool is_past = road_.far_m(*last) < 0;
    if (!is_past && (!rest || !Oncoming(around_, road_, *rest, kLeastTimeLeft_s).is_free(to_end_m(), v, 0))) {
      advice.phase = Overtaking::gives_up;
      advice.intent = back_;
      advice.most_mps2 = -kGiveUp_mps2;
    }
    return advice;
  }

  // The last one that it would pass if it went out now.
  std::optional<std::uint32_t> find_passable() const { return find_last(0); }

 private:
  // To the end of the strip.
  double to_end_m() const {
    return road_.track().length - self_.mover.metres - static_cast<double>(self_.shape.front_m());
  }

  // How fast the driver goes to have it over: a bit above the limit, as the bends allow.
  double top_mps() const {
    constexpr double kLook_s = 16;
    double top = std::numeric_limits<double>::infinity();
    const double from = self_.mover.metres, to = from + kLook_s * self_.speed();
    const std::span<const world::SpeedZone> zones = around_.tracks.zones(road_.track());
    for (std::size_t k = 0; k < zones.size() && static_cast<double>(zones[k].from_m) < to; ++k) {
      if (k + 1 < zones.size() && static_cast<double>(zones[k + 1].from_m) < from) continue;
      const float factor = std::max(static_cast<float>(kOverLimit), driver_.traits.speed_factor);
      top = std::min(top, static_cast<double>(std::min(
                              {zones[k].limit_mps * factor, zones[k].bend_mps, driver_.traits.top_mps})));
    }
    return top;
  }

  // The metres that are still to be gained on a vehicle, to come back before it.
  double gain_over(const Entry& e) const {
    return road_.far_m(e) + static_cast<double>(self_.shape.length_m) + back_gap_m(road_.speed(e));
  }

  // To where passing is allowed for a vehicle that goes out in some seconds.
  double allowed_m(double wait_s) const {
    const double from = self_.mover.metres + wait_s * self_.speed();
    for (const world::PassingStretch& stretch : around_.tracks.passing(road_.track())) {
      if (from >= static_cast<double>(stretch.from_m) && from < static_cast<double>(stretch.to_m))
        return static_cast<double>(stretch.to_m) - self_.mover.metres;
    }
    return 0;
  }

  // The last vehicle that it would pass, to come back in the first gap that has room; nothing where it stays behind.
  std::optional<std::uint32_t> find_last(double wait_s) const {
    if (is_reckless_) {
      const Entry* leader = road_.next_beyond(0);
      return leader == nullptr ? std::nullopt : std::optional(leader->id);
    }
    const double allowed = allowed_m(wait_s);
    if (allowed <= 0 || road_.has_overtaker(-kOthers_m, kOthers_m)) return std::nullopt;
    const double v = self_.speed(), top = top_mps();
    const std::uint16_t wants_out = out_ == Side::left ? EntryFlag::wants_left : EntryFlag::wants_right;
    const Entry* last = road_.next_beyond(0);
    double slowest = 0;
    for (int count = 0; count < kMostPassed && last != nullptr; ++count) {
      const double u = road_.speed(*last);
      slowest = count == 0 ? u : std::min(slowest, u);
      if (u < std::min(slowest_mps_, slowest_of(last)) || last->has(wants_out) ||
          last->has(EntryFlag::overtakes))
        return std::nullopt;
      const std::optional<Rehearsal> way = rehearse(hurried_, v, top, u, gain_over(*last), wait_s + kGoOut_s);
      if (!way || way->way_m > allowed || way->way_m + braking_m(way->end_mps) > to_stop_m())
        return std::nullopt;
      const Entry* next = road_.next_beyond(road_.far_m(*last));
      if (next == nullptr || has_room(*last, *next, *way)) {
        if (next != nullptr && next->has(wants_out)) return std::nullopt;
        if (!Oncoming(around_, road_, *way, kPlanned_s).is_free(to_end_m(), v, wait_s)) return std::nullopt;
        return last->id;
      }
      last = next;
    }
    return std::nullopt;
  }

  // Whether there will be room between two vehicles when it comes back.
  bool has_room(const Entry& last, const Entry& next, const Rehearsal& way) const {
    const double u = road_.speed(last), w = road_.speed(next), v = way.end_mps;
    const double gap = road_.near_m(next) - road_.far_m(last) + (w - u) * way.time_s;
    const double over = std::max(0.0, v - w);
    const double ahead = static_cast<double>(driver_.traits.gap_m) +
                         w * static_cast<double>(driver_.traits.headway_s) +
                         over * over / (2 * static_cast<double>(driver_.traits.brake_mps2));
    return w >= 0 && gap > static_cast<double>(self_.shape.length_m) + back_gap_m(u) + ahead;
  }

  // To where it might have to stop.
  double to_stop_m() const {
    if (road_.track().onward_count == 0) return std::numeric_limits<double>::infinity();
    return static_cast<double>(road_.track().stop_m) - self_.mover.metres -
           static_cast<double>(self_.shape.front_m());
  }
  double braking_m(double v) const { return v * v / (2 * static_cast<double>(driver_.traits.brake_mps2)); }

  Neighbours on_own_lane() const {
    const double half = static_cast<double>(self_.shape.half_width_m()) + 0.1;
    return find_neighbours(
        around_, self_,
        world::LaneBand::around(around_.tracks, road_.track(), road_.track().sign() * keep_, half));
  }

  const Surroundings& around_;
  const Self& self_;
  const Driver& driver_;
  const Pace& pace_;
  Road road_;
  DriverTraits hurried_;
  double slowest_mps_;
  bool is_directed_, is_reckless_;
  Side out_, back_;
  double keep_;
};

}  // namespace

OvertakingAdvice find_overtaking(const Surroundings& around, const Self& self, const Driver& driver,
                                 const Pace& pace, const Lead& lead, bool deliberates) {
  BACKLOT_ASSERT(self.track(around.tracks).has_passing || driver.is_out(), "there is no lane to overtake on");
  OvertakingAdvice advice;
  const bool is_directed = self.dials != nullptr && self.dials->overtakes;
  const bool is_reckless = is_directed && self.dials->is_reckless;
  if (driver.is_out()) {
    advice = Overtaker(around, self, driver, pace, is_directed, is_reckless).pass();
  } else if (deliberates || is_directed) {
    advice = Overtaker(around, self, driver, pace, is_directed, is_reckless).follow(lead);
  } else {
    advice.phase = driver.overtaking();
    advice.passes = driver.passes;
    advice.intent = driver.intent();
    advice.is_overtaken = driver.is_overtaken();
  }
  if (advice.is_overtaken) advice.most_mps2 = 0;
  advice.manner = advice.phase == Overtaking::none ? driver.traits : hurried(driver.traits);
  return advice;
}

bool is_overtaken(const Surroundings& around, const Self& self) {
  return Road(around, self).has_overtaker(-kBeside_m, kBeside_m);
}

std::optional<std::uint32_t> find_leader(const Surroundings& around, const Self& self) {
  const Entry* leader = Road(around, self).next_beyond(0);
  return leader == nullptr ? std::nullopt : std::optional(leader->id);
}

std::optional<std::uint32_t> find_passable(const Surroundings& around, const Self& self, const Driver& driver,
                                           bool is_reckless) {
  const Pace pace = find_pace(around, self, driver.traits, sight_m(self.speed()));
  return Overtaker(around, self, driver, pace, true, is_reckless).find_passable();
}

}  // namespace backlot::traffic
