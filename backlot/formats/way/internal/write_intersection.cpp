// An intersection: arms, corridors, signals, rules, parts.
#include <variant>

#include "backlot/base/assert.h"
#include "backlot/formats/text/token.h"
#include "backlot/formats/way/internal/vocabulary.h"
#include "backlot/formats/way/internal/write_network.h"

namespace backlot::formats::way {

namespace {

using network::ArmDescription;
using network::Control;
using network::CorridorDescription;
using network::IntersectionDescription;
using network::IntersectionKind;
using network::LaneDirection;
using network::LaneKind;

std::string end_text(const network::EndReference& end) {
  return reference_text(end.strip, word_of(kEndWords, end.end));
}

// In an arm "lanes" and "at" may follow the word "signal".
std::string group_text(const std::string& group) {
  return group == "lanes" || group == "at" ? text::quoted(group) : name_text(group);
}

std::string lane_text(const network::LaneReference& lane) { return reference_text(lane.arm, lane.lane); }

void write_juncture(Writer& out, const network::JunctureDescription& juncture) {
  const bool is_crosswalk = juncture.kind == LaneKind::crosswalk;  // "crosswalk" alone is one over the arm
  const std::string words =
      fmt::format("{}{} {}", is_crosswalk ? "juncture " : "", word_of(kLaneKindWords, juncture.kind),
                  word_of(kFlowWords, juncture.flow));
  if (juncture.name.empty()) return out.line("{}", words);
  out.line("{} {{ name {} }}", words, name_text(juncture.name));
}

// A signal that has a group is said by the group; then "control signal" needs a line of its own.
bool has_control_line(const ArmDescription& arm) {
  return arm.control == Control::signal && !arm.signal_group.empty();
}

void write_arm_block(Writer& out, const ArmDescription& arm) {
  for (const network::JunctureDescription& juncture : arm.junctures) write_juncture(out, juncture);
  if (has_control_line(arm)) out.line("control signal");
  if (!arm.crosswalk) return;
  std::string words = fmt::format("crosswalk width {} setback {}", length_text(arm.crosswalk->width),
                                  length_text(arm.crosswalk->setback));
  if (!arm.crosswalk->signal_group.empty()) words += " signal " + name_text(arm.crosswalk->signal_group);
  out.line("{}", words);
}

// The shape of a corridor that is not made by itself.
struct ShapeLine {
  Writer& out;

  void operator()(const network::AutomaticShape&) const {}
  void operator()(const network::ThroughPoints& through) const { out.points("through", through.points); }
  void operator()(const network::FreeShape& free) const { out.points("free", free.points); }
  void operator()(const network::OnRoad& on_road) const {
    const std::string words =
        fmt::format("on road {} from {} to {}{}", name_text(on_road.road), length_text(on_road.from),
                    length_text(on_road.to), on_road.is_along ? "" : " backward");
    if (on_road.offset.records.empty()) return out.line("{}", words);
    out.profile(words + " offset", on_road.offset, length_text);
  }
};

void write_corridor_block(Writer& out, const CorridorDescription& corridor) {
  if (corridor.kind != LaneKind::vehicle) out.line("kind {}", word_of(kLaneKindWords, corridor.kind));
  if (corridor.direction != LaneDirection::forward)
    out.line("direction {}", word_of(kDirectionWords, corridor.direction));
  std::visit(ShapeLine{out}, corridor.shape);
  if (corridor.width) out.profile("width", *corridor.width, length_text);
  if (corridor.speed_limit_mps) out.line("speed limit {}", speed_text(*corridor.speed_limit_mps));
  if (corridor.control != Control::automatic)
    out.line("control {}", word_of(kControlWords, corridor.control));
  if (!corridor.signal_group.empty()) out.line("signal {}", name_text(corridor.signal_group));
  if (corridor.turn_on_red) out.line("turn on red");
  if (corridor.has_swing) out.line("swing");
  out.heights(corridor.heights);
}

void write_signals(Writer& out, const network::SignalsDescription& signals) {
  out.open("signals");
  if (!signals.groups.empty()) out.line("groups {}", names_text(signals.groups));
  if (signals.offset_s != 0 || !signals.programme.empty()) {
    if (signals.offset_s != 0)
      out.open("programme offset {}", time_text(signals.offset_s));
    else
      out.open("programme");
    for (const network::SignalInterval& interval : signals.programme) {
      std::string words = time_text(interval.duration_s);
      for (std::size_t i = 0; i < interval.aspects.size() && i < signals.groups.size(); ++i)
        words += fmt::format("{} {} {}", i == 0 ? ":" : ",", name_text(signals.groups[i]),
                             word_of(kAspectWords, interval.aspects[i]));
      out.line("{}", words);
    }
    out.close();
  }
  out.close();
}

// `a.end meets b.start` says all of two plain arms of these names.
bool is_plain_joint(const IntersectionDescription& joint) {
  if (joint.kind != IntersectionKind::zero_length || joint.arms.size() != 2) return false;
  const std::string_view names[] = {"a", "b"};
  for (std::size_t i = 0; i < 2; ++i) {
    ArmDescription plain;
    plain.name = names[i];
    plain.attached = joint.arms[i].attached;
    if (!plain.attached || joint.arms[i] != plain) return false;
  }
  return true;
}

void write_block(Writer& out, const IntersectionDescription& intersection) {
  if (!intersection.made_from.empty()) out.line("made from {}", name_text(intersection.made_from));
  if (is_plain_joint(intersection)) {
    BACKLOT_ASSERT(intersection.arms.size() == 2, "a plain joint joins two ends");
    out.line("{} meets {}", end_text(*intersection.arms[0].attached),
             end_text(*intersection.arms[1].attached));
  } else {
    for (const ArmDescription& arm : intersection.arms) write_arm(out, arm);
  }
  if (intersection.control != Control::automatic)
    out.line("control {}", word_of(kControlWords, intersection.control));
  if (!intersection.has_automatic_corridors) out.line("no automatic corridors");
  if (intersection.allows_u_turns) out.line("u turns allowed");
  for (const CorridorDescription& corridor : intersection.corridors) write_corridor(out, corridor);
  for (const network::LaneLink& link : intersection.links)
    out.line("link {} to {}", lane_text(link.from), lane_text(link.to));
  for (const network::RemovedCorridor& corridor : intersection.removed_corridors)
    out.line("remove corridor {}", name_text(corridor.name));
  if (intersection.signals) write_signals(out, *intersection.signals);
  for (const network::DependencyOverride& rule : intersection.overrides)
    out.line("rule {} {} {}", name_text(rule.corridor), word_of(kRuleWords, rule.rule),
             name_text(rule.other));
  if (!intersection.boundary.empty()) out.points("boundary", intersection.boundary);
  for (const IntersectionDescription& part : intersection.parts) {
    out.open("part {}", name_text(part.name));
    if (part.kind == IntersectionKind::zero_length) out.line("zero length");
    write_block(out, part);
    out.close();
  }
}

}  // namespace

void write_arm(Writer& out, const ArmDescription& arm) {
  std::string words = "arm " + name_text(arm.name);
  if (arm.attached) words += ": " + end_text(*arm.attached);
  if (arm.at) {
    words += fmt::format(" at {} heading {}", point_text(arm.at->position), angle_text(arm.at->heading_rad));
    if (arm.at->grade_rad != 0) words += " grade " + angle_text(arm.at->grade_rad);
  }
  if (arm.control != Control::automatic && !has_control_line(arm))
    words += fmt::format(" {}", word_of(kControlWords, arm.control));
  if (!arm.signal_group.empty()) words += " signal " + group_text(arm.signal_group);
  if (!arm.lanes.empty()) words += " lanes " + names_text(arm.lanes);
  const bool has_block = !arm.junctures.empty() || has_control_line(arm) || arm.crosswalk.has_value();
  if (!has_block) return out.line("{}", words);
  out.open("{}", words);
  write_arm_block(out, arm);
  out.close();
}

void write_corridor(Writer& out, const CorridorDescription& corridor) {
  std::string words = "corridor";
  // A name that is a word of the language stands in quotes, so that it is not taken for one.
  const bool is_word = corridor.name == "from" || corridor.name == "to";
  if (!corridor.name.empty())
    words += " " + (is_word ? text::quoted(corridor.name) : name_text(corridor.name));
  if (corridor.from) words += " from " + lane_text(*corridor.from);
  if (corridor.to) words += " to " + lane_text(*corridor.to);
  Writer block;
  write_corridor_block(block, corridor);
  if (block.text().empty()) return out.line("{}", words);
  out.open("{}", words);
  write_corridor_block(out, corridor);
  out.close();
}

void write_intersection(Writer& out, const IntersectionDescription& intersection) {
  const bool is_joint = intersection.kind == IntersectionKind::zero_length;
  out.open("{} {}", is_joint ? "joint" : "intersection", name_text(intersection.name));
  write_block(out, intersection);
  out.close();
}

}  // namespace backlot::formats::way
