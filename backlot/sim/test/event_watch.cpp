#include "backlot/sim/test/event_watch.h"

#include <fmt/format.h>

#include "backlot/network/signals.h"

namespace backlot::sim {

using record::Event;
using record::EventKind;

EventWatch::Seen EventWatch::seen(const Simulation& simulation, const VehicleView& v) {
  const world::Tracks& tracks = simulation.roads().tracks;
  const world::Track& track = tracks[v.mover.trail.current()];
  Seen seen;
  seen.lane = track.lane;
  seen.strip = track.strip;
  seen.is_shifting = v.mover.is_shifting();
  seen.is_long = v.shape.is_long();
  if (track.is_corridor()) return seen;
  seen.to_line_m =
      static_cast<double>(track.stop_m) - v.mover.metres - static_cast<double>(v.shape.front_m());
  if (v.mover.trail.ahead() > 0) seen.corridor = tracks[v.mover.trail.ahead(0)].corridor;
  return seen;
}

void EventWatch::before(const Simulation& simulation) {
  past_.clear();
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    past_[v.id.raw()] = seen(simulation, v);
  }
  time_ = simulation.tick().time;
  network::show_programmes(simulation.roads().tracks.network(), time_, signals_);
}

void EventWatch::after(const Simulation& simulation) {
  for (const Event& event : simulation.events()) ++counts_[static_cast<std::size_t>(event.kind)];
  check_order(simulation);
  check_presence(simulation);
  check_lines(simulation);
  check_lane_changes(simulation);
}

void EventWatch::say(const Simulation& simulation, std::uint64_t id, const std::string& what) {
  if (fault_.empty())
    fault_ = fmt::format("{:.1f} s, {}: {}", simulation.tick().time.seconds(), id >> 32U, what);
}

// By phase of the step, then by number; with the time of the step's beginning, or of its end.
void EventWatch::check_order(const Simulation& simulation) {
  const auto phase = [](const Event& e) {
    if (e.kind == EventKind::entered) return 0;
    if (e.kind == EventKind::contact) return 1;
    return e.kind == EventKind::left ? 3 : 2;
  };
  const std::span<const Event> events = simulation.events();
  for (std::size_t k = 0; k < events.size(); ++k) {
    const base::SimTime time = phase(events[k]) < 2 ? time_ : simulation.tick().time;
    if (events[k].time != time) say(simulation, events[k].object.raw(), "told of another time");
    if (k == 0) continue;
    const Event &last = events[k - 1], &next = events[k];
    const bool is_ordered =
        phase(last) != phase(next)
            ? phase(last) < phase(next)
            : (last.object != next.object ? last.object < next.object
                                          : last.kind < next.kind || last.other < next.other);
    if (!is_ordered) say(simulation, next.object.raw(), "out of order");
  }
}

// Exactly the objects that came in and did not leave are there.
void EventWatch::check_presence(const Simulation& simulation) {
  for (const Event& e : simulation.events()) {
    if (e.kind == EventKind::entered && !is_changing_.emplace(e.object.raw(), false).second)
      say(simulation, e.object.raw(), "entered twice");
  }
  for (const Event& e : simulation.events()) {
    if (e.kind == EventKind::left && is_changing_.erase(e.object.raw()) == 0)
      say(simulation, e.object.raw(), "left without having been there");
  }
  if (is_changing_.size() != simulation.size()) say(simulation, 0, "a number of others is there");
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    if (!is_changing_.contains(simulation.vehicle(k).id.raw()))
      say(simulation, simulation.vehicle(k).id.raw(), "is there and never entered");
  }
}

void EventWatch::check_lines(const Simulation& simulation) {
  std::map<std::uint64_t, const Event*> reported;
  for (const Event& e : simulation.events()) {
    if (e.kind == EventKind::crossed_line) reported[e.object.raw()] = &e;
  }
  const network::Network& network = simulation.roads().tracks.network();
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    const std::uint64_t id = v.id.raw();
    const auto before = past_.find(id);
    if (before == past_.end()) continue;
    const Seen now = seen(simulation, v);
    const network::CorridorId corridor = before->second.corridor;
    const bool has_crossed = !corridor.is_empty() && before->second.to_line_m > 0 && now.to_line_m <= 0;
    const auto at = reported.find(id);
    if (has_crossed != (at != reported.end()))
      say(simulation, id, has_crossed ? "crossed a line" : "did not");
    if (at == reported.end() || !has_crossed) continue;
    if (at->second->corridor != corridor) say(simulation, id, "crossed another line");
    const network::SignalGroupId group = network.corridor(corridor).signal_group;
    const network::Aspect aspect = group.is_empty() ? network::Aspect::dark : signals_[group.index()];
    if (at->second->aspect != aspect) say(simulation, id, "saw another signal");
    if (at->second->aspect == network::Aspect::red) ++red_crossings_;
    reported.erase(at);
  }
  for (const auto& [id, event] : reported) {
    if (past_.contains(id)) say(simulation, id, "is told to have crossed a line, and is away");
  }
}

// Each begins when it had ended, and the body goes over just then.
void EventWatch::check_lane_changes(const Simulation& simulation) {
  for (const Event& e : simulation.events()) {
    const bool begins = e.kind == EventKind::began_lane_change;
    if (!begins && e.kind != EventKind::ended_lane_change) continue;
    // where it ends on another way, that may have no lane beside
    const bool has_lanes = !e.to.is_empty() && (!begins || !e.from.is_empty());
    if (e.side == world::Side::none || !has_lanes || e.from == e.to)
      say(simulation, e.object.raw(), "a lane change from nowhere, or to nowhere");
    const auto at = is_changing_.find(e.object.raw());
    if (at == is_changing_.end()) continue;  // it left in the same step
    if (at->second == begins) say(simulation, e.object.raw(), begins ? "began twice" : "ended twice");
    at->second = begins;
  }
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    const auto before = past_.find(v.id.raw());
    const auto reported = is_changing_.find(v.id.raw());
    if (before == past_.end() || reported == is_changing_.end()) continue;
    const Seen now = seen(simulation, v);
    // long bodies also go a little to the side within their lane, before turns
    if (now.is_long ? reported->second && !now.is_shifting : reported->second != now.is_shifting)
      say(simulation, v.id.raw(), now.is_shifting ? "goes over untold" : "is there, and nobody said so");
    if (now.strip == before->second.strip && now.lane != before->second.lane && !reported->second)
      say(simulation, v.id.raw(), "is on another lane untold");
  }
}

}  // namespace backlot::sim
