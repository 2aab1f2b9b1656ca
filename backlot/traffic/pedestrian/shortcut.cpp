#include "backlot/traffic/pedestrian/shortcut.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::traffic {

namespace {

constexpr double kHalfWidth_m = 0.6;  // of a shortcut: others may push a walker so far aside
constexpr double kOneLevel_m = 2.5;   // surfaces that differ by more in height are of two levels
constexpr double kLongest_m = 1e3;    // of a shortcut
constexpr double kFastestWalk_mps = 10;

}  // namespace

bool is_sound(const Shortcut& s, const world::Footways& footways) {
  if (!s.is_on) return true;
  return geometry::is_place(s.start) && base::is_within(s.ux * s.ux + s.uy * s.uy, 0.999, 1.001) &&
         base::is_within(s.length, 1e-6, kLongest_m) && std::isfinite(s.climb) &&
         base::is_within(s.pace_mps, 0, kFastestWalk_mps) &&
         (s.onto.is_empty() || s.onto.raw() < footways.all().size());
}

world::FootPiece piece_of(const Shortcut& s) {
  BACKLOT_ASSERT(s.is_on && s.length > 0, "a walker is on the shortcut");
  world::FootPiece piece;
  piece.start = s.start;
  piece.ux = s.ux;
  piece.uy = s.uy;
  piece.length = s.length;
  piece.climb = s.climb;
  piece.half_width = kHalfWidth_m;
  return piece;
}

std::optional<FootwayAhead> find_footway_ahead(const world::Footways& footways,
                                               const geometry::WorldPoint& from, double ux, double uy,
                                               double past_m, double most_m) {
  BACKLOT_ASSERT(base::is_within(ux * ux + uy * uy, 0.999, 1.001), "a direction is a unit vector");
  BACKLOT_ASSERT(past_m >= 0 && most_m >= past_m, "a footway is looked for ahead");
  std::optional<FootwayAhead> found;
  for (std::size_t k = 0; k < footways.all().size(); ++k) {
    const world::Footway& footway = footways.all()[k];
    if (footway.kind == world::FootwayKind::crosswalk) continue;
    for (const world::FootPiece& piece : footways.pieces(footway)) {
      const double x = piece.start.x - from.x, y = piece.start.y - from.y;
      if (std::fabs(piece.start.z - from.z) > kOneLevel_m) continue;
      const double across = ux * piece.uy - uy * piece.ux;  // the sine between the two lines
      if (std::fabs(across) < 1e-3) continue;
      const double metres = (x * piece.uy - y * piece.ux) / across;  // of the way from the place
      const double along = (x * uy - y * ux) / across;               // of the piece
      if (along < 0 || along > piece.length || metres <= past_m || metres > most_m) continue;
      if (!found || metres < found->metres) found = FootwayAhead{world::FootwayId::from_size(k), metres};
    }
  }
  return found;
}

FootPlace nearest_on(const world::Footways& footways, world::FootwayId id,
                     const geometry::WorldPoint& point) {
  const std::span<const world::FootPiece> pieces = footways.pieces(footways[id]);
  BACKLOT_ASSERT(!pieces.empty(), "a footway has pieces");
  FootPlace best;
  double least2 = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < pieces.size(); ++k) {
    const world::FootPiece& p = pieces[k];
    const double x = point.x - p.start.x, y = point.y - p.start.y;
    const double along = p.ux * x + p.uy * y, offset = p.ux * y - p.uy * x;
    const double beyond = along - std::clamp(along, 0.0, p.length);
    const double away2 = beyond * beyond + offset * offset;
    if (away2 >= least2) continue;
    least2 = away2;
    best = {k, p.from_m + along, offset};
  }
  return best;
}

}  // namespace backlot::traffic
