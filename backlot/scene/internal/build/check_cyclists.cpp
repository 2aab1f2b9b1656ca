// What is asked of cyclists: the roads that they come in on, and what their roles are told.
#include <algorithm>

#include <fmt/format.h>

#include "backlot/scene/internal/build/scene_builder.h"

namespace backlot::scene {

namespace {

// Faster no cyclist of a scene rides: ways for bicycles are laid out for 30 km/h (FIGURES D4), and the protocols ask for 25 at most.
constexpr double kFastestRide_mps = 30 / 3.6;

constexpr auto kBicycle = static_cast<std::size_t>(world::ObjectKind::bicycle);

bool is_cyclist_alone(const RoleDescription& role) {
  return role.kinds.size() == 1 && role.kinds.front() == world::ObjectKind::bicycle;
}

bool can_be_cyclist(const RoleDescription& role) {
  return std::ranges::find(role.kinds, world::ObjectKind::bicycle) != role.kinds.end();
}

}  // namespace

bool SceneBuilder::is_ridden(std::span<const world::TrackId> lanes) const {
  return std::ranges::any_of(
      lanes, [&](world::TrackId lane) { return scene_->roads_->cycleways[lane].is_for_cyclists; });
}

void SceneBuilder::check_cyclists_of(const FlowDescription& flow, const PlacedFlow& placed) {
  BACKLOT_ASSERT(!placed.lanes.empty(), "a flow comes in somewhere");
  if (!(flow.mix[kBicycle] > 0) || is_ridden(placed.lanes)) return;
  error("P348", flow.place,
        fmt::format("no cyclists come in on way \"{}\": its speed limit is above {:.0f} km/h",
                    network().name_of(tracks()[placed.lanes.front()].strip),
                    3.6 * static_cast<double>(world::Cycleways::kFastestRoad_mps)),
        "leave the bicycles out of this flow");
}

void SceneBuilder::check_supplied_cyclist(const RoleDescription& role) {
  if (!role.supply || role.kinds.empty() || role.kinds.front() != world::ObjectKind::bicycle) return;
  const std::uint32_t source = scene_->find_source(role.supply->source);
  if (source == Scene::kNone || scene_->sources_[source].empty()) return;
  std::vector<world::TrackId> lanes;
  for (const PlacedStretch& stretch : scene_->sources_[source]) lanes.push_back(stretch.track);
  if (!is_ridden(lanes))
    error("P348", role.supply->place,
          fmt::format("source {} adds no cyclist: all of its roads are faster than {:.0f} km/h",
                      role.supply->source, 3.6 * static_cast<double>(world::Cycleways::kFastestRoad_mps)),
          "name a source on a slower road");
}

void SceneBuilder::check_cyclists() {
  const SceneDescription& d = scene_->description_;
  for (const RoleDescription& role : d.cast) check_supplied_cyclist(role);
  const auto find_role = [&](const std::string& name) -> const RoleDescription* {
    const std::uint32_t at = scene_->find_role(name);
    return at == Scene::kNone ? nullptr : &d.cast[at];
  };
  for (const BeatDescription& beat : d.script.beats) {
    for (const ActionDescription& action : beat.actions) {
      const auto* tell = std::get_if<Tell>(&action.what);
      const RoleDescription* told = tell == nullptr ? nullptr : find_role(tell->role);
      if (told != nullptr && std::holds_alternative<direct::RideOn>(tell->what) && !is_cyclist_alone(*told))
        error("P349", action.place,
              fmt::format("only a cyclist rides on, and role {} is not for cyclists alone", told->name),
              fmt::format("write role {}: bicycle", told->name));
      const auto* drive = std::get_if<DriveAt>(&action.what);
      const RoleDescription* driver = drive == nullptr ? nullptr : find_role(drive->role);
      if (driver != nullptr && can_be_cyclist(*driver) && drive->than.empty() &&
          drive->speed_mps > kFastestRide_mps)
        error("P349", action.place,
              fmt::format("role {} cannot ride at {:.0f} km/h", driver->name, 3.6 * drive->speed_mps),
              fmt::format("cyclists ride at most {:.0f} km/h", 3.6 * kFastestRide_mps));
    }
  }
}

}  // namespace backlot::scene
