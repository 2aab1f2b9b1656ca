// Which extras are looked at for a role.
#include <algorithm>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/look/leader.h"
#include "backlot/look/region.h"
#include "backlot/scene/internal/casting/search.h"

namespace backlot::scene {

namespace {

constexpr double kReach_m = 400;  // around the subject, where a role is relative to it

}  // namespace

std::vector<Candidate> Search::gather() {
  std::vector<Candidate> found;
  for (const Requirement& requirement : role_.requirements) {
    const bool has_gathered =
        std::visit([&](const auto& what) { return gather(what, found); }, requirement.what);
    if (has_gathered) return found;
  }
  gather_around(
      play_.state.watch.is_there() ? play_.stage().find(play_.subject)->centre : geometry::WorldPoint{},
      kReach_m, found);
  return found;
}

void Search::add(std::uint32_t number, std::vector<Candidate>& found) {
  const world::ObjectId id = now_.id(number);
  if (id == play_.subject || (now_.is_external(number) && !play_.stage().find_walker(id))) return;
  if (std::none_of(found.begin(), found.end(), [&](const Candidate& c) { return c.id == id; }))
    found.push_back({id});
}

void Search::gather_around(const geometry::WorldPoint& place, double radius_m,
                           std::vector<Candidate>& found) {
  BACKLOT_ASSERT(radius_m >= 0, "a circle has a radius");
  std::vector<std::uint32_t> numbers;
  look::find_within(now_, look::Circle{{place.x, place.y}, radius_m}, numbers);
  for (const std::uint32_t number : numbers) add(number, found);
}

bool Search::gather(const HeadOfQueue& what, std::vector<Candidate>& found) {
  for (const MarkWay& way : mark(what.mark)->ways)
    for (const look::Approaching& body : play_.approach.find_queue(now_, way.mark)) add(body.number, found);
  return true;
}

// With those ahead of them, unlike find_actor_time: a candidate behind slow vehicles comes later than it could.
bool Search::gather(const Approaches& what, std::vector<Candidate>& found) {
  if (is_on_foot(role_)) {
    constexpr double kWalksUpTo_m = 80;
    gather_around(mark(what.mark)->point, kWalksUpTo_m, found);
    return true;
  }
  for (const MarkWay& way : mark(what.mark)->ways) {
    double ahead_s = -std::numeric_limits<double>::infinity();
    for (const look::Arriving& body : play_.arrivals.find(now_, way.mark, 0, look::Arrivals::kFurthest_s)) {
      const std::size_t count = found.size();
      add(body.number, found);
      if (found.size() > count) {
        found.back().expected_s = body.arrival.expected_s;
        found.back().ahead_s = ahead_s;
      }
      ahead_s = body.arrival.expected_s;
    }
  }
  return true;
}

bool Search::gather(const FirstOnApproach& what, std::vector<Candidate>& found) {
  for (const MarkWay& way : mark(what.mark)->ways)
    for (const look::Approaching& body : play_.approach.find(
             now_, way.mark, {.within_m = what.within_m, .route = look::Route::next_corridor}))
      add(body.number, found);
  return true;
}

bool Search::gather(const Within& what, std::vector<Candidate>& found) {
  gather_around(mark(what.mark)->point, what.radius_m, found);
  return true;
}

bool Search::gather(const AtKerb& what, std::vector<Candidate>& found) {
  gather_around(mark(what.mark)->point, what.within_m, found);
  return true;
}

bool Search::gather(const LeaderOf& what, std::vector<Candidate>& found) {
  if (const auto leader = find_leader_of(play_, play_.object(what.role), what.within_m))
    add(leader->number, found);
  return true;
}

// Props stand where the set has put them.
bool Search::gather(const IsProp& what, std::vector<Candidate>& found) {
  constexpr double kThere_m = 1;
  for (const PlacedProp& prop : play_.scene->props()) {
    if (prop.name != what.prop) continue;
    std::vector<std::uint32_t> numbers;
    look::find_within(now_, look::Circle{{prop.middle.x, prop.middle.y}, kThere_m}, numbers);
    for (const std::uint32_t number : numbers)
      if (now_.is_external(number) && now_.id(number) != play_.subject) found.push_back({now_.id(number)});
  }
  return true;
}

}  // namespace backlot::scene
