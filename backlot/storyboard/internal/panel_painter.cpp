#include "backlot/storyboard/internal/panel_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/draw/network_picture.h"
#include "backlot/storyboard/internal/cast.h"
#include "backlot/storyboard/internal/trails.h"
#include "backlot/storyboard/internal/view.h"
#include "backlot/storyboard/lights.h"
#include "backlot/storyboard/vehicle_shape.h"

namespace backlot::storyboard::internal {

using draw::SheetPoint;
using record::FrameObject;

namespace {

constexpr double kLabelSize = 13;
constexpr double kTrail_m = 1.0;  // width of a trail at the vehicle
constexpr double kFlagRoom = 12;  // before the name of a mark
constexpr const char* kFlag = "#f2e24b";
constexpr double kLight_m = 0.75;  // radius of a light

// A name with a place, and how it looks.
struct DrawnLabel {
  PlacedLabel placed;
  std::string text, colour;
  bool is_mark = false;
  bool is_dashed = false;
};

class PanelPainter {
 public:
  PanelPainter(draw::Sheet& sheet, const network::Network& network, const Storyboard& storyboard,
               std::size_t panel, const PanelOptions& options, const SheetBox& map, double unit)
      : sheet_(sheet),
        storyboard_(storyboard),
        panel_(storyboard.panels[panel]),
        options_(options),
        map_(map),
        unit_(unit),
        cast_(cast_of(storyboard, panel_)),
        projection_(paint_ground(network)),
        planner_(map) {
    find_vehicles();
    if (!panel_.frame.signals.empty()) find_lights_in_view(network);
  }

  void paint() {
    place_names();
    sheet_.begin_window(map_.low, map_.width(), map_.height());
    paint_lines();
    for (const DrawnLabel& label : labels_) paint_leader(label);
    for (const Light& light : lights_) draw_light(sheet_, projection_, light, light_radius());
    for (const FrameObject* object : vehicles_) paint_vehicle(*object);
    for (const NamedPlace* mark : marks_)
      sheet_.circle(projection_.at(mark->point), 3.2 * unit_,
                    {.fill = kFlag, .stroke = kInk, .stroke_width = 1.3 * unit_});
    for (const auto& [at, towards, colour] : pointers_) paint_pointer(at, towards, colour);
    for (const DrawnLabel& label : labels_) paint_label(label);
    paint_scale_bar(sheet_, bar_, unit_);
    sheet_.end_window();
    sheet_.rectangle(map_.low, map_.width(), map_.height(),
                     {.fill = "none", .stroke = kFrameLine, .stroke_width = 0.8});
  }

  double units_per_metre() const { return projection_.units_per_metre(); }

 private:
  struct Pointer {
    SheetPoint at, towards;  // a unit vector
    std::string colour;
  };

  draw::Projection paint_ground(const network::Network& network) {
    const draw::PictureWindow window =
        choose_window(network, storyboard_, panel_, cast_, options_, map_.width() / map_.height());
    draw::NetworkPicture picture;
    picture.names = picture.corridors = picture.signal_heads = false;
    return draw::draw_network_part(sheet_, network, picture, window, map_.low, map_.width(), map_.height());
  }

  // Extras first, so that the subject and the actors lie over them.
  void find_vehicles() {
    for (const bool is_cast : {false, true}) {
      for (const FrameObject& object : panel_.frame.objects) {
        if (!is_drawable(object) || (find(cast_, object.id) != nullptr) != is_cast) continue;
        if (overlap(box_of(object), map_)) vehicles_.push_back(&object);
      }
    }
  }

  void find_lights_in_view(const network::Network& network) {
    for (const Light& light : find_lights(network, panel_.frame.signals))
      if (holds(map_, disc_centre(projection_, light, light_radius()))) lights_.push_back(light);
  }

  SheetBox box_of(const FrameObject& object) const {
    const std::array<SheetPoint, 4> corners = corners_on_sheet(projection_, object);
    return box_around({corners.begin(), corners.end()});
  }
  SheetBox dot_box(const NamedPlace& mark) const {
    const SheetPoint at = projection_.at(mark.point);
    return SheetBox{at, at}.widened(4 * unit_);
  }
  double light_radius() const { return std::clamp(kLight_m * units_per_metre(), 3.2 * unit_, 8 * unit_); }
  double trail_width() const { return std::clamp(kTrail_m * units_per_metre(), 3.5 * unit_, 9 * unit_); }

  void place_names() {
    for (const FrameObject* object : vehicles_) planner_.add_obstacle(box_of(*object));
    for (const Light& light : lights_) {
      const SheetPoint at = disc_centre(projection_, light, light_radius());
      planner_.add_obstacle(SheetBox{at, at}.widened(1.5 * light_radius()));
    }
    for (const NamedPlace& mark : storyboard_.marks) {
      if (!is_finite(mark.point) || !holds(map_, projection_.at(mark.point))) continue;
      marks_.push_back(&mark);
      planner_.add_obstacle(dot_box(mark));
    }
    add_line_points();
    bar_ = best_scale_bar();
    planner_.add_obstacle(bar_.box);
    for (const CastMember& member : cast_) place_role(member);
    for (const NamedPlace* mark : marks_) place_mark(*mark);
  }

  // In the first corner where it covers the least.
  ScaleBar best_scale_bar() const {
    ScaleBar best = scale_bar_of(map_, unit_, units_per_metre(), 0);
    for (int corner = 1; corner < 4; ++corner) {
      const ScaleBar other = scale_bar_of(map_, unit_, units_per_metre(), corner);
      if (planner_.covered_by(other.box) < planner_.covered_by(best.box)) best = other;
    }
    return best;
  }

  void place_role(const CastMember& member) {
    const FrameObject& object = *record::find(panel_.frame, member.id);
    LabelWish wish{member.role, kLabelSize * unit_, box_of(object)};
    if (!overlap(wish.owner, map_)) wish = wish_at_border(member, object);
    const std::optional<PlacedLabel> placed = planner_.place(wish);
    if (placed) labels_.push_back({*placed, wish.text, member.colour, false, !member.is_cast});
  }

  // An actor out of view: an arrowhead at the border, and how far away the actor is.
  LabelWish wish_at_border(const CastMember& member, const FrameObject& object) {
    const SheetPoint to = projection_.at(object.centre), middle = map_.centre();
    const double dx = to.x - middle.x, dy = to.y - middle.y, length = std::sqrt(dx * dx + dy * dy);
    const double air = 14 * unit_;
    const double reach = std::min((0.5 * map_.width() - air) / std::max(std::fabs(dx), 1e-9),
                                  (0.5 * map_.height() - air) / std::max(std::fabs(dy), 1e-9));
    const SheetPoint at = {middle.x + reach * dx, middle.y + reach * dy};
    pointers_.push_back({at, {dx / length, dy / length}, member.colour});
    const SheetBox box = SheetBox{at, at}.widened(9 * unit_);
    planner_.add_obstacle(box);
    const double away_m = (1 - reach) * length / units_per_metre();
    return {fmt::format("{}, {:.0f} m away", member.role, away_m), kLabelSize * unit_, box};
  }

  void place_mark(const NamedPlace& mark) {
    const LabelWish wish{mark.name, 0.92 * kLabelSize * unit_, dot_box(mark), kFlagRoom * unit_};
    const std::optional<PlacedLabel> placed = planner_.place(wish);
    if (placed) labels_.push_back({*placed, mark.name, kQuietInk, true, false});
  }

  const FrameObject* find_subject() const {
    return cast_.empty() || !cast_.front().is_subject ? nullptr
                                                      : record::find(panel_.frame, cast_.front().id);
  }
  SheetLine course_ahead() const {
    const FrameObject* subject = find_subject();
    if (subject == nullptr) return {};
    return course_line(storyboard_, projection_, subject->centre,
                       0.5 * static_cast<double>(subject->length_m));
  }

  // Names keep off the lines where they can.
  void add_line_points() {
    const SheetLine course = course_ahead();
    for (std::size_t i = 0; i + 1 < course.size(); ++i) {
      // points closer together than a name is high
      for (const double share : {0.0, 0.33, 0.67})
        planner_.add_line_point({course[i].x + share * (course[i + 1].x - course[i].x),
                                 course[i].y + share * (course[i + 1].y - course[i].y)});
    }
    for (const Trail& trail : storyboard_.trails) {
      if (find(cast_, trail.id) == nullptr) continue;
      const double t = panel_.time_s;
      for (const SheetPoint& p : past_line(trail, projection_, t - options_.past_s, t))
        planner_.add_line_point(p);
      for (const SheetPoint& p : future_line(trail, projection_, t, t + options_.future_s))
        planner_.add_line_point(p);
    }
  }

  void paint_lines() {
    if (find_subject() != nullptr) draw_course(sheet_, course_ahead(), cast_.front().colour, trail_width());
    for (const Trail& trail : storyboard_.trails) {
      const CastMember* member = find(cast_, trail.id);
      if (member == nullptr) continue;
      const double t = panel_.time_s;
      // the course shows the way of the subject already
      if (!member->is_subject || storyboard_.course.empty())
        draw_future(sheet_, future_line(trail, projection_, t, t + options_.future_s), member->colour,
                    trail_width());
      draw_past(sheet_, trail, projection_, member->colour, trail_width(), t - options_.past_s, t);
    }
  }

  void paint_vehicle(const FrameObject& object) {
    const CastMember* member = find(cast_, object.id);
    VehicleLook look;
    look.edge_width = 0.8 * unit_;
    look.title = title_of(object);
    if (member != nullptr) {
      look.title = member->role + ": " + look.title;
      if (member->is_cast) {
        look.fill = member->colour;
      } else {
        look.edge = member->colour;
        look.edge_width = 2 * unit_;
      }
      paint_rim(object);
    }
    draw_vehicle(sheet_, projection_, object, look);
  }

  // White around the cast, so that it stands out from asphalt and trails.
  void paint_rim(const FrameObject& object) {
    const double inset_m = std::min(0.4, 0.25 * static_cast<double>(object.width_m));
    FrameObject core = object;
    core.length_m -= static_cast<float>(2 * inset_m);
    core.width_m -= static_cast<float>(2 * inset_m);
    sheet_.polygon(corners_on_sheet(projection_, core),
                   {.fill = "#ffffff",
                    .stroke = "#ffffff",
                    .stroke_width = std::min(2 * inset_m * units_per_metre() + 3.5 * unit_, 20.0)});
  }

  // "car 17, 68 km/h"; without parts that are not known.
  static std::string title_of(const FrameObject& object) {
    std::string text(to_text(object.kind));
    if (!object.id.is_empty()) text += fmt::format(" {}", world::number_for_people(object.id));
    if (std::isfinite(object.speed_mps)) text += fmt::format(", {:.0f} km/h", 3.6 * object.speed_mps);
    return text;
  }

  void paint_flag(const SheetPoint& foot) {
    const double u = unit_;
    sheet_.line(foot, {foot.x, foot.y - 12 * u}, {.stroke = kInk, .stroke_width = 1.2 * u});
    sheet_.polygon(
        std::array{SheetPoint{foot.x, foot.y - 12.5 * u}, SheetPoint{foot.x + 8 * u, foot.y - 9 * u},
                   SheetPoint{foot.x, foot.y - 5.5 * u}},
        {.fill = kFlag, .stroke = kInk, .stroke_width = 0.9 * u});
  }

  void paint_pointer(const SheetPoint& at, const SheetPoint& towards, const std::string& colour) {
    const double h = 13 * unit_, w = 7 * unit_;
    sheet_.polygon(std::array{SheetPoint{at.x + h * towards.x, at.y + h * towards.y},
                              SheetPoint{at.x - w * towards.y, at.y + w * towards.x},
                              SheetPoint{at.x + w * towards.y, at.y - w * towards.x}},
                   {.fill = colour, .stroke = "#ffffff", .stroke_width = 1.2 * unit_});
  }

  void paint_leader(const DrawnLabel& label) {
    const SheetPoint &a = label.placed.leader_from, &b = label.placed.leader_to;
    sheet_.line(a, b, {.stroke = "#ffffff", .stroke_width = 2.6 * unit_, .opacity = 0.8});
    sheet_.line(a, b, {.stroke = label.colour, .stroke_width = 1.1 * unit_});
  }

  void paint_label(const DrawnLabel& label) {
    const SheetBox& box = label.placed.box;
    sheet_.rounded_rectangle(box.low, box.width(), box.height(), 0.25 * box.height(),
                             {.fill = label.is_mark ? kMarkLabel : kRoleLabel,
                              .stroke = label.colour,
                              .stroke_width = (label.is_mark ? 0.8 : 1.5) * unit_,
                              .dash = label.is_dashed ? "4 3" : ""});
    const double size = box.height() / 1.5;
    if (label.is_mark) paint_flag({box.low.x + 6 * unit_, box.high.y - 3 * unit_});
    const double shift = label.is_mark ? 0.5 * kFlagRoom * unit_ : 0;
    sheet_.text({box.centre().x + shift, box.centre().y + 0.36 * size}, label.text,
                {.size = size,
                 .fill = kInk,
                 .anchor = draw::Anchor::middle,
                 .bold = !label.is_mark,
                 .italic = label.is_mark});
  }

  draw::Sheet& sheet_;
  const Storyboard& storyboard_;
  const Panel& panel_;
  const PanelOptions& options_;
  SheetBox map_;
  double unit_;
  std::vector<CastMember> cast_;
  draw::Projection projection_;
  LabelPlanner planner_;
  std::vector<const FrameObject*> vehicles_;
  std::vector<const NamedPlace*> marks_;
  std::vector<Light> lights_;
  std::vector<Pointer> pointers_;
  std::vector<DrawnLabel> labels_;
  ScaleBar bar_;
};

}  // namespace

void paint_panel(draw::Sheet& sheet, const network::Network& network, const Storyboard& storyboard,
                 std::size_t panel, const PanelOptions& options, const SheetBox& place,
                 const PanelTexts& texts, double head_height, double foot_height) {
  BACKLOT_ASSERT(panel < storyboard.panels.size(), "the storyboard has no such panel");
  BACKLOT_ASSERT(head_height >= 0 && foot_height >= 0, "the head and the foot of a panel have a height");
  const SheetBox map = {{place.low.x, place.low.y + head_height}, {place.high.x, place.high.y - foot_height}};
  PanelPainter painter(sheet, network, storyboard, panel, options, map, texts.unit);
  painter.paint();
  paint_head(sheet, storyboard.panels[panel], panel, place, texts);
  paint_foot(sheet, map, texts);
}

}  // namespace backlot::storyboard::internal
