#include "backlot/storyboard/vehicle_shape.h"

#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

namespace backlot::storyboard {

using draw::SheetPoint;
using record::FrameObject;

namespace {

constexpr const char* kGlass = "#33404d";
constexpr const char* kTyre = "#1c1f23";
constexpr const char* kBrake = "#ff1a1a";
constexpr const char* kIndicator = "#ffa400";

// Paints inside the box of an object, in shares of it: along from -1 (rear) to 1 (front), left from -1 to 1.
class BoxPainter {
 public:
  BoxPainter(draw::Sheet& sheet, const draw::Projection& projection, const FrameObject& object,
             const VehicleLook& look)
      : sheet_(sheet), projection_(projection), object_(object), look_(look) {}

  using Outline = std::initializer_list<std::pair<double, double>>;

  void polygon(Outline shares, const draw::Style& style) {
    std::vector<SheetPoint> points;
    for (const auto& [along, left] : shares) points.push_back(at(along, left));
    sheet_.polygon(points, style);
  }
  void body(Outline shares) {
    polygon(shares, {.fill = look_.fill, .stroke = look_.edge, .stroke_width = look_.edge_width});
  }
  void glass(Outline shares) { polygon(shares, {.fill = kGlass}); }
  // Both sides, left first.
  void pair(double along, double left, double length, double width, const char* fill) {
    for (const double side : {1.0, -1.0}) block(along, side * left, length, width, fill);
  }
  void block(double along, double left, double length, double width, const char* fill) {
    polygon({{along - length, left + width},
             {along + length, left + width},
             {along + length, left - width},
             {along - length, left - width}},
            {.fill = fill});
  }
  void disc(double along, double radius_m, const char* fill) {
    sheet_.circle(at(along, 0), radius_m * projection_.units_per_metre(), {.fill = fill});
  }

  SheetPoint at(double along, double left) const {
    const double l = 0.5 * static_cast<double>(object_.length_m) * along;
    const double w = 0.5 * static_cast<double>(object_.width_m) * left;
    return projection_.at({object_.centre.x + l * object_.heading_x - w * object_.heading_y,
                           object_.centre.y + l * object_.heading_y + w * object_.heading_x,
                           object_.centre.z});
  }
  const VehicleLook& look() const { return look_; }

 private:
  draw::Sheet& sheet_;
  const draw::Projection& projection_;
  const FrameObject& object_;
  const VehicleLook& look_;
};

void paint_car(BoxPainter& box) {
  box.body({{1, 0.45},
            {0.94, 0.82},
            {0.8, 1},
            {-0.85, 1},
            {-0.97, 0.85},
            {-1, 0.6},
            {-1, -0.6},
            {-0.97, -0.85},
            {-0.85, -1},
            {0.8, -1},
            {0.94, -0.82},
            {1, -0.45}});
  box.glass({{0.46, 0.72}, {0.2, 0.6}, {0.2, -0.6}, {0.46, -0.72}});        // windscreen
  box.glass({{-0.78, 0.66}, {-0.6, 0.58}, {-0.6, -0.58}, {-0.78, -0.66}});  // rear window
  box.glass({{0.36, 0.86}, {-0.66, 0.86}, {-0.56, 0.72}, {0.16, 0.72}});
  box.glass({{0.36, -0.86}, {-0.66, -0.86}, {-0.56, -0.72}, {0.16, -0.72}});
}

void paint_truck(BoxPainter& box) {
  box.body({{-1, 1}, {0.52, 1}, {0.52, -1}, {-1, -1}});  // the box of the load
  box.body({{0.58, 0.94}, {0.94, 0.94}, {1, 0.75}, {1, -0.75}, {0.94, -0.94}, {0.58, -0.94}});
  box.glass({{0.93, 0.74}, {0.82, 0.74}, {0.82, -0.74}, {0.93, -0.74}});
  for (const double along : {-0.62, -0.24, 0.14}) box.block(along, 0, 0.006, 0.84, box.look().edge.c_str());
}

void paint_bus(BoxPainter& box) {
  box.body({{1, 0.8}, {0.97, 1}, {-0.98, 1}, {-1, 0.9}, {-1, -0.9}, {-0.98, -1}, {0.97, -1}, {1, -0.8}});
  box.glass({{0.98, 0.78}, {0.9, 0.78}, {0.9, -0.78}, {0.98, -0.78}});
  for (const double along : {-0.72, -0.36, 0.0, 0.36, 0.68}) box.pair(along, 0.86, 0.13, 0.08, kGlass);
  for (const double along : {-0.45, 0.35}) box.block(along, 0, 0.1, 0.3, box.look().edge.c_str());
}

void paint_motorcycle(BoxPainter& box) {
  box.block(0.72, 0, 0.28, 0.22, kTyre);
  box.block(-0.72, 0, 0.28, 0.22, kTyre);
  box.body({{0.62, 0.28}, {0.2, 0.5}, {-0.7, 0.42}, {-0.86, 0}, {-0.7, -0.42}, {0.2, -0.5}, {0.62, -0.28}});
  box.block(0.42, 0, 0.05, 1, kTyre);  // handlebar
  box.disc(-0.12, 0.26, kGlass);       // helmet
}

// Wheels, handlebar, the shoulders and the head of the rider.
void paint_bicycle(BoxPainter& box) {
  box.block(0.64, 0, 0.36, 0.08, kTyre);
  box.block(-0.64, 0, 0.36, 0.08, kTyre);
  box.block(0.36, 0, 0.04, 1, kTyre);
  box.body({{0.3, 0.7}, {0.05, 0.85}, {-0.3, 0.5}, {-0.3, -0.5}, {0.05, -0.85}, {0.3, -0.7}});
  box.disc(0.12, 0.11, kGlass);
}

// Shoulders and head, seen from above.
void paint_pedestrian(BoxPainter& box) {
  box.body({{0.5, 0.95}, {1, 0.4}, {1, -0.4}, {0.5, -0.95}, {-0.7, -1}, {-1, -0.5}, {-1, 0.5}, {-0.7, 1}});
  box.disc(0.15, 0.11, kGlass);
}

void paint_lamps(BoxPainter& box, const FrameObject& object) {
  if (object.kind == world::ObjectKind::pedestrian || object.kind == world::ObjectKind::bicycle) return;
  const bool is_narrow = object.kind == world::ObjectKind::motorcycle;
  // a lamp is about 0.35 m long on a vehicle of any length
  const double half = 0.35 / static_cast<double>(object.length_m);
  if (object.brakes && is_narrow) box.block(-1 + half, 0, half, 0.5, kBrake);
  if (object.brakes && !is_narrow) box.pair(-1 + half, 0.68, half, 0.28, kBrake);
  for (const auto& [is_on, side] : {std::pair{object.indicates_left, 1.0}, {object.indicates_right, -1.0}}) {
    if (!is_on) continue;
    box.block(1 - 1.5 * half, 0.86 * side, half, 0.16, kIndicator);
    box.block(-1 + 3.2 * half, 0.86 * side, half, 0.16, kIndicator);
  }
}

}  // namespace

std::array<SheetPoint, 4> corners_on_sheet(const draw::Projection& projection, const FrameObject& object) {
  const double l = 0.5 * static_cast<double>(object.length_m), w = 0.5 * static_cast<double>(object.width_m);
  const auto at = [&](double along, double left) {
    return projection.at({object.centre.x + along * object.heading_x - left * object.heading_y,
                          object.centre.y + along * object.heading_y + left * object.heading_x,
                          object.centre.z});
  };
  return {at(l, w), at(l, -w), at(-l, -w), at(-l, w)};
}

void draw_vehicle(draw::Sheet& sheet, const draw::Projection& projection, const FrameObject& object,
                  const VehicleLook& look) {
  sheet.begin_group({}, look.title);
  BoxPainter box(sheet, projection, object, look);
  switch (object.kind) {
    case world::ObjectKind::car:
      paint_car(box);
      break;
    case world::ObjectKind::truck:
      paint_truck(box);
      break;
    case world::ObjectKind::bus:
      paint_bus(box);
      break;
    case world::ObjectKind::motorcycle:
      paint_motorcycle(box);
      break;
    case world::ObjectKind::bicycle:
      paint_bicycle(box);
      break;
    case world::ObjectKind::pedestrian:
      paint_pedestrian(box);
      break;
  }
  paint_lamps(box, object);
  sheet.end_group();
}

}  // namespace backlot::storyboard
