#include "backlot/formats/opendrive/internal/import/object_outlines.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::formats::opendrive {

namespace {

using network::FeatureCorner;
using network::OutlineFrame;

constexpr int kRoundCorners = 12;       // of a polygon in the place of a circle
constexpr double kLeastZebra_m = 1;     // narrower markings are lines along a crosswalk, not the crosswalk
constexpr double kSharpest = 2;         // of a bend in a line, how far its outer corner is drawn out
constexpr double kSameCorner_m = 1e-6;  // corners nearer to each other are one

bool is_same_corner(const FeatureCorner& a, const FeatureCorner& b) {
  return std::fabs(a.along - b.along) <= kSameCorner_m && std::fabs(a.left - b.left) <= kSameCorner_m &&
         std::fabs(a.up - b.up) <= kSameCorner_m;
}

// Without those that stand at the place of the one before.
void drop_repetitions(std::vector<FeatureCorner>& corners) {
  corners.erase(std::unique(corners.begin(), corners.end(), is_same_corner), corners.end());
}

// The corners of the file.
ObjectOutline corners_of(const Outline& outline) {
  ObjectOutline out;
  const auto add = [&](const FeatureCorner& corner, double height_m) {
    out.height_m = std::max(out.height_m, height_m);
    out.corners.push_back(corner);
  };
  if (outline.road_corners.size() >= 2) {
    out.frame = OutlineFrame::road;
    for (const CornerRoad& c : outline.road_corners) add({c.s, c.t, c.dz_m}, c.height_m);
  } else {
    for (const CornerLocal& c : outline.local_corners) add({c.u, c.v, c.z}, c.height_m);
  }
  drop_repetitions(out.corners);
  return out;
}

struct Direction {
  double along = 0, left = 0;
};

Direction direction(const FeatureCorner& a, const FeatureCorner& b) {
  const double along = b.along - a.along, left = b.left - a.left,
               length = std::sqrt(along * along + left * left);
  return length > 0 ? Direction{along / length, left / length} : Direction{};
}

// A line with a breadth: there on its left side, back on its right one.
std::vector<FeatureCorner> strip_around(const std::vector<FeatureCorner>& line, double width_m) {
  BACKLOT_ASSERT(line.size() >= 2 && width_m > 0, "a line has two places and a width");
  std::vector<FeatureCorner> left, right;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Direction in = direction(line[i == 0 ? 0 : i - 1], line[i == 0 ? 1 : i]);
    const Direction out = i + 1 < line.size() ? direction(line[i], line[i + 1]) : in;
    // half way between both, and longer by as much as the bend is sharp
    const double along = in.along + out.along, across = in.left + out.left;
    const double size2 = along * along + across * across;
    const double stretch = size2 > 0 ? std::min(2 / size2, kSharpest) : 0;
    const double da = -across * stretch * 0.5 * width_m, dl = along * stretch * 0.5 * width_m;
    left.push_back({line[i].along + da, line[i].left + dl, line[i].up});
    right.push_back({line[i].along - da, line[i].left - dl, line[i].up});
  }
  left.insert(left.end(), right.rbegin(), right.rend());
  // in a sharp bend its inner corners may fall together
  drop_repetitions(left);
  if (left.size() > 1 && is_same_corner(left.front(), left.back())) left.pop_back();
  return left;
}

double line_width(const Object& object, double usual_width_m) {
  for (const Marking& marking : object.markings)
    if (marking.width_m.value_or(0) >= kLeastZebra_m) return *marking.width_m;
  const double width = object.width_m.value_or(0);
  return width > 0 ? width : usual_width_m;
}

ObjectOutline circle(double radius_m) {
  BACKLOT_ASSERT(radius_m > 0, "a circle has a radius");
  ObjectOutline out;
  for (int i = 0; i < kRoundCorners; ++i) {
    const base::SinCos turn = base::sin_cos(base::kTwoPi * i / kRoundCorners);
    out.corners.push_back({radius_m * turn.cos, radius_m * turn.sin, 0});
  }
  return out;
}

}  // namespace

std::vector<ObjectOutline> outlines_of(const Object& object, double usual_width_m) {
  std::vector<ObjectOutline> all;
  for (const Outline& outline : object.outlines) {
    if (!outline.is_outer.value_or(true)) continue;
    ObjectOutline one = corners_of(outline);
    // a line that comes back to its start is a polygon
    const bool returns = one.corners.size() > 2 && is_same_corner(one.corners.front(), one.corners.back());
    if (returns) one.corners.pop_back();
    if (one.corners.size() < 2) continue;
    const bool is_line = one.corners.size() == 2 || (!returns && !outline.is_closed.value_or(true));
    if (is_line) one.corners = strip_around(one.corners, line_width(object, usual_width_m));
    if (one.corners.size() < 3) continue;
    all.push_back(std::move(one));
  }
  const bool is_box = object.length_m.value_or(0) > 0 || object.width_m.value_or(0) > 0;
  if (all.empty() && !is_box && object.radius_m.value_or(0) > 0) all.push_back(circle(*object.radius_m));
  return all;
}

double breadth_of(const Object& object) {
  double low = 0, high = 0;
  bool is_first = true;
  for (const ObjectOutline& outline : outlines_of(object, 0))
    for (const FeatureCorner& corner : outline.corners) {
      low = is_first ? corner.left : std::min(low, corner.left);
      high = is_first ? corner.left : std::max(high, corner.left);
      is_first = false;
    }
  return high - low;
}

}  // namespace backlot::formats::opendrive
