// Marks: from what the script calls them to places of the network.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/scene/internal/build/scene_builder.h"
#include "backlot/scene/internal/first_touch.h"
#include "backlot/world/roads/conflicts.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kSubjectHalf_m = 0.9;              // as wide as a car
constexpr double kSideways = 0.5, kAgainst = -0.5;  // sine and cosine between two headings

struct Heading {
  double sine, cosine;  // of the other one, seen from the first
};
Heading between(double from_rad, double to_rad) {
  const base::SinCos turned = base::sin_cos(to_rad - from_rad);
  return {turned.sin, turned.cos};
}

bool comes_from(Approach approach, const Heading& heading) {
  switch (approach) {
    case Approach::own:
      return heading.cosine > -kAgainst;
    case Approach::left:
      return heading.sine < -kSideways;
    case Approach::right:
      return heading.sine > kSideways;
    case Approach::opposite:
      return heading.cosine < kAgainst;
  }
  return false;
}

std::string_view to_text(Approach approach) {
  constexpr std::string_view kTexts[] = {"the same side", "the left", "the right", "the opposite side"};
  static_assert(std::size(kTexts) == count_of(Approach{}));
  return kTexts[static_cast<std::size_t>(approach)];
}

geometry::WorldPoint point_of(const Tracks& tracks, const world::Mark& mark) {
  BACKLOT_ASSERT(!mark.track.is_empty(), "a mark lies on a track");
  const Track& track = tracks[mark.track];
  const double distance = tracks.distance_at(track, std::clamp(mark.metres, 0.0, track.length));
  return tracks.place(track, distance, tracks.centre_at(track, distance));
}

// The edge of the lane on a side, as the traveller sees it.
geometry::WorldPoint kerb_of(const Tracks& tracks, const world::Mark& mark, world::Side side) {
  BACKLOT_ASSERT(!mark.track.is_empty(), "a mark lies on a track");
  const Track& track = tracks[mark.track];
  const double distance = tracks.distance_at(track, std::clamp(mark.metres, 0.0, track.length));
  const double aside = static_cast<double>(track.half_width) * (side == world::Side::left ? 1 : -1);
  return tracks.place(track, distance, tracks.centre_at(track, distance) + track.sign() * aside);
}

// A vehicle drives in the middle of its lane, a cyclist near the edge of it, also through an intersection.
DrivenBody driven_body(const world::Roads& roads, std::size_t kind, TrackId lane) {
  const auto of = static_cast<world::ObjectKind>(kind);
  const bool is_cyclist = of == world::ObjectKind::bicycle;
  return {world::usual_shape(of), is_cyclist ? static_cast<double>(roads.cycleways[lane].edge) : 0};
}

network::IntersectionId whole_of(const network::Network& net, network::IntersectionId part) {
  const network::IntersectionId whole = net.intersection(part).whole;
  return whole.is_empty() ? part : whole;
}

// The corridors that a body crosses before it comes to a metre of its own, but for one.
std::vector<Crossed> crossed_on_the_way(const Tracks& tracks, TrackId id, network::CorridorId but,
                                        double up_to_m) {
  BACKLOT_ASSERT(!std::isnan(up_to_m), "a place on a track is a number");
  constexpr double kHalf_m = 1.25;
  const network::Network& net = tracks.network();
  const Track& own = tracks[id];
  std::vector<Crossed> found;
  for (const network::Dependency& dependency : net.dependencies(own.corridor)) {
    const TrackId other = tracks.track_of(dependency.other);
    if (dependency.other == but || other.is_empty() || dependency.kind == network::DependencyKind::diverging)
      continue;
    const auto touch = net.find_stretches(dependency, kHalf_m, kHalf_m);
    if (!touch) continue;
    const auto ordered = [&](const Track& track, const network::Stretch& stretch) {
      const double a = tracks.metres_at(track, stretch.from), b = tracks.metres_at(track, stretch.to);
      return std::pair(std::min(a, b), std::max(a, b));
    };
    const auto [from, to] = ordered(own, touch->own);
    const auto [other_from, other_to] = ordered(tracks[other], touch->other);
    if (from < up_to_m + 5) found.push_back({other, from, to, other_from, other_to});
  }
  return found;
}

// The mark by which another one is declared; empty where it stands by itself.
std::string base_of(const MarkDescription& mark) {
  if (const auto* conflict = std::get_if<Conflict>(&mark.where)) return conflict->line;
  if (const auto* from = std::get_if<FromMark>(&mark.where)) return from->mark;
  return {};
}

constexpr std::string_view kOrdinals[] = {"", "first", "second", "third", "fourth", "fifth"};

}  // namespace

void SceneBuilder::place_marks() {
  BACKLOT_ASSERT(scene_ != nullptr, "a builder has a scene");
  // A mark may be declared by another one further down. Each round places a mark that no longer waits for
  // its base: the base is placed already, or will never be.
  std::vector<const MarkDescription*> open;
  for (const MarkDescription& mark : set().marks) open.push_back(&mark);
  const auto waits = [&](const MarkDescription& mark) {
    const std::string base = base_of(mark);
    return std::any_of(open.begin(), open.end(), [&](const MarkDescription* m) { return m->name == base; });
  };
  while (!open.empty()) {
    auto next = std::find_if(open.begin(), open.end(), [&](const MarkDescription* m) { return !waits(*m); });
    if (next == open.end()) next = open.begin();  // a circle
    const MarkDescription& description = **next;
    PlacedMark mark;
    mark.name = description.name;
    const bool is_placed = std::visit(
        [&](const auto& where) { return place(where, description.place, mark); }, description.where);
    // a mark that is not there is reported once; what refers to it would be an error of its own
    if (is_placed) scene_->marks_.push_back(std::move(mark));
    open.erase(next);
  }
}

const PlacedMark* SceneBuilder::find_placed(const std::string& name, const network::TextPlace& at) {
  const PlacedMark* mark = scene_->find_mark(name);
  if (mark != nullptr) return mark;
  const bool is_known = std::any_of(set().marks.begin(), set().marks.end(),
                                    [&](const MarkDescription& m) { return m.name == name; });
  if (!is_known || !found_.has_errors())
    error("P310", at, fmt::format("there is no mark \"{}\"", name), "declare it in the set: mark NAME = ...");
  return nullptr;
}

TrackId SceneBuilder::corridor_at(const Crossing& crossing, const network::TextPlace& at) {
  const world::Course& course = scene_->course();
  std::uint32_t count = 0;
  network::IntersectionId last{};
  std::string passed;
  for (std::size_t k = 0; k < course.list().size(); ++k) {
    const Track& track = tracks()[course.list()[k]];
    if (!track.is_corridor()) continue;
    const network::IntersectionId here = whole_of(network(), network().corridor(track.corridor).intersection);
    if (here == last) continue;
    last = here;
    if (course.start_of(k) <= scene_->start_m()) continue;
    ++count;
    passed += (passed.empty() ? "" : ", ") + network().name_of(here);
    const bool is_it =
        crossing.ordinal > 0 ? count == crossing.ordinal : network().name_of(here) == crossing.name;
    if (is_it) return course.list()[k];
  }
  const std::string wanted = crossing.ordinal == 0 ? "\"" + crossing.name + "\""
                             : crossing.ordinal < std::size(kOrdinals)
                                 ? std::string(kOrdinals[crossing.ordinal])
                                 : std::to_string(crossing.ordinal);
  error("P311", at, fmt::format("the route of the subject passes no intersection {}", wanted),
        passed.empty() ? "it passes none at all" : fmt::format("it passes {}", passed));
  return {};
}

void SceneBuilder::set_light(network::CorridorId corridor, PlacedMark& mark) const {
  BACKLOT_ASSERT(corridor.index() < network().corridors().size(), "the network has no such corridor");
  mark.corridor = corridor;
  const world::CorridorSignal& signal = scene_->roads_->conflicts.signal(corridor);
  if (!signal.has_programme()) return;
  mark.programme = signal.programme;
  mark.group = scene_->roads_->conflicts.rule(signal).group;
}

bool SceneBuilder::place(const StopLine& line, const network::TextPlace& at, PlacedMark& mark) {
  const TrackId own = corridor_at(line.crossing, at);
  if (own.is_empty()) return false;
  mark.is_line = true;
  const network::Corridor& through = network().corridor(tracks()[own].corridor);
  if (line.approach == Approach::own) {
    const TrackId lane = tracks().before(tracks()[own]).front();
    mark.ways.push_back({.lane = lane, .mark = world::line_of(tracks(), lane)});
    set_light(tracks()[own].corridor, mark);
    mark.subject_m = scene_->course().find_metre(mark.ways.front().mark);
    mark.point = point_of(tracks(), mark.ways.front().mark);
    return true;
  }
  const network::IntersectionId here = whole_of(network(), through.intersection);
  for (std::uint32_t k = 0; k < tracks().all().size(); ++k) {
    const Track& track = tracks().all()[k];
    if (!track.is_corridor()) continue;
    const network::Corridor& corridor = network().corridor(track.corridor);
    if (whole_of(network(), corridor.intersection) != here) continue;
    if (!comes_from(line.approach, between(through.heading_in_rad, corridor.heading_in_rad))) continue;
    for (const TrackId lane : tracks().before(track)) {
      if (tracks()[lane].is_corridor()) continue;
      const auto has_it = [&](const MarkWay& way) { return way.lane == lane; };
      if (std::none_of(mark.ways.begin(), mark.ways.end(), has_it))
        mark.ways.push_back({.lane = lane, .mark = world::line_of(tracks(), lane)});
      if (mark.corridor.is_empty() || corridor.turn == network::Turn::straight)
        set_light(track.corridor, mark);
    }
  }
  if (mark.ways.empty()) {
    error("P312", at,
          fmt::format("no road comes to intersection {} from {} of the subject", network().name_of(here),
                      to_text(line.approach)),
          "choose another crossing, or another side");
    return false;
  }
  mark.point = point_of(tracks(), mark.ways.front().mark);
  return true;
}

bool SceneBuilder::place(const Conflict& conflict, const network::TextPlace& at, PlacedMark& mark) {
  const PlacedMark* line = find_placed(conflict.line, at);
  if (line == nullptr) return false;
  mark.is_conflict = true;
  const world::Course& course = scene_->course();
  for (const MarkWay& from : line->ways) {
    for (const TrackId id : tracks().onward(tracks()[from.lane])) {
      const Track& corridor = tracks()[id];
      if (!corridor.is_corridor() || network().corridor(corridor.corridor).turn != conflict.turn) continue;
      for (std::size_t k = 0; k < course.list().size(); ++k) {
        const Track& own = tracks()[course.list()[k]];
        if (!own.is_corridor()) continue;
        for (const network::Dependency& dependency : network().dependencies(own.corridor)) {
          if (dependency.other != corridor.corridor) continue;
          MarkWay way{.lane = from.lane, .corridor = id};
          bool has_touch = true;
          for (std::size_t kind = 0; kind < world::kVehicleKinds; ++kind) {
            const world::BodyShape shape = world::usual_shape(static_cast<world::ObjectKind>(kind));
            const auto stretches = network().find_stretches(dependency, kSubjectHalf_m,
                                                            static_cast<double>(shape.half_width_m()));
            if (!stretches) {
              has_touch = false;
              continue;
            }
            // distances of a strip grow against the travel of some corridors
            const double own_m = std::min(tracks().metres_at(own, stretches->own.from),
                                          tracks().metres_at(own, stretches->own.to));
            const std::optional<Touch> touch =
                find_first_touch(tracks(), from.lane, id, driven_body(*scene_->roads_, kind, from.lane),
                                 course, course.start_of(k) + own_m, kSubjectHalf_m);
            has_touch = has_touch && touch.has_value();
            if (touch) way.touch[kind] = *touch;
          }
          if (!has_touch) continue;
          way.mark = {id, way.touch[0].actor_m};
          way.crosses = crossed_on_the_way(tracks(), id, own.corridor, way.touch[0].actor_m);
          mark.ways.push_back(way);
        }
      }
    }
  }
  if (mark.ways.empty()) {
    error("P313", at,
          fmt::format("traffic {} from {} never meets the way of the subject",
                      conflict.turn == network::Turn::straight ? "straight on"
                      : conflict.turn == network::Turn::left   ? "turning left"
                                                               : "turning right",
                      conflict.line),
          "choose another turn, or another line");
    return false;
  }
  mark.subject_m = mark.ways.front().touch[0].subject_m;
  set_light(tracks()[mark.ways.front().corridor].corridor, mark);
  mark.point = course.point_at(*mark.subject_m);
  return true;
}

bool SceneBuilder::place(const OnLane& spot, const network::TextPlace& at, PlacedMark& mark) {
  const network::StripId strip = network().find_strip(spot.way);
  const network::LaneId lane = strip.is_empty() ? network::LaneId{} : network().find_lane(strip, spot.lane);
  TrackId track{};
  if (!lane.is_empty()) {
    track = tracks().track_of(network::DirectedLane{lane, true});
    if (track.is_empty()) track = tracks().track_of(network::DirectedLane{lane, false});
  }
  if (track.is_empty()) {
    error("P314", at,
          fmt::format("there is no lane {} of \"{}\" that vehicles drive on", spot.lane, spot.way),
          "write WAY LANE at DISTANCE; `backlot info` lists the ways");
    return false;
  }
  if (spot.at_m < 0 || spot.at_m > tracks()[track].length) {
    error("P315", at,
          fmt::format("lane {} of \"{}\" is {:.0f} m long: there is no place at {:.0f} m", spot.lane,
                      spot.way, tracks()[track].length, spot.at_m),
          "metres count from where the lane is entered");
    return false;
  }
  mark.ways.push_back({.lane = track, .mark = {track, spot.at_m}});
  mark.subject_m = scene_->course().find_metre(mark.ways.front().mark);
  mark.point = point_of(tracks(), mark.ways.front().mark);
  return true;
}

bool SceneBuilder::place(const AlongRoute& spot, const network::TextPlace& at, PlacedMark& mark) {
  const world::Course& course = scene_->course();
  const double metre = scene_->start_m() + spot.at_m;
  if (spot.at_m < 0 || metre > course.length_m()) {
    error("P316", at,
          fmt::format("the route of the subject is {:.0f} m long: there is no place at {:.0f} m",
                      course.length_m() - scene_->start_m(), spot.at_m),
          "metres count from where the subject starts");
    return false;
  }
  const std::size_t part = course.part_at(metre);
  const TrackId track = course.list()[part];
  mark.ways.push_back(
      {.lane = track, .mark = {track, std::min(metre - course.start_of(part), tracks()[track].length)}});
  mark.subject_m = metre;
  mark.point = spot.kerb == world::Side::none ? course.point_at(metre)
                                              : kerb_of(tracks(), mark.ways.front().mark, spot.kerb);
  return true;
}

bool SceneBuilder::place(const FromMark& spot, const network::TextPlace& at, PlacedMark& mark) {
  const PlacedMark* from = find_placed(spot.mark, at);
  if (from == nullptr) return false;
  const world::Course& course = scene_->course();
  if (from->subject_m) {
    const double metre = *from->subject_m + spot.by_m;
    if (metre < 0 || metre > course.length_m()) {
      error("P316", at, fmt::format("the route of the subject does not reach so far from {}", spot.mark),
            "name a smaller distance");
      return false;
    }
    const std::size_t part = course.part_at(metre);
    const TrackId track = course.list()[part];
    mark.ways.push_back(
        {.lane = track, .mark = {track, std::min(metre - course.start_of(part), tracks()[track].length)}});
    mark.subject_m = metre;
    mark.point = course.point_at(metre);
    return true;
  }
  for (MarkWay way : from->ways) {
    // back over the tracks that lead there where each has only one
    way.corridor = {};
    way.mark.metres += spot.by_m;
    while (way.mark.metres < 0 && tracks().before(tracks()[way.mark.track]).size() == 1) {
      way.mark.track = tracks().before(tracks()[way.mark.track]).front();
      way.mark.metres += tracks()[way.mark.track].length;
    }
    if (way.mark.metres < 0 || way.mark.metres > tracks()[way.mark.track].length) continue;
    way.lane = way.mark.track;
    mark.ways.push_back(way);
  }
  if (mark.ways.empty()) {
    error("P316", at, fmt::format("the road before {} is not so long", spot.mark), "name a smaller distance");
    return false;
  }
  mark.point = point_of(tracks(), mark.ways.front().mark);
  return true;
}

bool SceneBuilder::place(const Merge& merge, const network::TextPlace& at, PlacedMark& mark) {
  const world::Course& course = scene_->course();
  for (std::size_t k = 1; k < course.list().size(); ++k) {
    for (const TrackId before : tracks().before(tracks()[course.list()[k]])) {
      if (before == course.list()[k - 1]) continue;
      TrackId lane = before;
      if (tracks()[lane].is_corridor() && !tracks().before(tracks()[lane]).empty())
        lane = tracks().before(tracks()[lane]).front();
      if (network().name_of(tracks()[lane].strip) != merge.way) continue;
      mark.ways.push_back({.lane = lane, .mark = {course.list()[k], 0}});
      mark.subject_m = course.start_of(k);
      mark.point = course.point_at(*mark.subject_m);
      return true;
    }
  }
  error("P317", at, fmt::format("way \"{}\" does not join the route of the subject", merge.way),
        "name a way whose lane ends in a lane of the route");
  return false;
}

bool SceneBuilder::place(const OncomingLane& spot, const network::TextPlace& at, PlacedMark& mark) {
  const PlacedMark* beside = find_placed(spot.mark, at);
  if (beside == nullptr) return false;
  const world::Course& course = scene_->course();
  if (beside->subject_m) {
    const std::size_t part = course.part_at(*beside->subject_m);
    const Track& own = tracks()[course.list()[part]];
    const double distance = tracks().distance_at(own, *beside->subject_m - course.start_of(part));
    // of the lanes that run against the subject, the one nearest to it
    double nearest = std::numeric_limits<double>::infinity();
    for (std::uint32_t k = 0; k < tracks().all().size(); ++k) {
      const Track& track = tracks().all()[k];
      if (track.strip != own.strip || track.is_corridor() || track.is_along == own.is_along) continue;
      const double away = std::fabs(track.centre - own.centre);
      if (away >= nearest) continue;
      nearest = away;
      mark.ways.assign(1, {.lane = TrackId(k), .mark = {TrackId(k), tracks().metres_at(track, distance)}});
    }
  }
  if (mark.ways.empty()) {
    error("P318", at, fmt::format("no lane at {} runs against the way of the subject", spot.mark),
          "name a mark on the route of the subject, on a road with a lane in each direction");
    return false;
  }
  mark.subject_m = beside->subject_m;
  mark.point = point_of(tracks(), mark.ways.front().mark);
  return true;
}

}  // namespace backlot::scene
