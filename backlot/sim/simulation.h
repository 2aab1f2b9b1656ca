// A run: a world of traffic on const roads, and the step that moves it.
//
//   occupancy -> enter -> direct -> drive: each decides, moves, tells where he is then -> leave
//
// Everybody decides by the occupancy, which is the world of the step's beginning, and writes only his own. So one can move while
// another still decides, and the same inputs give the same bits for any number of threads. By sequential update the occupancy follows
// each who has moved, and the next decides by that.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/base/huge_pages.h"
#include "backlot/base/sim_time.h"
#include "backlot/look/snapshot.h"
#include "backlot/record/event_log.h"
#include "backlot/record/frame.h"
#include "backlot/sim/demand.h"
#include "backlot/sim/direction.h"
#include "backlot/sim/externals.h"
#include "backlot/sim/workers.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/traffic/signal/signal_view.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/surroundings.h"
#include "backlot/traffic/vehicle/traits.h"
#include "backlot/traffic/vehicle/turning_shares.h"
#include "backlot/traffic/vehicle/why.h"
#include "backlot/world/nose_guiding.h"
#include "backlot/world/object_numbers.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"
#include "backlot/world/standing.h"

namespace backlot::sim {

// By which world one decides.
enum class Update : std::uint8_t {
  transactional,  // that of the step's beginning
  sequential  // the one in which all with smaller numbers have moved already: one after the other, on one thread
};

struct SimulationSettings {
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  traffic::DriverSet drivers = traffic::town_drivers();
  double mean_trip_m = 3000;
  std::vector<Flow> flows{};  // who comes in from outside, besides those who are kept on the road
  traffic::TurningShares turning_shares{};
  bool counts_contacts = true;  // bodies that overlap are looked for in every step
  Update update = Update::transactional;
  std::vector<traffic::ClockLimits> signal_limits{};  // by programme; those past its end have the usual ones
  std::uint64_t sort_every = 40;  // steps: the tables by place, for speed; the result does not depend on it
  ExternalSettings externals{};
};

// What happened so far. Sums of whole numbers, so that their order does not count.
struct Tally {
  std::uint64_t steps = 0;
  std::uint64_t agent_steps = 0;
  std::int64_t distance_um = 0;
  std::uint64_t lane_changes = 0;
  std::uint64_t arrived = 0;
  std::uint64_t entries = 0, exits = 0;
  std::uint64_t contacts = 0;       // pairs of bodies that overlapped, counted in every step
  std::uint64_t red_crossings = 0;  // of stop lines
  std::uint64_t off_network = 0;    // agent-steps with the guide beside or beyond its strip
  std::uint64_t hard_braking = 0;   // agent-steps with more than 4 m/s2
  double hardest_braking_mps2 = 0;
  float longest_wait_s = 0;

  void add(const Tally& other);
};

// One vehicle of a frame.
struct VehicleView {
  world::ObjectId id;
  const world::Mover& mover;
  const traffic::Driver& driver;
  const world::BodyShape& shape;
};

// One external object of a frame.
struct ExternalView {
  world::ObjectId id;
  const ExternalBody& external;
};

// What became of the wish for a new object: its id, or why there is none.
struct AddedExternal {
  world::ObjectId id{};
  std::string_view refused{};
};

// Two bodies that overlap, by number, the smaller one first.
struct Contact {
  std::uint32_t one = 0, other = 0;

  friend auto operator<=>(const Contact&, const Contact&) = default;
};

// Why somebody was not put on the road.
enum class NotAdded : std::uint8_t {
  none,
  no_number,  // NaN, infinite; a speed below zero, or beyond all reason
  no_kind,
  no_lane,   // none for vehicles, no such strip, or past its ends
  off_lane,  // the body would reach over the lane's edge
  past_end,  // or over one of its ends
  taken,     // less than half a metre of air to another body
  full       // a run has no room for more
};
std::string_view to_text(NotAdded refusal);

struct Added {
  world::ObjectId id{};  // empty where it was refused
  NotAdded refusal = NotAdded::none;
};

// One row for each vehicle, by slot.
template <class Row>
using Table = std::vector<Row, base::HugePages<Row>>;

class Simulation {
 public:
  // The roads stay where they are for as long as this runs.
  Simulation(const world::Roads& roads, const SimulationSettings& settings);
  ~Simulation();

  // Spreads vehicles over the roads, no more than one on 25 m of lane; how many found room is returned.
  std::size_t insert_spread(std::size_t count);
  // One vehicle at a place, driving; it is for the caller to see that there is room.
  world::ObjectId insert(world::ObjectKind kind, world::TrackId track, double metres, double speed_mps);

  // The same at a place of a strip, in the direction in which its lane is travelled, where there is room. He goes on to where he keeps in his
  // lane. Between steps.
  Added add(world::ObjectKind kind, network::StripId strip, double distance, double offset, double speed_mps);
  // What one is like, from now on; false for one who left. Between steps.
  bool set_traits(world::ObjectId id, const traffic::DriverTraits& traits);
  // Takes any object off the road, between steps; false for one who left.
  bool remove(world::ObjectId id);

  // Steps longer than 0.1 s are taken in equal parts. A step of no length changes nothing but the count of steps.
  void step(base::Duration dt) { step(dt, {}); }
  // With commands for external objects; external_answers() tells what became of them. A step of no length takes none.
  void step(base::Duration dt, std::span<const ExternalCommand> commands);

  // ---- external objects (external.h), between steps
  // Anywhere, also on top of others. Without a shape it has that of its kind.
  AddedExternal add_external(world::ObjectKind kind, const PoseCommand& pose, const Behaviour& behaviour,
                             const std::optional<world::BodyShape>& shape = std::nullopt);
  // Of any object, extras too: it stays where it is and goes on as it moves. An external one becomes an extra where it is within 1 m and
  // 0.3 rad of the centre of a lane that runs its way. Why it cannot be, or nothing; then it goes on as before.
  std::string_view set_behaviour(world::ObjectId id, const Behaviour& behaviour);
  std::size_t external_count() const { return externals_.size(); }
  // In the order of their coming.
  ExternalView external(std::size_t row) const {
    return {numbers_.id(externals_[row].number), externals_[row]};
  }
  std::optional<ExternalView> find_external(world::ObjectId id) const;
  // Of the last step.
  std::span<const ExternalAnswer> external_answers() const { return externals_.answers(); }

  // Tells an actor what to do (traffic/vehicle/directive.h), from the next step on; the answer is among those of that step.
  traffic::DirectiveNumber direct(traffic::Directive directive);
  bool cancel(traffic::DirectiveNumber number) { return direction_.cancel(number); }
  // While one director has claimed an actor, no other can direct him. Who leaves the road is released.
  ClaimAnswer claim(world::ObjectId actor, traffic::IssuerId issuer);
  ClaimAnswer release(world::ObjectId actor, traffic::IssuerId issuer);
  // Answers and claims of the last step, leases that are held.
  const Direction& direction() const { return direction_; }
  // Asks a programme of signals to be at a phase at a time, from the next step on; what is refused changes nothing.
  traffic::SignalAnswer synchronise(const traffic::SignalRequest& request) {
    return clocks_.synchronise(roads_.conflicts.signals(), tick_.time, request);
  }
  // Of programmes that were told something: what signals show is for who knows them (SignalView, show_programmes).
  const traffic::SignalClocks& signal_clocks() const { return clocks_; }

  base::Tick tick() const { return tick_; }
  std::size_t size() const { return movers_.size(); }
  // In the order of the tables, which is sorted by place now and then.
  VehicleView vehicle(std::size_t slot) const;
  // None for one who left, and for external objects.
  std::optional<VehicleView> find(world::ObjectId id) const;
  const Tally& tally() const { return tally_; }
  void reset_tally() { tally_ = {}; }
  std::uint64_t hash() const { return hash_; }

  // The world as it is now, into memory that is used again.
  void frame(record::Frame& frame, const record::FrameOptions& options = {}) const;
  // Of the last step; of a long one, of all its parts. What happens between steps is told with the next one.
  std::span<const record::Event> events() const { return log_.events(); }
  // Of all events so far: a chain of its own, so that hash() tells of motion alone.
  std::uint64_t events_hash() const { return log_.hash(); }
  // Pairs of bodies that touch, as the occupancy was last refreshed: each step begins with that.
  std::span<const Contact> contacts() const { return contacts_; }
  // Why he drives as he does now; none for one who left. The occupancy is refreshed for it.
  std::optional<traffic::Why> explain(world::ObjectId id);

  // Of the number that is kept on the road; those of flows wait in queues of their own.
  std::uint64_t waiting_outside() const { return outside_; }
  // By flow: how it has gone so far.
  std::span<const FlowState> flow_states() const { return demand_.states(); }

  // The whole state, as bytes: who restores it in a run on the same network with the same settings, on any number of threads,
  // goes on as this one does.
  std::string save() const;
  // Replaces the state. Bytes that are no such state leave it as it was, and it is said why (S101 ...).
  base::Diagnostics restore(std::string_view bytes);

  const world::Occupancy& occupancy() const { return occupancy_; }
  const world::Roads& roads() const { return roads_; }
  // Brings the occupancy to the present state, for who asks between steps. What it takes is saved in the next step.
  void refresh_occupancy();
  // The world as it is now, for the questions of backlot/look. Good until the next step, add, insert, remove or restore.
  look::Snapshot snapshot();

 private:
  using EntryBatches = std::vector<
      world::EntryBatch>;  // first of who came in since the others, then of externals, then by chunk of slots
  static constexpr std::size_t kBatch = 704;  // entries that a batch has room for at first
  static constexpr std::size_t kExternalBatch = 1, kFirstChunkBatch = 2;
  static constexpr std::size_t kChunk = 256;
  static constexpr std::size_t kMostVehicles = 65533 * kChunk;  // of whose batches the numbers have 16 bits
  static constexpr base::Duration kLongestStep = base::Duration::from_milliseconds(100);

  // Where others find one.
  struct Filing {
    network::StripId strip{};            // of its guide,
    std::uint32_t entry = 0;             // and which one of its list, as it was in the last step
    std::uint16_t batch = 0, first = 0;  // where its entries begin
  };

  // A row that is to be sorted: its strip along the curve that fills the plane.
  struct PlaceKey {
    std::uint32_t strip, slot;
  };

  // The entries of one vehicle: all in one batch, one after the other.
  struct OwnEntries {
    std::size_t batch = 0, first = 0, last = 0;
  };

  // How one has fared in a step.
  struct Driven {
    std::uint64_t hash = 0;
    bool is_as_before = false;  // and others are told the same
  };

  std::uint64_t inputs_hash() const;
  void short_step(base::Duration dt);
  void direct_actors();
  void leave();
  bool enter();
  void enter_from_flows();
  bool enter_first_of(std::size_t flow);
  world::ObjectId insert(world::ObjectKind kind, world::TrackId track, double metres, double speed_mps,
                         std::optional<std::uint64_t> stream, std::optional<double> lateral = {});
  void sort_by_place();
  void prepare(std::size_t slot, std::size_t last);
  std::uint32_t own_entry(std::size_t slot) const;
  void clear_entries(EntryBatches& entries, std::size_t chunks);
  void make_entries();
  void add_entries_of(std::size_t slot, world::EntryBatch& entries) const;
  void put_entries_of(std::size_t slot, EntryBatches& batches, std::size_t which);
  void keep_entries_of(std::size_t slot, std::size_t which);
  void note_entries_of(std::size_t slot, const EntryBatches& batches, std::size_t which);
  void drive(const base::Tick& tick);
  // By the update; the sum of the hashes of all.
  std::uint64_t drive_at_once(const base::Tick& tick);
  std::uint64_t drive_in_turn(const base::Tick& tick);
  Driven drive_one(std::size_t slot, const traffic::Surroundings& around, Tally& tally,
                   std::vector<record::Event>& events);
  void find_own_entries();
  OwnEntries add_next_entries(std::size_t slot, std::size_t batch);
  bool move(std::size_t slot, const traffic::Command& command, const traffic::Surroundings& around,
            Tally& tally, std::vector<record::Event>& events);
  record::FrameObject frame_object(std::size_t slot, traffic::SignalView& signals) const;
  record::FrameObject external_object(std::size_t row) const;
  // ---- events (events.cpp); those of motion are rare, and kept out of the way of who has none
  void say_entered(std::size_t slot);
  void note_left(std::size_t slot);
  void say_left(std::size_t slot);
  record::Event left(std::size_t slot, base::SimTime time) const;
  struct Touching {
    double heading_x = 1, heading_y = 0, speed_mps = 0;
    network::CorridorId corridor{};
  };
  Touching touching(std::uint32_t number) const;
  void note_contacts();
  void say_claim(world::ObjectId actor, traffic::IssuerId issuer, ClaimAnswer answer);
  void note_answers();
  void forget_contacts_of(std::uint32_t number);
  [[gnu::cold, gnu::noinline]] void note_crossing(std::size_t slot, network::CorridorId line,
                                                  network::Aspect aspect, const base::Tick& tick,
                                                  std::vector<record::Event>& events) const;
  [[gnu::cold, gnu::noinline]] void note_shift_begins(std::size_t slot, world::TrackId from,
                                                      const base::Tick& tick,
                                                      std::vector<record::Event>& events);
  [[gnu::cold, gnu::noinline]] void note_shift_ends(std::size_t slot, const base::Tick& tick,
                                                    std::vector<record::Event>& events);
  std::uint64_t move_externals(const base::Tick& tick);
  world::BodyBox box_of(std::uint32_t number) const;
  std::uint64_t count_contacts() const;
  bool stop_who_touched();
  ExternalBody made_external(std::size_t slot) const;
  std::string_view become_external(std::size_t slot, const Behaviour& behaviour);
  std::string_view become_extra(std::size_t row);
  traffic::Driver made_driver(world::ObjectKind kind, std::uint64_t stream) const;
  void add_row(std::uint32_t number, const world::Mover& mover, const traffic::Driver& driver);
  void erase_row(std::size_t slot);
  void reserve_entries();
  void find_contacts(const world::EntryList& list, std::vector<Contact>& found) const;
  void gather_contacts();
  const world::BodyShape& shape_of(const world::Mover& m) const {
    const world::LongShape& shape = shapes_[static_cast<std::size_t>(m.kind)];
    return m.is_nose_guided ? shape.nose_guided : shape.usual;
  }
  void remove(std::size_t slot);
  bool is_taken(const world::BodyBox& box);
  bool enter_at(world::TrackId entrance);
  world::ObjectKind draw_kind(std::uint64_t number_of_draw) const;
  // The stream of random numbers of an object: its own, whoever had its number before.
  std::uint64_t stream_of(std::uint32_t number) const { return streams_[number]; }

  const world::Roads& roads_;
  SimulationSettings settings_;
  std::array<world::LongShape, world::kObjectKinds> shapes_;
  traffic::Turning turning_;
  Workers workers_;
  base::Tick tick_;  // the next one
  std::uint64_t hash_ = 0;

  // ---- state, by slot
  std::vector<std::uint32_t> number_of_;
  Table<world::Mover> movers_;
  Table<traffic::Driver> drivers_;
  // ---- state
  world::ObjectNumbers numbers_;
  std::vector<std::uint64_t> streams_;        // by number of the object
  std::uint64_t entered_ = 0;                 // how many ever did
  std::uint64_t outside_ = 0;                 // who wait to enter
  std::vector<base::SimTime> entrance_free_;  // by entrance: from when on the next one may try
  Demand demand_;
  Direction direction_;
  traffic::SignalClocks clocks_;
  record::EventLog log_;
  std::vector<Contact> touching_;  // in the last step: who touches now and did not then has a contact
  Externals externals_;

  // ---- made in every step
  Table<world::Stance> stances_;
  std::vector<Filing> filings_;
  EntryBatches entries_;      // of everybody, as he is now; the occupancy is made of them
  EntryBatches next_;         // as he will be
  bool has_entries_ = false;  // those of now are there
  world::Occupancy occupancy_;
  bool is_occupancy_current_ = false;  // while has_entries_ too, it is that of all bodies as they are
  std::vector<Contact> contacts_;
  std::vector<std::uint8_t> leaves_;  // at the end of the road

  // ---- scratch
  std::vector<std::vector<Contact>> chunk_contacts_;
  std::vector<Tally> chunk_tallies_;
  std::vector<std::uint64_t> chunk_hashes_;
  std::vector<PlaceKey> keys_;
  std::vector<std::uint32_t> order_, leaving_, near_;
  std::vector<OwnEntries> own_entries_;  // by number: as they are now; none for a number that nobody has
  world::EntryBatch one_;

  Tally tally_;
};

}  // namespace backlot::sim
