#include "backlot/storyboard/internal/view.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "backlot/storyboard/internal/distances.h"

namespace backlot::storyboard::internal {

using geometry::WorldPoint;

namespace {

constexpr double kMargin_m = 13;
constexpr double kAround_s =
    1.1;  // the view has room for the way of a moving object, before and after the moment,
constexpr double kMostAround_m = 20;  // but not for more than this
constexpr double kMarkReach_m = 70;   // a mark this near to the cast belongs to the moment

class Box {
 public:
  void add(const WorldPoint& p) {
    if (is_empty_) low_ = high_ = p;
    is_empty_ = false;
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), 0};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y), 0};
  }
  bool is_empty() const { return is_empty_; }
  WorldPoint centre() const { return {0.5 * (low_.x + high_.x), 0.5 * (low_.y + high_.y), 0}; }
  // Of a window of the given shape around it.
  double width_for(double shape) const {
    return std::max(high_.x - low_.x + 2 * kMargin_m, (high_.y - low_.y + 2 * kMargin_m) * shape);
  }

 private:
  bool is_empty_ = true;
  WorldPoint low_{}, high_{};
};

// Where an object is, where it was, and where it will be.
std::vector<WorldPoint> points_around(const record::FrameObject& o) {
  const double speed = std::isfinite(o.speed_mps) ? o.speed_mps : 0;
  const double reach =
      std::min(kMostAround_m, std::fabs(speed) * kAround_s) + 0.5 * static_cast<double>(o.length_m);
  return {o.centre,
          {o.centre.x + reach * o.heading_x, o.centre.y + reach * o.heading_y, 0},
          {o.centre.x - reach * o.heading_x, o.centre.y - reach * o.heading_y, 0}};
}

// Adds points as long as the window does not get wider than allowed.
bool add_if_room(Box& box, const std::vector<WorldPoint>& points, double shape, double widest_m) {
  Box larger = box;
  for (const WorldPoint& p : points) larger.add(p);
  if (!box.is_empty() && larger.width_for(shape) > widest_m) return false;
  box = larger;
  return true;
}

std::vector<const record::FrameObject*> objects_of(const Panel& panel, const std::vector<CastMember>& cast) {
  std::vector<const record::FrameObject*> objects;
  for (const CastMember& member : cast) objects.push_back(record::find(panel.frame, member.id));
  // the first one stays; the others by their distance to it
  if (objects.size() > 2) {
    const WorldPoint first = objects.front()->centre;
    std::stable_sort(objects.begin() + 1, objects.end(), [&](const auto* a, const auto* b) {
      return distance(a->centre, first) < distance(b->centre, first);
    });
  }
  return objects;
}

std::vector<WorldPoint> marks_near(const Storyboard& storyboard, const std::vector<WorldPoint>& places) {
  std::vector<std::pair<double, WorldPoint>> found;
  for (const NamedPlace& mark : storyboard.marks) {
    if (!is_finite(mark.point)) continue;
    double nearest = 1e300;
    for (const WorldPoint& place : places) nearest = std::min(nearest, distance(mark.point, place));
    if (nearest <= kMarkReach_m) found.emplace_back(nearest, mark.point);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<WorldPoint> points;
  for (const auto& [away, point] : found) points.push_back(point);
  return points;
}

// Where nothing of the scene says what to show.
std::vector<WorldPoint> points_of_network(const network::Network& network) {
  for (std::size_t i = 0; i < network.intersections().size(); ++i) {
    const auto boundary = network.boundary(network::IntersectionId::from_size(i));
    if (!boundary.empty()) return {boundary.begin(), boundary.end()};
  }
  if (network.strips().empty()) return {{0, 0, 0}};
  const network::Strip& strip = network.strips().front();
  return {geometry::place(network.ribbon(strip.ribbon), {strip.from, 0, 0})};
}

void add_without_cast(Box& box, const network::Network& network, const Storyboard& storyboard,
                      const Panel& panel, double shape, double widest_m) {
  for (const record::FrameObject& o : panel.frame.objects)
    if (is_drawable(o)) add_if_room(box, {o.centre}, shape, widest_m);
  for (const NamedPlace& mark : storyboard.marks)
    if (is_finite(mark.point)) add_if_room(box, {mark.point}, shape, widest_m);
  if (!box.is_empty()) return;
  for (const WorldPoint& p : storyboard.course)
    if (is_finite(p)) add_if_room(box, {p}, shape, widest_m);
  if (!box.is_empty()) return;
  for (const WorldPoint& p : points_of_network(network)) add_if_room(box, {p}, shape, widest_m);
}

}  // namespace

draw::PictureWindow choose_window(const network::Network& network, const Storyboard& storyboard,
                                  const Panel& panel, const std::vector<CastMember>& cast,
                                  const PanelOptions& options, double shape) {
  Box box;
  std::vector<WorldPoint> shown;
  for (const record::FrameObject* object : objects_of(panel, cast)) {
    if (add_if_room(box, points_around(*object), shape, options.widest_m)) shown.push_back(object->centre);
  }
  for (const WorldPoint& mark : marks_near(storyboard, shown))
    add_if_room(box, {mark}, shape, options.widest_m);
  if (box.is_empty()) add_without_cast(box, network, storyboard, panel, shape, options.widest_m);
  const double width =
      std::clamp(box.width_for(shape), options.narrowest_m, std::max(options.narrowest_m, options.widest_m));
  return {box.centre(), width, width / shape};
}

}  // namespace backlot::storyboard::internal
