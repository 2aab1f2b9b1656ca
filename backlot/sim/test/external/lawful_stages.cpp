#include "backlot/sim/test/external/lawful_stages.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/sim/test/blame.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/external/lawful_driver.h"

namespace backlot::sim {

namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kWarmUp_s = 60,
                 kLongest_s = 120;  // a body that is not through by then is taken off the road
constexpr double kRest_s = 3;       // after a contact, before all wrecks are taken off

constexpr std::string_view kSigns = R"(
  arm west: west.end priority road
  arm east: east.end priority road
  arm north: north.end yield
  arm south: south.end stop
)";

constexpr std::string_view kSignals = R"(
  arm west: west.end signal ew
  arm east: east.end signal ew
  arm north: north.end signal ns
  arm south: south.end signal ns
  signals {
    groups ew ns
    programme {
      25 s: ew green, ns red
      3 s: ew yellow, ns red
      2 s: ew red, ns red
      20 s: ew red, ns green
      3 s: ew red, ns yellow
      2 s: ew red, ns red
    }
  }
)";

constexpr std::string_view kJoining = R"(
network joining
traffic on the right
speed limit 50 km/h
profile single { spine; vehicle forward 3.5 m }
template joining() {
  arm west at (-15 m, 0 m) heading 0 deg priority road { vehicle in }
  arm north at (0 m, 15 m) heading 270 deg yield { vehicle in }
  arm east at (15 m, 0 m) heading 180 deg { vehicle out }
}
intersection join is joining() at (0 m, 0 m) { arm west: west.end; arm north: north.end; arm east: east.start }
way west { profile single;  begin at (-315 m, 0 m) heading 0 deg;  line 300 m;  start open }
way north { profile single;  begin at (0 m, 315 m) heading 270 deg;  line 300 m;  start open }
way east { profile single;  begin at (15 m, 0 m) heading 0 deg;  line 200 m;  end open }
)";

world::TrackId entrance_of(const TestRoads& roads, std::string_view way) {
  const world::Tracks& tracks = roads.roads.tracks;
  const network::StripId strip = roads.network.find_strip(way);
  for (const world::TrackId lane : tracks.entrances())
    if (tracks[lane].strip == strip) return lane;
  BACKLOT_CHECK(false, "the way has an entrance");
  return {};
}

void set_course(LawfulStage& stage, std::string_view from, std::string_view to, double before_end_m) {
  const world::TrackId first = entrance_of(*stage.roads, from);
  stage.course = tracks_to(*stage.roads, first, stage.roads->network.find_strip(to));
  BACKLOT_CHECK(!stage.course.empty(), "one way leads to the other");
  stage.begin_m = std::max(2.0, stage.roads->roads.tracks[first].length - before_end_m);
}

void let_in(LawfulStage& stage, std::initializer_list<std::pair<const char*, double>> ways) {
  for (const auto& [way, per_hour] : ways)
    stage.settings.flows.push_back({.lanes = {entrance_of(*stage.roads, way)},
                                    .vehicles_per_hour = per_hour,
                                    .mix = {0.85, 0.1, 0.0, 0.05, 0}});
}

// Both worlds as one: the objects of one have other numbers here.
void show_both(const Simulation& traffic, const Simulation& world_of_body, record::Frame& scratch,
               record::Frame& frame) {
  constexpr std::uint32_t kFurther = 1'000'000;
  world_of_body.frame(frame, {.has_signals = true});
  if (&traffic == &world_of_body) return;
  traffic.frame(scratch);
  for (record::FrameObject o : scratch.objects) {
    o.id = world::ObjectId(o.id.slot() + kFurther, o.id.generation() + kFurther);
    frame.objects.push_back(o);
  }
}

}  // namespace

std::string_view to_text(LawfulDeed deed) {
  switch (deed) {
    case LawfulDeed::priority_road:
      return "priority road";
    case LawfulDeed::on_green:
      return "on green";
    case LawfulDeed::permissive_left:
      return "permissive left turn";
    case LawfulDeed::roundabout:
      return "roundabout";
    case LawfulDeed::merges:
      return "merges";
    case LawfulDeed::is_merged_into:
      return "is merged into";
  }
  return "";
}

LawfulStage lawful_stage(LawfulDeed deed) {
  constexpr double kApproach_m = 150;
  LawfulStage stage;
  switch (deed) {
    case LawfulDeed::priority_road:
      stage.roads = crossing_of(kSigns);
      let_in(stage, {{"west", 150}, {"east", 300}, {"north", 200}, {"south", 200}});
      set_course(stage, "west", "east", kApproach_m);
      break;
    case LawfulDeed::on_green:
    case LawfulDeed::permissive_left:
      stage.roads = crossing_of(kSignals);
      let_in(stage, {{"west", 200}, {"east", 350}, {"north", 300}, {"south", 300}});
      set_course(stage, "west", deed == LawfulDeed::on_green ? "east" : "north", kApproach_m);
      break;
    case LawfulDeed::roundabout:
      stage.roads = scene_roads("biketown");
      stage.vehicles = 50;
      let_in(stage, {{"east_gate", 150}, {"south_gate", 150}});
      set_course(stage, "east_gate", "south_gate", 70);
      break;
    case LawfulDeed::merges:
    case LawfulDeed::is_merged_into:
      stage.roads = roads_of(kJoining);
      let_in(stage, {{"west", 350}, {"north", 300}});
      set_course(stage, deed == LawfulDeed::merges ? "north" : "west", "east", kApproach_m);
      break;
  }
  return stage;
}

LawfulOutcome drive_lawful(const LawfulStage& stage, std::uint64_t seed, int seconds, Extras extras) {
  SimulationSettings settings = stage.settings;
  settings.seed = seed;
  Simulation traffic(stage.roads->roads, settings);
  traffic.insert_spread(stage.vehicles);
  Simulation elsewhere(stage.roads->roads, {});
  Simulation& run = extras == Extras::see ? traffic : elsewhere;  // in which the body drives
  const auto step = [&](std::span<const ExternalCommand> commands) {
    run.step(kStep, commands);
    if (extras == Extras::are_blind) traffic.step(kStep);
  };
  for (int k = 0; k < static_cast<int>(kWarmUp_s / kStep.seconds()); ++k) step({});
  LawfulDriver driver(*stage.roads, stage.course, stage.begin_m);
  Blame blame(stage.roads->roads);
  record::Frame frame, scratch;
  LawfulOutcome outcome;
  double begun_s = 0, touched_s = -1;
  for (int k = 0; k < static_cast<int>(seconds / kStep.seconds()); ++k) {
    show_both(traffic, run, scratch, frame);
    const double now = frame.time.seconds();
    std::optional<ExternalCommand> command = driver.act(run, frame);
    if (blame.begun() > 0 && touched_s < 0) touched_s = now;
    const bool is_over =
        touched_s >= 0 ? now > touched_s + kRest_s : driver.has_arrived() || now > begun_s + kLongest_s;
    if (driver.id() && is_over) {
      outcome.arrived += driver.has_arrived() && touched_s < 0 ? 1U : 0U;
      driver.leave(run);
      while (run.external_count() > 0) run.remove(run.external(0).id);
      command.reset();
      touched_s = -1;
    } else if (!driver.id() && driver.try_to_begin(run, frame)) {
      ++outcome.deeds;
      begun_s = now;
    }
    step(command ? std::span<const ExternalCommand>(&*command, 1) : std::span<const ExternalCommand>());
    show_both(traffic, run, scratch, frame);
    blame.watch(frame);
  }
  for (const ExtraAndExternal& c : blame.contacts()) {
    ++outcome.contacts[static_cast<std::size_t>(c.finding)];
    outcome.with_wrecks += c.with_wreck ? 1U : 0U;
  }
  outcome.braking = blame.braking();
  outcome.stories = blame.to_text();
  return outcome;
}

}  // namespace backlot::sim
