#include "backlot/formats/opendrive/internal/import/wayside.h"

#include <algorithm>
#include <string>

#include "backlot/formats/opendrive/internal/plan/sign_words.h"

namespace backlot::formats::opendrive {

namespace {

using network::FeatureKind;
using network::LaneDirection;

constexpr double kStopLineReach_m = 30;  // from the road's end: a line further off belongs to no intersection

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
  // The last section of a road holds its end. What stands in a gap belongs to the way on which the traffic that it
  // addresses approaches.
  bool holds(double s, Orientation orientation) const {
    const SectionPlan& section = road_.section_with(s);
    if (!section.is_gap) return &section == &section_;
    const SectionPlan *before = &section, *after = &section;
    while (before != nullptr && before->is_gap)
      before = before == &road_.sections.front() ? nullptr : before - 1;
    while (after != nullptr && after->is_gap) after = after == &road_.sections.back() ? nullptr : after + 1;
    if (before == nullptr || after == nullptr) return (before == nullptr ? after : before) == &section_;
    const bool is_along = orientation == Orientation::along ||
                          (orientation == Orientation::both && s - before->s_to <= after->s_from - s);
    return (is_along ? before : after) == &section_;
  }
  // Metres from a sign to where the traffic that it addresses comes to an end of the road, or to a gap.
  double before_end(double s, bool is_along) const {
    double end = is_along ? road_.line.s_end() : road_.line.s_start();
    for (const SectionPlan& section : road_.sections) {
      if (!section.is_gap) continue;
      if (is_along && section.s_to >= s) end = std::min(end, section.s_from);
      if (!is_along && section.s_from <= s) end = std::max(end, section.s_to);
    }
    return is_along ? end - s : s - end;
  }
  double distance(double s) const {
    return road_.line.plan_at(std::clamp(s, section_.s_from, section_.s_to)) - section_.from;
  }
  void put(network::FeatureDescription feature, double s, Orientation orientation) {
    if (!holds(s, orientation)) return;
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
    const bool is_near = (orientation != Orientation::against && before_end(s, true) < kStopLineReach_m) ||
                         (orientation != Orientation::along && before_end(s, false) < kStopLineReach_m);
    if (holds(s, orientation) && is_near && orientation != Orientation::both)
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
  put(std::move(feature), s, orientation);
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

}  // namespace backlot::formats::opendrive
