#include "backlot/traffic/vehicle/test/placed_traffic.h"

#include "backlot/traffic/vehicle/decide.h"
#include "backlot/world/standing.h"

namespace backlot::traffic::test {

PlacedTraffic::PlacedTraffic(const world::TestRoads& roads, double time_s)
    : roads_(roads),
      tick_{.index = 0,
            .time = base::SimTime{} + base::Duration::from_seconds(time_s),
            .step = base::Duration::from_milliseconds(100)},
      signals_(roads.roads.conflicts, tick_.time),
      occupancy_(roads.network.strips().size()) {}

std::uint32_t PlacedTraffic::place(const Placing& placing) {
  const auto number = static_cast<std::uint32_t>(vehicles_.size());
  Vehicle& vehicle = vehicles_.emplace_back();
  vehicle.shape = world::usual_shape(placing.kind);
  world::Mover& mover = vehicle.mover;
  mover.kind = placing.kind;
  mover.shape_class = world::width_class(static_cast<double>(vehicle.shape.half_width_m()));
  world::put_on_track(roads_.tracks, placing.track,
                      placing.front_m - static_cast<double>(vehicle.shape.front_m()), placing.lateral_m,
                      mover);
  mover.speed_mps = placing.speed_mps;
  for (const world::TrackId track : placing.ahead) mover.trail.extend(track);
  vehicle.signs = {.number = number,
                   .flags = placing.flags,
                   .arrived_s = placing.arrived_s,
                   .announce_m = announce_m(placing.speed_mps)};
  return number;
}

void PlacedTraffic::place_entry(network::StripId strip, const world::Entry& entry) {
  loose_.push_back({strip, entry});
}

template <class Look>
auto PlacedTraffic::seen_by(std::uint32_t number, Look look) {
  batch_.clear();
  for (Vehicle& vehicle : vehicles_) {
    vehicle.stance = world::stance_of(roads_.tracks, vehicle.shape, vehicle.mover);
    world::add_entries(roads_.roads, vehicle.shape, vehicle.mover, vehicle.stance, vehicle.signs, batch_);
  }
  for (const Loose& loose : loose_) batch_.add(loose.strip, loose.entry);
  occupancy_.fill({&batch_, 1});
  Surroundings around{.tracks = roads_.tracks,
                      .conflicts = roads_.roads.conflicts,
                      .occupancy = occupancy_,
                      .tick = tick_,
                      .signals = signals_,
                      .has_externals = !loose_.empty()};
  Vehicle& own = vehicles_[number];
  const Self self{.id = number,
                  .shape = own.shape,
                  .mover = own.mover,
                  .stance = own.stance,
                  .entry = occupancy_.number_of_own(roads_.track(own.mover.trail.current()).strip,
                                                    own.stance.foot.from, number, 0)};
  return look(around, self, own.driver);
}

Ahead PlacedTraffic::ahead(std::uint32_t number) {
  return seen_by(number, [](const Surroundings& around, const Self& self, Driver&) {
    return find_ahead(around, self, sight_m(self.speed()));
  });
}

Pace PlacedTraffic::pace(std::uint32_t number) {
  return seen_by(number, [](const Surroundings& around, const Self& self, Driver& driver) {
    return find_pace(around, self, driver.traits, sight_m(self.speed()));
  });
}

Neighbours PlacedTraffic::neighbours(std::uint32_t number, double right, double left) {
  return seen_by(number, [&](const Surroundings& around, const Self& self, Driver&) {
    const world::Track& track = self.track(around.tracks);
    return find_neighbours(around, self, {around.tracks, track, track.centre, {right, left}});
  });
}

CrossingAdvice PlacedTraffic::crossing(std::uint32_t number) {
  return seen_by(number, [](const Surroundings& around, const Self& self, Driver& driver) {
    return find_crossing(around, self, driver, sight_m(self.speed()));
  });
}

LaneAdvice PlacedTraffic::lane(std::uint32_t number, double accel_mps2) {
  return seen_by(number, [&](const Surroundings& around, const Self& self, Driver& driver) {
    const Pace pace = find_pace(around, self, driver.traits, sight_m(self.speed()));
    return find_lane(around, self, driver, pace, accel_mps2, true);
  });
}

OvertakingAdvice PlacedTraffic::overtaking(std::uint32_t number) {
  return seen_by(number, [](const Surroundings& around, const Self& self, Driver& driver) {
    const double sight = sight_m(self.speed());
    const Pace pace = find_pace(around, self, driver.traits, sight);
    return find_overtaking(around, self, driver, pace, find_ahead(around, self, sight).lead, true);
  });
}

Command PlacedTraffic::decide(std::uint32_t number) {
  return seen_by(number, [](const Surroundings& around, const Self& self, Driver& driver) {
    return traffic::decide(around, self, driver);
  });
}

}  // namespace backlot::traffic::test
