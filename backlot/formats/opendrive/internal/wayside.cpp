#include "backlot/formats/opendrive/internal/wayside.h"

#include <algorithm>
#include <string>

#include "backlot/formats/opendrive/internal/sign_words.h"

namespace backlot::opendrive {

namespace {

using network::FeatureKind;
using network::LaneDirection;

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

class Wayside {
 public:
  Wayside(const Translation& translation, const RoadPlan& road, const SectionPlan& section,
          network::WayDescription& way)
      : translation_(translation), road_(road), section_(section), way_(way) {}

  void add(const Signal& signal, double s, double t, Orientation orientation, Where where);

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

}  // namespace

void add_wayside(const Translation& translation, const RoadPlan& road, const SectionPlan& section,
                 network::WayDescription& way) {
  Wayside wayside(translation, road, section, way);
  for (const Signal& signal : road.road->signals)
    wayside.add(signal, signal.s, signal.t, signal.orientation, signal.where);
  for (const SignalReference& reference : road.road->signal_references)
    if (const Signal* signal = translation.signals.find(reference.id))
      wayside.add(*signal, reference.s, reference.t, reference.orientation, reference.where);
}

}  // namespace backlot::opendrive
