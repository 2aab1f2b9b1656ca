#include "backlot/harness/test/long_road.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backlot/harness/test/outside_watch.h"
#include "backlot/world/building.h"

namespace backlot::harness::test {

namespace {

constexpr const char* kRoad = R"(network long_road
traffic on the right
speed limit 72 km/h

profile road {
  vehicle backward 3.2 m
  spine
  vehicle forward 3.2 m
}

way road {
  profile road
  begin at (0 m, 0 m) heading 0 deg
  line 8000 m
  start open
  end open
}
)";

std::vector<record::FrameObject> all_but(const record::Frame& frame, world::ObjectId subject) {
  std::vector<record::FrameObject> found;
  for (const record::FrameObject& object : frame.objects)
    if (object.id != subject) found.push_back(object);
  return found;
}

// The frame before the first one, as far as objects that came in between are concerned.
record::Frame without_newcomers(const Moment& moment) {
  record::Frame frame = moment.frame;
  for (const record::Event& event : moment.run.events())
    if (event.kind == record::EventKind::entered && event.object != moment.subject)
      std::erase_if(frame.objects,
                    [&](const record::FrameObject& object) { return object.id == event.object; });
  return frame;
}

}  // namespace

subject::SubjectChoice steady(double speed_mps) {
  return subject::ProfileChoice{
      "steady", std::make_shared<const subject::SpeedProfile>(subject::SpeedProfile{{{0, speed_mps}}})};
}

LongRoad::LongRoad() : stage_("long_road.way", kRoad) {}

std::string LongRoad::text(const std::string& set, const std::string& script, const std::string& cast) const {
  return fmt::format(R"(scene test
import "long_road.way"
set {{
  subject from road R1 at 6000 m to road end
  mark gate = road R1 at 1500 m
  mark far = road R1 at 4000 m
{}
}}
cast {{
{}
}}
script {{
{}
}}
)",
                     set, cast, script);
}

std::string LongRoad::nothing_for(int seconds) {
  return fmt::format(
      "beat pause when 1 s after start {{ commit; note \"nothing\" }}\nend when {} s after start", seconds);
}

std::shared_ptr<const scene::Scene> LongRoad::scene(const std::string& set, const std::string& script,
                                                    const std::string& cast) const {
  return stage_.build(stage_.describe(text(set, script, cast)));
}

std::string LongRoad::problems(const std::string& set, const std::string& script) const {
  const auto built = stage_.try_to_build(stage_.describe(text(set, script, "")));
  return to_text(built.diagnostics());
}

Watched LongRoad::play(const std::shared_ptr<const scene::Scene>& scene, RunOptions options) {
  Watched watched;
  std::optional<OutsideWatch> outside;
  record::Frame last;
  double start_s = 0;
  options.onlooker = [&](const Moment& moment) {
    if (!outside) {
      outside.emplace(world::buildings_of(moment.run.roads().tracks.network()), moment.subject);
      start_s = moment.play.started_s;
      watched.at_start = all_but(moment.frame, moment.subject);
      last = without_newcomers(moment);
    }
    outside->watch(moment.frame);
    const record::FrameObject* subject = record::find(moment.frame, moment.subject);
    if (subject == nullptr) return;
    const double now_s = moment.frame.time.seconds() - start_s;
    for (const record::FrameObject& object : moment.frame.objects)
      if (record::find(last, object.id) == nullptr) watched.appeared.push_back({now_s, object, *subject});
    for (const record::FrameObject& object : last.objects)
      if (record::find(moment.frame, object.id) == nullptr)
        watched.vanished.push_back({now_s, object, *subject});
    last = moment.frame;
    watched.at_end = all_but(moment.frame, moment.subject);
  };
  watched.result = run_scene(scene, options);
  watched.in_sight = outside->changes_in_sight();
  watched.overlaps = outside->overlaps();
  return watched;
}

}  // namespace backlot::harness::test
