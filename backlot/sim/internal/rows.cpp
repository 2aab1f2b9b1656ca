#include "backlot/sim/internal/rows.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/sim/internal/events.h"
#include "backlot/sim/internal/stages/contacts.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/cycling/riding.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/purposes.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::sim {

namespace {

using traffic::Purpose;

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

world::ObjectId insert_extra(Run& run, const NewExtra& extra) {
  RunState& s = run.state;
  const world::Tracks& tracks = run.roads.tracks;
  BACKLOT_CHECK(s.movers.size() < kMostExtras, "a run has no room for more");
  const world::ObjectId id = s.numbers.create(static_cast<std::uint32_t>(s.movers.size()));
  const std::uint64_t own = s.numbers.own_stream(id.slot());
  const std::uint64_t stream = extra.stream.value_or(extra.is_visitor ? Demand::stream_of_visitor(own) : own);
  if (id.slot() >= s.streams.size()) s.streams.resize(id.slot() + 1U);
  s.streams[id.slot()] = stream;
  BACKLOT_ASSERT(static_cast<std::size_t>(extra.kind) < run.shapes.size(), "an extra is a vehicle");
  const world::LongShape& shape = run.shapes[static_cast<std::size_t>(extra.kind)];
  traffic::Driver driver = new_driver(run, extra.kind, stream);
  world::Mover mover;
  mover.kind = extra.kind;
  mover.shape_class = world::width_class(extra.kind, shape.usual);
  const double keep = extra.kind == world::ObjectKind::bicycle
                          ? traffic::riding_place(run.roads.cycleways, extra.track, extra.metres)
                          : traffic::keep_of(tracks, driver);
  world::put_on_track(tracks, extra.track, extra.metres, extra.lateral.value_or(keep), mover);
  if (extra.lateral && *extra.lateral != keep) world::begin_shift(keep, mover);
  mover.speed_mps = extra.speed_mps;
  traffic::look_ahead(tracks, run.turning, stream, traffic::sight_m(extra.speed_mps), driver, mover);
  if (shape.usual.is_long() && world::turns_to_kerb(tracks, mover, 0)) world::lay_along(tracks, shape, mover);

  add_row(run, id.slot(), mover, driver);
  queue_entered(run, id);
  return id;
}

void reserve_rows(Run& run, std::size_t count) {
  RunState& s = run.state;
  StepMemory& m = run.memory;
  s.number_of.reserve(count);
  s.movers.reserve(count);
  s.drivers.reserve(count);
  m.stances.reserve(count);
  m.leaves.reserve(count);
  m.lists.reserve_rows(count);
  m.lists.reserve(run);
}

void add_row(Run& run, std::uint32_t number, const world::Mover& mover, const traffic::Driver& driver) {
  RunState& s = run.state;
  BACKLOT_ASSERT(s.numbers.is_taken(number), "a row is for an object that has a number");
  StepMemory& m = run.memory;
  s.number_of.push_back(number);
  m.stances.push_back(world::stance_of(run.roads.tracks, run.shape_of(mover), mover));
  m.lists.add_row();
  s.movers.push_back(mover);
  s.drivers.push_back(driver);
  m.leaves.push_back(0);
  m.cyclists += mover.kind == world::ObjectKind::bicycle ? 1U : 0U;
  m.lists.reserve(run);
}

void erase_row(Run& run, std::size_t slot) {
  RunState& s = run.state;
  BACKLOT_ASSERT(slot < s.movers.size(), "there is no such row");
  run.memory.cyclists -= s.movers[slot].kind == world::ObjectKind::bicycle ? 1U : 0U;
  const auto erase = [slot](auto& table) { table.erase(table.begin() + static_cast<std::ptrdiff_t>(slot)); };
  erase(s.number_of);
  erase(s.movers);
  erase(s.drivers);
  erase(run.memory.stances);
  erase(run.memory.leaves);
  run.memory.lists.erase_row(slot);
  for (std::size_t k = slot; k < s.number_of.size(); ++k)
    s.numbers.move(s.number_of[k], static_cast<std::uint32_t>(k));
}

void remove_extra(Run& run, std::size_t slot) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  const std::uint32_t number = run.state.number_of[slot];
  forget_contacts_of(run, number);
  run.state.roles.forget(number);
  run.state.numbers.destroy(run.state.numbers.id(number));
  erase_row(run, slot);
}

traffic::Driver new_driver(const Run& run, world::ObjectKind kind, std::uint64_t stream) {
  BACKLOT_ASSERT(static_cast<std::size_t>(kind) < world::kObjectKinds, "there is no such kind");
  const SimulationSettings& settings = run.settings;
  traffic::Driver driver;
  driver.traits =
      traffic::draw_traits(settings.drivers.kinds[static_cast<std::size_t>(kind)], settings.seed, stream);
  base::RandomStream random{settings.seed, stream, Purpose::trips};
  driver.trip_left_m = Demand::leaves_for_good(stream) ? std::numeric_limits<double>::infinity()
                                                       : random.exponential(settings.mean_trip_m);
  return driver;
}

world::ObjectKind draw_kind(const Run& run, std::uint64_t draw) {
  const auto& shares = run.settings.drivers.shares;
  double sum = 0;
  for (const double share : shares) sum += share;
  base::RandomStream random{run.settings.seed, draw, Purpose::kind};
  double lot = random.uniform() * sum;
  std::uint32_t kind = 0;
  while (kind + 1 < world::kVehicleKinds && lot >= shares[kind]) lot -= shares[kind++];
  return static_cast<world::ObjectKind>(kind);
}

void sort_by_place(Run& run) {
  RunState& s = run.state;
  StepMemory& m = run.memory;
  const std::size_t count = s.movers.size();
  m.keys.resize(count);
  for (std::uint32_t k = 0; k < count; ++k)
    m.keys[k] = {run.roads.order[run.roads.tracks[s.movers[k].trail.current()].strip.index()], k};
  std::sort(m.keys.begin(), m.keys.end(), [&](const StepMemory::PlaceKey& a, const StepMemory::PlaceKey& b) {
    if (a.strip != b.strip) return a.strip < b.strip;
    const double from_a = m.stances[a.slot].foot.from, from_b = m.stances[b.slot].foot.from;
    return from_a != from_b ? from_a < from_b : s.number_of[a.slot] < s.number_of[b.slot];
  });
  m.order.resize(count);
  for (std::size_t k = 0; k < count; ++k) m.order[k] = m.keys[k].slot;
  put_in_order(m.order, s.movers, s.drivers, m.stances, m.lists.listed(), s.number_of);
  for (std::size_t k = 0; k < count; ++k) s.numbers.move(s.number_of[k], static_cast<std::uint32_t>(k));
}

}  // namespace backlot::sim
