#include "backlot/sim/simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/base/inline.h"
#include "backlot/base/random.h"
#include "backlot/network/locate.h"
#include "backlot/traffic/vehicle/crossing.h"
#include "backlot/traffic/vehicle/decide.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/pace.h"
#include "backlot/traffic/vehicle/purposes.h"
#include "backlot/traffic/vehicle/way_finding.h"
#include "backlot/world/prefetch.h"

namespace backlot::sim {

namespace {

using traffic::Purpose;
using world::Entry;
using world::EntryFlag;
using world::Track;
using world::TrackId;

constexpr std::uint16_t kNoBatch = 65535;  // entries that do not hold any more
constexpr std::size_t kEntriesEach = 3;    // of a vehicle in all lists, on the average no more than this
constexpr double kHard_mps2 = 4;
constexpr double kPlanAhead_m = 40;  // trails are made longer than needed, so that they need not be so often
constexpr double kEntranceRest_s = 1;  // between two who come in at one entrance
constexpr double kShortEntrance_m = 40;
constexpr double kEntryBraking_mps2 = 2;
constexpr double kEntry_m = 0.5;   // of the track are behind who comes in
constexpr double kTouch_m = 0.01;  // bodies that overlap by less only touch

// A hash of one vehicle; the frame adds them up, so that their order does not count. Each word is spread by an odd factor of its
// own: a sum without a chain from one to the next.
std::uint64_t hash_of(std::uint32_t number, const world::Mover& m, const traffic::Driver& d) {
  std::uint64_t sum = number, factor = 0x9e3779b97f4a7c15U;
  const auto add = [&](std::uint64_t word) {
    sum += (word ^ (word >> 32U)) * factor;
    factor += 0xbf58476d1ce4e5b8U;  // even: the factor stays odd
  };
  add(std::bit_cast<std::uint64_t>(m.guide.x));
  add(std::bit_cast<std::uint64_t>(m.guide.y));
  add(std::bit_cast<std::uint64_t>(m.heading_x));
  add(std::bit_cast<std::uint64_t>(m.heading_y));
  add(std::bit_cast<std::uint64_t>(m.metres));
  add(std::bit_cast<std::uint64_t>(m.speed_mps));
  add(std::bit_cast<std::uint64_t>(m.lateral));
  add((std::uint64_t{m.trail.current().raw()} << 32U) | d.draws);
  add((std::uint64_t{std::bit_cast<std::uint32_t>(d.intent_s)} << 32U) | (d.is_committed() ? 1U : 0U) |
      (d.is_held() ? 2U : 0U) | (d.has_stopped() ? 4U : 0U) |
      (static_cast<std::uint32_t>(d.overtaking()) << 3U));
  return base::mix_bits(sum);
}

// Whether the guide is beside its strip, or past its end, and on nothing else there: who comes into an intersection while he
// still changes lanes is beside his corridor, but on another one or in the area.
bool is_off(const world::Tracks& tracks, const world::Mover& m, const world::Stance& stance) {
  const Track& track = tracks[m.trail.current()];
  if (m.metres <= track.length && std::fabs(m.lateral) <= static_cast<double>(track.half_width)) return false;
  const network::LaneEdges edges = tracks.network().edges(track.strip, stance.view.distance);
  if (m.metres <= track.length && stance.view.offset <= edges.left && stance.view.offset >= edges.right)
    return false;
  network::LocateScratch scratch;
  const geometry::WorldPoint at =
      network::place(tracks.network(), track.strip, {stance.view.distance, stance.view.offset, 0}).position;
  const network::On on = network::locate(tracks.network(), at, scratch).on;
  return on == network::On::nothing || on == network::On::nowhere;
}

// Row k becomes the one that was row order[k], in all tables. Goes around each ring of rows that change places; of the order only
// rows that stay are left.
template <class... Tables>
void put_in_order(std::vector<std::uint32_t>& order, Tables&... tables) {
  for (std::uint32_t start = 0; start < order.size(); ++start) {
    if (order[start] == start) continue;
    const auto around = [&](auto& table) {
      auto first = table[start];
      std::uint32_t at = start;
      for (; order[at] != start; at = order[at]) table[at] = table[order[at]];
      table[at] = first;
    };
    (around(tables), ...);
    for (std::uint32_t at = start; order[at] != at;) at = std::exchange(order[at], at);
  }
}

}  // namespace

void Tally::add(const Tally& o) {
  steps += o.steps;
  agent_steps += o.agent_steps;
  distance_um += o.distance_um;
  lane_changes += o.lane_changes;
  arrived += o.arrived;
  entries += o.entries;
  exits += o.exits;
  contacts += o.contacts;
  red_crossings += o.red_crossings;
  off_network += o.off_network;
  hard_braking += o.hard_braking;
  hardest_braking_mps2 = std::max(hardest_braking_mps2, o.hardest_braking_mps2);
  longest_wait_s = std::max(longest_wait_s, o.longest_wait_s);
}

Simulation::Simulation(const world::Roads& roads, const SimulationSettings& settings)
    : roads_(roads),
      settings_(settings),
      turning_{settings.seed, settings.turning_shares},
      workers_(settings.threads),
      demand_(settings.seed, settings.flows),
      clocks_(settings.signal_limits),
      occupancy_(roads.tracks.network().strips().size()) {
  for (const Flow& flow : settings.flows)
    BACKLOT_CHECK(find_fault(roads.tracks, flow).empty(), "a flow has a fault");
  BACKLOT_CHECK(settings.sort_every > 0, "tables are sorted every some steps");
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    shapes_[k] = world::LongShape(settings.drivers.kinds[k].shape);
  }
  entrance_free_.resize(roads.tracks.entrances().size());
}

Simulation::~Simulation() = default;

VehicleView Simulation::vehicle(std::size_t slot) const {
  return {numbers_.id(number_of_[slot]), movers_[slot], drivers_[slot], shape_of(movers_[slot])};
}

std::optional<VehicleView> Simulation::find(world::ObjectId id) const {
  const std::optional<std::uint32_t> slot = numbers_.find_extra(id);
  return slot ? std::optional(vehicle(*slot)) : std::nullopt;
}

bool Simulation::set_traits(world::ObjectId id, const traffic::DriverTraits& traits) {
  const std::optional<std::uint32_t> slot = numbers_.find_extra(id);
  if (slot) drivers_[*slot].traits = traits;
  return slot.has_value();
}

world::ObjectId Simulation::insert(world::ObjectKind kind, TrackId track, double metres, double speed_mps) {
  return insert(kind, track, metres, speed_mps, std::nullopt);
}

// Without a stream of his own he has that of his id. Who comes by a flow drives until the road ends. Who is put beside the place that he
// keeps in his lane goes there.
world::ObjectId Simulation::insert(world::ObjectKind kind, TrackId track, double metres, double speed_mps,
                                   std::optional<std::uint64_t> own_stream, std::optional<double> lateral) {
  BACKLOT_CHECK(movers_.size() < kMostVehicles, "a run has no room for more");
  const world::ObjectId id = numbers_.create(static_cast<std::uint32_t>(movers_.size()));
  const std::uint64_t stream = own_stream.value_or(id.raw());
  if (id.slot() >= streams_.size()) streams_.resize(id.slot() + 1U);
  streams_[id.slot()] = stream;
  const traffic::KindOfDriver& type = settings_.drivers.kinds[static_cast<std::size_t>(kind)];
  traffic::Driver driver = made_driver(kind, stream);
  world::Mover mover;
  mover.kind = kind;
  mover.shape_class = world::width_class(static_cast<double>(type.shape.half_width_m()));
  const double keep = traffic::keep_of(roads_.tracks, driver);
  world::put_on_track(roads_.tracks, track, metres, lateral.value_or(keep), mover);
  if (lateral && *lateral != keep) world::begin_shift(keep, mover);
  mover.speed_mps = speed_mps;
  traffic::look_ahead(roads_.tracks, turning_, stream, traffic::sight_m(speed_mps), driver, mover);
  if (type.shape.is_long() && world::turns_to_kerb(roads_.tracks, mover, 0))
    world::lay_along(roads_.tracks, shapes_[static_cast<std::size_t>(kind)], mover);

  add_row(id.slot(), mover, driver);
  say_entered(movers_.size() - 1);
  return id;
}

traffic::Driver Simulation::made_driver(world::ObjectKind kind, std::uint64_t stream) const {
  traffic::Driver driver;
  driver.traits =
      traffic::draw_traits(settings_.drivers.kinds[static_cast<std::size_t>(kind)], settings_.seed, stream);
  base::RandomStream random{settings_.seed, stream, Purpose::trips};
  driver.trip_left_m = Demand::is_of_flow(stream) ? std::numeric_limits<double>::infinity()
                                                  : random.exponential(settings_.mean_trip_m);
  return driver;
}

void Simulation::add_row(std::uint32_t number, const world::Mover& mover, const traffic::Driver& driver) {
  number_of_.push_back(number);
  stances_.push_back(world::stance_of(roads_.tracks, shape_of(mover), mover));
  filings_.emplace_back();
  movers_.push_back(mover);
  drivers_.push_back(driver);
  leaves_.push_back(0);
  reserve_entries();
  has_entries_ = false;
  is_occupancy_current_ = false;
}

void Simulation::reserve_entries() {
  occupancy_.reserve(kEntriesEach * movers_.capacity() + Externals::kEntriesEach * externals_.size());
}

world::ObjectKind Simulation::draw_kind(std::uint64_t draw) const {
  double sum = 0;
  for (const double share : settings_.drivers.shares) sum += share;
  base::RandomStream random{settings_.seed, draw, Purpose::kind};
  double lot = random.uniform() * sum;
  std::uint32_t kind = 0;
  while (kind + 1 < world::kObjectKinds && lot >= settings_.drivers.shares[kind])
    lot -= settings_.drivers.shares[kind++];
  return static_cast<world::ObjectKind>(kind);
}

std::size_t Simulation::insert_spread(std::size_t count) {
  const world::Cells& cells = roads_.cells;
  const std::size_t inserted = std::min(count, cells.usable());
  std::vector<bool> is_taken(cells.size());
  base::RandomStream random{settings_.seed, 0, Purpose::placing};
  for (std::size_t k = 0; k < inserted; ++k) {
    // one lot after the other, until it is that of a cell that is free
    world::Cells::Cell cell;
    for (;;) {
      const std::size_t lot = random.below(cells.size());
      if (is_taken[lot]) continue;
      is_taken[lot] = true;
      cell = cells.at(roads_.tracks, lot);
      if (cell.is_usable) break;
    }
    const Track& track = roads_.tracks[cell.track];
    insert(draw_kind(entered_++), cell.track, cell.metres,
           std::min(8.0, 0.6 * static_cast<double>(std::min(track.limit_mps, track.bend_mps))));
  }
  outside_ += count - inserted;
  sort_by_place();
  return inserted;
}

// ---- the step

void Simulation::step(base::Duration dt, std::span<const ExternalCommand> commands) {
  BACKLOT_CHECK(dt.nanoseconds() >= 0, "time does not run backwards");
  log_.clear();
  // no time, nothing happens
  if (dt.nanoseconds() == 0) {
    ++tick_.index;
    ++tally_.steps;
    return;
  }
  externals_.take(commands, tick_, dt, settings_.externals, numbers_);
  log_.take_said();
  if (dt <= kLongestStep) return short_step(dt);
  const std::int64_t parts = (dt.nanoseconds() + kLongestStep.nanoseconds() - 1) / kLongestStep.nanoseconds();
  base::Duration left = dt;
  for (std::int64_t k = 0; k < parts; ++k) {
    const base::Duration part = base::Duration::from_nanoseconds(left.nanoseconds() / (parts - k));
    left -= part;
    short_step(part);
  }
}

void Simulation::short_step(base::Duration dt) {
  tick_.step = dt;
  if (tick_.index % settings_.sort_every == 0)
    sort_by_place();                 // neighbours on the road are neighbours in memory
  refresh_occupancy();               // who stands where
  if (enter()) refresh_occupancy();  // who comes in from outside, where there is room
  tally_.contacts += count_contacts();
  note_contacts();
  if (stop_who_touched()) refresh_occupancy();  // wrecks drive no more
  direct_actors();                              // who is told what to do; and answers
  drive(tick_);                                 // everybody decides and moves; the hash of the frame
  leave();                                      // who has come to the end of the road
  tick_.time += dt;
  ++tick_.index;
}

void Simulation::direct_actors() {
  direction_.direct({roads_.tracks, turning_, numbers_, streams_, movers_, drivers_, shapes_, tick_});
  // what others were told of them does not hold any more, though they stand
  for (const std::uint32_t number : direction_.touched()) filings_[numbers_.slot(number)].batch = kNoBatch;
  note_answers();
}

// By number: who gets whose number next must not depend on the order of the tables.
void Simulation::leave() {
  leaving_.clear();
  for (std::size_t slot = 0; slot < leaves_.size(); ++slot) {
    if (leaves_[slot] != 0) leaving_.push_back(number_of_[slot]);
  }
  std::sort(leaving_.begin(), leaving_.end());
  for (const std::uint32_t number : leaving_) {
    if (!Demand::is_of_flow(stream_of(number))) ++outside_;
    note_left(numbers_.slot(number));
    remove(numbers_.slot(number));
    ++tally_.exits;
    ++tally_.arrived;
  }
}

// The flows first; then who waits outside tries one entrance after the other, from another first one in every step. Whether anyone
// came in.
bool Simulation::enter() {
  const std::size_t before = movers_.size();
  const bool had_entries = has_entries_;
  demand_.arrive(tick_.time);
  enter_from_flows();
  const std::span<const TrackId> entrances = roads_.tracks.entrances();
  for (std::size_t k = 0; k < entrances.size() && outside_ > 0; ++k) {
    const std::size_t which = (k + tick_.index) % entrances.size();
    if (tick_.time < entrance_free_[which] || !enter_at(entrances[which])) continue;
    entrance_free_[which] = tick_.time + base::Duration::from_seconds(kEntranceRest_s);
    --outside_;
    ++tally_.entries;
  }
  if (movers_.size() == before) return false;
  log_.take_said_by_object();
  // only theirs are new
  for (std::size_t k = before; k < movers_.size(); ++k) put_entries_of(k, entries_, 0);
  has_entries_ = had_entries;
  return true;
}

// Of every queue the first, where there is room; another flow begins in every step.
void Simulation::enter_from_flows() {
  const std::size_t count = demand_.flows().size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t flow = (k + tick_.index) % count;
    if (demand_.states()[flow].waiting() == 0 || !enter_first_of(flow)) continue;
    demand_.serve(flow, tick_.time);
    ++tally_.entries;
  }
}

// On a lane that leads to where he turns off, else on another, and of those on the one with the most room.
bool Simulation::enter_first_of(std::size_t flow) {
  const world::ObjectKind kind = demand_.kind_of_first(flow);
  const std::uint64_t stream = demand_.stream_of_first(flow);
  const traffic::KindOfDriver& type = settings_.drivers.kinds[static_cast<std::size_t>(kind)];
  const traffic::DriverTraits traits = traffic::draw_traits(type, settings_.seed, stream);
  const std::span<const TrackId> entrances = roads_.tracks.entrances();
  struct Best {
    std::size_t entrance = 0;
    bool leads_there = false;
    double room_m = -1, speed_mps = -1;
  } best;
  for (const TrackId lane : demand_.flows()[flow].lanes) {
    const Track& track = roads_.tracks[lane];
    const auto which =
        static_cast<std::size_t>(std::find(entrances.begin(), entrances.end(), lane) - entrances.begin());
    if (tick_.time < entrance_free_[which]) continue;  // somebody came in there in this step
    const EntranceRoom last = room_at_start(roads_.tracks, occupancy_, lane);
    const double front_m = static_cast<double>(type.shape.length_m) + kEntry_m;
    const double speed = entry_speed(traits, traffic::calm_speed_mps(roads_.tracks, track, traits, front_m),
                                     last.room_m - front_m, last.speed_mps);
    const bool leads_there =
        (traffic::lanes_of_first_turn(roads_.tracks, turning_, stream, track.carriageway) &
         (world::LaneMask{1} << track.abreast)) != 0;
    if (speed < 0 || leads_there < best.leads_there ||
        (leads_there == best.leads_there && last.room_m <= best.room_m))
      continue;
    best = {which, leads_there, last.room_m, speed};
  }
  if (best.speed_mps < 0) return false;
  insert(kind, entrances[best.entrance], static_cast<double>(type.shape.rear_m()) + kEntry_m, best.speed_mps,
         stream);
  entrance_free_[best.entrance] = tick_.time + base::Duration::from_nanoseconds(1);
  return true;
}

// Comes in at the start of a track where there is room behind the last one, at a speed that suits him.
bool Simulation::enter_at(TrackId id) {
  const Track& track = roads_.tracks[id];
  const world::ObjectKind kind = draw_kind(entered_);
  const world::BodyShape& shape = settings_.drivers.kinds[static_cast<std::size_t>(kind)].shape;
  const auto [room, last_speed] = room_at_start(roads_.tracks, occupancy_, id);
  const double speed =
      std::min(static_cast<double>(std::min(track.limit_mps, track.bend_mps)), last_speed + 5);
  if (room < static_cast<double>(shape.length_m) + 6 + 1.6 * speed) return false;
  double entry = room > 200 ? static_cast<double>(track.limit_mps) * 0.9 : speed;
  // on a short way he must still be able to stop at its end
  if (track.length < kShortEntrance_m)
    entry = std::min(entry, std::sqrt(2 * kEntryBraking_mps2 * 0.7 * track.length));
  const traffic::DriverTraits& traits = settings_.drivers.kinds[static_cast<std::size_t>(kind)].middle;
  entry = std::min(entry, traffic::calm_speed_mps(roads_.tracks, track, traits,
                                                  static_cast<double>(shape.length_m) + kEntry_m));
  insert(kind, id, static_cast<double>(shape.rear_m()) + kEntry_m, entry);
  ++entered_;
  return true;
}

void Simulation::remove(std::size_t slot) {
  forget_contacts_of(number_of_[slot]);
  numbers_.destroy(numbers_.id(number_of_[slot]));
  erase_row(slot);
}

void Simulation::erase_row(std::size_t slot) {
  const auto erase = [&](auto& table) { table.erase(table.begin() + static_cast<std::ptrdiff_t>(slot)); };
  erase(number_of_);
  erase(movers_);
  erase(drivers_);
  erase(stances_);
  erase(filings_);
  erase(leaves_);
  for (std::size_t k = slot; k < number_of_.size(); ++k)
    numbers_.move(number_of_[k], static_cast<std::uint32_t>(k));
}

void Simulation::sort_by_place() {
  const std::size_t count = movers_.size();
  keys_.resize(count);
  for (std::uint32_t k = 0; k < count; ++k)
    keys_[k] = {roads_.order[roads_.tracks[movers_[k].trail.current()].strip.index()], k};
  std::sort(keys_.begin(), keys_.end(), [&](const PlaceKey& a, const PlaceKey& b) {
    if (a.strip != b.strip) return a.strip < b.strip;
    const double from_a = stances_[a.slot].foot.from, from_b = stances_[b.slot].foot.from;
    return from_a != from_b ? from_a < from_b : number_of_[a.slot] < number_of_[b.slot];
  });
  order_.resize(count);
  for (std::size_t k = 0; k < count; ++k) order_[k] = keys_[k].slot;
  put_in_order(order_, movers_, drivers_, stances_, filings_, number_of_);
  for (std::size_t k = 0; k < count; ++k) numbers_.move(number_of_[k], static_cast<std::uint32_t>(k));
}

// What others are told of one.
void Simulation::add_entries_of(std::size_t slot, world::EntryBatch& entries) const {
  const traffic::Driver& driver = drivers_[slot];
  const world::Mover& mover = movers_[slot];
  world::Signs signs;
  signs.number = number_of_[slot];
  signs.flags = static_cast<std::uint16_t>(
      (driver.is_committed() ? EntryFlag::committed : 0) | (driver.is_held() ? EntryFlag::held : 0) |
      (driver.is_queued() ? EntryFlag::queued : 0) | (driver.is_clearing() ? EntryFlag::clears : 0) |
      (driver.must_shift() ? EntryFlag::must : 0) | (driver.is_out() ? EntryFlag::overtakes : 0) |
      (driver.intent() == traffic::Side::left ? EntryFlag::wants_left : 0) |
      (driver.intent() == traffic::Side::right ? EntryFlag::wants_right : 0));
  signs.arrived_s = driver.has_stopped() ? static_cast<float>(driver.at_line.seconds()) : world::kNever;
  signs.announce_m = driver.is_stopping() ? 0 : traffic::announce_m(mover.speed_mps);
  world::add_entries(roads_, shape_of(mover), mover, stances_[slot], signs, entries);
}

// Into a batch; his filing tells where they begin.
void Simulation::put_entries_of(std::size_t slot, EntryBatches& batches, std::size_t which) {
  note_entries_of(slot, batches, which);
  add_entries_of(slot, batches[which]);
}

// The same as those of now.
void Simulation::keep_entries_of(std::size_t slot, std::size_t which) {
  const world::EntryBatch& now = entries_[filings_[slot].batch];
  const std::size_t first = filings_[slot].first;
  note_entries_of(slot, next_, which);
  next_[which].add_of_one(now, first);
}

void Simulation::note_entries_of(std::size_t slot, const EntryBatches& batches, std::size_t which) {
  filings_[slot].strip = roads_.tracks[movers_[slot].trail.current()].strip;
  filings_[slot].batch = static_cast<std::uint16_t>(which);
  filings_[slot].first = static_cast<std::uint16_t>(batches[which].size());
}

// Room for one batch of each chunk, and for those of newcomers and externals. There are never fewer than there were: they keep their memory.
void Simulation::clear_entries(EntryBatches& entries, std::size_t chunks) {
  while (entries.size() < chunks + kFirstChunkBatch) entries.emplace_back().reserve(kBatch);
  for (world::EntryBatch& batch : entries) batch.clear();
}

void Simulation::make_entries() {
  const std::size_t count = movers_.size();
  clear_entries(entries_, (count + kChunk - 1) / kChunk);
  workers_.for_chunks(count, kChunk, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) put_entries_of(k, entries_, kFirstChunkBatch + chunk);
  });
  if (!externals_.is_empty()) {
    for (EntryBatches* batches : {&entries_, &next_}) {
      if (batches->size() > kExternalBatch)
        (*batches)[kExternalBatch].reserve(Externals::kEntriesEach * externals_.size());
    }
    externals_.add_entries(roads_, entries_[kExternalBatch]);
  }
  has_entries_ = true;
}

void Simulation::refresh_occupancy() {
  if (has_entries_ && is_occupancy_current_) return;
  if (!has_entries_) make_entries();
  occupancy_.begin(entries_);
  workers_.for_chunks(entries_.size(), 1, [&](std::size_t chunk, std::size_t, std::size_t) {
    occupancy_.place(entries_, chunk);
  });
  const std::span<const std::uint32_t> strips = occupancy_.active();
  if (const std::size_t chunks = (strips.size() + kChunk - 1) / kChunk; chunk_contacts_.size() < chunks)
    chunk_contacts_.resize(chunks);
  workers_.for_chunks(strips.size(), kChunk, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      occupancy_.sort(network::StripId(strips[k]));
      if (settings_.counts_contacts)
        find_contacts(occupancy_.on(network::StripId(strips[k])), chunk_contacts_[chunk]);
    }
  });
  gather_contacts();
  is_occupancy_current_ = true;
}

// Bodies on a strip that overlap. A pair may meet on several.
void Simulation::find_contacts(const world::EntryList& list, std::vector<Contact>& found) const {
  constexpr float kFootprint_m = 0.3F;  // across bends footprints are good to no more than this
  for (auto a = list.begin(); a != list.end(); ++a) {
    for (auto b = a + 1; b != list.end() && b.from() <= a.to(); ++b) {
      if (a.left() + kFootprint_m < b.right() || b.left() + kFootprint_m < a.right() ||
          ((a->flags | b->flags) & EntryFlag::approaches) != 0 || a->id == b->id)
        continue;
      // two who touched long ago, and stand
      if ((a->flags & b->flags & EntryFlag::external) != 0 && a->pace_mps + b->pace_mps == 0) continue;
      if (world::overlap(box_of(a->id), box_of(b->id), kTouch_m))
        found.push_back({std::min(a->id, b->id), std::max(a->id, b->id)});
    }
  }
}

// Those of all strips, each pair once.
void Simulation::gather_contacts() {
  contacts_.clear();
  for (std::vector<Contact>& found : chunk_contacts_) {
    contacts_.insert(contacts_.end(), found.begin(), found.end());
    found.clear();
  }
  if (contacts_.size() < 2) return;
  std::sort(contacts_.begin(), contacts_.end());
  contacts_.erase(std::unique(contacts_.begin(), contacts_.end()), contacts_.end());
}

void Simulation::drive(const base::Tick& tick) {
  const std::size_t count = movers_.size();
  clear_entries(next_, (count + kChunk - 1) / kChunk);
  const std::uint64_t outside = externals_.is_empty() ? 0 : move_externals(tick);
  const std::uint64_t sum =
      outside + (settings_.update == Update::sequential ? drive_in_turn(tick) : drive_at_once(tick));
  std::swap(entries_, next_);
  is_occupancy_current_ = false;
  ++tally_.steps;
  tally_.agent_steps += count;
  hash_ = base::mix_bits(hash_ ^ (sum + direction_.hash() + clocks_.hash())) + tick.index;
}

std::uint64_t Simulation::drive_at_once(const base::Tick& tick) {
  const std::size_t count = movers_.size(), chunks = (count + kChunk - 1) / kChunk;
  chunk_tallies_.assign(chunks, {});
  chunk_hashes_.assign(chunks, 0);
  log_.begin_chunks(chunks);
  workers_.for_chunks(count, kChunk, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    traffic::SignalView signals(roads_.conflicts, clocks_, tick.time);
    const traffic::Surroundings around{roads_.tracks, roads_.conflicts, occupancy_,
                                       tick,          signals,          !externals_.is_empty()};
    std::uint64_t hash = 0;
    Tally tally;  // not that of the chunk: others write beside it meanwhile
    filings_[first].entry = own_entry(first);
    for (std::size_t k = first; k < last; ++k) {
      next_[kFirstChunkBatch + chunk].prefetch_room();
      prepare(k, last);
      const Driven driven = drive_one(k, around, tally, log_.of_chunk(chunk));
      hash += driven.hash;
      if (driven.is_as_before && filings_[k].batch != kNoBatch) {
        keep_entries_of(k, kFirstChunkBatch + chunk);
      } else if (leaves_[k] == 0) {
        put_entries_of(k, next_, kFirstChunkBatch + chunk);
      }
    }
    chunk_hashes_[chunk] = hash;
    chunk_tallies_[chunk] = tally;
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t h : chunk_hashes_) sum += h;
  for (const Tally& t : chunk_tallies_) tally_.add(t);
  log_.take_chunks();
  return sum;
}

// Asks for the memory that those need whose turn comes after this one's, in good time; the next one is told where he is in the list of
// his strip.
BACKLOT_INLINE void Simulation::prepare(std::size_t slot, std::size_t last) {
  // entries are for those around to look at, and neighbours on the road have slots not far apart
  if (const std::size_t k = slot + 40; k < last && filings_[k].batch != kNoBatch)
    entries_[filings_[k].batch].prefetch(filings_[k].first);
  if (const std::size_t k = slot + 10; k < last) {
    world::prefetch_row(movers_[k]);
    world::prefetch_row(drivers_[k]);
    world::prefetch_row(stances_[k]);
    world::prefetch_row(filings_[k]);
  }
  if (const std::size_t k = slot + 6; k < last) world::prefetch_tracks(roads_, movers_[k].trail);
  if (const std::size_t k = slot + 4; k < last) world::prefetch_lists(roads_, occupancy_, movers_[k].trail);
  if (const std::size_t k = slot + 2; k < last)
    world::prefetch_entries(roads_, occupancy_, movers_[k].trail, filings_[k].entry);
  if (const std::size_t k = slot + 1; k < last) {
    filings_[k].entry = own_entry(k);
    world::prefetch_lead(roads_, occupancy_, movers_[k].trail, filings_[k].entry);
  }
}

// By the occupancy as it is now.
std::uint32_t Simulation::own_entry(std::size_t slot) const {
  return occupancy_.number_of_own(filings_[slot].strip, stances_[slot].foot.from, number_of_[slot],
                                  filings_[slot].entry);
}

// Decides and moves.
Simulation::Driven Simulation::drive_one(std::size_t slot, const traffic::Surroundings& around, Tally& tally,
                                         std::vector<record::Event>& events) {
  const hcsm::StateSet before = drivers_[slot].states;
  const traffic::Self self{number_of_[slot],     shape_of(movers_[slot]),
                           movers_[slot],        stances_[slot],
                           filings_[slot].entry, direction_.find_dials(number_of_[slot])};
  const traffic::Command command = traffic::decide(around, self, drivers_[slot]);
  const bool has_moved = move(slot, command, around, tally, events);
  return {hash_of(number_of_[slot], movers_[slot], drivers_[slot]),
          !has_moved && drivers_[slot].states == before};
}

// Does what he decided: place, mind and stance after the step. False where none of them has changed by it.
bool Simulation::move(std::size_t slot, const traffic::Command& command, const traffic::Surroundings& around,
                      Tally& tally, std::vector<record::Event>& events) {
  const base::Tick& tick = around.tick;
  const world::Tracks& tracks = roads_.tracks;
  world::Mover& mover = movers_[slot];
  traffic::Driver& driver = drivers_[slot];
  tally.longest_wait_s = std::max(tally.longest_wait_s, driver.stood_s);
  if (mover.speed_mps == 0 && command.accel_mps2 <= 0 && command.shift_to.is_empty()) {
    // he stands, and nothing else changes
    mover.accel_mps2 = 0;
    if (is_off(tracks, mover, stances_[slot])) ++tally.off_network;
    return false;
  }
  if (!command.shift_to.is_empty()) {
    const TrackId from = mover.trail.current();
    if (command.shift_to == from) {
      world::begin_shift(static_cast<double>(command.home_m), mover);
    } else {
      world::begin_shift(tracks, command.shift_to, mover);
      driver.turns.keep(1);
      driver.reach_m = 0;
      ++tally.lane_changes;
    }
    driver.since_shift_s = 0;
    note_shift_begins(slot, from, tick, events);
  }
  if (const world::LongShape& both = shapes_[static_cast<std::size_t>(mover.kind)]; both.usual.is_long())
    driver.reach_m -= world::choose_guide(tracks, both, mover);
  const world::BodyShape& shape = shape_of(mover);
  const network::CorridorId line = traffic::line_ahead(tracks, shape, mover);
  const world::Moved moved = world::move(tracks, shape, command.accel_mps2, tick.step.seconds(), mover);
  for (std::uint32_t left = 0; left < moved.ways_left && !driver.turns.is_empty(); ++left) driver.turns.pop();
  if (moved.has_new_track) driver.begin_track();
  if (!line.is_empty() && traffic::line_ahead(tracks, shape, mover) != line) {
    const network::Aspect aspect = around.signals.aspect(line);
    if (aspect == network::Aspect::red) ++tally.red_crossings;
    note_crossing(slot, line, aspect, tick, events);
  }
  if (mover.changes_to != world::Side::none && !mover.is_shifting()) note_shift_ends(slot, tick, events);
  // tracks that the body has left
  std::uint32_t keep = 0;
  double behind = mover.metres;
  while (keep < mover.trail.behind() && behind < static_cast<double>(shape.rear_m()) + 1)
    behind += tracks[mover.trail.behind(keep++)].length;
  mover.trail.drop_behind(keep);
  // the lane that does not lead there
  const Track& track = tracks[mover.trail.current()];
  if (!track.is_corridor() &&
      track.length - mover.metres <
          traffic::too_late_m(mover.speed_mps) + static_cast<double>(shape.front_m()) &&
      (traffic::wanted_lanes(tracks, driver, mover) & (world::LaneMask{1} << track.abreast)) == 0)
    traffic::take_what_the_lane_offers(tracks, turning_, stream_of(number_of_[slot]), driver, mover);
  driver.reach_m -= moved.way_m;
  if (const double sight = traffic::sight_m(mover.speed_mps); driver.reach_m < sight)
    traffic::look_ahead(tracks, turning_, stream_of(number_of_[slot]), sight + kPlanAhead_m, driver, mover);
  if (moved.way_m > 0) {
    stances_[slot] = world::stance_at(tracks, shape, mover, moved.at);
  } else if (!command.shift_to.is_empty() || shape.is_long()) {
    stances_[slot] = world::stance_of(tracks, shape, mover);
  }

  // the end of the trip, the end of the road
  driver.trip_left_m -= moved.way_m;
  if (driver.trip_left_m <= 0) {
    base::RandomStream random{settings_.seed, stream_of(number_of_[slot]), Purpose::trips};
    random.skip_to(tick.index + 1);
    driver.trip_left_m = random.exponential(settings_.mean_trip_m);
    ++tally.arrived;
  }
  const bool leaves = mover.metres >= track.length && mover.trail.ahead() == 0 && !track.is_corridor() &&
                      tracks[track.carriageway].exit_count == 0;
  leaves_[slot] = leaves ? 1 : 0;

  if (!leaves && is_off(tracks, mover, stances_[slot])) ++tally.off_network;
  tally.distance_um += static_cast<std::int64_t>(moved.way_m * 1e6);
  tally.hardest_braking_mps2 = std::max(tally.hardest_braking_mps2, -mover.accel_mps2);
  if (mover.accel_mps2 < -kHard_mps2) ++tally.hard_braking;
  return true;
}

}  // namespace backlot::sim
