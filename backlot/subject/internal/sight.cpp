#include "backlot/subject/internal/sight.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "backlot/look/line_of_sight.h"

namespace backlot::subject::internal {

namespace {

using geometry::WorldPoint;
using record::FrameObject;

constexpr double kEye_m = 1.2;

world::BodyBox box_of(const FrameObject& o) {
  return {o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m),
          0.5 * static_cast<double>(o.width_m)};
}

bool is_free(const record::Frame& frame, std::span<const world::BuildingIndex::Near> near,
             const FrameObject& self, const FrameObject& body, const WorldPoint& eye,
             const WorldPoint& point) {
  for (const world::BuildingIndex::Near& b : near)
    if (look::is_hidden_by(*b.building, eye, point)) return false;
  return std::ranges::none_of(frame.objects, [&](const FrameObject& o) {
    return o.id != self.id && o.id != body.id &&
           look::is_hidden_by(box_of(o), static_cast<double>(o.height_m), eye, point);
  });
}

}  // namespace

bool can_see(const record::Frame& frame, const world::BuildingIndex& buildings, const FrameObject& self,
             const FrameObject& body, std::vector<world::BuildingIndex::Near>& near) {
  const WorldPoint eye{self.centre.x, self.centre.y, self.centre.z + kEye_m};
  const world::PlanBox around{std::min(self.centre.x, body.centre.x) - static_cast<double>(body.length_m),
                              std::min(self.centre.y, body.centre.y) - static_cast<double>(body.length_m),
                              std::max(self.centre.x, body.centre.x) + static_cast<double>(body.length_m),
                              std::max(self.centre.y, body.centre.y) + static_cast<double>(body.length_m)};
  near.clear();
  buildings.add_near(around, near);
  const double l = 0.5 * static_cast<double>(body.length_m), w = 0.5 * static_cast<double>(body.width_m);
  for (const auto& [along, across] : {std::pair{0.0, 0.0}, {l, w}, {l, -w}, {-l, -w}, {-l, w}}) {
    const WorldPoint point{body.centre.x + along * body.heading_x - across * body.heading_y,
                           body.centre.y + along * body.heading_y + across * body.heading_x,
                           body.centre.z + 0.5 * static_cast<double>(body.height_m)};
    if (is_free(frame, near, self, body, eye, point)) return true;
  }
  return false;
}

}  // namespace backlot::subject::internal
