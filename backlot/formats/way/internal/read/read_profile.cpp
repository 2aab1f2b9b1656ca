#include "backlot/formats/way/internal/read/read_profile.h"

#include <array>

#include "backlot/network/way_description.h"

namespace backlot::formats::way {

namespace {

using geometry::CubicProfile;
using geometry::CubicRecord;

CubicRecord read_record(text::Cursor& c, const text::Dimension& dimension) {
  CubicRecord record{.from = c.length()};
  c.expect_symbol(':');
  if (c.take("cubic")) {
    std::array<double, 4> powers{};
    c.tuple(text::kPlain, powers, powers.size());
    record.a = powers[0];
    record.b = powers[1];
    record.c = powers[2];
    record.d = powers[3];
  } else {
    record.a = c.quantity(dimension);
  }
  return record;
}

CubicProfile read_block(const text::Node& node, const text::Dimension& dimension,
                        const Environment& environment, Reading& reading) {
  CubicProfile pieces;
  std::vector<CubicProfile::Station> stations;
  for_each_statement(node, environment, reading, [&](text::Cursor& c) {
    constexpr std::array<std::string_view, 2> kKnown = {"at", "from"};
    const bool is_station = c.take("at");
    if (!is_station && !c.take("from")) return fail_unknown_statement(c, "in a profile", kKnown);
    const CubicRecord record = read_record(c, dimension);
    if (!c.finish()) return;
    if (is_station ? !pieces.records.empty() : !stations.empty()) {
      c.fail_at(0, "W108", "a profile has stations or pieces, not both",
                "begin all its lines with \"at\", or all with \"from\"");
    } else if (is_station && !stations.empty() && record.from <= stations.back().s) {
      c.fail_at(1, "W126", "the stations of a profile follow each other by growing distance");
    } else if (is_station) {
      stations.push_back({record.from, record.a});
    } else {
      pieces.records.push_back(record);
    }
  });
  return stations.empty() ? pieces : CubicProfile::through(stations);
}

}  // namespace

geometry::CubicProfile read_cubic_profile(text::Cursor& c, const text::Dimension& dimension,
                                          const Environment& environment, Reading& reading) {
  if (!c.is_at_end() || !c.node().statement().has_block) {
    const double value = c.quantity(dimension);
    return network::constant_profile(value);
  }
  return read_block(c.node(), dimension, environment, reading);
}

bool take_height(text::Cursor& c, network::LaneHeights& heights, Given& given, const Environment& environment,
                 Reading& reading) {
  const bool is_left = c.take("left height");
  const bool is_right = !is_left && c.take("right height");
  if (!is_left && !is_right && !c.take("height")) return false;
  // both edges at once are said once for each
  const bool is_new_left = is_right || given.once(c, "left height");
  const bool is_new_right = is_left || given.once(c, "right height");
  if (is_new_left && is_new_right) {
    const CubicProfile profile = read_cubic_profile(c, text::kLength, environment, reading);
    if (!is_right) heights.left = profile;
    if (!is_left) heights.right = profile;
  }
  c.finish_words();
  return true;
}

}  // namespace backlot::formats::way
