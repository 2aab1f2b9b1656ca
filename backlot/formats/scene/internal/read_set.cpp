#include "backlot/formats/scene/internal/read_set.h"

#include <array>

#include <fmt/format.h>

namespace backlot::scene_text {

namespace {

// `, starts at SPEED` and `, with DISTANCE free ahead`. False where something else is next, such as one more name of a list.
bool take_start(text::Cursor& c, Reading& r, scene::SubjectDescription& subject) {
  const std::size_t begin = c.position();
  c.take_symbol(',');
  if (c.take("starts at")) {
    subject.start_mps = quantity_from_zero(c, r, text::kSpeed);
    return true;
  }
  if (c.take("with")) {
    subject.free_ahead_m = quantity_from_zero(c, r, text::kLength);
    c.expect("free ahead");
    return true;
  }
  c.go_to(begin);
  return false;
}

void read_subject(text::Cursor& c, Reading& r) {
  scene::SubjectDescription subject{
      .way = {}, .lane = {}, .to_way = {}, .by = {}, .start_mps = {}, .place = place_of(c)};
  if (is_kind_next(c)) subject.kind = kind(c);
  c.expect("from");
  subject.way = place_name(c, r, "the name of a way");
  subject.lane = place_name(c, r, "the name of a lane");
  c.expect("at");
  subject.at_m = quantity_from_zero(c, r, text::kLength);
  c.expect("to");
  subject.to_way = place_name(c, r, "the name of a way");
  c.take("end");
  if (c.take("by")) {
    do {
      subject.by.push_back(place_name(c, r, "the name of an intersection or a way"));
      if (c.is_symbol(',') && take_start(c, r, subject)) break;
    } while (!c.has_failed() && c.take_symbol(','));
  }
  while (!c.has_failed() && take_start(c, r, subject)) {
  }
  if (c.finish()) r.scene.set.subject = std::move(subject);
}

}  // namespace

void read_set(const text::Node& block, Reading& r) {
  constexpr std::array<std::string_view, 7> kKnown{"network", "subject", "mark", "traffic",
                                                   "prop",    "source",  "sink"};
  Said said;
  r.scene.set.place = {block.place()};
  for_each_statement(block.block(), r, [&](text::Cursor& c) {
    if (c.take("mark")) read_mark(c, r);
  });
  for_each_statement(block.block(), r, [&](text::Cursor& c) {
    if (c.is_next("mark")) return;
    if (c.take("network")) {
      const bool is_first = said.once(c, "network");
      std::string name = place_name(c, r, "the name of a network");
      if (c.finish() && is_first && !r.has_given_network) r.scene.set.network = std::move(name);
    } else if (c.take("subject")) {
      if (said.once(c, "subject")) read_subject(c, r);
    } else if (c.take("traffic")) {
      if (said.once(c, "traffic") && c.finish_before_block("traffic")) read_traffic(c.node(), r);
    } else if (c.take("prop")) {
      read_prop(c, r);
    } else if (c.take("source")) {
      read_source(c, r);
    } else if (c.take("sink")) {
      read_sink(c, r);
    } else {
      fail_unknown_statement(c, "in a set", kKnown);
    }
  });
  if (!said.has("subject"))
    r.problems.error("P108", block.place(), "the set does not say where the subject starts",
                     "write subject from WAY LANE at DISTANCE to WAY");
}

}  // namespace backlot::scene_text
