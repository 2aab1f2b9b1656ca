#include "backlot/scene/scene.h"

#include <algorithm>

#include "backlot/scene/internal/build/scene_builder.h"

namespace backlot::scene {

static_assert(count_of(Relation{}) == static_cast<std::uint32_t>(Relation::oncoming) + 1);
static_assert(count_of(Prefers{}) == static_cast<std::uint32_t>(Prefers::fastest) + 1);
static_assert(count_of(Approach{}) == static_cast<std::uint32_t>(Approach::opposite) + 1);
static_assert(count_of(Moment{}) == static_cast<std::uint32_t>(Moment::at_end) + 1);

namespace {

template <class List>
std::uint32_t find_named(const List& list, std::string_view name) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const auto& row) { return row.name == name; });
  return at == list.end() ? Scene::kNone : static_cast<std::uint32_t>(at - list.begin());
}

}  // namespace

base::Result<std::shared_ptr<const Scene>> Scene::build(SceneDescription description,
                                                        const world::Roads& roads) {
  return SceneBuilder(std::move(description), roads).build();
}

const PlacedMark* Scene::find_mark(std::string_view name) const {
  const std::uint32_t at = find_named(marks_, name);
  return at == kNone ? nullptr : &marks_[at];
}
std::uint32_t Scene::find_role(std::string_view name) const { return find_named(description_.cast, name); }
std::uint32_t Scene::find_beat(std::string_view name) const {
  return find_named(description_.script.beats, name);
}
std::uint32_t Scene::find_source(std::string_view name) const {
  return find_named(description_.set.sources, name);
}

}  // namespace backlot::scene
