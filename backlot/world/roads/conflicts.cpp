#include "backlot/world/roads/conflicts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "backlot/base/assert.h"
#include "backlot/geometry/locate.h"
#include "backlot/network/stretch_table.h"

namespace backlot::world {

namespace {

using network::CorridorId;
using network::Dependency;
using network::Network;

// A stretch of the strip in metres of travel.
void set_metres(const Tracks& tracks, const Track& track, const network::Stretch& stretch, float& from,
                float& to) {
  const double a = tracks.metres_at(track, stretch.from), b = tracks.metres_at(track, stretch.to);
  from = static_cast<float>(std::min(a, b));
  to = static_cast<float>(std::max(a, b));
}

ConflictStretch stretch_of(const Tracks& tracks, const Track& own, const Track& other,
                           const std::optional<network::Stretches>& found) {
  ConflictStretch stretch;
  if (!found) return stretch;
  set_metres(tracks, own, found->own, stretch.from, stretch.to);
  set_metres(tracks, other, found->other, stretch.other_from, stretch.other_to);
  return stretch;
}

StretchesByClass stretches_of(const Tracks& tracks, const network::StretchTable& table, const Track& own,
                              const Track& other, const Dependency& dependency) {
  StretchesByClass stretches;
  for (std::size_t i = 0; i < kWidthClasses; ++i) {
    for (std::size_t j = 0; j < kWidthClasses; ++j)
      stretches[i][j] = stretch_of(tracks, own, other, table.find(dependency, i, j));
  }
  return stretches;
}

CorridorRule rule_of(const Network& net, CorridorId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a rule is that of a corridor");
  CorridorRule rule;
  for (std::size_t a = 0; a < rule.states.size(); ++a)
    rule.states[a] = network::control_state(net, id, static_cast<network::Aspect>(a));
  return rule;
}

std::int32_t away(std::uint32_t from, std::uint32_t to) { return static_cast<std::int32_t>(to - from); }

// A point of the own lane's centre, and the direction of travel there; the lane goes on straight past its ends.
struct Waypoint {
  geometry::WorldPoint point;
  geometry::Vec3 travel;
};
Waypoint waypoint_at(const Tracks& tracks, const Track& track, double metres) {
  BACKLOT_ASSERT(!std::isnan(metres), "a place on a track is a number");
  const double on_track = std::clamp(metres, 0.0, track.length);
  const double distance = tracks.distance_at(track, on_track);
  const Tracks::Pose pose = tracks.pose(track, distance, tracks.centre_at(track, distance));
  const geometry::Vec3 travel = track.sign() * pose.tangent;
  return {pose.point + (metres - on_track) * travel, travel};
}

}  // namespace

void Conflicts::add_passage(const Tracks& tracks, const Track& own, const Track& other,
                            const ConflictStretch& widest) {
  constexpr double kReach_m = 10;  // of a body, before its guide and behind it
  constexpr double kApart_m = 8;   // what is further away is seldom reached
  Passage passage;
  passage.touch_from = widest.from;
  passage.touch_to = widest.to;
  passage.first_knot = static_cast<std::uint32_t>(knots_.size());
  if (!widest.is_clear()) {
    passage.first_m = static_cast<float>(static_cast<double>(widest.from) - kReach_m);
    const double span = static_cast<double>(widest.to - widest.from) + 2 * kReach_m;
    passage.knot_count = static_cast<std::uint32_t>(std::ceil(span / Passage::kStep_m)) + 1;
    const double contact = 0.5 * static_cast<double>(widest.other_from + widest.other_to);
    geometry::Located near =
        geometry::hint_at(tracks.ribbon(other), other.from + tracks.distance_at(other, contact));
    for (std::uint32_t k = 0; k < passage.knot_count; ++k) {
      const Waypoint here =
          waypoint_at(tracks, own, static_cast<double>(passage.first_m) + k * Passage::kStep_m);
      const geometry::Located at = geometry::locate(tracks.ribbon(other), here.point, near, {-5, 5, 30});
      PassageKnot knot;
      const double distance = at.point.distance + at.beyond - other.from;
      const double inside = std::clamp(distance, 0.0, other.strip_length);
      const geometry::Vec3 tangent = tracks.tangent_at(other, inside);
      knot.distance = static_cast<float>(distance);
      knot.offset = static_cast<float>(at.point.offset);
      knot.cosine = static_cast<float>(tangent.x * here.travel.x + tangent.y * here.travel.y);
      knot.sine = static_cast<float>(tangent.x * here.travel.y - tangent.y * here.travel.x);
      const double curvature = tracks.curvature_at(other, inside);
      // near the centre of a bend every place of it is as near: there the knots would tell nothing
      const bool is_known = std::fabs(at.point.offset) > kApart_m || curvature * at.point.offset < 0.6;
      knot.curvature = is_known ? static_cast<float>(curvature) : kUnknown;
      knots_.push_back(knot);
      near = at;
    }
  }
  passages_.push_back(passage);
}

std::uint8_t width_class(double half_width_m) {
  BACKLOT_ASSERT(half_width_m >= 0, "a body has a width");
  std::uint8_t k = 0;
  while (k + 1 < static_cast<int>(kWidthClasses) && kClassHalfWidths[k] + 1e-3 < half_width_m) ++k;
  return k;
}

std::uint8_t width_class(ObjectKind kind, const BodyShape& shape) {
  return kind == ObjectKind::bicycle ? static_cast<std::uint8_t>(kWidthClasses - 1)
                                     : width_class(static_cast<double>(shape.half_width_m()));
}

Conflicts::Conflicts(const Tracks& tracks) : signals_(tracks.network().programmes()) {
  const Network& net = tracks.network();
  places_.resize(net.corridors().size());
  for (std::uint32_t c = 0; c < places_.size(); ++c) places_[c].signal = signal_of(net, CorridorId(c));
  add_links(tracks);
  links_.end_adding();
  rules_.end_adding();
}

CorridorSignal Conflicts::signal_of(const Network& net, CorridorId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a signal is that of a corridor");
  CorridorRule rule = rule_of(net, id);
  CorridorSignal signal;
  if (const network::SignalGroupId group = net.corridor(id).signal_group; !group.is_empty()) {
    // signals belong to the whole intersection
    const network::Intersection& whole = net.intersection(net.signal_groups()[group.index()].intersection);
    signal.programme = static_cast<std::uint32_t>(whole.programme);
    rule.group = group.index() - whole.first_group;
  }
  signal.rule = rules_.add({rule});
  return signal;
}

void Conflicts::add_links(const Tracks& tracks) {
  const Network& net = tracks.network();
  // the classes, and the widest of all
  std::array<double, kWidthClasses + 1> half_widths;
  for (std::size_t k = 0; k < kWidthClasses; ++k) half_widths[k] = kClassHalfWidths[k] + kSideAir_m;
  half_widths[kWidthClasses] = network::kWidestBodyHalf_m;
  const network::StretchTable table = network::build_stretch_table(net, half_widths);
  // pairs that lie to each other alike share their contact, and then share these
  using Key = std::tuple<std::uint32_t, bool, bool>;
  std::map<Key, std::uint32_t> known;
  const auto equally_free = [&net](CorridorId id, const Dependency& there, network::ControlState state) {
    return network::precedence_of_equally_free(net, id, there, state);
  };
  std::vector<ConflictLink> links;
  for (std::uint32_t c = 0; c < places_.size(); ++c) {
    const CorridorId id(c);
    const TrackId own = tracks.track_of(id);
    if (own.is_empty()) continue;
    Place& place = places_[c];
    links.clear();
    for (const Dependency& there : net.dependencies(id)) {
      const TrackId other = tracks.track_of(there.other);
      if (other.is_empty()) continue;
      const Key key{there.contact, tracks[own].is_along, tracks[other].is_along};
      const auto [at, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(stretches_.size()));
      if (is_new) {
        stretches_.push_back(stretches_of(tracks, table, tracks[own], tracks[other], there));
        add_passage(
            tracks, tracks[own], tracks[other],
            stretch_of(tracks, tracks[own], tracks[other], table.find(there, kWidthClasses, kWidthClasses)));
      }
      const CorridorSignal& signal = places_[there.other.index()].signal;
      links.push_back({away(own.index(), other.index()),
                       away(tracks[own].strip.index(), tracks[other].strip.index()),
                       away(c, there.other.index()), away(place.signal.programme, signal.programme),
                       signal.rule, at->second, tracks[other].limit_mps, there.kind, there.precedence,
                       equally_free(id, there, network::ControlState::go),
                       equally_free(id, there, network::ControlState::stop_then_yield)});
    }
    for (const ConflictLink& link : links) {
      if (link.strip < 0)
        place.strips_before = std::max(place.strips_before, static_cast<std::uint32_t>(-link.strip));
      if (link.strip > 0)
        place.strips_after = std::max(place.strips_after, static_cast<std::uint32_t>(link.strip));
    }
    place.track = own.index();
    place.first = links_.add(links);
    place.count = static_cast<std::uint32_t>(links.size());
  }
}

std::size_t Conflicts::bytes() const {
  return signals_.bytes() + places_.capacity() * sizeof(Place) + links_.bytes() + rules_.bytes() +
         stretches_.capacity() * sizeof(StretchesByClass) + passages_.capacity() * sizeof(Passage) +
         knots_.capacity() * sizeof(PassageKnot);
}

}  // namespace backlot::world
