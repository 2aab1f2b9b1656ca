#include "apps/cli/traffic/turn_counts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "apps/cli/fields.h"
#include "backlot/base/find_number.h"

namespace backlot::cli {
namespace {

using network::Network;

std::string_view word_of(network::Turn turn) {
  switch (turn) {
    case network::Turn::left:
      return "left";
    case network::Turn::straight:
      return "straight";
    case network::Turn::right:
      return "right";
    case network::Turn::u_turn:
      return "back";
  }
  return "";
}

bool leads_to(const Network& network, const network::Corridor& corridor, std::string_view to) {
  const bool is_way = !corridor.to.is_empty() && network.name_of(network.lane(corridor.to.lane).strip) == to;
  return is_way || word_of(corridor.turn) == to;
}

}  // namespace

TurnCounts::TurnCounts(const Network& network, const std::string& option) {
  // as add_turning_shares() reads it: the list begins behind the last colon before the first equals sign
  const std::string_view text = option;
  const std::size_t colon = text.rfind(':', text.find('='));
  std::string_view from = text.substr(0, colon);
  std::string_view list = text.substr(colon + 1);
  double sum = 0;
  while (!list.empty()) {
    const std::string_view entry = list.substr(0, list.find(','));
    list.remove_prefix(std::min(entry.size() + 1, list.size()));
    const std::size_t equals = entry.rfind('=');
    const double share = base::find_number(entry.substr(equals + 1)).value_or(0);
    turns.push_back({std::string(entry.substr(0, equals)), share, 0});
    sum += share;
  }
  for (TurnCount& turn : turns) turn.asked /= sum;

  // shares hold for all lanes of the way's direction: the lane, where one is named, says which
  network::StripId way = network.find_strip(from);
  std::string_view lane;
  if (way.is_empty()) {
    const std::size_t last = from.rfind(':');
    lane = from.substr(last + 1);
    way = network.find_strip(from.substr(0, last));
  }
  way_ = way;
  const network::LaneId named = lane.empty() ? network::LaneId() : network.find_lane(way, lane);
  turn_of_.assign(network.corridors().size(), kNoTurn);
  for (std::size_t c = 0; c < turn_of_.size(); ++c) {
    const network::Corridor& corridor = network.corridors()[c];
    if (corridor.from.is_empty() || network.lane(corridor.from.lane).strip != way) continue;
    const bool is_other_way =
        !named.is_empty() && network.lane(named).direction != network.lane(corridor.from.lane).direction;
    if (is_other_way) continue;
    turn_of_[c] = kOther;
    // the name of a way is more than a side
    for (std::size_t k = 0; k < turns.size(); ++k)
      if (leads_to(network, corridor, turns[k].to)) turn_of_[c] = static_cast<std::uint32_t>(k);
  }
}

void TurnCounts::look(const sim::Simulation& simulation) {
  const world::Tracks& tracks = simulation.roads().tracks;
  for (const record::Event& event : simulation.events()) {
    if (event.kind != record::EventKind::crossed_line || event.corridor.is_empty()) continue;
    const std::uint32_t turn = turn_of_[event.corridor.index()];
    if (turn == kNoTurn) continue;
    ++total;
    if (turn != kOther) ++turns[turn].count;
    const auto wants = wants_.find(event.object);
    if (wants == wants_.end()) continue;
    if (wants->second < turns.size() && wants->second != turn) ++turns[wants->second].gave_up;
    wants_.erase(wants);
  }
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const sim::VehicleView v = simulation.vehicle(k);
    const world::TrackId at = v.mover.trail.current();
    if (tracks[at].strip != way_ || v.driver.turns.is_empty() || wants_.contains(v.id)) continue;
    // the corridors that lead to the exit, from whichever lane
    const world::Exit& exit = tracks.exits(tracks[tracks[at].carriageway])[v.driver.turns.front()];
    std::uint32_t turn = kNoTurn;
    for (const world::TrackId lane : tracks.tracks_of(tracks[tracks[at].carriageway]))
      for (const world::TrackId next : tracks.onward(tracks[lane]))
        if (tracks[next].is_corridor() && !tracks.onward(tracks[next]).empty() &&
            tracks[tracks.onward(tracks[next]).front()].carriageway == exit.to)
          turn = turn_of_[tracks[next].corridor.index()];
    // further on drivers may have given up already
    if (turn == kNoTurn || v.mover.metres > 0.5 * tracks[at].length) continue;
    wants_.emplace(v.id, turn);
    if (turn != kOther) ++turns[turn].wanted;
  }
}

bool TurnCounts::is_reached(const TurnCount& turn) const {
  const auto n = static_cast<double>(total);
  return std::fabs(static_cast<double>(turn.count) - n * turn.asked) <=
         3 * std::sqrt(n * turn.asked * (1 - turn.asked));
}

}  // namespace backlot::cli
