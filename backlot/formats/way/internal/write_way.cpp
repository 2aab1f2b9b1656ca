// The parts of a way: spine, lanes, attributes, features.
#include <tuple>
#include <variant>

#include "backlot/formats/text/number.h"
#include "backlot/formats/text/token.h"
#include "backlot/formats/way/internal/vocabulary.h"
#include "backlot/formats/way/internal/write_network.h"

namespace backlot::formats::way {

namespace {

using network::AttributeDescription;
using network::AttributeKind;
using network::FeatureDescription;
using network::FeatureKind;
using network::LaneDescription;
using network::LaneDirection;
using network::Marking;

// Words of one kind of element.
struct ElementText {
  std::string operator()(const geometry::PlanLine& line) const {
    return fmt::format("line {}", length_text(line.length));
  }
  std::string operator()(const geometry::PlanArc& arc) const {
    return fmt::format("arc {} length {}", bend(arc.curvature), length_text(arc.length));
  }
  std::string operator()(const geometry::PlanSpiral& spiral) const {
    return fmt::format("spiral {} to {} length {}", bend_or_straight(spiral.start_curvature),
                       bend_or_straight(spiral.end_curvature), length_text(spiral.length));
  }
  std::string operator()(const geometry::PlanCubic& cubic) const {
    return fmt::format("cubic {} length {}", tuple_text({cubic.a, cubic.b, cubic.c, cubic.d}),
                       length_text(cubic.length));
  }
  std::string operator()(const geometry::PlanParametricCubic& cubic) const {
    const auto& [u, v] = std::tie(cubic.u, cubic.v);
    std::string words = fmt::format("parametric u {} v {}", tuple_text({u[0], u[1], u[2], u[3]}),
                                    tuple_text({v[0], v[1], v[2], v[3]}));
    if (cubic.end_parameter != 1) words += " to " + text::number_text(cubic.end_parameter);
    return words;
  }

 private:
  // By its radius where a short number gives the very same curvature.
  static std::string bend(double curvature) {
    const double size = curvature < 0 ? -curvature : curvature;
    const std::string radius = fmt::format("{:.10g}", 1 / size);
    const text::NumberRead read = text::read_number(radius);
    const bool is_exact = size > 0 && read.error == text::NumberError::none && 1 / read.value == size;
    if (!is_exact) return "curvature " + curvature_text(curvature);
    return fmt::format("{} radius {} m", curvature < 0 ? "right" : "left", radius);
  }
  static std::string bend_or_straight(double curvature) {
    return curvature == 0 ? "straight" : bend(curvature);
  }
};

std::string pose_text(const geometry::PlanPose& pose) {
  return fmt::format("{} heading {}", point_text({pose.x, pose.y, 0}), angle_text(pose.heading_rad));
}

void write_plan(Writer& out, const geometry::PlanSpine& plan) {
  out.line("begin at {} heading {}", point_text({plan.start.x, plan.start.y, plan.base_z}),
           angle_text(plan.start.heading_rad));
  for (const geometry::PlanElement& element : plan.elements) {
    const std::string words = std::visit(ElementText{}, element.shape);
    if (element.start)
      out.line("{} starting at {}", words, pose_text(*element.start));
    else
      out.line("{}", words);
  }
  if (!plan.elevation.records.empty()) out.profile("elevation", plan.elevation, length_text);
  if (!plan.bank_rad.records.empty()) out.profile("bank", plan.bank_rad, angle_text);
}

void write_spine_points(Writer& out, const geometry::PointSpine& spine) {
  out.open("points");
  for (const geometry::SpinePoint& point : spine.points) {
    if (point.normal)
      out.line("{} normal {}", point_text(point.position),
               tuple_text({point.normal->x, point.normal->y, point.normal->z}));
    else
      out.line("{}", point_text(point.position));
  }
  out.close();
}

void write_lane(Writer& out, const LaneDescription& lane) {
  std::string words(word_of(kLaneKindWords, lane.kind));
  if (lane.direction != network::usual_direction(lane.kind) || lane.direction == LaneDirection::forward)
    words += fmt::format(" {}", word_of(kDirectionWords, lane.direction));
  const bool is_constant =
      lane.width.records.size() == 1 && lane.width == network::constant_profile(lane.width.records[0].a);
  if (is_constant) words += " " + length_text(lane.width.records[0].a);
  const bool is_simple = lane.name.empty() && is_constant && !lane.ends && lane.heights.is_empty() &&
                         lane.left_changes.empty() && lane.right_changes.empty() &&
                         lane.left_marking == Marking::automatic && lane.right_marking == Marking::automatic;
  if (is_simple) return out.line("{}", words);
  out.open("{}", words);
  if (!lane.name.empty()) out.line("name {}", name_text(lane.name));
  if (!is_constant) out.profile("width", lane.width, length_text);
  if (lane.ends) out.line("ends");
  if (lane.left_marking != Marking::automatic)
    out.line("left marking {}", word_of(kMarkingWords, lane.left_marking));
  for (const network::MarkingChange& change : lane.left_changes)
    out.line("left marking {} from {}", word_of(kMarkingWords, change.marking), length_text(change.from));
  if (lane.right_marking != Marking::automatic)
    out.line("right marking {}", word_of(kMarkingWords, lane.right_marking));
  for (const network::MarkingChange& change : lane.right_changes)
    out.line("right marking {} from {}", word_of(kMarkingWords, change.marking), length_text(change.from));
  out.heights(lane.heights);
  out.close();
}

std::string attribute_lead(const AttributeDescription& a) {
  std::string words(word_of(kAttributeWords, a.kind));
  switch (a.kind) {
    case AttributeKind::speed_limit:
    case AttributeKind::advised_speed:
      return words + " " + speed_text(a.value);
    case AttributeKind::flag_man:
      if (a.value == 0 || a.value == 1 || a.value == 2)
        return fmt::format("{} {}", words, kFlagManWords[static_cast<std::size_t>(a.value)]);
      break;
    case AttributeKind::custom:
      words += " " + name_text(a.name);
      break;
    default:
      break;
  }
  if (a.value != 0) words += " value " + text::number_text(a.value);
  return words;
}

std::string feature_lead(const FeatureDescription& f) {
  const std::string words(word_of(kFeatureWords, f.kind));
  if (f.kind == FeatureKind::speed_sign) return words + " " + speed_text(f.value);
  if (f.kind == FeatureKind::sign) return words + " " + text::quoted(f.text);
  if (f.kind == FeatureKind::signal_head) return words + " " + name_text(f.text);
  return words;
}

std::string outline_text(const FeatureDescription& f) {
  std::string words = f.outline_frame == network::OutlineFrame::road ? " outline on road" : " outline";
  for (const network::FeatureCorner& corner : f.outline)
    words += " " + point_text({corner.along, corner.left, corner.up});
  return words;
}

}  // namespace

void write_spine(Writer& out, const std::variant<geometry::PlanSpine, geometry::PointSpine>& spine) {
  if (const auto* plan = std::get_if<geometry::PlanSpine>(&spine)) return write_plan(out, *plan);
  write_spine_points(out, std::get<geometry::PointSpine>(spine));
}

void write_lanes(Writer& out, const network::WayDescription& way) {
  for (std::size_t i = 0; i < way.lanes.size(); ++i) {
    if (i == way.lanes_left) out.line("spine");
    write_lane(out, way.lanes[i]);
  }
  if (way.lanes_left >= way.lanes.size()) out.line("spine");
}

void write_attribute(Writer& out, const AttributeDescription& a) {
  std::string words = attribute_lead(a);
  if (!a.name.empty() && a.kind != AttributeKind::custom) words += " name " + name_text(a.name);
  if (a.kind == AttributeKind::stop_line && a.from == a.to) {
    words += " at " + length_text(a.from);
  } else {
    const bool is_everywhere = a.from == 0 && a.to == kToTheEnd && a.kind != AttributeKind::stop_line;
    if (!is_everywhere) words += " from " + length_text(a.from);
    if (!is_everywhere) words += " to " + (a.to == kToTheEnd ? std::string("end") : length_text(a.to));
  }
  if (a.direction != LaneDirection::both) words += fmt::format(" {}", word_of(kDirectionWords, a.direction));
  if (!a.lanes.empty()) words += " lanes " + names_text(a.lanes);
  out.line("{}", words);
}

void write_feature(Writer& out, const FeatureDescription& f) {
  std::string words = feature_lead(f);
  words += " at " + length_text(f.distance);
  if (f.offset != 0) words += " offset " + length_text(f.offset);
  if (f.loft != 0) words += " loft " + length_text(f.loft);
  if (f.heading_rad != 0) words += " heading " + angle_text(f.heading_rad);
  if (f.length != 0 || f.width != 0 || f.height != 0)
    words +=
        fmt::format(" size ({}, {}, {})", length_text(f.length), length_text(f.width), length_text(f.height));
  if (f.value != 0 && f.kind != FeatureKind::speed_sign) words += " value " + text::number_text(f.value);
  const bool is_text_led = f.kind == FeatureKind::sign || f.kind == FeatureKind::signal_head;
  if (!f.text.empty() && !is_text_led) words += " text " + text::quoted(f.text);
  if (!f.name.empty()) words += " name " + name_text(f.name);
  if (!f.restrictions.empty()) words += " restrictions " + text::quoted(f.restrictions);
  if (f.direction != LaneDirection::both) words += fmt::format(" {}", word_of(kDirectionWords, f.direction));
  if (!f.outline.empty()) words += outline_text(f);
  out.line("{}", words);
}

}  // namespace backlot::formats::way
