// The rules between a vehicle and a person on foot that met.
#include <algorithm>
#include <cmath>

#include "backlot/network/locate.h"
#include "backlot/verdict/internal/road_rules.h"

namespace backlot::verdict::internal {

namespace {

using record::FrameObject;

constexpr std::size_t kSubject = 0, kPerson = 1;  // by Party

bool is_on_crosswalk(const network::Network& network, const FrameObject& person) {
  return !person.lane.is_empty() && network.lane(person.lane).kind == network::LaneKind::crosswalk;
}
// On a crosswalk, or on a lane on which vehicles drive.
bool is_on_roadway(const network::Network& network, const FrameObject& person,
                   network::LocateScratch& scratch) {
  if (is_on_crosswalk(network, person)) return true;
  if (!person.lane.is_empty()) return false;  // on a sidewalk or a corner
  const network::NetworkLocated at = network::locate(network, person.centre, scratch);
  return at.on == network::On::strip && !at.lane.is_empty() &&
         network::use_of(network.lane(at.lane).kind) == network::Use::vehicles;
}

// The moment at which the person stepped onto the roadway for the last time; null where it was on none when the two met.
const Meeting* find_step_out(const network::Network& network, const Encountered& seen) {
  network::LocateScratch scratch;
  const Meeting* first = nullptr;
  for (auto m = seen.moments.rbegin(); m != seen.moments.rend(); ++m) {
    if (!m->is_there[kPerson] || !is_on_roadway(network, m->body[kPerson], scratch)) break;
    first = &*m;
  }
  return first;
}

// The deceleration with which the vehicle stands before the person, after a reaction.
double needed_mps2(const Meeting& m) {
  const FrameObject &car = m.body[kSubject], &person = m.body[kPerson];
  const double x = person.centre.x - car.centre.x, y = person.centre.y - car.centre.y;
  const double ahead_m = x * car.heading_x + y * car.heading_y - 0.5 * static_cast<double>(car.length_m);
  const double v = std::fabs(car.speed_mps), room_m = std::max(ahead_m - v * kReaction_s, 0.1);
  return v * v / (2 * room_m);
}

}  // namespace

bool is_person(const Encountered& seen, Party by) {
  const auto k = static_cast<std::size_t>(by);
  return std::any_of(seen.moments.begin(), seen.moments.end(), [&](const Meeting& m) {
    return m.is_there[k] && m.body[k].kind == world::ObjectKind::pedestrian;
  });
}

void judge_person(const world::Roads& roads, const Encountered& seen, std::vector<BrokenRule>& found) {
  if (!is_person(seen, Party::other) || is_person(seen, Party::subject)) return;
  const network::Network& network = roads.tracks.network();
  const Meeting* out = find_step_out(network, seen);
  if (out == nullptr || !out->is_there[kSubject]) return;
  const double speed = std::fabs(out->body[kSubject].speed_mps);
  const auto add = [&](RoadRule rule, Party by, double value, double limit) {
    found.push_back({rule, by, out->time_s, value, limit, true, out->time_s});
  };
  if (is_on_crosswalk(network, out->body[kPerson])) {
    const bool is_red = out->body[kPerson].signal == network::Aspect::red;
    if (is_red)
      add(RoadRule::red_light, Party::other, out->body[kPerson].speed_mps, 0);
    else
      add(RoadRule::right_of_way, Party::subject, speed, 0);
    return;
  }
  const double needed = needed_mps2(*out);
  if (needed > kEasyToBear_mps2)
    add(RoadRule::off_crosswalk, Party::other, needed, kEasyToBear_mps2);
  else
    add(RoadRule::right_of_way, Party::subject, speed, 0);
}

}  // namespace backlot::verdict::internal
