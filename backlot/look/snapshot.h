// A read-only view of all bodies at one moment. It comes from a running world, between two steps, or from a recorded frame.
// Directors, sensors, verdicts and behaviour programmers ask the questions of this room of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/network/ids.h"
#include "backlot/network/locate.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/world/loose_body.h"
#include "backlot/world/mover.h"
#include "backlot/world/nose_guiding.h"
#include "backlot/world/object_numbers.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/plan_box.h"
#include "backlot/world/prefetch.h"
#include "backlot/world/roads.h"

namespace backlot::look {

class FrameSnapshot;

// What geometric questions need of a body: its box on the road, and its height.
struct SeenBody {
  world::BodyBox box;
  double height_m = 0;
};

struct Motion {
  double length_m = 0;
  double speed_mps = 0;  // along the heading of the body's box; negative while an external body reverses
};

// Where a body is on the network: of an extra its guide, of an external body its middle.
struct Place {
  network::StripId strip{};  // empty off the network
  network::LaneId lane{};    // that an extra travels; of an external body: that is under its middle
  network::CorridorId
      corridor{};  // that the body is on, or that an extra comes to next; empty where none is known
  double distance = 0, offset = 0;  // of the strip
};

// Everything that a snapshot knows of one body.
struct Body {
  world::ObjectId id{};
  world::ObjectKind kind = world::ObjectKind::car;
  bool is_external = false;  // no driver of the traffic moves it
  world::BodyBox box{};      // its heading is the direction in which speed counts
  double height_m = 0;
  double speed_mps = 0, accel_mps2 = 0;  // the acceleration of external bodies is not known: 0
  Place place{};
};

// A track that a body travels along, and the metre of it that the front of the body has reached.
struct Travel {
  world::TrackId track{};  // empty where the body travels along none
  double front_m = 0;
};

// The tables of a running world. All of them stay as they are for as long as a snapshot of them is asked.
struct WorldTables {
  const world::Occupancy& occupancy;  // of the bodies as they are now
  const world::ObjectNumbers& numbers;
  std::span<const world::Mover> movers;      // by slot
  std::span<const traffic::Driver> drivers;  // by slot
  std::span<const world::LongShape, world::kVehicleKinds> shapes;
  std::span<const world::LooseObject> externals{};  // by the rest of their slots; then walkers, by theirs
  std::size_t first_walker = 0;                     // of these
};

// Bodies are named by number: dense, and the same in the world and in its frames (the slot of the object's id). The snapshot of a world
// copies nothing. It is good until the next step, and until an object is added or removed.
class Snapshot {
 public:
  // Simulation::snapshot() calls it.
  static Snapshot of_world(const world::Roads& roads, const WorldTables& tables);
  // FrameSnapshot::view() calls it.
  static Snapshot of_frame(const world::Roads& roads, const FrameSnapshot& frame);

  const world::Roads& roads() const { return *roads_; }
  bool is_recorded() const { return frame_ != nullptr; }
  // Not to be asked of the snapshot of a world.
  const FrameSnapshot& frame() const { return *frame_; }

  // ---- of the number of any object that is there
  world::ObjectId id(std::uint32_t number) const {
    return is_recorded() ? recorded_id(number) : numbers_->id(number);
  }
  bool is_external(std::uint32_t number) const {
    return is_recorded() ? is_recorded_external(number)
                         : (numbers_->slot(number) & world::ObjectNumbers::kExternal) != 0;
  }
  SeenBody seen(std::uint32_t number) const {
    if (is_recorded()) return recorded_seen(number);
    if (is_external(number))
      return {world::box_of(external(number)), static_cast<double>(external(number).shape.height_m)};
    const world::Mover& m = mover(number);
    return {world::box_of(shape(m), m), static_cast<double>(shape(m).height_m)};
  }
  Motion motion(std::uint32_t number) const {
    if (is_recorded()) return recorded_motion(number);
    if (is_external(number))
      return {static_cast<double>(external(number).shape.length_m), external(number).speed_mps};
    return {static_cast<double>(shape(mover(number)).length_m), mover(number).speed_mps};
  }
  // The corridor that an extra is on or comes to next, as its frame tells; empty where none is known, and for external bodies.
  network::CorridorId next_corridor(std::uint32_t number) const;
  Body body(std::uint32_t number, network::LocateScratch& scratch) const;
  // Asks for the memory of a body before it is needed.
  void prefetch(std::uint32_t number) const {
    if (is_recorded()) return;
    const std::uint32_t at = numbers_->slot(number);
    if ((at & world::ObjectNumbers::kExternal) == 0) world::prefetch_row(movers_[at]);
  }
  // False for an empty id and for an object that has left.
  bool has(world::ObjectId id) const {
    return is_recorded() ? has_recorded(id) : numbers_->find_slot(id).has_value();
  }

  // Adds the numbers of all bodies that may touch a box of the plane, and of some around it; each once, in no particular order. This is a broad
  // phase: a question then decides on the box of each body.
  void add_near(const world::PlanBox& box, std::vector<std::uint32_t>& found) const;

  // No front is further past the end of the track that its body travels along.
  double past_end_m() const { return past_end_m_; }

  // ---- of a running world alone
  const world::Occupancy& occupancy() const { return *occupancy_; }
  const world::Mover& mover(std::uint32_t number) const { return movers_[numbers_->slot(number)]; }
  const traffic::Driver& driver(std::uint32_t number) const { return drivers_[numbers_->slot(number)]; }
  const world::BodyShape& shape(const world::Mover& m) const {
    const world::LongShape& shape = shapes_[static_cast<std::size_t>(m.kind)];
    return m.is_nose_guided ? shape.nose_guided : shape.usual;
  }

 private:
  explicit Snapshot(const world::Roads& roads) : roads_(&roads) {}

  const world::LooseBody& external(std::uint32_t number) const { return loose(number).body; }
  // Of an external object or a walker.
  const world::LooseObject& loose(std::uint32_t number) const {
    const std::uint32_t slot = numbers_->slot(number);
    const std::size_t first = world::ObjectNumbers::is_walker_slot(slot) ? first_walker_ : 0;
    return externals_[first + world::ObjectNumbers::row_of(slot)];
  }
  world::ObjectId recorded_id(std::uint32_t number) const;
  bool is_recorded_external(std::uint32_t number) const;
  SeenBody recorded_seen(std::uint32_t number) const;
  Motion recorded_motion(std::uint32_t number) const;
  bool has_recorded(world::ObjectId id) const;

  const world::Roads* roads_;
  const FrameSnapshot* frame_ = nullptr;  // null for a running world, which has all of the following
  const world::Occupancy* occupancy_ = nullptr;
  const world::ObjectNumbers* numbers_ = nullptr;
  std::span<const world::Mover> movers_;
  std::span<const traffic::Driver> drivers_;
  const world::LongShape* shapes_ = nullptr;
  std::span<const world::LooseObject> externals_;
  std::size_t first_walker_ = 0;
  double past_end_m_ = 0;
  // No body of an extra reaches further from its guide along its heading, from its middle in any direction, and along its heading.
  double reach_m_ = 0, half_m_ = 0, half_length_m_ = 0;
};

// ---- places of external bodies, the same for worlds and frames

// Where the middle of a box is on the network.
Place place_of(const network::Network& network, const world::BodyBox& box, network::LocateScratch& scratch);

// The track of a strip that an external body travels along, where its entry in the list of that strip says that it travels there.
Travel travel_on(const world::Roads& roads, network::StripId strip, const world::Entry& entry,
                 const world::BodyBox& box);

}  // namespace backlot::look
