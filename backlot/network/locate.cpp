#include "backlot/network/locate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/network/internal/across.h"
#include "backlot/network/internal/network_data.h"

namespace backlot::network {

namespace {

using geometry::Located;
using geometry::WorldPoint;

double outside(double low, double high, double value) {
  return value < low ? low - value : (value > high ? value - high : 0);
}

// How far a located point is from the surface of a strip: across its edges, past its ends, out of the window.
struct Miss {
  double across = 0, along = 0, loft = 0;

  bool is_forgiven() const { return loft == 0 && across <= kCrack && along <= kCrack; }
  double gap() const { return std::sqrt((across * across + along * along) + loft * loft); }
};

// Lofts over the planes of ribbons that hold all lofts of a window over surfaces.
geometry::SurfaceWindow over_planes(const Network& network, const LoftWindow& window, double tolerance) {
  const internal::Range& heights = network.data().heights;
  return {window.low + heights.low, window.high + heights.high, tolerance};
}

// A point of a ribbon as a place on one of its strips. Reads the tables themselves: a query that follows a vehicle costs little more
// than its search on the ribbon.
BACKLOT_INLINE void put_on_strip(const Network& network, StripId id, const Located& located,
                                 const LoftWindow& window, NetworkLocated& out, Miss& miss) {
  const internal::NetworkData& data = network.data();
  const Strip& strip = data.strips[id.index()];
  out.strip = id;
  const geometry::RibbonPoint whole = geometry::extended(located);
  out.point = {whole.distance - strip.from, whole.offset, whole.loft};
  if (strip.surface != Strip::kInPlane)
    out.point.loft -= network.surface_height(id, out.point.distance, out.point.offset);
  const double inside = std::clamp(out.point.distance, 0.0, strip.length());
  const internal::Across across = internal::across(data, strip, inside);
  const LaneEdges edges = internal::edges_of(strip, across);
  miss.across = outside(edges.right, edges.left, out.point.offset);
  miss.along = outside(0, strip.length(), out.point.distance);
  miss.loft = outside(window.low, window.high, out.point.loft);
  out.lane =
      internal::lane_at_offset(strip, across, edges, std::clamp(out.point.offset, edges.right, edges.left));
  const std::size_t ways = data.ways.size();
  out.intersection = id.index() >= ways ? data.corridors[id.index() - ways].intersection : IntersectionId{};
}

NetworkLocated on_strip(const Network& network, StripId id, const Located& located, const LoftWindow& window,
                        Miss& miss) {
  NetworkLocated out;
  put_on_strip(network, id, located, window, out, miss);
  return out;
}

// On the surface, or forgiven: the answer is complete.
void settle(NetworkLocated& answer, const Miss& miss) {
  answer.on = On::strip;
  answer.nudge_m = std::max(miss.across, miss.along);
}

// Past a knot between two ways of one ribbon there is no crack, only rounding.
constexpr double kSeam = 1e-9;

bool covers(const Network& network, const Strip& strip, double distance, double tolerance) {
  BACKLOT_ASSERT(tolerance >= 0, "a tolerance is not negative");
  const double length = network.data().ribbons[strip.ribbon.index()].length();
  const double low = strip.from - (strip.from <= 0 ? tolerance : kSeam);
  const double high = strip.to + (strip.to >= length ? tolerance : kSeam);
  return distance >= low && distance <= high;
}

// The strips of a ribbon that a located point lies on or near, each with how far it misses.
template <class Visit>
void for_strips(const Network& network, const geometry::IndexAnswer& answer, const LoftWindow& window,
                double tolerance, const Visit& visit) {
  const double distance = geometry::extended(answer.located).distance;
  for (const StripId id : network.strips_on(RibbonId(answer.ribbon))) {
    if (!covers(network, network.data().strips[id.index()], distance, tolerance)) continue;
    Miss miss;
    NetworkLocated located = on_strip(network, id, answer.located, window, miss);
    visit(located, miss);
  }
}

// What makes one answer better than another, smaller first.
auto rank(const Network& network, const NetworkLocated& a) {
  double from_centre = 0;
  if (!a.lane.is_empty()) {
    const double inside = std::clamp(a.point.distance, 0.0, network.strip(a.strip).length());
    from_centre = std::fabs(a.point.offset - network.edges(a.lane, inside).centre());
  }
  // lofts within a millimetre are one surface; what holds the point exactly goes before what is only near it
  constexpr double kExact_m = 1e-6;
  return std::tuple(std::llround(std::fabs(a.point.loft) * 1000), a.lane.is_empty(), a.nudge_m > kExact_m,
                    from_centre, a.strip);
}

void find_on_strips(const Network& network, const WorldPoint& p, LocateScratch& scratch,
                    const LoftWindow& window, std::vector<NetworkLocated>& found) {
  network.index().locate_all(p, over_planes(network, window, kCrack), scratch.answers);
  for (const geometry::IndexAnswer& answer : scratch.answers)
    for_strips(network, answer, window, kCrack, [&](NetworkLocated& located, const Miss& miss) {
      if (!miss.is_forgiven()) return;
      settle(located, miss);
      found.push_back(located);
    });
}

// The nearest of the intersection's corridors.
NetworkLocated nearest_corridor(const Network& network, IntersectionId id, const WorldPoint& p,
                                const LoftWindow& window) {
  BACKLOT_ASSERT(!id.is_empty(), "a corridor is looked for in an intersection");
  NetworkLocated best;
  double best_gap = 0;
  for (const Corridor& corridor : network.corridors(id)) {
    const Strip& strip = network.strip(corridor.strip);
    const geometry::Ribbon& ribbon = network.ribbon(strip.ribbon);
    Miss miss;
    NetworkLocated located = on_strip(network, corridor.strip, geometry::locate(ribbon, p), window, miss);
    if (best.strip.is_empty() || miss.gap() < best_gap) {
      best = located;
      best_gap = miss.gap();
    }
  }
  if (best.strip.is_empty()) return best;
  best.on = On::area;
  best.intersection = id;
  best.lane = {};
  best.gap_m = best_gap;
  return best;
}

void find_areas(const Network& network, const WorldPoint& p, LocateScratch& scratch, const LoftWindow& window,
                std::vector<NetworkLocated>& found) {
  network.areas_at(p, window.low, window.high, scratch.areas);
  for (const IntersectionId id : scratch.areas) {
    const NetworkLocated located = nearest_corridor(network, id, p, window);
    if (located.on == On::area) found.push_back(located);
  }
  std::stable_sort(found.begin(), found.end(), [](const NetworkLocated& a, const NetworkLocated& b) {
    return a.gap_m != b.gap_m ? a.gap_m < b.gap_m : a.intersection < b.intersection;
  });
}

// The nearest surface. Ribbons have constant edges, at least as wide as their lanes: the ribbon with the smallest gap gives
// a first answer, and any better one is among the ribbons with no larger a gap than that.
NetworkLocated nearest(const Network& network, const WorldPoint& p, LocateScratch& scratch,
                       const LoftWindow& window) {
  NetworkLocated best;
  double best_gap = 0;
  const auto take = [&](const geometry::IndexAnswer& answer) {
    for (const StripId id : network.strips_on(RibbonId(answer.ribbon))) {
      Miss miss;
      NetworkLocated located = on_strip(network, id, answer.located, window, miss);
      if (!best.strip.is_empty() && (miss.gap() > best_gap || (miss.gap() == best_gap && id >= best.strip)))
        continue;
      best = located;
      best_gap = miss.gap();
    }
  };
  const geometry::IndexAnswer first = network.index().locate_nearest(p, over_planes(network, window, 0));
  if (!first) return best;
  take(first);
  if (!best.strip.is_empty()) {
    network.index().locate_all(p, over_planes(network, window, best_gap), scratch.answers);
    for (const geometry::IndexAnswer& answer : scratch.answers) take(answer);
  }
  if (best.strip.is_empty()) return best;
  best.on = On::nothing;
  best.gap_m = best_gap;
  best.lane = {};
  return best;
}

// A strip that holds the point, asked directly.
BACKLOT_INLINE bool try_strip(const Network& network, StripId id, const WorldPoint& p, const Located& hint,
                              const LoftWindow& window, NetworkLocated& answer) {
  BACKLOT_ASSERT(id.index() < network.strips().size(), "the network has no such strip");
  const Strip& strip = network.data().strips[id.index()];
  const geometry::Ribbon& ribbon = network.data().ribbons[strip.ribbon.index()];
  const Located located = hint ? geometry::locate(ribbon, p, hint, over_planes(network, window, kCrack))
                               : geometry::locate(ribbon, p);
  if (!located) return false;
  if (!covers(network, strip, geometry::extended(located).distance, kCrack)) return false;
  Miss miss;
  put_on_strip(network, id, located, window, answer, miss);
  if (!miss.is_forgiven()) return false;
  settle(answer, miss);
  return true;
}

// The strip of the hint, or one that follows its lane either way.
bool follow_hint(const Network& network, const WorldPoint& p, const NetworkLocated& hint,
                 const LoftWindow& window, NetworkLocated& answer) {
  if (hint.on != On::strip) return false;
  const Strip& strip = network.data().strips[hint.strip.index()];
  const Located near =
      geometry::hint_at(network.data().ribbons[strip.ribbon.index()], strip.from + hint.point.distance);
  if (try_strip(network, hint.strip, p, near, window, answer)) return true;
  if (hint.lane.is_empty()) return false;
  for (const bool along : {true, false}) {
    const DirectedLane lane{hint.lane, along};
    for (const DirectedLane next : network.onward(lane))
      if (try_strip(network, network.lane(next.lane).strip, p, {}, window, answer)) return true;
  }
  return false;
}

// Goes up and down the column at (x, y) to where a strip lies, from a height near it. By the loft each time: the rest shrinks by
// the cosine of the bank. A step that leaves the heights between which the surface is known to lie is halved instead; where these
// close in on a jump, the column meets the face of a kerb. False where it does not come to rest on the strip.
bool rest_on_surface(const Network& network, double x, double y, double& height, NetworkLocated& located) {
  constexpr double kReach = 4;
  double below = -std::numeric_limits<double>::infinity(), above = -below;
  for (int step = 0; step < 60 && std::fabs(located.point.loft) > 1e-12; ++step) {
    (located.point.loft < 0 ? below : above) = height;
    const double by_loft = height - located.point.loft;
    height = by_loft > below && by_loft < above ? by_loft : 0.5 * (below + above);
    const Strip& strip = network.strip(located.strip);
    const Located near = geometry::hint_at(network.ribbon(strip.ribbon), strip.from + located.point.distance);
    NetworkLocated next;
    if (!try_strip(network, located.strip, {x, y, height}, near, {-kReach, kReach}, next)) return false;
    const bool rests = std::fabs(next.point.loft) >= std::fabs(located.point.loft);
    located = next;
    if (rests && std::fabs(located.point.loft) < 1e-9) break;
    if (above - below < 1e-9) return true;
  }
  return std::fabs(located.point.loft) < 1e-6;
}

}  // namespace

NetworkLocated locate(const Network& network, const WorldPoint& p, LocateScratch& scratch,
                      const NetworkLocated* hint, const LoftWindow& window) {
  NetworkLocated answer;
  if (!geometry::is_place(p) || network.data().strips.empty()) return answer;
  if (hint && follow_hint(network, p, *hint, window, answer)) return answer;
  scratch.located.clear();
  find_on_strips(network, p, scratch, window, scratch.located);
  if (scratch.located.size() == 1) return scratch.located.front();
  if (!scratch.located.empty())
    return *std::min_element(scratch.located.begin(), scratch.located.end(),
                             [&](const NetworkLocated& a, const NetworkLocated& b) {
                               return rank(network, a) < rank(network, b);
                             });
  find_areas(network, p, scratch, window, scratch.located);
  if (!scratch.located.empty()) return scratch.located.front();
  return nearest(network, p, scratch, window);
}

void locate_all(const Network& network, const WorldPoint& p, LocateScratch& scratch,
                std::vector<NetworkLocated>& answers, const LoftWindow& window) {
  answers.clear();
  if (!geometry::is_place(p) || network.strips().empty()) return;
  find_on_strips(network, p, scratch, window, answers);
  std::sort(answers.begin(), answers.end(), [&](const NetworkLocated& a, const NetworkLocated& b) {
    return rank(network, a) < rank(network, b);
  });
  if (!answers.empty()) return;
  find_areas(network, p, scratch, window, answers);
  if (!answers.empty()) return;
  const NetworkLocated found = nearest(network, p, scratch, window);
  if (found.on != On::nowhere) answers.push_back(found);
}

void locate_column(const Network& network, double x, double y, LocateScratch& scratch,
                   std::vector<NetworkLocated>& answers) {
  answers.clear();
  if (!geometry::is_place({x, y, 0})) return;
  // One storey after the other: each catches the surfaces that cross the column within it, and a few steps up and down the
  // column bring the loft to zero.
  constexpr double kStorey = 4, kOverlap = 1;
  std::vector<std::pair<double, NetworkLocated>> found;
  const internal::NetworkData& data = network.data();
  for (double z = data.z_low; z <= data.z_high + kStorey; z += kStorey) {
    std::vector<NetworkLocated> here;
    find_on_strips(network, {x, y, z}, scratch, {-kStorey / 2 - kOverlap, kStorey / 2 + kOverlap}, here);
    for (NetworkLocated& located : here) {
      double height = z;
      const bool is_on = rest_on_surface(network, x, y, height, located);
      const auto is_same = [&](const auto& other) {
        return other.second.strip == located.strip &&
               std::fabs(other.second.point.distance - located.point.distance) < 1e-6;
      };
      if (is_on && std::none_of(found.begin(), found.end(), is_same)) {
        located.point.loft = 0;
        found.emplace_back(height, located);
      }
    }
  }
  std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    // surfaces within a millimetre of height are one
    const auto level = [](double height) { return -std::llround(height * 1000); };
    return std::tuple(level(a.first), rank(network, a.second)) <
           std::tuple(level(b.first), rank(network, b.second));
  });
  for (const auto& [height, located] : found) answers.push_back(located);
}

geometry::PlacedPose place(const Network& network, StripId id, const geometry::RibbonPoint& point) {
  BACKLOT_ASSERT(id.index() < network.strips().size(), "the network has no such strip");
  const Strip& strip = network.strip(id);
  const double height = network.surface_height(id, point.distance, point.offset);
  return geometry::place_pose(network.ribbon(strip.ribbon),
                              {strip.from + point.distance, point.offset, point.loft + height});
}

StripId find_strip_on(const Network& network, RibbonId ribbon, double distance, double offset) {
  BACKLOT_ASSERT(ribbon.index() < network.ribbons().size(), "the network has no such road");
  StripId best;
  double best_gap = 0;
  for (const StripId id : network.strips_on(ribbon)) {
    const Strip& strip = network.strip(id);
    const double along = distance - strip.from;
    const LaneEdges edges = network.edges(id, std::clamp(along, 0.0, strip.length()));
    const double gap = outside(0, strip.length(), along) + outside(edges.right, edges.left, offset);
    // where one way ends the next one begins
    if (!best.is_empty() && !(gap < best_gap || (gap == best_gap && strip.from > network.strip(best).from)))
      continue;
    best = id;
    best_gap = gap;
  }
  return best;
}

geometry::PlacedPose place(const Network& network, RibbonId ribbon, const geometry::RibbonPoint& point) {
  const StripId strip = find_strip_on(network, ribbon, point.distance, point.offset);
  if (strip.is_empty()) return geometry::place_pose(network.ribbon(ribbon), point);
  return place(network, strip, {point.distance - network.strip(strip).from, point.offset, point.loft});
}

}  // namespace backlot::network
