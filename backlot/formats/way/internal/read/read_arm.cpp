#include "backlot/formats/way/internal/read/read_arm.h"

#include <array>

#include <fmt/format.h>

#include "backlot/formats/way/internal/read/read_spine.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using network::ArmDescription;
using network::Control;
using text::Cursor;

constexpr std::array<std::string_view, 15> kArmStatements = {
    "at",      "control",  "signal",   "lanes", "crosswalk", "vehicle", "bus",     "bicycle",
    "parking", "shoulder", "sidewalk", "verge", "median",    "border",  "juncture"};

network::ArmPlace read_arm_place(Cursor& c) {
  network::ArmPlace place;
  read_point(c, place.position);
  c.expect("heading");
  place.heading_rad = c.quantity(text::kAngle);
  if (c.take("grade")) place.grade_rad = c.quantity(text::kAngle);
  return place;
}

// What may stand on the line of an arm behind its end.
bool take_clause(Cursor& c, ArmDescription& arm) {
  if (c.take("at")) {
    arm.at = read_arm_place(c);
  } else if (c.take("lanes")) {
    arm.lanes = c.names("a lane");
  } else if (c.is_next("signal")) {
    c.take("signal");
    const bool has_group = c.is_name_next() && !c.is_next("lanes") && !c.is_next("at");
    if (has_group)
      arm.signal_group = c.name("a signal group");
    else
      arm.control = Control::signal;
  } else if (const auto control = c.take_one_of(kControlWords)) {
    arm.control = static_cast<Control>(*control);
  } else {
    return false;
  }
  return true;
}

network::CrosswalkDescription read_crosswalk(Cursor& c) {
  network::CrosswalkDescription crosswalk;
  while (!c.has_failed() && !c.is_at_end()) {
    constexpr std::array<std::string_view, 3> kClauses = {"width", "setback", "signal"};
    switch (c.choose(kClauses, "part of a crosswalk")) {
      case 0:
        crosswalk.width = c.length();
        break;
      case 1:
        crosswalk.setback = c.length();
        break;
      default:
        crosswalk.signal_group = c.name("a signal group");
    }
  }
  return crosswalk;
}

// The flow where nothing is said: both ways for people, none for lanes without traffic.
network::Flow usual_flow(network::LaneKind kind) {
  return network::usual_direction(kind) == network::LaneDirection::both ? network::Flow::both
                                                                        : network::Flow::none;
}

// `vehicle in`, behind the kind; in a block its name.
void read_juncture(Cursor& c, network::LaneKind kind, ArmDescription& arm, const Environment& environment,
                   Reading& reading) {
  network::JunctureDescription juncture{.kind = kind};
  const auto flow = c.take_one_of(kFlowWords);
  juncture.flow = flow ? static_cast<network::Flow>(*flow) : usual_flow(kind);
  const bool needs_flow = network::usual_direction(kind) == network::LaneDirection::forward;
  if (!flow && needs_flow && c.is_at_end())
    c.fail("W109", "it is not said which way traffic goes on this lane", "write in, out or both");
  if (!c.finish_words()) return;
  for_each_statement(c.node(), environment, reading, [&juncture](Cursor& row) {
    constexpr std::array<std::string_view, 1> kKnown = {"name"};
    if (!row.take("name")) return fail_unknown_statement(row, "in a juncture", kKnown);
    juncture.name = row.name("the juncture's name");
    row.finish();
  });
  arm.junctures.push_back(juncture);
}

// A line of the block. A crosswalk over the arm and a juncture that is a piece of a crosswalk begin alike; the
// latter says which way it flows.
void read_arm_statement(Cursor& c, ArmDescription& arm, const Environment& environment, Reading& reading) {
  if (c.take("juncture crosswalk"))
    return read_juncture(c, network::LaneKind::crosswalk, arm, environment, reading);
  if (c.take("crosswalk")) {
    arm.crosswalk = read_crosswalk(c);
  } else if (c.take("control")) {
    arm.control = static_cast<Control>(c.choose(kControlWords, "control"));
  } else if (c.is_next("at") || c.is_next("lanes") || c.is_next("signal")) {
    take_clause(c, arm);
  } else if (const auto kind = c.take_one_of(kLaneKindWords)) {
    return read_juncture(c, static_cast<network::LaneKind>(*kind), arm, environment, reading);
  } else {
    return fail_unknown_statement(c, "in an arm", kArmStatements);
  }
  c.finish();
}

}  // namespace

network::EndReference read_end(Cursor& c) {
  const std::size_t position = c.position();
  text::Reference reference = c.reference("an end of a way, as in high_street.end,");
  if (!c.has_failed() && reference.last != "start" && reference.last != "end") {
    c.fail_at(position, "W113", fmt::format("\"{}\" is no end of \"{}\"", reference.last, reference.owner),
              fmt::format("write \"{0}.start\" or \"{0}.end\"", reference.owner));
  }
  return {reference.owner, reference.last == "start" ? network::End::start : network::End::end};
}

void read_arm(Cursor& c, ArmDescription& arm, const Environment& environment, Reading& reading) {
  arm.place = place_of(c);
  if (c.take_symbol(':')) {
    arm.attached_place = {c.place()};
    arm.attached = read_end(c);
  }
  while (!c.has_failed() && !c.is_at_end()) {
    if (take_clause(c, arm)) continue;
    c.fail("W111", fmt::format("{} has no meaning on the line of an arm", c.next_text()),
           fmt::format("here may follow: at, lanes, {}", fmt::join(kControlWords, ", ")));
  }
  if (!c.finish_words()) return;
  for_each_statement(c.node(), environment, reading,
                     [&](Cursor& row) { read_arm_statement(row, arm, environment, reading); });
}

}  // namespace backlot::formats::way
