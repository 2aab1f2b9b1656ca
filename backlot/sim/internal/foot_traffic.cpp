#include "backlot/sim/internal/foot_traffic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/sim/internal/events.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/pedestrian/group.h"

namespace backlot::sim {

namespace {

using traffic::Walker;

constexpr double kApart_m = 0.7;  // between the middles of two that are put there
constexpr double kInGroupApart_m = 0.8;
constexpr int kTries = 40;              // lots for each group that is put somewhere
constexpr double kFromEdge_m = 0.3;     // of the footway
constexpr std::size_t kDoorsAStep = 4;  // that are tried in one step

using Places = std::array<NewWalker, traffic::kMostInGroup>;

// Where people stand, by squares: so that two are not put on one place.
class Standings {
 public:
  bool is_free(const geometry::WorldPoint& at) const {
    for (int c = -1; c <= 1; ++c) {
      for (int r = -1; r <= 1; ++r) {
        const auto found = squares_.find({square(at.x) + c, square(at.y) + r});
        if (found == squares_.end()) continue;
        for (const geometry::WorldPoint& other : found->second)
          if (std::fabs(other.x - at.x) < kApart_m && std::fabs(other.y - at.y) < kApart_m) return false;
      }
    }
    return true;
  }
  void add(const geometry::WorldPoint& at) { squares_[{square(at.x), square(at.y)}].push_back(at); }

 private:
  static std::int64_t square(double coordinate) {
    return static_cast<std::int64_t>(std::floor(coordinate / kApart_m));
  }
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<geometry::WorldPoint>> squares_;
};

// A place of a sidewalk: every metre of all is as likely.
NewWalker draw_place(const world::Footways& footways, std::span<const double> ends,
                     base::RandomStream& random) {
  BACKLOT_ASSERT(!ends.empty() && ends.back() > 0, "there are footways to walk on");
  const double lot = random.uniform() * ends.back();
  const auto which = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), lot) - ends.begin());
  const std::size_t footway = std::min(which, ends.size() - 1);
  const world::Footway& f = footways.all()[footway];
  NewWalker place;
  place.footway = world::FootwayId::from_size(footway);
  place.is_along = random.uniform() < 0.5;
  place.metres = random.uniform() * f.length;
  const double half = footways.pieces(f)[footways.piece_at(f, place.metres)].half_width;
  place.offset = (2 * random.uniform() - 1) * std::max(0.0, half - kFromEdge_m);
  return place;
}

geometry::WorldPoint point_of(const world::Footways& footways, const NewWalker& place) {
  const world::Footway& f = footways[place.footway];
  const world::FootPiece& p = footways.pieces(f)[footways.piece_at(f, place.metres)];
  const double along = place.metres - p.from_m;
  return {p.start.x + along * p.ux - place.offset * p.uy, p.start.y + along * p.uy + place.offset * p.ux,
          p.start.z + along * p.climb};
}

// One behind the other from the first on; empty where the footway is too short for them.
std::span<const NewWalker> line_up(const world::Footways& footways, const NewWalker& first, std::size_t size,
                                   Places& places) {
  BACKLOT_ASSERT(size >= 1 && size <= places.size(), "a group is of a few");
  const double length = footways[first.footway].length,
               needs = kInGroupApart_m * static_cast<double>(size - 1);
  if (needs > length) return {};
  const double from = std::min(first.metres, length - needs);
  for (std::size_t k = 0; k < size; ++k) {
    places[k] = first;
    places[k].metres = from + kInGroupApart_m * static_cast<double>(k);
  }
  return std::span(places).first(size);
}

// The people who come next: how many walk together.
std::size_t draw_size(const Run& run, std::uint64_t most) {
  BACKLOT_ASSERT(most > 0, "someone comes");
  const std::uint32_t size =
      traffic::draw_group_size(run.settings.walkers, run.settings.seed, run.state.came_on_foot);
  return static_cast<std::size_t>(std::min<std::uint64_t>(size, most));
}

// Puts them there, bound for one door. In a group they walk as fast as the slowest of them, and keep to the side that the first one keeps to.
void insert_together(Run& run, std::span<const NewWalker> places) {
  BACKLOT_ASSERT(!places.empty(), "someone comes");
  RunState& s = run.state;
  const std::size_t first = s.walkers.size();
  ++s.came_on_foot;
  for (const NewWalker& place : places) insert_walker(run, place);
  const std::span<Walker> group = std::span(s.walkers).subspan(first);
  float slowest_mps = group.front().traits.free_mps;
  for (const Walker& walker : group) slowest_mps = std::min(slowest_mps, walker.traits.free_mps);
  for (std::size_t k = 0; k < group.size(); ++k) {
    Walker& walker = group[k];
    const traffic::Wayfinding way = wayfinding(run, walker.number);
    if (k == 0)
      traffic::draw_door(way, walker);
    else
      traffic::go_to_door(way, group.front().door, walker);
    const world::FootPiece& piece =
        run.roads.footways.pieces(run.roads.footways[walker.footway])[walker.piece];
    walker.heading_x = walker.sign() * piece.ux;
    walker.heading_y = walker.sign() * piece.uy;
    if (group.size() < 2 || group.front().door == traffic::kNoDoor) continue;  // no way to go together
    walker.fellow = group[(k + 1) % group.size()].number;
    walker.traits.free_mps = slowest_mps;
    walker.traits.keep = group.front().traits.keep;
  }
}

// Whether no one is where they would stand.
bool are_free(const Run& run, std::span<const NewWalker> places) {
  const world::Footways& footways = run.roads.footways;
  const world::Footway& f = footways[places.front().footway];
  for (const world::Entry& e : run.memory.lists.occupancy().on(f.strip)) {
    for (const NewWalker& place : places) {
      const world::FootPiece& p = footways.pieces(f)[footways.piece_at(f, place.metres)];
      const double share = std::clamp((place.metres - p.from_m) / p.length, 0.0, 1.0);
      const double at = p.strip_from + share * (p.strip_to - p.strip_from), offset = p.centre + place.offset;
      if (e.from < at + kApart_m && e.to > at - kApart_m &&
          static_cast<double>(e.right) < offset + kApart_m && static_cast<double>(e.left) > offset - kApart_m)
        return false;
    }
  }
  return true;
}

}  // namespace

void need_foot_routes(Run& run) {
  if (run.memory.foot_routes == nullptr)
    run.memory.foot_routes = std::make_shared<const traffic::FootRoutes>(run.roads.footways);
}

std::size_t insert_walkers_spread(Run& run, std::size_t count) {
  const world::Footways& footways = run.roads.footways;
  std::vector<double> ends;  // metres of sidewalk up to the end of each footway
  double sum = 0;
  for (const world::Footway& f : footways.all()) {
    if (f.kind == world::FootwayKind::sidewalk) sum += f.length;
    ends.push_back(sum);
  }
  if (sum <= 0 || count == 0) return 0;
  need_foot_routes(run);
  Standings standings;
  for (const Walker& walker : run.state.walkers) standings.add(walker.at);
  base::RandomStream random{run.settings.seed, 0, traffic::WalkerPurpose::placing};
  std::size_t inserted = 0;
  run.state.walkers.reserve(run.state.walkers.size() + count);
  for (std::size_t left = count; left > 0;) {
    const std::size_t size = draw_size(run, left);
    left -= size;
    for (int tries = 0; tries < kTries; ++tries) {
      Places memory;
      const std::span<const NewWalker> places =
          line_up(footways, draw_place(footways, ends, random), size, memory);
      const bool are_all_free = std::ranges::all_of(
          places, [&](const NewWalker& place) { return standings.is_free(point_of(footways, place)); });
      if (places.empty() || !are_all_free) continue;
      for (const NewWalker& place : places) standings.add(point_of(footways, place));
      insert_together(run, places);
      inserted += size;
      break;
    }
  }
  run.memory.lists.forget();
  return inserted;
}

world::ObjectId insert_walker_group(Run& run, const NewWalker& first, std::size_t size) {
  need_foot_routes(run);
  Places memory;
  const std::span<const NewWalker> places = line_up(run.roads.footways, first, size, memory);
  if (places.empty()) return {};
  const std::size_t row = run.state.walkers.size();
  insert_together(run, places);
  return run.state.numbers.id(run.state.walkers[row].number);
}

bool enter_on_foot(Run& run) {
  RunState& s = run.state;
  if (s.outside_on_foot == 0 || run.memory.foot_routes == nullptr) return false;
  const world::Footways& footways = run.roads.footways;
  const std::span<const traffic::Door> doors = run.memory.foot_routes->doors();
  const std::uint64_t before = s.outside_on_foot;
  for (std::size_t k = 0; k < std::min(kDoorsAStep, doors.size()) && s.outside_on_foot > 0; ++k) {
    const traffic::Door& door = doors[(s.tick.index * kDoorsAStep + k) % doors.size()];
    const world::Footway& f = footways[door.footway];
    const double half = footways.pieces(f)[footways.piece_at(f, door.metres)].half_width;
    const double edge = std::max(0.0, half - kFromEdge_m);
    Places memory;
    const std::span<const NewWalker> places =
        line_up(footways, {door.footway, true, door.metres, door.is_left ? edge : -edge},
                draw_size(run, s.outside_on_foot), memory);
    if (places.empty() || !are_free(run, places)) continue;
    insert_together(run, places);
    s.outside_on_foot -= places.size();
  }
  return s.outside_on_foot != before;
}

// By number, as extras leave.
void leave_on_foot(Run& run) {
  RunState& s = run.state;
  if (run.memory.foot_routes == nullptr) return;
  std::vector<std::uint32_t>& leaving = run.memory.leaving;
  leaving.clear();
  for (Walker& walker : s.walkers) {
    if (!traffic::is_at_door(walker, *run.memory.foot_routes)) continue;
    const world::ObjectId id = s.numbers.id(walker.number);
    if (!run.settings.walkers.goes_in) leave_group(s.walkers, walker);
    if (!run.settings.walkers.goes_in || walker.is_directed || !s.direction.holder(id).is_empty() ||
        !s.roles.of(walker.number).is_empty()) {
      walker.door = traffic::kNoDoor;
      continue;
    }
    leaving.push_back(walker.number);
  }
  std::sort(leaving.begin(), leaving.end());
  for (const std::uint32_t number : leaving) {
    report_left(run, s.numbers.id(number));
    remove_walker(run, walker_row(s.numbers.slot(number)));
    ++s.outside_on_foot;
  }
}

}  // namespace backlot::sim
