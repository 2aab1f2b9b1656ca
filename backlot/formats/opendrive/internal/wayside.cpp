#include "backlot/formats/opendrive/internal/wayside.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "backlot/formats/opendrive/internal/sign_words.h"

namespace backlot::opendrive {

namespace {

using network::FeatureKind;
using network::LaneDirection;

constexpr double kPiece_m = 10;          // of a long object
constexpr int kMostRepeats = 1000;       // of one repeat
constexpr double kStopLineReach_m = 30;  // from the road's end: further off it is none of an intersection

LaneDirection direction_of(Orientation orientation) {
  return orientation == Orientation::along     ? LaneDirection::forward
         : orientation == Orientation::against ? LaneDirection::backward
                                               : LaneDirection::both;
}

// By the number where there is one, else by the subtype, as "50" or "274-50" have it; km/h unless the file says otherwise.
double sign_speed_mps(const Signal& signal) {
  double value = signal.value.value_or(0);
  if (value <= 0) {
    for (const char c : signal.subtype) value = c >= '0' && c <= '9' ? 10 * value + (c - '0') : 0;
    if (!(value <= 300)) value = 0;
  }
  const double unit = signal.unit == "m/s" ? 1 : signal.unit == "mph" ? 0.44704 : 1 / 3.6;
  return value * unit;
}

std::optional<FeatureKind> kind_of(const Object& object) {
  const std::string& type = object.type;
  if (type == "building") return FeatureKind::building;
  if (type == "barrier" || type == "railing" || type == "wall" || type == "soundBarrier" ||
      type == "guardRail" || type == "obstacle")
    return FeatureKind::barrier;
  if (type == "tree" || type == "vegetation") return FeatureKind::tree;
  if (type == "pole" || type == "streetLamp" || type == "gantry" || type == "rail-pole" ||
      type == "guide-post")
    return FeatureKind::pole;
  return std::nullopt;
}

class Wayside {
 public:
  Wayside(const Translation& translation, const RoadPlan& road, const SectionPlan& section,
          network::WayDescription& way)
      : translation_(translation), road_(road), section_(section), way_(way) {}

  void add(const Signal& signal, double s, double t, Orientation orientation, Where where);
  void add(const Object& object);

 private:
  // The last section of a road holds its end.
  bool holds(double s) const {
    const bool is_last = &section_ == &road_.sections.back(), is_first = &section_ == &road_.sections.front();
    return (s >= section_.s_from || is_first) && (s < section_.s_to || is_last);
  }
  double distance(double s) const {
    return road_.line.plan_at(std::clamp(s, section_.s_from, section_.s_to)) - section_.from;
  }
  void put(network::FeatureDescription feature, double s) {
    if (!holds(s)) return;
    feature.distance = distance(s);
    way_.features.push_back(std::move(feature));
  }

  const Translation& translation_;
  const RoadPlan& road_;
  const SectionPlan& section_;
  network::WayDescription& way_;
};

void Wayside::add(const Signal& signal, double s, double t, Orientation orientation, Where where) {
  const SignMeaning meaning = meaning_of(signal);
  if (meaning == SignMeaning::stop_line) {
    const bool is_near = (orientation != Orientation::against && road_.line.s_end() - s < kStopLineReach_m) ||
                         (orientation != Orientation::along && s - road_.line.s_start() < kStopLineReach_m);
    if (holds(s) && is_near && orientation != Orientation::both)
      way_.attributes.push_back({.kind = network::AttributeKind::stop_line,
                                 .from = distance(s),
                                 .to = distance(s),
                                 .direction = direction_of(orientation),
                                 .place = translation_.place(where)});
    return;
  }
  network::FeatureDescription feature;
  feature.name = signal.name;
  feature.offset = t;
  feature.loft = signal.z_offset_m;
  feature.heading_rad = signal.heading_offset_rad;
  feature.width = signal.width_m.value_or(0);
  feature.height = signal.height_m.value_or(0);
  feature.direction = direction_of(orientation);
  feature.place = translation_.place(where);
  switch (meaning) {
    case SignMeaning::stop:
      feature.kind = FeatureKind::stop_sign;
      break;
    case SignMeaning::yield:
      feature.kind = FeatureKind::yield_sign;
      break;
    case SignMeaning::priority:
      feature.kind = FeatureKind::priority_sign;
      break;
    case SignMeaning::speed:
      feature.kind = FeatureKind::speed_sign;
      feature.value = sign_speed_mps(signal);
      break;
    case SignMeaning::light:
      feature.kind = FeatureKind::signal_head;
      break;
    case SignMeaning::none:
    case SignMeaning::stop_line:
      feature.kind = FeatureKind::sign;
      feature.text = signal.type;
      break;
  }
  put(std::move(feature), s);
}

void Wayside::add(const Object& object) {
  const std::optional<FeatureKind> kind = kind_of(object);
  if (!kind) return;
  network::FeatureDescription feature;
  feature.kind = *kind;
  feature.name = object.name;
  feature.offset = object.t;
  feature.loft = object.z_offset_m;
  feature.heading_rad = object.heading_rad;
  feature.length = object.length_m.value_or(2 * object.radius_m.value_or(0));
  feature.width = object.width_m.value_or(2 * object.radius_m.value_or(0));
  feature.height = object.height_m.value_or(0);
  feature.place = translation_.place(object.where);
  if (object.repeats.empty()) put(feature, object.s);

  // each at its place; a long object in pieces
  for (const Repeat& repeat : object.repeats) {
    const double step = repeat.distance_m > 0 ? repeat.distance_m : kPiece_m;
    const double count = std::floor(repeat.length_m / step + 1e-9);
    const int pieces = static_cast<int>(std::clamp(count, 1.0, static_cast<double>(kMostRepeats)));
    for (int k = 0; k < pieces; ++k) {
      const bool is_long = !(repeat.distance_m > 0);
      const double share = (k + (is_long ? 0.5 : 0.0)) / pieces;
      network::FeatureDescription one = feature;
      one.offset = repeat.t_start + share * (repeat.t_end - repeat.t_start);
      one.loft = repeat.z_offset_start_m + share * (repeat.z_offset_end_m - repeat.z_offset_start_m);
      if (repeat.height_start_m > 0)
        one.height = repeat.height_start_m + share * (repeat.height_end_m - repeat.height_start_m);
      if (repeat.width_start_m) one.width = *repeat.width_start_m;
      if (is_long) one.length = repeat.length_m / pieces;
      put(std::move(one), repeat.s + (is_long ? share * repeat.length_m : k * step));
    }
  }
}

}  // namespace

void add_wayside(const Translation& translation, const RoadPlan& road, const SectionPlan& section,
                 network::WayDescription& way) {
  Wayside wayside(translation, road, section, way);
  for (const Signal& signal : road.road->signals)
    wayside.add(signal, signal.s, signal.t, signal.orientation, signal.where);
  for (const SignalReference& reference : road.road->signal_references)
    if (const Signal* signal = translation.signals.find(reference.id))
      wayside.add(*signal, reference.s, reference.t, reference.orientation, reference.where);
  for (const Object& object : road.road->objects) wayside.add(object);
}

}  // namespace backlot::opendrive
