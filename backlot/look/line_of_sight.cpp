#include "backlot/look/line_of_sight.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::look {

namespace {

using geometry::WorldPoint;
using world::BodyBox;
using world::Building;
using world::BuildingIndex;
using world::PlanBox;

// The part of a line, counted from 0 to 1, that lies between two planes at -half and half. The line begins at `at` and goes by `way`.
struct Part {
  double from = 0, to = 1;

  void clip(double at, double way, double half) {
    if (way == 0) {
      if (std::fabs(at) >= half) to = -1;
      return;
    }
    const double a = (-half - at) / way, b = (half - at) / way;
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
  }
  // Whether the part is between two heights somewhere.
  bool is_between(double z, double dz, double low, double high) const {
    const double first = z + from * dz, last = z + to * dz;
    return std::max(first, last) > low && std::min(first, last) < high;
  }
};

WorldPoint eye_of(const Eye& eye) { return {eye.ground.x, eye.ground.y, eye.ground.z + eye.height_m}; }

// Whether a place of the plane is in a building: a line from it to the right then crosses an odd number of sides.
bool has_within(std::span<const PlanPoint> corners, double x, double y) {
  bool is_within = false;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const PlanPoint &a = corners[k], &b = corners[(k + 1) % corners.size()];
    if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)) is_within = !is_within;
  }
  return is_within;
}

}  // namespace

// The first test asks whether an axis parts line and box in the plane, which takes no division. Where both ends of the line are between ground and
// roof, all of it is; else the part of the line above the box decides.
bool is_hidden_by(const BodyBox& box, double height_m, const WorldPoint& eye, const WorldPoint& seen) {
  const double dx = seen.x - eye.x, dy = seen.y - eye.y, ex = eye.x - box.centre.x, ey = eye.y - box.centre.y;
  const double along = box.heading_x * ex + box.heading_y * ey,
               across = box.heading_x * ey - box.heading_y * ex;
  const double way_along = box.heading_x * dx + box.heading_y * dy,
               way_across = box.heading_x * dy - box.heading_y * dx;
  if (std::fabs(along + 0.5 * way_along) >= box.half_length + 0.5 * std::fabs(way_along) ||
      std::fabs(across + 0.5 * way_across) >= box.half_width + 0.5 * std::fabs(way_across) ||
      std::fabs(along * way_across - across * way_along) >=
          box.half_length * std::fabs(way_across) + box.half_width * std::fabs(way_along))
    return false;
  const double ground = box.centre.z, roof = ground + height_m;
  if (std::min(eye.z, seen.z) > ground && std::max(eye.z, seen.z) < roof) return true;
  Part part;
  part.clip(along, way_along, box.half_length);
  part.clip(across, way_across, box.half_width);
  return part.from < part.to && part.is_between(eye.z, seen.z - eye.z, ground, roof);
}

// Between two sides that the line crosses it is all inside or all outside: the middle of that part tells.
bool is_hidden_by(const Building& building, const WorldPoint& eye, const WorldPoint& seen) {
  const std::span<const PlanPoint> corners = building.corners;
  const double dx = seen.x - eye.x, dy = seen.y - eye.y;
  const auto crossing_after = [&](double from) {
    double next = 1;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const PlanPoint &a = corners[k], &b = corners[(k + 1) % corners.size()];
      const double sx = b.x - a.x, sy = b.y - a.y, across = dx * sy - dy * sx;
      if (across == 0) continue;  // side by side
      const double ax = a.x - eye.x, ay = a.y - eye.y;
      const double at = (ax * sy - ay * sx) / across, on_side = (ax * dy - ay * dx) / across;
      if (on_side >= 0 && on_side <= 1 && at > from && at < next) next = at;
    }
    return next;
  };
  Part part{0, 0};
  while (part.to < 1) {
    part = {part.to, crossing_after(part.to)};
    const double middle = 0.5 * (part.from + part.to);
    if (has_within(corners, eye.x + middle * dx, eye.y + middle * dy) &&
        part.is_between(eye.z, seen.z - eye.z, building.from_z, building.to_z))
      return true;
  }
  return false;
}

void LineOfSight::Discs::clear() {
  x.clear();
  y.clear();
  radius_m.clear();
  near_m.clear();
}

void LineOfSight::Discs::add(float at_x, float at_y, float radius) {
  BACKLOT_ASSERT(radius >= 0, "a disc has a radius");
  x.push_back(at_x);
  y.push_back(at_y);
  radius_m.push_back(radius);
  near_m.push_back(std::sqrt(at_x * at_x + at_y * at_y) - radius);
}

// Gathers the bodies that come within a distance of the eye.
void LineOfSight::gather(const Snapshot& snapshot, const Eye& eye, const PlanBox& box, double within_m) {
  BACKLOT_ASSERT(within_m >= 0, "a reach is not negative");
  numbers_.clear();
  things_.clear();
  discs_.clear();
  snapshot.add_near(box, numbers_);
  for (const std::uint32_t number : numbers_) snapshot.prefetch(number);
  for (const std::uint32_t number : numbers_) {
    if (!eye.of.is_empty() && snapshot.id(number) == eye.of) continue;
    SeenBody body = snapshot.seen(number);
    if (eye.later_s > 0) {
      const double way_m = snapshot.motion(number).speed_mps * eye.later_s;
      body.box.centre.x += way_m * body.box.heading_x;
      body.box.centre.y += way_m * body.box.heading_y;
    }
    const double dx = body.box.centre.x - eye.ground.x, dy = body.box.centre.y - eye.ground.y;
    const double half = body.box.half_length + body.box.half_width;
    if (dx * dx + dy * dy > (within_m + half) * (within_m + half)) continue;
    things_.push_back({body.box, body.height_m, number});
    discs_.add(static_cast<float>(dx), static_cast<float>(dy), static_cast<float>(half));
  }
}

void LineOfSight::gather_buildings(const BuildingIndex& own, const PlanBox& box,
                                   std::span<const Building> further) {
  buildings_.clear();
  own.add_near(box, buildings_);
  for (const Building& building : further) {
    if (building.corners.size() < 3 || !std::ranges::all_of(building.corners, world::is_number)) continue;
    const PlanBox around = world::box_around(building.corners);
    if (touches(around, box)) buildings_.push_back({&building, around});
  }
}

// Finds the bodies whose discs come near the line to one body and lie neither wholly behind it nor behind the eye. Seldom are there more than a
// few, so most bodies are known to be visible without testing a line.
void LineOfSight::find_in_the_way(std::size_t which) {
  BACKLOT_ASSERT(which < things_.size(), "there is no such body in sight");
  constexpr float kRounding_m = 0.05F;
  const std::size_t count = things_.size();
  const float tx = discs_.x[which], ty = discs_.y[which], way = std::sqrt(tx * tx + ty * ty);
  const float radius = discs_.radius_m[which] + kRounding_m, far = way + radius;
  apart_.resize(count);
  const float *x = discs_.x.data(), *y = discs_.y.data(), *r = discs_.radius_m.data(),
              *near = discs_.near_m.data();
  float* apart = apart_.data();
  for (std::size_t k = 0; k < count; ++k) {
    const float beside = std::fabs(tx * y[k] - ty * x[k]), along = tx * x[k] + ty * y[k];
    const float both = (radius + r[k]) * way;
    apart[k] = std::max(std::max(beside, -along) - both, (near[k] - far) * way);
  }
  // without a branch: the processor cannot predict which ones they are
  in_the_way_.resize(count);
  std::size_t found = 0;
  for (std::size_t k = 0; k < count; ++k) {
    in_the_way_[found] = static_cast<std::uint32_t>(k);
    found += apart[k] <= 0 && k != which ? 1U : 0U;
  }
  in_the_way_.resize(found);
}

bool LineOfSight::sees(const WorldPoint& eye, const WorldPoint& point) {
  const auto dx = static_cast<float>(point.x - eye.x), dy = static_cast<float>(point.y - eye.y);
  const float way2 = dx * dx + dy * dy;
  for (std::uint32_t& k : in_the_way_) {
    constexpr float kRounding = 1.02F;
    const float beside = dx * discs_.y[k] - dy * discs_.x[k], radius = kRounding * discs_.radius_m[k];
    if (beside * beside > radius * radius * way2) continue;
    if (!is_hidden_by(things_[k].box, things_[k].height_m, eye, point)) continue;
    std::swap(k, in_the_way_.front());
    return false;
  }
  const PlanBox line{std::min(eye.x, point.x), std::min(eye.y, point.y), std::max(eye.x, point.x),
                     std::max(eye.y, point.y)};
  return std::ranges::none_of(buildings_, [&](const BuildingIndex::Near& near) {
    return touches(near.box, line) && is_hidden_by(*near.building, eye, point);
  });
}

bool LineOfSight::sees(const WorldPoint& eye, std::size_t which) {
  BACKLOT_ASSERT(which < things_.size(), "there is no such body in sight");
  find_in_the_way(which);
  if (in_the_way_.empty() && buildings_.empty()) return true;
  const BodyBox& box = things_[which].box;
  const double z = box.centre.z + 0.5 * things_[which].height_m;
  if (sees(eye, {box.centre.x, box.centre.y, z})) return true;
  for (const double i : {-1.0, 1.0}) {
    for (const double j : {-1.0, 1.0}) {
      const double along = i * box.half_length, across = j * box.half_width;
      if (sees(eye, {box.centre.x + along * box.heading_x - across * box.heading_y,
                     box.centre.y + along * box.heading_y + across * box.heading_x, z}))
        return true;
    }
  }
  return false;
}

std::span<const std::uint32_t> LineOfSight::find_visible(const Snapshot& snapshot, const Eye& eye,
                                                         double within_m, std::span<const Building> further) {
  visible_.clear();
  const WorldPoint from = eye_of(eye);
  if (!geometry::is_place(from) || !(within_m >= 0)) return {};
  const Circle circle{{from.x, from.y}, within_m};
  const auto gather_within = [&](double reach) {
    const PlanBox box{from.x - reach, from.y - reach, from.x + reach, from.y + reach};
    gather(snapshot, eye, box, reach);
    gather_buildings(snapshot.roads().buildings, box, further);
    // the far end of a body within may be hidden by a body that is not within
    float furthest = 0;
    for (std::size_t k = 0; k < things_.size(); ++k) {
      if (touches(things_[k].box, circle))
        furthest = std::max(furthest, discs_.near_m[k] + 2 * discs_.radius_m[k]);
    }
    return static_cast<double>(furthest);
  };
  constexpr double kUsual_m = 6, kRounding_m = 0.05;  // a body seldom reaches further behind its near end
  const double furthest = gather_within(within_m + kUsual_m);
  if (furthest > within_m + kUsual_m - kRounding_m) gather_within(furthest + kRounding_m);
  for (std::size_t k = 0; k < things_.size(); ++k) {
    if (touches(things_[k].box, circle) && sees(from, k)) visible_.push_back(things_[k].number);
  }
  std::sort(visible_.begin(), visible_.end());
  return visible_;
}

// Gathers what lies between the eye and a body.
void LineOfSight::gather_between(const Snapshot& snapshot, const Eye& eye, const BodyBox& target,
                                 std::span<const Building> further) {
  const WorldPoint from = eye_of(eye);
  const double reach = target.half_length + target.half_width;
  const PlanBox box{std::min(from.x, target.centre.x - reach), std::min(from.y, target.centre.y - reach),
                    std::max(from.x, target.centre.x + reach), std::max(from.y, target.centre.y + reach)};
  const double dx = target.centre.x - from.x, dy = target.centre.y - from.y;
  gather(snapshot, eye, box, std::sqrt(dx * dx + dy * dy) + reach);
  gather_buildings(snapshot.roads().buildings, box, further);
}

bool LineOfSight::is_visible(const Snapshot& snapshot, const Eye& eye, world::ObjectId id,
                             std::span<const Building> further) {
  const WorldPoint from = eye_of(eye);
  if (!snapshot.has(id) || !geometry::is_place(from) || id == eye.of) return false;
  gather_between(snapshot, eye, snapshot.seen(id.slot()).box, further);
  const auto at = std::ranges::find(things_, id.slot(), &Thing::number);
  return at != things_.end() && sees(from, static_cast<std::size_t>(at - things_.begin()));
}

bool LineOfSight::would_be_visible(const Snapshot& snapshot, const Eye& eye, const SeenBody& body,
                                   std::span<const Building> further) {
  constexpr std::uint32_t kNoNumber = 0xffffffffU;
  const WorldPoint from = eye_of(eye);
  if (!geometry::is_place(from) || !geometry::is_place(body.box.centre)) return false;
  gather_between(snapshot, eye, body.box, further);
  things_.push_back({body.box, body.height_m, kNoNumber});
  discs_.add(static_cast<float>(body.box.centre.x - from.x), static_cast<float>(body.box.centre.y - from.y),
             static_cast<float>(body.box.half_length + body.box.half_width));
  return sees(from, things_.size() - 1);
}

}  // namespace backlot::look
