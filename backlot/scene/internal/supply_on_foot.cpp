// A person for a role, out of a door or from behind what stands beside the road: where the subject cannot see it come, or while it is far away.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/entering.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kNobodyFits_s = 1;             // for so long
constexpr std::uint64_t kFootSupplyEvery = 10;  // steps

// The place beside the way of the subject, and the way towards the road.
direct::NewPerson person_at(const Play& play, const BesideMark& where, const RoleDescription& role) {
  const PlacedMark& mark = *play.scene->find_mark(where.mark);
  const world::Course& course = play.scene->course();
  const world::Tracks& tracks = course.tracks();
  const std::size_t part = course.part_at(*mark.subject_m);
  const world::Track& track = tracks[course.list()[part]];
  const double distance =
      tracks.distance_at(track, std::clamp(*mark.subject_m - course.start_of(part), 0.0, track.length));
  const double left = where.side == world::Side::left ? 1 : -1;
  const double centre = tracks.centre_at(track, distance);
  const double aside = left * (static_cast<double>(track.half_width) + where.away_m);
  direct::NewPerson person;
  person.at = tracks.place(track, distance, centre + track.sign() * aside);
  const geometry::WorldPoint on = tracks.place(track, distance, centre);
  const double x = on.x - person.at.x, y = on.y - person.at.y, norm = std::sqrt(x * x + y * y);
  person.heading_x = x / norm;
  person.heading_y = y / norm;
  for (const Requirement& requirement : role.requirements)
    if (const auto* age = std::get_if<OfAge>(&requirement.what)) person.age = age->age;
  return person;
}

bool is_seen_coming(Play& play, const direct::NewPerson& person) {
  constexpr double kHalf_m = 0.25;
  const double height_m = person.age == traffic::Age::child ? 1.2 : 1.8;
  const std::optional<record::FrameObject> subject = play.stage().find(play.subject);
  if (!subject) return true;
  const double away_m = distance_between(subject->centre, person.at);
  if (away_m < kNearest_m) return true;
  constexpr double kFar_m = 200, kFar_s = 12;
  if (away_m > std::max(kFar_m, kFar_s * subject->speed_mps) + kHalf_m) return false;
  const look::SeenBody body{{person.at, person.heading_x, person.heading_y, kHalf_m, kHalf_m}, height_m};
  return play.sight.would_be_visible(play.stage().snapshot(), {.ground = subject->centre, .of = play.subject},
                                     body);
}

}  // namespace

void supply_on_foot(Play& play, RoleState& role, const RoleDescription& description) {
  BACKLOT_ASSERT(description.supply, "a role that is supplied names its source");
  if (play.stage().tick().index % kFootSupplyEvery != 0) return;
  if (role.supplied_s >= 0 && play.stage().find_walker(role.supplied)) return;
  if (role.empty_since_s < 0 || play.now_s() - role.empty_since_s < kNobodyFits_s) return;
  const std::optional<double> subject_s =
      play.subject_s(*play.scene->find_mark(description.supply->mark)->subject_m);
  if (!subject_s || *subject_s > description.supply->from_s || *subject_s <= 0) return;
  const SourceDescription& source =
      play.description().set.sources[play.scene->find_source(description.supply->source)];
  const direct::NewPerson person = person_at(play, std::get<BesideMark>(source.where), description);
  if (source.is_hidden && is_seen_coming(play, person)) return;
  const direct::Added added = play.stage().add_person(person);
  if (added.id.is_empty()) return;
  role.supplied = added.id;
  role.supplied_s = play.now_s();
}

}  // namespace backlot::scene
