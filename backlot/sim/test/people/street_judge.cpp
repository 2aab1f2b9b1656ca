#include "backlot/sim/test/people/street_judge.h"

#include <algorithm>
#include <cmath>

#include "backlot/network/locate.h"

namespace backlot::sim {

namespace {

using record::Frame;
using record::FrameObject;

constexpr double kKerbZone_m =
    1.3;  // before the roadway: a person that stands there and faces the road wants to cross
constexpr double kFaces = 0.5;  // cosine to the crosswalk
constexpr double kReacts_s = 1, kComfort_mps2 = 2.5,
                 kStopsBefore_m = 1.5;  // of a driver that can stop in comfort
constexpr double kSees_m = 40;
constexpr std::uint32_t kShown =
    5;  // frames for which a person has shown its wish before a driver is held to it
constexpr double kStays_m = 1;
constexpr double kPlaceEvery = 10;  // frames

bool is_person(const FrameObject& o) { return o.kind == world::ObjectKind::pedestrian; }

// How deep the boxes of two bodies lie in each other: the least way by which they would come apart; below zero where they are apart.
double depth(const FrameObject& a, const FrameObject& b) {
  const double x = b.centre.x - a.centre.x, y = b.centre.y - a.centre.y;
  double least = 1e9;
  for (const FrameObject* o : {&a, &b}) {
    for (const bool is_across : {false, true}) {
      const double ux = is_across ? -o->heading_y : o->heading_x,
                   uy = is_across ? o->heading_x : o->heading_y;
      const auto reach = [&](const FrameObject& p) {
        return 0.5 * (static_cast<double>(p.length_m) * std::fabs(p.heading_x * ux + p.heading_y * uy) +
                      static_cast<double>(p.width_m) * std::fabs(p.heading_x * uy - p.heading_y * ux));
      };
      least = std::min(least, reach(a) + reach(b) - std::fabs(x * ux + y * uy));
    }
  }
  return least;
}

bool may_be_near(const FrameObject& a, const FrameObject& b) {
  const double reach = 0.5 * static_cast<double>(a.length_m + a.width_m + b.length_m + b.width_m);
  return std::fabs(a.centre.x - b.centre.x) < reach && std::fabs(a.centre.y - b.centre.y) < reach &&
         std::fabs(a.centre.z - b.centre.z) < 2;
}

}  // namespace

StreetJudge::StreetJudge(const network::Network& network) : network_(&network) {
  for (std::uint32_t k = 0; k < network.lanes().size(); ++k)
    if (network.lanes()[k].kind == network::LaneKind::crosswalk) add_crosswalk(network, network::LaneId(k));
  wishes_.resize(crosswalks_.size());
}

void StreetJudge::add_crosswalk(const network::Network& network, network::LaneId lane) {
  constexpr double kSample_m = 0.1;
  const network::StripId strip = network.lane(lane).strip;
  const double strip_length = network.strip(strip).length();
  const auto at = [&](double distance) {
    return network::place(network, strip, {distance, network.edges(lane, distance).centre(), 0}).position;
  };
  const geometry::WorldPoint a = at(0), b = at(strip_length);
  Crosswalk c;
  c.length = std::hypot(b.x - a.x, b.y - a.y);
  if (c.length < 1) return;
  c.x = a.x, c.y = a.y, c.z = a.z;
  c.ux = (b.x - a.x) / c.length, c.uy = (b.y - a.y) / c.length;
  c.half_width = 0.5 * network.edges(lane, 0.5 * strip_length).width();
  const network::CorridorId corridor = network.corridor_of(strip);
  if (!corridor.is_empty()) c.signals = network.corridor(corridor).signal_group;
  // where lanes for vehicles lie
  network::LocateScratch scratch;
  std::vector<network::NetworkLocated> answers;
  c.from = c.length, c.to = 0;
  for (double s = 0; s <= c.length; s += kSample_m) {
    network::locate_all(network, {c.x + s * c.ux, c.y + s * c.uy, a.z + s / c.length * (b.z - a.z)}, scratch,
                        answers);
    const bool is_road =
        std::any_of(answers.begin(), answers.end(), [&](const network::NetworkLocated& found) {
          return found.on == network::On::strip && !found.lane.is_empty() &&
                 network::use_of(network.lane(found.lane).kind) == network::Use::vehicles;
        });
    if (!is_road) continue;
    c.from = std::min(c.from, s);
    c.to = std::max(c.to, s);
  }
  if (c.from < c.to) crosswalks_.push_back(c);
}

void StreetJudge::watch(const Frame& frame) {
  now_ = frame.time;
  for (const FrameObject& o : frame.objects) ++(is_person(o) ? counts_.person_steps : counts_.vehicle_steps);
  find_wishes(frame);
  judge_yielding(frame);
  judge_overlaps(frame);
  if (frame.tick % static_cast<std::uint64_t>(kPlaceEvery) == 0) judge_places(frame);
  judge_waits(frame);
}

void StreetJudge::find_wishes(const Frame& frame) {
  std::set<std::pair<world::ObjectId, std::uint32_t>> in_zone, on_roadway;
  for (std::vector<Wish>& wishes : wishes_) wishes.clear();
  for (std::uint32_t row = 0; row < frame.objects.size(); ++row) {
    const FrameObject& o = frame.objects[row];
    if (!is_person(o)) continue;
    for (std::uint32_t k = 0; k < crosswalks_.size(); ++k) {
      const Crosswalk& c = crosswalks_[k];
      const double x = o.centre.x - c.x, y = o.centre.y - c.y;
      const double s = c.ux * x + c.uy * y, t = c.ux * y - c.uy * x;
      if (std::fabs(t) > c.half_width + 0.3 || s < c.from - kKerbZone_m || s > c.to + kKerbZone_m ||
          std::fabs(o.centre.z - c.z) > 2)
        continue;
      const double faces = c.ux * o.heading_x + c.uy * o.heading_y;
      if (s > c.from && s < c.to) {
        on_roadway.insert({o.id, k});
        wishes_[k].push_back({row, true, s, faces < 0 ? -1.0 : 1.0});
        continue;
      }
      const bool is_told_to_wait = !c.signals.is_empty() && c.signals.index() < frame.signals.size() &&
                                   frame.signals[c.signals.index()] != network::Aspect::green;
      if (is_told_to_wait || (s <= c.from ? faces : -faces) < kFaces) continue;
      in_zone.insert({o.id, k});
      if (++zone_frames_[{o.id, k}] >= kShown)
        wishes_[k].push_back({row, false, s, s <= c.from ? 1.0 : -1.0});
    }
  }
  for (const auto& was : on_roadway_)
    if (!on_roadway.contains(was)) ++counts_.crossed;
  on_roadway_ = std::move(on_roadway);
  std::erase_if(zone_frames_, [&](const auto& entry) { return !in_zone.contains(entry.first); });
}

// A duty begins when a driver that can still stop in comfort has a person with a wish ahead. It ends when the person steps onto the roadway or
// gives up: then the driver has yielded or need not. A vehicle whose front comes onto the crosswalk before has not yielded; nor has one that comes onto it
// right before a person on the roadway.
void StreetJudge::judge_yielding(const Frame& frame) {
  constexpr double kClose_m = 0.8;  // to the side of the vehicle, ahead of the person
  std::set<Duty> kept;
  for (const FrameObject& v : frame.objects) {
    if (is_person(v)) continue;
    const double half = 0.5 * static_cast<double>(v.length_m),
                 half_width = 0.5 * static_cast<double>(v.width_m);
    const double front_x = v.centre.x + half * v.heading_x, front_y = v.centre.y + half * v.heading_y;
    for (std::uint32_t k = 0; k < crosswalks_.size(); ++k) {
      const Crosswalk& c = crosswalks_[k];
      if (std::fabs(v.centre.z - c.z) > 2) continue;
      const double s = c.ux * (front_x - c.x) + c.uy * (front_y - c.y);
      const double t = c.ux * (front_y - c.y) - c.uy * (front_x - c.x);
      if (std::fabs(t) > kSees_m || s < c.from - kSees_m || s > c.to + kSees_m) continue;
      const double along = c.ux * v.heading_x + c.uy * v.heading_y,
                   across = c.ux * v.heading_y - c.uy * v.heading_x;
      const bool is_on = std::fabs(t) < c.half_width && s > c.from && s < c.to;
      double away = 0;
      if (!is_on) {
        if (t * across >= 0 || std::fabs(across) < 0.3) continue;
        away = (std::fabs(t) - c.half_width) / std::fabs(across);
        const double meets = s + away * along;
        if (away < 0 || away > kSees_m || meets < c.from || meets > c.to) continue;
      }
      for (const Wish& wish : wishes_[k]) {
        const FrameObject& p = frame.objects[wish.person];
        const Duty duty{v.id, p.id, k};
        const bool is_known = duties_.contains(duty);
        if (is_on) {
          if (!is_known) continue;
          // from the side of the vehicle to the person, in the direction of its walk: the vehicle cuts in before it
          const double ahead = wish.direction * (s - wish.s) - half_width;
          if (!wish.is_on_roadway || (ahead > 0 && ahead < kClose_m)) ++counts_.not_yielded;
          continue;
        }
        const double needs =
            kReacts_s * v.speed_mps + v.speed_mps * v.speed_mps / (2 * kComfort_mps2) + kStopsBefore_m;
        if (!is_known && (needs > away || v.speed_mps < 0.5)) continue;
        if (!is_known && wish.is_on_roadway) {
          // one that is out of the way of the vehicle already is no duty
          const double meets = s + away * along;
          if (wish.direction * (meets - wish.s) + half_width < 0) continue;
        }
        if (!is_known) ++counts_.encounters;
        kept.insert(duty);
      }
    }
  }
  duties_ = std::move(kept);
}

void StreetJudge::count(const Pair& pair, std::set<Pair>& now, const std::set<Pair>& before,
                        std::uint64_t& counter) const {
  now.insert(pair);
  if (!before.contains(pair)) ++counter;
}

void StreetJudge::judge_overlaps(const Frame& frame) {
  constexpr double kPeople_m = 0.05, kVehicle_m = 0.01;
  std::set<Pair> people, touched, vehicles;
  std::vector<const FrameObject*> by_x;
  for (const FrameObject& o : frame.objects) by_x.push_back(&o);
  std::sort(by_x.begin(), by_x.end(), [](const FrameObject* a, const FrameObject* b) {
    return a->centre.x != b->centre.x ? a->centre.x < b->centre.x : a->id < b->id;
  });
  constexpr double kLongest_m = 26, kPersonReach_m = 1;
  for (std::size_t k = 0; k < by_x.size(); ++k) {
    const FrameObject& a = *by_x[k];
    for (std::size_t j = k + 1; j < by_x.size() && by_x[j]->centre.x - a.centre.x < kLongest_m; ++j) {
      const FrameObject& b = *by_x[j];
      const bool are_people = is_person(a) && is_person(b);
      if (are_people && b.centre.x - a.centre.x > kPersonReach_m) continue;
      if (!may_be_near(a, b)) continue;
      const double deep = depth(a, b);
      const Pair pair = a.id < b.id ? Pair{a.id, b.id} : Pair{b.id, a.id};
      if (are_people) {
        if (deep > kPeople_m) count(pair, people, people_overlap_, counts_.people_overlap);
      } else if (deep > kVehicle_m && is_person(a) != is_person(b)) {
        const FrameObject& v = is_person(a) ? b : a;
        const FrameObject& p = is_person(a) ? a : b;
        const double toward =
            (p.centre.x - v.centre.x) * v.heading_x + (p.centre.y - v.centre.y) * v.heading_y;
        if (!people_touched_.contains(pair) && v.speed_mps * toward > 0.1) ++counts_.people_run_over;
        count(pair, touched, people_touched_, counts_.people_touched);
      } else if (deep > kVehicle_m) {
        count(pair, vehicles, vehicles_touch_, counts_.vehicles_touch);
      }
    }
  }
  people_overlap_ = std::move(people);
  people_touched_ = std::move(touched);
  vehicles_touch_ = std::move(vehicles);
}

void StreetJudge::judge_places(const Frame& frame) {
  constexpr double kOff_m = 0.1;
  network::LocateScratch scratch;
  for (const FrameObject& o : frame.objects) {
    if (!is_person(o)) continue;
    ++counts_.place_steps;
    const network::NetworkLocated found = network::locate(*network_, o.centre, scratch);
    if (found.on != network::On::nothing) continue;
    counts_.off_m = std::max(counts_.off_m, found.gap_m);
    if (found.gap_m > kOff_m) ++counts_.off_steps;
  }
}

void StreetJudge::judge_waits(const Frame& frame) {
  for (const FrameObject& o : frame.objects) {
    const auto at = stays_.try_emplace(o.id, Stay{o.centre.x, o.centre.y, frame.time, frame.time}).first;
    Stay& stay = at->second;
    stay.seen = frame.time;
    const double moved = std::hypot(o.centre.x - stay.x, o.centre.y - stay.y);
    if (moved > kStays_m) {
      (is_person(o) ? counts_.person_m : counts_.vehicle_m) += moved;
      stay = {o.centre.x, o.centre.y, frame.time, frame.time};
    }
    double& longest = is_person(o) ? counts_.person_waits_s : counts_.vehicle_waits_s;
    longest = std::max(longest, (frame.time - stay.since).seconds());
  }
  std::erase_if(stays_, [&](const auto& entry) { return entry.second.seen != frame.time; });  // it has left
}

std::vector<world::ObjectId> StreetJudge::standing_for(double seconds) const {
  std::vector<world::ObjectId> found;
  for (const auto& [id, stay] : stays_)
    if ((now_ - stay.since).seconds() > seconds) found.push_back(id);
  return found;
}

}  // namespace backlot::sim
