// External objects of a run: they come and go between steps, change places with extras, and stop for good where bodies touch.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/sim/simulation.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/way_finding.h"

namespace backlot::sim {

namespace {

constexpr double kBeside_m = 1, kAlong = 0.9553;  // cosine of 0.3 rad: so it may be driven on by an extra
constexpr double kAbove_m = 0.5;                  // the height is taken from the surface
constexpr double kSame_m = 0.01;                  // a place that differs by less is the same

bool is_within(double value, double low, double high) { return value >= low && value <= high; }

bool are_equal(const world::BodyShape& a, const world::BodyShape& b) {
  return a.length_m == b.length_m && a.width_m == b.width_m && a.wheelbase_m == b.wheelbase_m &&
         a.rear_overhang_m == b.rear_overhang_m;
}

// Where on a track a guide would be.
struct LanePlace {
  world::TrackId track{};
  double metres = 0, lateral = 0;
};

// The lane that runs the way of a body, nearest to a place of it; ties go to the smaller number.
LanePlace find_lane(const world::Tracks& tracks, const geometry::WorldPoint& guide,
                    const world::LooseBody& body) {
  const network::Network& net = tracks.network();
  std::vector<geometry::IndexAnswer> answers;
  net.index().locate_all(guide, {-kAbove_m, kAbove_m, 0}, answers);
  LanePlace best;
  for (const geometry::IndexAnswer& answer : answers) {
    for (const network::StripId strip : net.strips_on(network::RibbonId(answer.ribbon))) {
      const network::Strip& s = net.strip(strip);
      const double distance = answer.located.point.distance + answer.located.beyond - s.from;
      if (!is_within(distance, 0, s.length())) continue;
      for (std::uint32_t node = 2 * s.first_lane; node < 2 * (s.first_lane + s.lane_count); ++node) {
        const world::TrackId id = tracks.track_of(network::DirectedLane::of_node(node));
        if (id.is_empty()) continue;
        const world::Track& track = tracks[id];
        const geometry::Vec3 tangent = tracks.tangent_at(track, distance);
        const double along = track.sign() * (tangent.x * body.heading_x + tangent.y * body.heading_y);
        const double lateral =
            track.sign() * (answer.located.point.offset - tracks.centre_at(track, distance));
        const bool is_nearer = best.track.is_empty() || std::fabs(lateral) < std::fabs(best.lateral) ||
                               (std::fabs(lateral) == std::fabs(best.lateral) && id < best.track);
        if (along >= kAlong && std::fabs(lateral) <= kBeside_m && is_nearer)
          best = {id, tracks.metres_at(track, distance), lateral};
      }
    }
  }
  return best;
}

}  // namespace

AddedExternal Simulation::add_external(world::ObjectKind kind, const PoseCommand& pose,
                                       const Behaviour& behaviour,
                                       const std::optional<world::BodyShape>& shape) {
  const ExternalSettings& settings = settings_.externals;
  if (static_cast<std::uint32_t>(kind) >= world::kObjectKinds) return {{}, "there is no such kind of object"};
  if (externals_.size() >= Externals::kMost) return {{}, "a run has no room for more external objects"};
  if (!geometry::is_place(pose.middle) || !std::isfinite(pose.heading_rad))
    return {{}, "its pose is no place and heading"};
  if (!is_within(pose.speed_mps, -settings.fastest_back_mps, settings.fastest_mps))
    return {{}, "its speed is beyond the limits"};
  ExternalBody external;
  external.kind = kind;
  external.body.shape = shape.value_or(shapes_[static_cast<std::size_t>(kind)].usual);
  if (!is_sound(external.body.shape)) return {{}, "its body has no sound shape"};
  const base::SinCos heading = base::sin_cos(pose.heading_rad);
  external.body.middle = pose.middle;
  external.body.heading_x = heading.cos;
  external.body.heading_y = heading.sin;
  external.body.speed_mps = pose.speed_mps;
  if (const std::string_view fault = begin_behaviour(behaviour, tick_.time, settings, external);
      !fault.empty())
    return {{}, fault};
  const world::ObjectId id = numbers_.create(0);
  if (id.slot() >= streams_.size()) streams_.resize(id.slot() + 1U);
  streams_[id.slot()] = id.raw();
  external.number = id.slot();
  externals_.add(std::move(external), numbers_);
  reserve_entries();
  has_entries_ = false;
  return {id, {}};
}

bool Simulation::remove(world::ObjectId id) {
  const std::optional<std::uint32_t> slot = numbers_.find_slot(id);
  if (!slot) return false;
  if (Externals::is_here(*slot)) {
    forget_contacts_of(id.slot());
    externals_.remove(Externals::row_of(*slot), numbers_);
    numbers_.destroy(id);
  } else {
    say_left(*slot);
    remove(std::size_t{*slot});
  }
  has_entries_ = false;
  return true;
}

std::optional<ExternalView> Simulation::find_external(world::ObjectId id) const {
  const std::optional<std::uint32_t> slot = numbers_.find_slot(id);
  return slot && Externals::is_here(*slot) ? std::optional(external(Externals::row_of(*slot))) : std::nullopt;
}

std::string_view Simulation::set_behaviour(world::ObjectId id, const Behaviour& behaviour) {
  const std::optional<std::uint32_t> slot = numbers_.find_slot(id);
  const bool is_extra = std::holds_alternative<AsExtra>(behaviour);
  if (!slot) return "there is no such object";
  if (!Externals::is_here(*slot)) return is_extra ? std::string_view() : become_external(*slot, behaviour);
  const std::size_t row = Externals::row_of(*slot);
  has_entries_ = false;
  return is_extra ? become_extra(row)
                  : begin_behaviour(behaviour, tick_.time, settings_.externals, externals_.at(row));
}

ExternalBody Simulation::made_external(std::size_t slot) const {
  const world::Mover& mover = movers_[slot];
  ExternalBody external;
  external.number = number_of_[slot];
  external.kind = mover.kind;
  external.body.shape = shapes_[static_cast<std::size_t>(mover.kind)].usual;
  external.body.middle = world::box_of(shape_of(mover), mover).centre;
  external.body.heading_x = mover.heading_x;
  external.body.heading_y = mover.heading_y;
  external.body.speed_mps = mover.speed_mps;
  return external;
}

std::string_view Simulation::become_external(std::size_t slot, const Behaviour& behaviour) {
  if (externals_.size() >= Externals::kMost) return "a run has no room for more external objects";
  ExternalBody external = made_external(slot);
  const std::string_view fault = begin_behaviour(behaviour, tick_.time, settings_.externals, external);
  if (!fault.empty()) return fault;
  erase_row(slot);
  externals_.add(std::move(external), numbers_);
  reserve_entries();
  has_entries_ = false;
  return {};
}

// The guide is where it was, and so is the body; what it is beside its place in the lane is a shift that has begun.
std::string_view Simulation::become_extra(std::size_t row) {
  const ExternalBody& external = externals_[row];
  const world::LooseBody& body = external.body;
  const world::BodyShape& shape = shapes_[static_cast<std::size_t>(external.kind)].usual;
  if (!are_equal(shape, body.shape)) return "its body is not that of its kind";
  if (body.speed_mps < 0) return "it reverses";
  if (movers_.size() >= kMostVehicles) return "a run has no room for more";
  const geometry::WorldPoint guide =
      world::ahead_of_middle(body, static_cast<double>(shape.rear_m() - 0.5F * shape.length_m));
  const LanePlace at = find_lane(roads_.tracks, guide, body);
  if (at.track.is_empty()) return "no lane that runs its way is within 1 m and 0.3 rad";
  if (at.metres < static_cast<double>(shape.rear_m())) return "its tail is not on the lane yet";
  world::Mover mover;
  mover.kind = external.kind;
  mover.shape_class = world::width_class(static_cast<double>(shape.half_width_m()));
  world::put_on_track(roads_.tracks, at.track, at.metres, at.lateral, mover);
  if (std::fabs(mover.guide.x - guide.x) > kSame_m || std::fabs(mover.guide.y - guide.y) > kSame_m)
    return "the lane does not hold it";
  mover.heading_x = body.heading_x;
  mover.heading_y = body.heading_y;
  mover.speed_mps = body.speed_mps;
  const std::uint32_t number = external.number;
  traffic::Driver driver = made_driver(external.kind, stream_of(number));
  world::begin_shift(traffic::keep_of(roads_.tracks, driver), mover);
  traffic::look_ahead(roads_.tracks, turning_, stream_of(number), traffic::sight_m(mover.speed_mps), driver,
                      mover);
  externals_.remove(row, numbers_);
  numbers_.move(number, static_cast<std::uint32_t>(movers_.size()));
  add_row(number, mover, driver);
  return {};
}

// ---- in a step

// Nobody of them looks at the others: they move, and are where they are then. By sequential update all others see that.
std::uint64_t Simulation::move_externals(const base::Tick& tick) {
  const std::uint64_t sum = externals_.move(roads_, tick, settings_.externals);
  const world::EntryBatch& before = entries_[kExternalBatch];
  world::EntryBatch& after = next_[kExternalBatch];
  externals_.add_entries(roads_, after);
  if (settings_.update == Update::sequential) {
    occupancy_.remove(before, 0, before.size());
    occupancy_.insert(after, 0, after.size());
  }
  return sum;
}

world::BodyBox Simulation::box_of(std::uint32_t number) const {
  const std::uint32_t slot = numbers_.slot(number);
  if (Externals::is_here(slot)) return world::box_of(externals_[Externals::row_of(slot)].body);
  return world::box_of(shape_of(movers_[slot]), movers_[slot]);
}

// Of extras with others: what external objects do to each other is their own business.
std::uint64_t Simulation::count_contacts() const {
  if (externals_.is_empty()) return contacts_.size();
  return static_cast<std::uint64_t>(std::count_if(contacts_.begin(), contacts_.end(), [&](const Contact& c) {
    return !Externals::is_here(numbers_.slot(c.one)) || !Externals::is_here(numbers_.slot(c.other));
  }));
}

// An extra that touches an external object becomes a wreck, and so do two extras that touch where the settings say so. Whether an extra
// became one.
bool Simulation::stop_who_touched() {
  const bool stops_extras = settings_.contacts == ContactLaw::wreck;
  if (externals_.is_empty() && !stops_extras) return false;
  bool has_stopped = false;
  for (const Contact& contact : contacts_) {
    const bool has_external =
        Externals::is_here(numbers_.slot(contact.one)) || Externals::is_here(numbers_.slot(contact.other));
    if (!has_external && !stops_extras) continue;
    for (const std::uint32_t number : {contact.one, contact.other}) {
      const std::uint32_t slot = numbers_.slot(number);
      if (!Externals::is_here(slot)) {
        has_stopped |= become_external(slot, Wrecked{}).empty();
      } else if (ExternalBody& external = externals_.at(Externals::row_of(slot));
                 settings_.externals.stops_at_contact && !external.is_parked()) {
        begin_behaviour(Wrecked{}, tick_.time, settings_.externals, external);
      }
    }
  }
  return has_stopped;
}

}  // namespace backlot::sim
