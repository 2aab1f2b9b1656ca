#include "backlot/formats/way/internal/read/read_signals.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using network::SignalsDescription;
using text::Cursor;

// The number of the group that is named next.
std::size_t read_group(Cursor& c, const std::vector<std::string>& groups) {
  const std::size_t position = c.position();
  const std::string name = c.name("a signal group");
  const auto found = std::find(groups.begin(), groups.end(), name);
  if (found != groups.end()) return static_cast<std::size_t>(found - groups.begin());
  const std::vector<std::string_view> known(groups.begin(), groups.end());
  std::string hint = base::did_you_mean(name, known);
  if (hint.empty()) hint = fmt::format("the groups are: {}", fmt::join(groups, ", "));
  c.fail_at(position, "W121", fmt::format("there is no signal group \"{}\"", name), hint);
  return groups.size();
}

// `42 s: main green, side red`: every group once, in any order.
network::SignalInterval read_interval(Cursor& c, const std::vector<std::string>& groups) {
  network::SignalInterval interval{.duration_s = c.quantity(text::kTime), .aspects = {}};
  std::vector<bool> is_said(groups.size(), false);
  interval.aspects.resize(groups.size());
  if (groups.empty()) {
    c.finish();
    return interval;
  }
  c.expect_symbol(':');
  do {
    const std::size_t position = c.position();
    const std::size_t group = read_group(c, groups);
    const auto aspect = static_cast<network::Aspect>(c.choose(kAspectWords, "aspect of a signal"));
    if (c.has_failed()) return interval;
    BACKLOT_ASSERT(group < is_said.size(), "the signals have no such group");
    if (is_said[group])
      c.fail_at(position, "W123", fmt::format("it is said twice what \"{}\" shows", groups[group]));
    is_said[group] = true;
    interval.aspects[group] = aspect;
  } while (c.take_symbol(','));
  c.finish();
  const auto silent = std::find(is_said.begin(), is_said.end(), false);
  if (silent != is_said.end())
    c.fail_at(0, "W124",
              fmt::format("it is not said what \"{}\" shows",
                          groups[static_cast<std::size_t>(silent - is_said.begin())]),
              "every line of a programme names all groups");
  return interval;
}

}  // namespace

SignalsDescription read_signals(Cursor& c, const Environment& environment, Reading& reading) {
  SignalsDescription signals;
  Given given;
  if (!c.finish_before_block("the signals")) return signals;
  for_each_statement(c.node(), environment, reading, [&](Cursor& row) {
    constexpr std::array<std::string_view, 2> kKnown = {"groups", "programme"};
    if (row.take("groups")) {
      if (given.once(row, "groups")) signals.groups = row.names("a signal group");
      if (signals.groups.size() > kMostGroups)
        row.fail_at(0, "W127", fmt::format("signals have at most {} groups", kMostGroups));
      row.finish();
    } else if (row.take("programme")) {
      if (!given.once(row, "programme")) return;
      if (row.take("offset")) signals.offset_s = row.quantity(text::kTime);
      if (!row.finish_before_block("the programme")) return;
      for_each_statement(row.node(), environment, reading, [&signals](Cursor& line) {
        signals.programme.push_back(read_interval(line, signals.groups));
      });
    } else {
      fail_unknown_statement(row, "in signals", kKnown);
    }
  });
  return signals;
}

}  // namespace backlot::formats::way
