// What is asked of people on foot: their roles, what they are told, the doors from which they come, and how many there are.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/direct/directive_table.h"
#include "backlot/scene/internal/build/scene_builder.h"

namespace backlot::scene {

namespace {

bool is_for_people(const Requirement& requirement) {
  return std::holds_alternative<Within>(requirement.what) ||
         std::holds_alternative<Approaches>(requirement.what) ||
         std::holds_alternative<HasSpeed>(requirement.what) ||
         std::holds_alternative<HiddenFromSubject>(requirement.what) ||
         std::holds_alternative<OfAge>(requirement.what) || std::holds_alternative<AtKerb>(requirement.what);
}

bool has_sidewalk(const world::Footways& footways) { return footways.sidewalk_metres() > 0; }

}  // namespace

void SceneBuilder::place_pedestrians() {
  if (!set().pedestrians) return;
  const world::Footways& footways = scene_->roads_->footways;
  if (!has_sidewalk(footways)) {
    error("P347", set().pedestrians->place, "the network has no sidewalks for people to walk on",
          "play on a road with sidewalks, or leave the pedestrians out");
    return;
  }
  const PedestriansDescription& people = *set().pedestrians;
  const double wanted = people.count + people.per_metre * footways.sidewalk_metres();
  constexpr double kMostPerMetre = 1;
  if (wanted > kMostPerMetre * footways.sidewalk_metres()) {
    error("P347", people.place,
          fmt::format("{:.0f} pedestrians do not fit on {:.0f} m of sidewalk", wanted,
                      footways.sidewalk_metres()),
          "write a smaller number");
    return;
  }
  scene_->pedestrians_ = static_cast<std::size_t>(std::round(wanted));
}

void SceneBuilder::check_role_on_foot(const RoleDescription& role) {
  const bool on_foot = is_on_foot(role);
  if (on_foot && role.kinds.size() > 1)
    error("P345", role.place, fmt::format("role {} is for people and for vehicles", role.name),
          "cast them in roles of their own");
  for (const Requirement& requirement : role.requirements) {
    const bool is_of_people =
        std::holds_alternative<OfAge>(requirement.what) || std::holds_alternative<AtKerb>(requirement.what);
    if (on_foot && !is_for_people(requirement))
      error(
          "P345", requirement.place,
          fmt::format("role {} is for people on foot, and only vehicles can be what it asks for", role.name),
          "people can be within a distance of a mark, approach one, be at its kerb, wait, or be hidden");
    if (!on_foot && is_of_people)
      error(
          "P345", requirement.place,
          fmt::format("role {} is for vehicles, and only people on foot can be what it asks for", role.name),
          "name a kind of people: role NAME: pedestrian");
    if (const auto* kerb = std::get_if<AtKerb>(&requirement.what))
      static_cast<void>(find_placed(kerb->mark, requirement.place));
  }
  if (!role.supply) return;
  const std::uint32_t source = scene_->find_source(role.supply->source);
  if (source == Scene::kNone) return;
  const bool is_door = std::holds_alternative<BesideMark>(set().sources[source].where);
  if (is_door != on_foot)
    error("P346", role.supply->place,
          fmt::format("source {} adds {}, and role {} is for {}", role.supply->source,
                      is_door ? "people on foot" : "vehicles", role.name,
                      on_foot ? "people on foot" : "vehicles"),
          "people come from beside the road: source NAME beside MARK, 3 m from the lane");
}

void SceneBuilder::check_told_on_foot(const RoleDescription& role, const ActionDescription& action) {
  const auto* tell = std::get_if<Tell>(&action.what);
  const bool on_foot = is_on_foot(role);
  bool can = !on_foot;
  if (tell != nullptr) {
    const direct::DirectiveRow& row = direct::directive_table()[tell->what.index()];
    can = on_foot ? row.is_for_people() : row.is_for_vehicles();
  }
  if (!can)
    error("P345", action.place,
          fmt::format("role {} is for {}, and only {} can be told that", role.name,
                      on_foot ? "people on foot" : "vehicles", on_foot ? "vehicles" : "people on foot"),
          "docs/scenes.md has the actions of both");
}

void SceneBuilder::check_doors() {
  for (const SourceDescription& source : set().sources) {
    const auto* door = std::get_if<BesideMark>(&source.where);
    if (door == nullptr) continue;
    need_on_course(door->mark, source.place);
    if (!has_sidewalk(scene_->roads_->footways))
      error("P346", source.place,
            fmt::format("source {} never works: the network has no sidewalks", source.name),
            "play on a road with sidewalks");
    if (source.every_s || !source.sequence.empty() || source.mix != SourceDescription{}.mix)
      error("P346", source.place,
            fmt::format("source {} adds people on foot, and only when a role asks for one", source.name),
            "leave out how often, and which kinds");
  }
}

void SceneBuilder::check_people() {
  const SceneDescription& d = scene_->description_;
  for (const RoleDescription& role : d.cast) check_role_on_foot(role);
  for (const BeatDescription& beat : d.script.beats) {
    for (const ActionDescription& action : beat.actions) {
      const std::string* name = find_directed_role(action);
      const std::uint32_t role = name == nullptr ? Scene::kNone : scene_->find_role(*name);
      if (role != Scene::kNone) check_told_on_foot(d.cast[role], action);
    }
  }
  check_doors();
}

}  // namespace backlot::scene
