#include "backlot/formats/way/internal/read/read_way_block.h"

#include <array>

#include <fmt/format.h>

#include "backlot/base/suggest.h"
#include "backlot/formats/way/internal/read/read_lanes.h"
#include "backlot/formats/way/internal/read/read_profile.h"
#include "backlot/formats/way/internal/read/read_wayside.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using text::Cursor;

constexpr std::array<std::string_view, 5> kWayStatements = {"profile", "lanes", "shift", "start", "end"};

std::vector<std::string_view> known_statements(bool has_spine) {
  std::vector<std::string_view> known(kWayStatements.begin(), kWayStatements.end());
  if (has_spine) known.insert(known.end(), kSpineStatements.begin(), kSpineStatements.end());
  known.insert(known.end(), kAttributeWords.begin(), kAttributeWords.end());
  known.insert(known.end(), kFeatureWords.begin(), kFeatureWords.end());
  return known;
}

void use_profile(Cursor& c, network::WayDescription& way, const Environment& environment, Reading& reading) {
  const std::size_t position = c.position();
  way.profile_place = place_of(c);
  const std::string name = c.name("a profile");
  if (!c.finish()) return;
  const std::optional<LaneProfile>* const profile = environment.find_profile(name);
  if (profile == nullptr) {
    if (!reading.is_complete) return reading.problems.note_failure();
    std::string hint = base::did_you_mean(name, environment.profile_names());
    if (hint.empty()) hint = fmt::format("declare it: profile {} {{ ... }}", text::name_text(name));
    return c.fail_at(position, "W102", fmt::format("there is no profile \"{}\"", name), hint);
  }
  if (!*profile) return reading.problems.note_failure();
  if (!reading.may_copy(c, (*profile)->lanes.size())) return;
  way.lanes = (*profile)->lanes;
  way.lanes_left = (*profile)->lanes_left;
}

void read_own_lanes(Cursor& c, network::WayDescription& way, const Environment& environment,
                    Reading& reading) {
  if (!c.finish_before_block("the lanes")) return;
  if (auto profile = read_lanes(c, environment, reading)) {
    way.lanes = std::move(profile->lanes);
    way.lanes_left = profile->lanes_left;
  }
}

network::EndKind read_end_kind(Cursor& c) {
  const auto kind = static_cast<network::EndKind>(c.choose(kEndKindWords, "end of a way"));
  c.finish();
  return kind;
}

}  // namespace

bool read_way_block(Cursor& c, network::WayDescription& way, SpineReader* spine,
                    const Environment& environment, Reading& reading) {
  Given given;
  const std::size_t failures = reading.problems.failures();
  for_each_statement(c.node(), environment, reading, [&](Cursor& row) {
    if (row.take("profile")) {
      if (given.once(row, "lanes")) use_profile(row, way, environment, reading);
    } else if (row.take("lanes")) {
      if (given.once(row, "lanes")) read_own_lanes(row, way, environment, reading);
    } else if (row.take("shift")) {
      if (given.once(row, "shift")) way.shift = read_cubic_profile(row, text::kLength, environment, reading);
      row.finish_words();
    } else if (row.take("start")) {
      if (given.once(row, "start")) way.start = read_end_kind(row);
    } else if (row.take("end")) {
      if (given.once(row, "end")) way.end = read_end_kind(row);
    } else if (!(spine != nullptr && spine->take(row)) && !take_attribute(row, way) &&
               !take_feature(row, way.features)) {
      fail_unknown_statement(row, "in a way", known_statements(spine != nullptr));
    }
  });
  const bool was_read = reading.problems.failures() == failures;
  if (was_read && !given.has("lanes"))
    c.fail_at(0, "W109", fmt::format("way \"{}\" has no lanes", way.name),
              "write profile and its name in the block");
  return was_read && given.has("lanes");
}

}  // namespace backlot::formats::way
