#include "backlot/scene/scene.h"

#include <algorithm>

#include "backlot/scene/internal/build/scene_builder.h"

namespace backlot::scene {

static_assert(count_of(Relation{}) == static_cast<std::uint32_t>(Relation::oncoming) + 1);
static_assert(count_of(Prefers{}) == static_cast<std::uint32_t>(Prefers::fastest) + 1);
static_assert(count_of(Approach{}) == static_cast<std::uint32_t>(Approach::opposite) + 1);
static_assert(count_of(Moment{}) == static_cast<std::uint32_t>(Moment::at_end) + 1);

namespace {

// Names are asked for in every step. Most differ in length or in their last letter, which takes less to see than a comparison of texts.
template <class List>
std::uint32_t find_named(const List& list, std::string_view name) {
  std::uint32_t k = 0;
  for (const auto& row : list) {
    const std::string_view own = row.name;
    if (own.size() == name.size() && (own.empty() || own.back() == name.back()) && own == name) return k;
    ++k;
  }
  return Scene::kNone;
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
