#include "backlot/sim/internal/state_file.h"

#include <span>
#include <utility>

#include "backlot/base/fields.h"
#include "backlot/base/hash.h"
#include "backlot/sim/internal/state_check.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

namespace {

constexpr std::string_view kMagic = "backlot state\n";
constexpr std::uint32_t kVersion = 15;

std::uint64_t checksum(std::string_view bytes) {
  base::Hasher hasher;
  hasher.add(bytes);
  return hasher.value();
}

void hash_demand(base::Hasher& hasher, std::span<const Flow> flows, const traffic::TurningShares& shares) {
  hasher.add(std::uint64_t{flows.size()});
  for (const Flow& flow : flows) {
    hasher.add(std::uint64_t{flow.lanes.size()});
    for (const world::TrackId lane : flow.lanes) hasher.add(lane.raw());
    hasher.add(flow.vehicles_per_hour);
    for (const double share : flow.mix) hasher.add(share);
    hasher.add(flow.begin.nanoseconds());
    hasher.add(flow.end.nanoseconds());
    hasher.add(static_cast<std::uint32_t>(flow.arrivals));
    hasher.add(flow.least_headway_s);
  }
  hasher.add(std::uint64_t{shares.carriageways().size()});
  for (const world::CarriagewayId way : shares.carriageways()) {
    hasher.add(way.raw());
    for (const double share : shares.of(way)) hasher.add(share);
  }
}

// Of network and settings: a state goes on only where it came from.
std::uint64_t inputs_hash(const Run& run) {
  const SimulationSettings& settings = run.settings;
  base::Hasher hasher;
  hasher.add(settings.seed);
  hasher.add(settings.mean_trip_m);
  hasher.add(static_cast<std::uint32_t>(settings.update));
  hasher.add(static_cast<std::uint32_t>(settings.contacts));
  for (const traffic::KindOfDriver& kind : settings.drivers.kinds) {
    for (const float value :
         {kind.middle.speed_factor, kind.middle.headway_s, kind.middle.gap_m, kind.middle.accel_mps2,
          kind.middle.brake_mps2, kind.spread.heeds_lights, kind.spread.yields_on_foot, kind.shape.length_m,
          kind.shape.width_m, kind.shape.wheelbase_m})
      hasher.add(static_cast<double>(value));
  }
  for (const double share : settings.drivers.shares) hasher.add(share);
  hasher.add(settings.walkers.children);
  hasher.add(settings.walkers.elders);
  hasher.add(settings.walkers.in_groups);
  const ExternalSettings& externals = settings.externals;
  hasher.add(externals.patience.nanoseconds());
  for (const double value : {externals.brake_mps2, externals.fastest_mps, externals.fastest_back_mps,
                             externals.most_accel_mps2, externals.most_brake_mps2, externals.most_steer_rad})
    hasher.add(value);
  hasher.add(externals.stops_at_contact);
  hasher.add(settings.directors_look_every.nanoseconds());
  hash_demand(hasher, settings.flows, settings.turning_shares);
  hasher.add(std::uint64_t{settings.signal_limits.size()});
  for (const traffic::ClockLimits& limits : settings.signal_limits) {
    hasher.add(limits.slowest_percent);
    hasher.add(limits.fastest_percent);
  }
  hasher.add(std::uint64_t{run.roads.tracks.all().size()});
  for (const world::Track& track : run.roads.tracks.all()) hasher.add(track.length);
  return hasher.value();
}

}  // namespace

std::string save(const Run& run) {
  base::FieldWriter field;
  field(run.state);
  base::FieldWriter head;
  head(kVersion, inputs_hash(run), checksum(field.bytes()));
  return std::string(kMagic) + head.bytes() + field.bytes();
}

base::Diagnostics restore(Run& run, std::string_view bytes) {
  base::Diagnostics diagnostics;
  const auto refuse = [&](const char* code, const std::string& why, const char* hint) {
    diagnostics.error(code, {}, why, hint);
    return diagnostics;
  };
  if (!bytes.starts_with(kMagic))
    return refuse("S101", "this is no saved state of a run", "\"backlot traffic --save\" makes one");
  base::FieldReader head(bytes.substr(kMagic.size()));
  std::uint32_t version = 0;
  std::uint64_t inputs = 0, sum = 0;
  head(version, inputs, sum);
  if (version != kVersion)
    return refuse("S102", "the state was written by another version",
                  "run again from the start, and save anew");
  const std::string_view content = bytes.substr(bytes.size() - head.left());
  if (head.has_failed() || checksum(content) != sum)
    return refuse("S103", "the state is damaged", "save it again");
  if (inputs != inputs_hash(run))
    return refuse("S104", "the state is of another network, seed, set of drivers, demand or update",
                  "restore it with those it was saved with");

  base::FieldReader field(content);
  RunState state;
  state.clocks = traffic::SignalClocks(run.settings.signal_limits);
  state.directors = run.state.directors;  // which there are is the caller's; their blocks are read
  field(state);
  if (field.has_failed() || field.left() > 0)
    return refuse("S105", "the saved state is inconsistent: its fields do not fit its length",
                  "save it again");
  if (const std::string fault = settle(run, state); !fault.empty())
    return refuse("S105", "the saved state is inconsistent: " + fault, "save it again");
  replace_state(run, std::move(state));
  return diagnostics;
}

}  // namespace backlot::sim
