#include "backlot/formats/way/internal/read/read_lanes.h"

#include <array>

#include "backlot/formats/way/internal/plausible.h"
#include "backlot/formats/way/internal/read/read_profile.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using network::LaneDescription;
using text::Cursor;

constexpr std::array<std::string_view, 8> kLaneStatements = {
    "name", "ends", "left marking", "right marking", "width", "height", "left height", "right height"};

// MARKING, and from where on if not from the start.
void read_marking(Cursor& c, network::Marking& marking, std::vector<network::MarkingChange>& changes) {
  const auto painted = static_cast<network::Marking>(c.choose(kMarkingWords, "marking"));
  if (!c.take("from")) {
    marking = painted;
    c.finish();
    return;
  }
  const double from = c.length();
  if (c.finish()) changes.push_back({from, painted});
}

void read_lane_block(const text::Node& node, LaneDescription& lane, Given& given,
                     const Environment& environment, Reading& reading) {
  for_each_statement(node, environment, reading, [&](Cursor& c) {
    if (c.take("name")) {
      if (given.once(c, "name")) lane.name = c.name("the lane's name");
      c.finish();
    } else if (c.take("ends")) {
      lane.ends = c.finish();
    } else if (c.take("left marking")) {
      read_marking(c, lane.left_marking, lane.left_changes);
    } else if (c.take("right marking")) {
      read_marking(c, lane.right_marking, lane.right_changes);
    } else if (c.take("width")) {
      if (given.once(c, "width")) lane.width = read_cubic_profile(c, text::kLength, environment, reading);
      if (c.finish_words()) check_lane_width(c, 1, lane.kind, lane.width);
    } else if (!take_height(c, lane.heights, given, environment, reading)) {
      fail_unknown_statement(c, "in a lane", kLaneStatements);
    }
  });
}

// Behind the word for its kind.
LaneDescription read_lane(Cursor& c, network::LaneKind kind, const Environment& environment,
                          Reading& reading) {
  LaneDescription lane;
  lane.place = place_of(c);
  lane.kind = kind;
  lane.direction = network::usual_direction(kind);
  Given given;
  if (const auto direction = c.take_one_of(kDirectionWords))
    lane.direction = static_cast<network::LaneDirection>(*direction);
  const std::size_t position = c.position();
  if (!c.is_at_end() && given.once(c, "width")) {
    lane.width = network::constant_profile(c.length());
    check_lane_width(c, position, kind, lane.width);
  }
  if (!c.finish_words()) return lane;
  const std::size_t failures = reading.problems.failures();
  read_lane_block(c.node(), lane, given, environment, reading);
  if (!given.has("width") && reading.problems.failures() == failures)
    c.fail("W109", "the width of this lane is missing",
           "write it behind the direction: vehicle forward 3.5 m");
  return lane;
}

}  // namespace

std::optional<LaneProfile> read_lanes(Cursor& c, const Environment& environment, Reading& reading) {
  LaneProfile profile;
  Given given;
  const std::size_t failures = reading.problems.failures();
  for_each_statement(c.node(), environment, reading, [&](Cursor& row) {
    if (row.take("spine")) {
      if (row.finish() && given.once(row, "spine")) profile.lanes_left = profile.lanes.size();
    } else if (const auto kind = row.take_one_of(kLaneKindWords)) {
      profile.lanes.push_back(read_lane(row, static_cast<network::LaneKind>(*kind), environment, reading));
    } else {
      fail_unknown_statement(row, "between lanes", kLaneKindWords);
    }
  });
  if (reading.problems.failures() != failures) return std::nullopt;
  if (!given.has("spine")) {
    c.fail_at(0, "W110", "it is not said where the spine lies among these lanes",
              "put a line \"spine\" between the lanes to its left and those to its right");
    return std::nullopt;
  }
  return profile;
}

}  // namespace backlot::formats::way
