#include "backlot/formats/demand/demand_text.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/find_number.h"
#include "backlot/network/network.h"
#include "backlot/network/unknown_names.h"

namespace backlot::formats::demand {
namespace {

using world::CarriagewayId;
using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kMostSeconds = 1e7;

// "NAME=NUMBER,NAME=NUMBER"; none where it is anything else.
struct Share {
  std::string_view name;
  double value = 0;
};
std::optional<std::vector<Share>> find_shares(std::string_view text) {
  std::vector<Share> list;
  while (true) {
    const std::string_view part = text.substr(0, text.find(','));
    const std::size_t equals = part.rfind('=');
    if (equals == std::string_view::npos || equals == 0) return std::nullopt;
    const std::optional<double> value = base::find_number(part.substr(equals + 1));
    if (!value || *value < 0 || *value > 1e9) return std::nullopt;
    list.push_back({part.substr(0, equals), *value});
    if (part.size() == text.size()) return list;
    text.remove_prefix(part.size() + 1);
  }
}

// The tracks that a text names, of one way: of a lane, or of all lanes for which `fits` holds. Those of several directions or of none are
// an error, which `error` tells.
template <class Fits>
std::vector<TrackId> find_tracks(const Tracks& tracks, std::string_view text, Fits fits, const char* what,
                                 std::string& error) {
  const network::Network& network = tracks.network();
  std::string_view lane_name;
  network::StripId strip = network.find_strip(text);
  if (const std::size_t colon = text.rfind(':'); strip.is_empty() && colon != std::string_view::npos) {
    lane_name = text.substr(colon + 1);
    text = text.substr(0, colon);
    strip = network.find_strip(text);
  }
  if (strip.is_empty() || network.way_of(strip).is_empty()) {
    error = strip.is_empty() ? network::unknown_strip(network, text) : fmt::format("\"{}\" is no way", text);
    return {};
  }
  if (!lane_name.empty() && network.find_lane(strip, lane_name).is_empty()) {
    error = network::unknown_lane(network, strip, lane_name);
    return {};
  }
  std::vector<TrackId> found;
  for (std::uint32_t k = 0; k < tracks.all().size(); ++k) {
    const Track& track = tracks.all()[k];
    if (track.strip != strip || !fits(TrackId(k))) continue;
    if (lane_name.empty() || network.name_of(track.lane) == lane_name) found.emplace_back(k);
  }
  if (found.empty()) {
    error = fmt::format("no {} of \"{}\" {}", lane_name.empty() ? "lane" : "such lane", text, what);
  } else if (std::any_of(found.begin(), found.end(), [&](TrackId id) {
               return tracks[id].carriageway != tracks[found.front()].carriageway;
             })) {
    error = fmt::format("\"{}\" has lanes both ways: name one, as in {}:{}", text, text,
                        network.name_of(tracks[found.front()].lane));
    found.clear();
  }
  return found;
}

// "BEGIN-END", in seconds.
std::optional<std::pair<double, double>> find_times(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const std::optional<double> begin = base::find_number(text.substr(0, dash)),
                              end = base::find_number(text.substr(dash + 1));
  if (!begin || !end || *begin < 0 || *end > kMostSeconds || *end <= *begin) return std::nullopt;
  return std::pair(*begin, *end);
}

// Cuts off what follows the last colon.
std::string_view cut_last(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view last = text.substr(colon + 1);
  text = text.substr(0, colon);
  return last;
}

constexpr std::pair<std::string_view, network::Turn> kTurns[] = {{"left", network::Turn::left},
                                                                 {"straight", network::Turn::straight},
                                                                 {"right", network::Turn::right},
                                                                 {"back", network::Turn::u_turn}};

// Of the exits of a carriageway those that a word names: by their way, or by the turn.
std::vector<std::size_t> find_exits(const Tracks& tracks, CarriagewayId from, std::string_view to) {
  std::vector<std::size_t> found;
  const std::span<const world::Exit> exits = tracks.exits(tracks[from]);
  const auto turn =
      std::find_if(std::begin(kTurns), std::end(kTurns), [&](const auto& t) { return t.first == to; });
  for (std::size_t k = 0; k < exits.size(); ++k) {
    const network::StripId strip = tracks[tracks.tracks_of(tracks[exits[k].to]).front()].strip;
    if (turn != std::end(kTurns) ? exits[k].turn == turn->second : tracks.network().name_of(strip) == to)
      found.push_back(k);
  }
  return found;
}

std::string exits_text(const Tracks& tracks, CarriagewayId from) {
  std::string text;
  for (const world::Exit& exit : tracks.exits(tracks[from])) {
    const auto turn = std::find_if(std::begin(kTurns), std::end(kTurns),
                                   [&](const auto& t) { return t.second == exit.turn; });
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ",
                        tracks.network().name_of(tracks[tracks.tracks_of(tracks[exit.to]).front()].strip),
                        turn->first);
  }
  return text;
}

base::Diagnostics refusal(const std::string& text, std::string code, std::string why, std::string hint = {}) {
  base::Diagnostics found;
  found.error(std::move(code), {text, 0, 0}, std::move(why), std::move(hint));
  return found;
}

}  // namespace

base::Result<KindShares> read_mix(const std::string& text) {
  using Read = base::Result<KindShares>;
  constexpr std::string_view kKinds[world::kVehicleKinds] = {"car", "truck", "bus", "motorcycle", "bicycle"};
  const std::optional<std::vector<Share>> list = find_shares(text);
  KindShares mix{};
  double sum = 0;
  if (list) {
    for (const Share& share : *list) {
      const auto kind = std::find(std::begin(kKinds), std::end(kKinds), share.name);
      if (kind == std::end(kKinds))
        return Read::failure(refusal(text, "F102", fmt::format("there is no kind \"{}\"", share.name),
                                     "kinds are car, truck, bus, motorcycle and bicycle"));
      mix[static_cast<std::size_t>(kind - std::begin(kKinds))] = share.value;
      sum += share.value;
    }
  }
  if (sum > 0) return mix;
  return Read::failure(refusal(
      text, "F101", "this is no mix of kinds",
      "as in car=0.8,truck=0.1,bus=0.05,motorcycle=0.05: shares of zero or more, one of them above zero"));
}

base::Result<sim::Flow> read_flow(const Tracks& tracks, const std::string& text, const sim::Flow& usual) {
  const auto refuse = [&text](const char* code, const std::string& why, const std::string& hint = {}) {
    return base::Result<sim::Flow>::failure(refusal(text, code, why, hint));
  };
  sim::Flow flow = usual;
  std::string_view origin = text;
  std::string_view last = cut_last(origin);
  if (last.find('-') != std::string_view::npos && !base::find_number(last)) {
    const auto times = find_times(last);
    if (!times)
      return refuse("F104", fmt::format("\"{}\" is no time", last), "BEGIN-END in seconds, as in 60-660");
    flow.begin = base::SimTime() + base::Duration::from_seconds(times->first);
    flow.end = base::SimTime() + base::Duration::from_seconds(times->second);
    last = cut_last(origin);
  }
  const std::optional<double> rate = base::find_number(last);
  if (!rate)
    return refuse("F103", "this is no WAY[:LANE]:VEH_PER_HOUR[:BEGIN-END]",
                  "as in main_street:600 or main_street:R1:600:0-900");
  flow.vehicles_per_hour = *rate;
  std::string error;
  const std::span<const TrackId> entrances = tracks.entrances();
  flow.lanes = find_tracks(
      tracks, origin,
      [&](TrackId id) { return std::find(entrances.begin(), entrances.end(), id) != entrances.end(); },
      "begins at an open end, where one could come in", error);
  if (!error.empty()) return refuse("F105", error);
  if (const std::string fault = find_fault(tracks, flow); !fault.empty()) return refuse("F106", fault);
  return flow;
}

base::Diagnostics read_turns(const Tracks& tracks, const std::string& text, traffic::TurningShares& shares) {
  // the list begins behind the last colon before the first equals sign
  const std::size_t equals = text.find('=');
  std::string_view from = std::string_view(text).substr(0, equals);
  const std::string_view first = cut_last(from);
  const std::optional<std::vector<Share>> list =
      first.empty() ? std::nullopt : find_shares(std::string_view(text).substr(from.size() + 1));
  if (!list)
    return refusal(text, "F107", "this is no WAY[:LANE]:TO=SHARE,TO=SHARE...",
                   "as in main_street:left=0.2,straight=0.8");
  std::string error;
  const std::vector<TrackId> lanes = find_tracks(
      tracks, from, [&](TrackId id) { return tracks[tracks[id].carriageway].exit_count > 0; }, "leads on",
      error);
  if (!error.empty()) return refusal(text, "F105", error);
  const CarriagewayId way = tracks[lanes.front()].carriageway;
  std::vector<double> by_exit(tracks[way].exit_count, 0);
  double sum = 0;
  for (const Share& share : *list) {
    const std::vector<std::size_t> exits = find_exits(tracks, way, share.name);
    if (exits.empty())
      return refusal(text, "F108", fmt::format("it does not lead to \"{}\"", share.name),
                     fmt::format("it leads to {}", exits_text(tracks, way)));
    for (const std::size_t exit : exits) by_exit[exit] = share.value / static_cast<double>(exits.size());
    sum += share.value;
  }
  if (!(sum > 0)) return refusal(text, "F109", "one of the shares has to be above zero");
  shares.set(tracks, way, by_exit);
  return {};
}

}  // namespace backlot::formats::demand
