// Whether sources and sinks can work: what could never add or take a vehicle is said before the run.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/scene/internal/build/scene_builder.h"
#include "backlot/scene/internal/near_subject.h"

namespace backlot::scene {

void SceneBuilder::check_near_subject(const FromSubject& where, bool is_hidden, const char* what,
                                      const std::string& name, const network::TextPlace& at) {
  if (is_hidden && std::max(std::fabs(where.from_m), std::fabs(where.to_m)) < kNearest_m)
    error(
        "P326", at, fmt::format("{} {} never works: it is always within 100 m of the subject", what, name),
        "nothing appears or vanishes there; name a larger distance, or say of a source: in sight of subject");
  const auto& list = scene_->course().list();
  const bool has_lane = std::any_of(list.begin(), list.end(), [&](world::TrackId own) {
    return !lane_beside(tracks(), own, where).is_empty();
  });
  if (!has_lane)
    error("P327", at, fmt::format("{} {} never works: the route has no such lane", what, name),
          where.is_oncoming ? "play on a road with traffic both ways" : "play on a road with two lanes");
}

void SceneBuilder::check_sources() {
  for (const SourceDescription& source : set().sources) {
    if (source.when) check(*source.when);
    if (source.during) check(*source.during);
    if (const auto* where = std::get_if<FromSubject>(&source.where))
      check_near_subject(*where, source.is_hidden, "source", source.name, source.place);
    const bool has_kinds = !source.sequence.empty() || source.mix != SourceDescription{}.mix;
    if (has_kinds && !source.every_s)
      error("P328", source.place,
            fmt::format("source {} names kinds, and never adds a vehicle by itself", source.name),
            "say how often: every 20 s, or about every 20 s; a role that it supplies names its own kind");
    const auto& cast = scene_->description_.cast;
    const bool is_asked = std::any_of(cast.begin(), cast.end(), [&](const RoleDescription& role) {
      return role.supply && role.supply->source == source.name;
    });
    if (!source.every_s && !has_kinds && !is_asked)
      found_.warning("P403", source.place,
                     fmt::format("source {} is never used: it has no interval, and no role is supplied by it",
                                 source.name),
                     "say how often: every 20 s; or let a role be supplied by it");
  }
  for (const SinkDescription& sink : set().sinks) {
    if (sink.when) check(*sink.when);
    if (sink.during) check(*sink.during);
    if (const auto* where = std::get_if<FromSubject>(&sink.where))
      check_near_subject(*where, true, "sink", sink.name, sink.place);
  }
}

}  // namespace backlot::scene
