// Saving and restoring a run. The file: "backlot state", a version, the hash of what the run was made from, the state, and a
// checksum. Slots and occupancy are not in it: they follow from the rest.
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "backlot/base/hash.h"
#include "backlot/sim/external_bytes.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/state_bytes.h"
#include "backlot/traffic/vehicle/driver_machine.h"

namespace backlot::sim {

namespace {

constexpr std::string_view kMagic = "backlot state\n";
constexpr std::uint32_t kVersion = 8;

std::uint64_t checksum(std::string_view bytes) {
  base::Hasher hasher;
  hasher.add(bytes);
  return hasher.value();
}

// One list of the fields for both directions: `field` writes them, or reads them.
template <class Fields, class Mover>
void visit_mover(Fields& field, Mover& m) {
  field(m.guide.x);
  field(m.guide.y);
  field(m.guide.z);
  field(m.heading_x);
  field(m.heading_y);
  field(m.metres);
  field(m.speed_mps);
  field(m.accel_mps2);
  field(m.lateral);
  field(m.shift_from);
  field(m.shift_done);
  field(m.home);
}

template <class Fields, class Driver>
void visit_driver(Fields& field, Driver& d) {
  field(d.traits.speed_factor);
  field(d.traits.headway_s);
  field(d.traits.gap_m);
  field(d.traits.accel_mps2);
  field(d.traits.brake_mps2);
  field(d.traits.hardest_mps2);
  field(d.traits.politeness);
  field(d.traits.keep_m);
  field(d.draws);
  field(d.trip_left_m);
  field(d.reach_m);
  field(d.stood_s);
  field(d.intent_s);
  field(d.since_shift_s);
  field(d.reaction_s);
  field(d.passes);
}

void write_vehicle(ByteWriter& field, std::uint32_t number, std::uint64_t stream, const world::Mover& m,
                   const traffic::Driver& d) {
  field(number);
  field(stream);
  visit_mover(field, m);
  field(static_cast<std::uint8_t>(m.kind));
  field(static_cast<std::uint8_t>(m.is_nose_guided ? 1 : 0));
  field(static_cast<std::uint8_t>(m.changes_to));
  field(static_cast<std::uint8_t>(m.trail.size()));
  field(static_cast<std::uint8_t>(m.trail.behind()));
  for (std::uint32_t k = 0; k < m.trail.size(); ++k) field(m.trail[k].raw());
  visit_driver(field, d);
  field(d.states.bits());
  field(static_cast<std::uint64_t>(d.at_line.nanoseconds()));
  field(static_cast<std::uint8_t>(d.turns.size()));
  for (std::uint32_t k = 0; k < d.turns.size(); ++k) field(d.turns[k]);
}

bool is_sound(const world::Mover& m) {
  const double values[] = {m.guide.x,   m.guide.y,    m.guide.z, m.heading_x,  m.heading_y,  m.metres,
                           m.speed_mps, m.accel_mps2, m.lateral, m.shift_from, m.shift_done, m.home};
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

// False where the numbers cannot be those of a vehicle on these roads.
bool read_vehicle(ByteReader& field, const world::Tracks& tracks, const hcsm::MachineOutline& machine,
                  std::uint32_t& number, std::uint64_t& stream, world::Mover& m, traffic::Driver& d) {
  field(number);
  field(stream);
  visit_mover(field, m);
  std::uint8_t kind = 0, is_nose_guided = 0, changes_to = 0, size = 0, here = 0;
  field(kind);
  field(is_nose_guided);
  field(changes_to);
  field(size);
  field(here);
  if (kind >= world::kObjectKinds || changes_to > 2 || size > world::Trail::kCapacity || here >= size)
    return false;
  std::array<world::TrackId, world::Trail::kCapacity> trail{};
  for (std::uint32_t k = 0; k < size; ++k) {
    std::uint32_t track = 0;
    field(track);
    if (track >= tracks.all().size()) return false;
    trail[k] = world::TrackId(track);
  }
  m.kind = static_cast<world::ObjectKind>(kind);
  m.is_nose_guided = is_nose_guided != 0;
  m.changes_to = static_cast<world::Side>(changes_to);
  m.trail = world::Trail::restored(std::span(trail).first(size), here);
  visit_driver(field, d);
  std::uint8_t turns = 0;
  std::uint64_t states = 0, at_line = 0;
  field(states);
  field(at_line);
  field(turns);
  d.states = hcsm::StateSet(states);
  if (d.states.is_empty() || !hcsm::is_sound(machine, {.active = d.states}) ||
      turns > traffic::Turns::kCapacity)
    return false;
  d.at_line = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(at_line));
  for (std::uint32_t k = 0; k < turns; ++k) {
    std::uint8_t turn = 0;
    field(turn);
    d.turns.push(turn);
  }
  return is_sound(m);
}

void write_flow(ByteWriter& field, const FlowState& f) {
  field(f.asked);
  for (const std::uint64_t count : f.served_of_kind) field(count);
  for (const std::int64_t time :
       {f.next.nanoseconds(), f.first.nanoseconds(), f.delay.nanoseconds(), f.longest_delay.nanoseconds()})
    field(static_cast<std::uint64_t>(time));
}

// False where more came in than arrived.
bool read_flow(ByteReader& field, FlowState& f) {
  const auto time = [&field] {
    std::uint64_t value = 0;
    field(value);
    return static_cast<std::int64_t>(value);
  };
  field(f.asked);
  for (std::uint64_t& count : f.served_of_kind) field(count);
  f.next = base::SimTime::from_nanoseconds(time());
  f.first = base::SimTime::from_nanoseconds(time());
  f.delay = base::Duration::from_nanoseconds(time());
  f.longest_delay = base::Duration::from_nanoseconds(time());
  return f.served() <= f.asked;
}

void write_clock(ByteWriter& field, const traffic::SignalClock& clock) {
  const traffic::ClockPlan& plan = clock.plan();
  field(clock.programme());
  for (const std::int64_t value :
       {plan.from.nanoseconds(), plan.until.nanoseconds(), plan.phase_ns, plan.passes_ns})
    field(static_cast<std::uint64_t>(value));
  field(plan.keeps_intergreens);
}

// None where it cannot be that of a programme, or does not come after the last one.
std::optional<traffic::SignalClock> read_clock(ByteReader& field, const world::SignalPlans& plans,
                                               std::span<const traffic::SignalClock> before) {
  const auto value = [&field] {
    std::uint64_t bits = 0;
    field(bits);
    return static_cast<std::int64_t>(bits);
  };
  std::uint32_t programme = 0;
  traffic::ClockPlan plan;
  field(programme);
  plan.from = base::SimTime::from_nanoseconds(value());
  plan.until = base::SimTime::from_nanoseconds(value());
  plan.phase_ns = value();
  plan.passes_ns = value();
  field(plan.keeps_intergreens);
  if (programme >= plans.size() || (!before.empty() && before.back().programme() >= programme) ||
      !traffic::is_sound(plans.cycle(programme), plan))
    return std::nullopt;
  return traffic::SignalClock(programme, plans.cycle(programme), plan);
}

void write_event(ByteWriter& field, const record::Event& e) {
  for (const std::uint64_t value :
       {static_cast<std::uint64_t>(e.time.nanoseconds()), e.object.raw(), e.other.raw()})
    field(value);
  for (const std::uint32_t value :
       {e.corridor.raw(), e.other_corridor.raw(), e.from.raw(), e.to.raw(), e.issuer, e.programme})
    field(value);
  field(e.directive);
  field(e.relative_speed_mps);
  for (const std::uint8_t value : {static_cast<std::uint8_t>(e.kind), static_cast<std::uint8_t>(e.side),
                                   static_cast<std::uint8_t>(e.aspect),
                                   static_cast<std::uint8_t>(e.right_of_way), e.directive_kind, e.reason})
    field(value);
}

// False where it is none of a run on this network.
bool read_event(ByteReader& field, const network::Network& net, record::Event& e) {
  std::uint64_t time = 0;
  field(time);
  e.time = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(time));
  for (world::ObjectId* id : {&e.object, &e.other}) {
    std::uint64_t raw = 0;
    field(raw);
    if (raw != world::ObjectId().raw() && raw >> 32U == 0xffffffffU) return false;
    if (raw != world::ObjectId().raw())
      *id = {static_cast<std::uint32_t>(raw >> 32U), static_cast<std::uint32_t>(raw)};
  }
  bool is_sound = true;
  const auto read_id = [&](auto& id, std::size_t count) {
    using Id = std::remove_reference_t<decltype(id)>;
    std::uint32_t raw = 0;
    field(raw);
    is_sound = is_sound && (raw < count || raw == Id().raw());
    if (raw < count) id = Id(raw);
  };
  read_id(e.corridor, net.corridors().size());
  read_id(e.other_corridor, net.corridors().size());
  read_id(e.from, net.lanes().size());
  read_id(e.to, net.lanes().size());
  field(e.issuer);
  field(e.programme);
  field(e.directive);
  field(e.relative_speed_mps);
  std::array<std::uint8_t, 4> small{};
  for (std::uint8_t& value : small) field(value);
  field(e.directive_kind);
  field(e.reason);
  if (small[0] >= record::kEventKinds || small[1] > 2 || small[2] > 7 || small[3] > 3) return false;
  e.kind = static_cast<record::EventKind>(small[0]);
  e.side = static_cast<world::Side>(small[1]);
  e.aspect = static_cast<network::Aspect>(small[2]);
  e.right_of_way = static_cast<record::RightOfWay>(small[3]);
  return is_sound && std::isfinite(e.relative_speed_mps);
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

}  // namespace

// Of network and settings: a state goes on only where it came from.
std::uint64_t Simulation::inputs_hash() const {
  base::Hasher hasher;
  hasher.add(settings_.seed);
  hasher.add(settings_.mean_trip_m);
  hasher.add(static_cast<std::uint32_t>(settings_.update));
  for (const traffic::KindOfDriver& kind : settings_.drivers.kinds) {
    for (const float value :
         {kind.middle.speed_factor, kind.middle.headway_s, kind.middle.gap_m, kind.middle.accel_mps2,
          kind.middle.brake_mps2, kind.shape.length_m, kind.shape.width_m, kind.shape.wheelbase_m})
      hasher.add(static_cast<double>(value));
  }
  for (const double share : settings_.drivers.shares) hasher.add(share);
  const ExternalSettings& externals = settings_.externals;
  hasher.add(externals.patience.nanoseconds());
  for (const double value : {externals.brake_mps2, externals.fastest_mps, externals.fastest_back_mps,
                             externals.most_accel_mps2, externals.most_brake_mps2, externals.most_steer_rad})
    hasher.add(value);
  hasher.add(externals.stops_at_contact);
  hash_demand(hasher, settings_.flows, settings_.turning_shares);
  hasher.add(std::uint64_t{settings_.signal_limits.size()});
  for (const traffic::ClockLimits& limits : settings_.signal_limits) {
    hasher.add(limits.slowest_percent);
    hasher.add(limits.fastest_percent);
  }
  hasher.add(std::uint64_t{roads_.tracks.all().size()});
  for (const world::Track& track : roads_.tracks.all()) hasher.add(track.length);
  return hasher.value();
}

std::string Simulation::save() const {
  ByteWriter field;
  field(tick_.index);
  field(static_cast<std::uint64_t>(tick_.time.nanoseconds()));
  field(hash_);
  field(entered_);
  field(outside_);
  for (const base::SimTime t : entrance_free_) field(static_cast<std::uint64_t>(t.nanoseconds()));
  for (const FlowState& flow : demand_.states()) write_flow(field, flow);
  field(std::uint64_t{clocks_.all().size()});
  for (const traffic::SignalClock& clock : clocks_.all()) write_clock(field, clock);
  for (const std::vector<std::uint32_t>* list : {&numbers_.generations(), &numbers_.free()}) {
    field(std::uint64_t{list->size()});
    for (const std::uint32_t value : *list) field(value);
  }
  field(std::uint64_t{movers_.size()});
  for (std::size_t k = 0; k < movers_.size(); ++k)
    write_vehicle(field, number_of_[k], stream_of(number_of_[k]), movers_[k], drivers_[k]);
  direction_.save(field);
  field(log_.hash());
  field(std::uint64_t{log_.said().size()});
  for (const record::Event& event : log_.said()) write_event(field, event);
  field(std::uint64_t{touching_.size()});
  for (const Contact& pair : touching_) {
    field(pair.one);
    field(pair.other);
  }
  field(std::uint64_t{externals_.size()});
  for (std::size_t k = 0; k < externals_.size(); ++k) {
    field(stream_of(externals_[k].number));
    write_external(field, externals_[k]);
  }

  ByteWriter file;
  file.bytes() = kMagic;
  file(kVersion);
  file(inputs_hash());
  file(checksum(field.bytes()));
  file.bytes() += field.bytes();
  return std::move(file.bytes());
}

base::Diagnostics Simulation::restore(std::string_view bytes) {
  base::Diagnostics diagnostics;
  const auto refuse = [&](const char* code, const char* why, const char* hint) {
    diagnostics.error(code, {}, why, hint);
    return diagnostics;
  };
  if (!bytes.starts_with(kMagic))
    return refuse("S101", "this is no state of a run", "\"backlot traffic --save\" makes one");
  ByteReader head(bytes.substr(kMagic.size()));
  std::uint32_t version = 0;
  std::uint64_t inputs = 0, sum = 0;
  head(version);
  head(inputs);
  head(sum);
  if (version != kVersion)
    return refuse("S102", "the state was written by another version",
                  "run again from the start, and save anew");
  const std::string_view content = bytes.substr(bytes.size() - head.left());
  if (head.has_failed() || checksum(content) != sum)
    return refuse("S103", "the state is damaged", "save it again");
  if (inputs != inputs_hash())
    return refuse("S104", "the state is of another network, seed, set of drivers, demand or update",
                  "restore it with those it was saved with");

  ByteReader field(content);
  base::Tick tick;
  std::uint64_t time = 0, hash = 0, entered = 0, outside = 0;
  field(tick.index);
  field(time);
  field(hash);
  field(entered);
  field(outside);
  tick.time = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(time));
  std::vector<base::SimTime> entrance_free(entrance_free_.size());
  for (base::SimTime& t : entrance_free) {
    std::uint64_t value = 0;
    field(value);
    t = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(value));
  }
  std::vector<FlowState> flows(demand_.flows().size());
  for (FlowState& flow : flows) {
    if (!read_flow(field, flow)) return refuse("S105", "the state holds what cannot be", "save it again");
  }
  std::uint64_t clock_count = 0;
  field(clock_count);
  std::vector<traffic::SignalClock> clocks;
  for (std::uint64_t k = 0; k < clock_count; ++k) {
    const auto clock = read_clock(field, roads_.conflicts.signals(), clocks);
    if (!clock) return refuse("S105", "the state holds what cannot be", "save it again");
    clocks.push_back(*clock);
  }
  std::vector<std::uint32_t> generations, free;
  for (std::vector<std::uint32_t>* list : {&generations, &free}) {
    std::uint64_t size = 0;
    field(size);
    if (size > field.left() / 4) return refuse("S105", "the state holds what cannot be", "save it again");
    list->resize(size);
    for (std::uint32_t& value : *list) field(value);
  }
  std::uint64_t count = 0;
  field(count);
  if (count > field.left()) return refuse("S105", "the state holds what cannot be", "save it again");
  std::vector<std::uint32_t> number_of(count);
  Table<world::Mover> movers(count);
  Table<traffic::Driver> drivers(count);
  std::vector<std::uint64_t> streams(generations.size());
  const hcsm::MachineOutline machine = traffic::driver_machine().outline();
  for (std::size_t k = 0; k < count; ++k) {
    std::uint64_t stream = 0;
    if (!read_vehicle(field, roads_.tracks, machine, number_of[k], stream, movers[k], drivers[k]) ||
        number_of[k] >= generations.size())
      return refuse("S105", "the state holds what cannot be", "save it again");
    streams[number_of[k]] = stream;
  }
  Direction direction;
  if (!direction.restore(field, generations.size(), roads_.tracks.all().size()))
    return refuse("S105", "the state holds what cannot be", "save it again");
  std::uint64_t events_hash = 0, said_count = 0, touching_count = 0;
  field(events_hash);
  field(said_count);
  if (said_count > field.left()) return refuse("S105", "the state holds what cannot be", "save it again");
  std::vector<record::Event> said(said_count);
  for (record::Event& event : said) {
    if (!read_event(field, roads_.tracks.network(), event))
      return refuse("S105", "the state holds what cannot be", "save it again");
  }
  field(touching_count);
  if (touching_count > field.left()) return refuse("S105", "the state holds what cannot be", "save it again");
  std::vector<Contact> touching(touching_count);
  for (Contact& pair : touching) {
    field(pair.one);
    field(pair.other);
  }
  std::uint64_t external_count = 0;
  field(external_count);
  if (external_count > Externals::kMost)
    return refuse("S105", "the state holds what cannot be", "save it again");
  std::vector<ExternalBody> externals(external_count);
  for (ExternalBody& external : externals) {
    std::uint64_t stream = 0;
    field(stream);
    if (!read_external(field, settings_.externals, external) || external.number >= generations.size())
      return refuse("S105", "the state holds what cannot be", "save it again");
    streams[external.number] = stream;
  }
  if (field.has_failed() || field.left() > 0)
    return refuse("S105", "the state holds what cannot be", "save it again");

  tick_ = tick;
  hash_ = hash;
  entered_ = entered;
  outside_ = outside;
  entrance_free_ = std::move(entrance_free);
  demand_.restore(std::move(flows));
  direction_ = std::move(direction);
  clocks_.restore(std::move(clocks));
  numbers_.restore(std::move(generations), std::move(free));
  streams_ = std::move(streams);
  number_of_ = std::move(number_of);
  movers_ = std::move(movers);
  drivers_ = std::move(drivers);
  log_.restore(events_hash, std::move(said));
  touching_ = std::move(touching);
  contacts_.clear();
  externals_.replace(std::move(externals), numbers_);
  leaves_.assign(count, 0);
  has_entries_ = false;
  filings_.assign(count, {});
  stances_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    numbers_.move(number_of_[k], static_cast<std::uint32_t>(k));
    movers_[k].shape_class = world::width_class(static_cast<double>(shape_of(movers_[k]).half_width_m()));
    stances_.push_back(world::stance_of(roads_.tracks, shape_of(movers_[k]), movers_[k]));
  }
  return diagnostics;
}

}  // namespace backlot::sim
