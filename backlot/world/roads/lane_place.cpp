#include "backlot/world/roads/lane_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/world/strip_tracks.h"

namespace backlot::world {

namespace {

using network::CorridorId;
using network::DirectedLane;
using network::LaneId;
using network::StripId;

constexpr double kHeading_m = 5;          // misfit of a radian between the heading and the lane
constexpr double kClearly_m = 1;          // a strip that fits better by more than this takes over
constexpr double kBetweenLanes_m = 2;     // misfit of a strip without a lane that holds the body
constexpr double kNotForVehicles_m = 20;  // misfit of a walkway, so that any lane for vehicles goes first
constexpr double kLyingRounding_m = 1e-9;
constexpr int kTracksAhead = 8;  // so far the next corridor is looked for
constexpr double kCourseStep_s = 0.5, kCourseLeast_mps = 2, kCourseMost_mps = 100, kCourseMost_1pm = 1;
constexpr int kCourseSteps = 3;
constexpr double kAlike_m = 0.25;  // courses with misfits that differ by less fit alike

bool is_sound(const LooseBody& body) {
  return geometry::is_place(body.middle) && std::isfinite(body.heading_x) && std::isfinite(body.heading_y) &&
         std::isfinite(body.speed_mps) && std::isfinite(body.bend_1pm);
}

double outside(double low, double high, double value) {
  return value < low ? low - value : (value > high ? value - high : 0);
}

// Whether a body that points along the growing distance, or against it, travels the track.
bool is_travelled(const Track& track, bool points_along) {
  return (track.is_along != track.is_backing) == points_along;
}

// The angle between the heading and the nearest direction in which traffic points on a lane, 0 to pi; on lanes that are not for
// vehicles to the nearer one of both.
double turned_from_lane(const Tracks& tracks, LaneId lane, double cosine, double sine) {
  const double along = base::atan2(std::fabs(sine), cosine);
  double least = std::numeric_limits<double>::infinity();
  for (const bool is_along : {true, false}) {
    const TrackId id = tracks.track_of(DirectedLane{lane, is_along});
    if (id.is_empty()) continue;
    least = std::min(least, is_travelled(tracks[id], true) ? along : base::kPi - along);
  }
  return std::isfinite(least) ? least : std::min(along, base::kPi - along);
}

// How a body lies on a strip; its misfit, which most questions do not need, is not known yet.
struct Lying {
  StripFit fit;
  double loft_m = 0, past_m = 0;  // above the strip, and beyond its ends
};

// From where its middle is on the ribbon. None where it is further than `slack_m` outside of the strip.
std::optional<Lying> lie_on(const Roads& roads, const LooseBody& body, StripId id,
                            const geometry::Located& located, double slack_m) {
  const network::Network& net = roads.tracks.network();
  const network::Strip& strip = net.strip(id);
  const geometry::RibbonPoint whole = geometry::extended(located);
  StripFit fit;
  fit.strip = id;
  fit.distance = whole.distance - strip.from;
  fit.offset = whole.offset;
  double loft = whole.loft;
  if (strip.surface != network::Strip::kInPlane) loft -= net.surface_height(id, fit.distance, fit.offset);
  const double past = outside(0, strip.length(), fit.distance);
  const double at = std::clamp(fit.distance, 0.0, strip.length());
  const network::LaneEdges edges = net.edges(id, at);
  const double beside = outside(edges.right, edges.left, fit.offset);
  if (std::fabs(loft) > kLevel_m || past > slack_m || beside > slack_m) return std::nullopt;
  fit.is_inside = past <= kLyingRounding_m && beside <= kLyingRounding_m;
  fit.lane = net.lane_at(id, at, std::clamp(fit.offset, edges.right, edges.left));
  const geometry::Vec3 tangent =
      geometry::place_pose(net.ribbon(strip.ribbon), {strip.from + at, 0, 0}).tangent;
  const double scale = 1 / std::sqrt(tangent.x * tangent.x + tangent.y * tangent.y);
  fit.cosine = (tangent.x * body.heading_x + tangent.y * body.heading_y) * scale;
  fit.sine = (tangent.x * body.heading_y - tangent.y * body.heading_x) * scale;
  return Lying{fit, std::fabs(loft), past};
}

double misfit_of(const Roads& roads, const Lying& lying) {
  const network::Network& net = roads.tracks.network();
  const StripFit& fit = lying.fit;
  double misfit_m = lying.loft_m + lying.past_m;
  if (fit.lane.is_empty()) return misfit_m + kBetweenLanes_m;
  const double at = std::clamp(fit.distance, 0.0, net.strip(fit.strip).length());
  misfit_m += std::fabs(fit.offset - net.edges(fit.lane, at).centre()) +
              kHeading_m * turned_from_lane(roads.tracks, fit.lane, fit.cosine, fit.sine);
  return is_for_vehicles(roads.tracks, fit.lane) ? misfit_m : misfit_m + kNotForVehicles_m;
}

std::optional<StripFit> fit_on(const Roads& roads, const LooseBody& body, StripId id,
                               const geometry::Located& located, double slack_m) {
  std::optional<Lying> lying = lie_on(roads, body, id, located, slack_m);
  if (!lying) return std::nullopt;
  lying->fit.misfit_m = misfit_of(roads, *lying);
  return lying->fit;
}

std::optional<Lying> lie_near(const Roads& roads, const LooseBody& body, StripId id, double distance,
                              double slack_m) {
  const network::Network& net = roads.tracks.network();
  const network::Strip& strip = net.strip(id);
  const geometry::Ribbon& ribbon = net.ribbon(strip.ribbon);
  const geometry::Located hint = geometry::hint_at(ribbon, strip.from + distance);
  const geometry::Located located =
      geometry::locate(ribbon, body.middle, hint, {-kLevel_m, kLevel_m, network::kCrack});
  return located ? lie_on(roads, body, id, located, slack_m) : std::nullopt;
}

std::optional<StripFit> fit_near(const Roads& roads, const LooseBody& body, StripId id, double distance,
                                 double slack_m) {
  std::optional<Lying> lying = lie_near(roads, body, id, distance, slack_m);
  if (!lying) return std::nullopt;
  lying->fit.misfit_m = misfit_of(roads, *lying);
  return lying->fit;
}

// The same for the strip on which the body was a moment ago.
std::optional<Lying> lie_on_same(const Roads& roads, const LooseBody& body, const LanePlace& place,
                                 std::span<const geometry::IndexAnswer> located) {
  const network::RibbonId ribbon = roads.tracks.network().strip(place.strip).ribbon;
  const geometry::IndexAnswer* only = nullptr;
  for (const geometry::IndexAnswer& answer : located) {
    if (answer.ribbon != ribbon.index()) continue;
    if (only != nullptr)
      return lie_near(roads, body, place.strip, place.distance, network::kCrack);  // it crosses itself
    only = &answer;
  }
  if (only == nullptr) return lie_near(roads, body, place.strip, place.distance, network::kCrack);
  return lie_on(roads, body, place.strip, only->located, network::kCrack);
}

// Every strip that holds the middle of the body, into `scratch.fits`.
void find_fits(const Roads& roads, const LooseBody& body, PlaceScratch& scratch) {
  const network::Network& net = roads.tracks.network();
  scratch.fits.clear();
  net.index().locate_all(body.middle, {-kLevel_m - 1, kLevel_m + 1, network::kCrack}, scratch.answers);
  for (const geometry::IndexAnswer& answer : scratch.answers) {
    for (const StripId strip : net.strips_on(network::RibbonId(answer.ribbon)))
      if (const std::optional<StripFit> fit = fit_on(roads, body, strip, answer.located, network::kCrack))
        scratch.fits.push_back(*fit);
  }
  // a strip that holds the body exactly goes before one that does so but for a crack
  if (std::ranges::any_of(scratch.fits, &StripFit::is_inside))
    std::erase_if(scratch.fits, [](const StripFit& fit) { return !fit.is_inside; });
}

const StripFit& best_of(const std::vector<StripFit>& fits) {
  BACKLOT_ASSERT(!fits.empty(), "the best is one of some");
  return *std::ranges::min_element(fits, {},
                                   [](const StripFit& f) { return std::tuple(f.misfit_m, f.strip); });
}

// Whether traffic, or a vehicle that drives against it, comes from one strip to the other.
bool are_connected(const network::Network& net, StripId one, StripId other) {
  BACKLOT_ASSERT(!one.is_empty() && !other.is_empty(), "strips are connected or not");
  const network::Strip& strip = net.strip(one);
  for (std::uint32_t k = 0; k < strip.lane_count; ++k) {
    for (const bool is_along : {true, false}) {
      for (const DirectedLane next : net.onward(DirectedLane{LaneId(strip.first_lane + k), is_along}))
        if (net.lane(next.lane).strip == other) return true;
    }
  }
  return false;
}

// ---- corridors ahead

double turn_of(const network::Corridor& corridor) {
  const double turn = std::fabs(corridor.heading_out_rad - corridor.heading_in_rad);
  return turn > base::kPi ? 2 * base::kPi - turn : turn;
}

// How badly the course of a body over the next moments fits a corridor, metres.
double course_misfit(const Roads& roads, CorridorId corridor, const LooseBody& body) {
  const TrackId id = roads.tracks.track_of(corridor);
  const bool is_backing = !id.is_empty() && roads.tracks[id].is_backing;
  LooseBody then = body;
  then.speed_mps =
      std::clamp(std::fabs(body.speed_mps), kCourseLeast_mps, kCourseMost_mps) * (is_backing ? -1 : 1);
  then.bend_1pm = std::clamp(body.bend_1pm, -kCourseMost_1pm, kCourseMost_1pm);
  const StripId strip = roads.tracks.network().strip_of(corridor);
  double misfit = 0, distance = 0;
  for (int k = 0; k < kCourseSteps; ++k) {
    roll(0, kCourseStep_s, then);
    const std::optional<StripFit> fit =
        fit_near(roads, then, strip, distance, std::numeric_limits<double>::infinity());
    if (!fit) continue;
    const double at = std::clamp(fit->distance, 0.0, roads.tracks.network().strip(strip).length());
    misfit += std::fabs(fit->offset - roads.tracks.network().edges(strip, at).centre()) +
              kHeading_m * std::fabs(base::atan2(fit->sine, std::fabs(fit->cosine)));
    distance = at;
  }
  return misfit;
}

// Of several corridors, given by `corridor_of(item)`, the one along the course of the body.
template <class Items, class CorridorOf>
CorridorId along_course(const Roads& roads, const LooseBody& body, const Items& items,
                        const CorridorOf& corridor_of) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& item : items) {
    if (const CorridorId c = corridor_of(item); !c.is_empty())
      least = std::min(least, course_misfit(roads, c, body));
  }
  CorridorId best;
  for (const auto& item : items) {
    const CorridorId c = corridor_of(item);
    if (c.is_empty() || course_misfit(roads, c, body) > least + kAlike_m) continue;
    const auto rank = [&](CorridorId id) {
      return std::tuple(turn_of(roads.tracks.network().corridor(id)), id);
    };
    if (best.is_empty() || rank(c) < rank(best)) best = c;
  }
  return best;
}

// The next corridor on the only way ahead; empty where the way divides first.
CorridorId only_corridor_ahead(const Tracks& tracks, TrackId from) {
  for (int k = 0; k < kTracksAhead && !from.is_empty(); ++k) {
    const std::span<const TrackId> onward = tracks.onward(tracks[from]);
    if (onward.size() != 1) return {};
    if (tracks[onward[0]].is_corridor()) return tracks[onward[0]].corridor;
    from = onward[0];
  }
  return {};
}

// ---- choosing

// The strip to go on with after `from`, of those in `scratch.fits`.
StripFit next_fit(const Roads& roads, const LooseBody& body, StripId from, const PlaceScratch& scratch) {
  const network::Network& net = roads.tracks.network();
  const StripFit& best = best_of(scratch.fits);
  if (from.is_empty()) return best;
  const auto goes_on = [&](const StripFit& fit) {
    return fit.misfit_m <= best.misfit_m + kClearly_m && are_connected(net, from, fit.strip);
  };
  const StripFit* onto_way = nullptr;
  for (const StripFit& fit : scratch.fits) {
    if (!net.corridor_of(fit.strip).is_empty() || !goes_on(fit)) continue;
    if (onto_way == nullptr || fit.misfit_m < onto_way->misfit_m) onto_way = &fit;
  }
  if (onto_way != nullptr) return *onto_way;
  const CorridorId corridor = along_course(roads, body, scratch.fits, [&](const StripFit& fit) {
    return goes_on(fit) ? net.corridor_of(fit.strip) : CorridorId();
  });
  if (corridor.is_empty()) return best;
  return *std::ranges::find(scratch.fits, net.strip_of(corridor), &StripFit::strip);
}

// In an intersection, beside all its corridors: the nearest of them, or the one that the body was on.
std::optional<StripFit> fit_in_area(const Roads& roads, const LooseBody& body, StripId from,
                                    PlaceScratch& scratch) {
  const network::Network& net = roads.tracks.network();
  net.areas_at(body.middle, -kLevel_m, kLevel_m, scratch.areas);
  std::optional<StripFit> best;
  for (const network::IntersectionId id : scratch.areas) {
    for (const network::Corridor& corridor : net.corridors(id)) {
      std::optional<StripFit> fit =
          fit_near(roads, body, corridor.strip, 0, std::numeric_limits<double>::infinity());
      if (!fit) continue;
      if (corridor.strip == from) fit->misfit_m -= kClearly_m;
      if (!best || fit->misfit_m < best->misfit_m) best = fit;
    }
  }
  if (best) best->lane = {};
  return best;
}

std::optional<StripFit> find_fit(const Roads& roads, const LooseBody& body, const LanePlace& place,
                                 PlaceScratch& scratch, std::span<const geometry::IndexAnswer> located) {
  std::optional<StripFit> same;
  if (!place.strip.is_empty()) {
    std::optional<Lying> lying = lie_on_same(roads, body, place, located);
    if (lying && lying->fit.is_inside) {
      same = lying->fit;
      const bool is_way = roads.tracks.network().corridor_of(place.strip).is_empty();
      if (is_way && is_for_vehicles(roads.tracks, same->lane)) return same;  // however it fits
      same->misfit_m = misfit_of(roads, *lying);
      if (same->misfit_m <= kClearly_m) return same;
    }
  }
  find_fits(roads, body, scratch);
  if (same) {
    const StripFit* best = scratch.fits.empty() ? nullptr : &best_of(scratch.fits);
    return best != nullptr && best->misfit_m < same->misfit_m - kClearly_m ? *best : same;
  }
  if (scratch.fits.empty()) return fit_in_area(roads, body, place.strip, scratch);
  return next_fit(roads, body, place.strip, scratch);
}

}  // namespace

bool is_for_vehicles(const Tracks& tracks, LaneId lane) {
  return !lane.is_empty() && (!tracks.track_of(DirectedLane{lane, true}).is_empty() ||
                              !tracks.track_of(DirectedLane{lane, false}).is_empty());
}

double curvature_at(const network::Network& net, const LanePlace& place) {
  const network::Strip& strip = net.strip(place.strip);
  return net.ribbon(strip.ribbon).curvature(strip.from + std::clamp(place.distance, 0.0, strip.length()));
}

std::optional<StripFit> follow(const Roads& roads, const LooseBody& body, LanePlace& place,
                               PlaceScratch& scratch, std::span<const geometry::IndexAnswer> located) {
  const network::Network& net = roads.tracks.network();
  const std::optional<StripFit> fit =
      is_sound(body) && !net.strips().empty() ? find_fit(roads, body, place, scratch, located) : std::nullopt;
  place = {};
  if (!fit) return std::nullopt;
  place.strip = fit->strip;
  place.lane = fit->lane;
  place.distance = fit->distance;
  place.offset = fit->offset;
  place.corridor = net.corridor_of(fit->strip);
  if (!place.corridor.is_empty() || place.lane.is_empty()) return fit;
  for (const bool is_along : {true, false}) {
    const TrackId id = roads.tracks.track_of(DirectedLane{place.lane, is_along});
    if (!id.is_empty() && is_travelled(roads.tracks[id], fit->cosine >= 0))
      place.corridor = only_corridor_ahead(roads.tracks, id);
  }
  return fit;
}

TrackId track_along(const Roads& roads, const LanePlace& place, bool points_along) {
  if (place.strip.is_empty()) return {};
  const double at = std::clamp(place.distance, 0.0, roads.tracks.network().strip(place.strip).length());
  TrackId best;
  double least = std::numeric_limits<double>::infinity();
  for (const Track& track : tracks_on(roads.tracks, place.strip)) {
    if (!is_travelled(track, points_along)) continue;
    const double away = std::fabs(place.offset - roads.tracks.centre_at(track, at));
    if (away >= least) continue;
    least = away;
    best = roads.tracks.track_of(DirectedLane{track.lane, track.is_along});
  }
  return best;
}

CorridorId corridor_of_course(const Roads& roads, const Track& track, const LooseBody& body) {
  const std::span<const TrackId> onward = roads.tracks.onward(track);
  if (onward.size() == 1) return roads.tracks[onward[0]].corridor;
  return along_course(roads, body, onward, [&](TrackId id) { return roads.tracks[id].corridor; });
}

}  // namespace backlot::world
