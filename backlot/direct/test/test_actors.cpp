#include "backlot/direct/test/test_actors.h"

#include "backlot/base/math.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::direct {

TestActors::TestActors(std::string_view road)
    : roads(road),
      occupancy_(roads.network.strips().size()),
      signals_(roads.roads.conflicts, base::SimTime{}) {
  for (std::uint32_t k = 0; k < world::kVehicleKinds; ++k)
    shapes_[k] = world::LongShape(world::usual_shape(static_cast<world::ObjectKind>(k)));
}

world::ObjectId TestActors::add(world::TrackId track, double metres, double speed_mps) {
  const world::ObjectId id = numbers_.create(static_cast<std::uint32_t>(movers_.size()));
  streams_.push_back(id.raw());
  world::Mover mover;
  world::put_on_track(roads.tracks, track, metres, 0, mover);
  mover.speed_mps = speed_mps;
  traffic::Driver driver;
  traffic::look_ahead(roads.tracks, turning_, id.raw(), traffic::sight_m(speed_mps), driver, mover);
  movers_.push_back(mover);
  drivers_.push_back(driver);
  return id;
}

world::ObjectId TestActors::add_external(world::TrackId track, double metres, double speed_mps,
                                         double lateral, double turned_rad) {
  const auto row = static_cast<std::uint32_t>(externals_.size());
  const world::ObjectId id = numbers_.create(row | world::ObjectNumbers::kExternal);
  streams_.push_back(id.raw());
  const world::Track& t = roads.track(track);
  const double distance = roads.tracks.distance_at(t, metres);
  const auto pose = roads.tracks.pose(t, distance, roads.tracks.centre_at(t, distance) + t.sign() * lateral);
  const double heading = base::atan2(t.sign() * pose.tangent.y, t.sign() * pose.tangent.x) + turned_rad;
  const base::SinCos turned = base::sin_cos(heading);
  externals_.push_back({id.slot(),
                        {.shape = world::usual_shape(world::ObjectKind::car),
                         .middle = pose.point,
                         .heading_x = turned.cos,
                         .heading_y = turned.sin,
                         .speed_mps = speed_mps}});
  return id;
}

const Actors& TestActors::actors() {
  actors_.emplace(Actors{roads.roads,
                         turning_,
                         numbers_,
                         streams_,
                         movers_,
                         drivers_,
                         shapes_,
                         {},
                         walker_panel_,
                         externals_,
                         occupancy_,
                         signals_,
                         tick_});
  return *actors_;
}

}  // namespace backlot::direct
