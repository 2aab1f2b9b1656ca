#include "backlot/harness/opening.h"

#include <algorithm>

#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace backlot::harness {

namespace {

constexpr base::Duration kWarmUpStep = base::Duration::from_milliseconds(100);
constexpr double kWarmUp_s = 60, kSpread_s = 80;  // the subject comes at any phase of the lights
constexpr double kRoom_m = 40;                    // before and behind, where the subject starts
constexpr double kLongestWait_s = 300;            // for that room
constexpr double kHardest_mps2 = 9;               // braking of the subject, where its driver asks for it
constexpr double kShareOfSystem = 0.92;           // of the limit, at which a system under test starts
constexpr std::uint32_t kPurpose = 0x5c1;

void step(sim::Simulation& run, const AfterStep& after_step) {
  run.step(kWarmUpStep);
  if (after_step) after_step(run);
}

void warm_up(sim::Simulation& run, const scene::Scene& scene, const RunOptions& options,
             const AfterStep& after_step) {
  for (const scene::PlacedProp& prop : scene.props()) {
    const sim::AddedExternal added =
        run.add_external(prop.kind, {prop.middle, prop.heading_rad, 0}, sim::Parked{});
    run.set_role(added.id, prop.name);
  }
  if (scene.spread() > 0) run.insert_spread(scene.spread());
  const double warm_s = scene.description().set.warmup_s.value_or(kWarmUp_s) +
                        base::RandomStream(options.seed, 0, kPurpose).uniform(0, kSpread_s);
  while (run.tick().time.seconds() < warm_s) step(run, after_step);
}

bool has_room(const sim::Simulation& run, const scene::Scene& scene) {
  const world::Course& course = scene.course();
  const geometry::WorldPoint start = course.point_at(scene.start_m());
  const double free_to_m = scene.start_m() + scene.description().set.subject.free_ahead_m;
  for (std::size_t slot = 0; slot < run.size(); ++slot) {
    const world::Mover& mover = run.vehicle(slot).mover;
    if (distance_between(mover.guide, start) < kRoom_m) return false;
    for (std::size_t part = course.part_at(scene.start_m()); part < course.list().size(); ++part) {
      const double metre = course.start_of(part) + mover.metres;
      if (course.start_of(part) > free_to_m) break;
      if (course.list()[part] == mover.trail.current() && metre > scene.start_m() && metre < free_to_m)
        return false;
    }
  }
  return true;
}

}  // namespace

sim::SimulationSettings traffic_settings(const scene::Scene& scene, const RunOptions& options) {
  sim::SimulationSettings settings;
  settings.seed = options.seed;
  settings.threads = options.threads;
  settings.drivers = traffic::suiting_drivers(scene.roads().tracks);
  for (const scene::PlacedFlow& flow : scene.flows()) {
    sim::Flow one;
    one.lanes = flow.lanes;
    one.vehicles_per_hour = flow.per_hour;
    one.mix = flow.mix;
    one.arrivals = flow.is_regular ? sim::Arrivals::regular : sim::Arrivals::random;
    one.least_headway_s = std::min(flow.least_headway_s, 0.5 * 3600 / flow.per_hour);
    settings.flows.push_back(one);
  }
  settings.turning_shares = scene.turning_shares();
  if (const auto& density = scene.description().set.density) settings.drivers.shares = density->mix;
  settings.contacts = sim::ContactLaw::wreck;
  return settings;
}

std::optional<EnteredSubject> open_run(sim::Simulation& run, const scene::Scene& scene,
                                       const RunOptions& options, const AfterStep& after_step) {
  warm_up(run, scene, options, after_step);
  const double until_s = run.tick().time.seconds() + kLongestWait_s;
  while (!has_room(run, scene)) {
    if (run.tick().time.seconds() > until_s) return std::nullopt;
    step(run, after_step);
  }
  const world::Course& course = options.way == nullptr ? scene.course() : *options.way;
  const double start_m = options.way == nullptr
                             ? scene.start_m()
                             : course.nearest(scene.course().point_at(scene.start_m())).metre;
  const scene::SubjectDescription& description = scene.description().set.subject;
  const std::size_t part = course.part_at(start_m);
  const auto points =
      world::points_along(course.tracks(), course.list().subspan(part), start_m - course.start_of(part));
  const geometry::Vec3 ahead = points[1] - points[0];
  const bool has_system = options.system.system != nullptr;
  const subject::SubjectChoice choice =
      has_system ? subject::SubjectChoice(subject::ShareChoice{kShareOfSystem}) : options.subject;
  const double speed =
      description.start_mps.value_or(subject::start_speed_mps(choice, course, start_m, options.seed));
  const sim::Behaviour behaviour =
      has_system
          ? sim::Behaviour(sim::BySteering{})
          : sim::Behaviour(sim::ByPath{.points = points, .speed_mps = speed, .slow_mps2 = kHardest_mps2});
  const sim::AddedExternal added =
      run.add_external(description.kind, {points[0], base::atan2(ahead.y, ahead.x), speed}, behaviour);
  if (!added.refused.empty()) return std::nullopt;
  run.set_role(added.id, record::kSubjectRole);
  if (!has_system)
    return EnteredSubject{
        added.id, std::make_unique<ModelSlot>(
                      subject::make_driver(options.subject, course, added.id, options.seed), added.id)};

  SlotPlan plan = make_slot_plan(course, start_m, run.find_external(added.id)->external.body.shape,
                                 traffic_settings(scene, options).externals, options.system);
  plan.mission.scene = scene.description().name;
  auto slot = std::make_unique<SystemSlot>(scene.roads(), course, std::move(plan), added.id, options.system,
                                           options.seed);
  std::optional<sut::Trouble> trouble = slot->reset(run.tick().time);
  return EnteredSubject{added.id, std::move(slot), std::move(trouble)};
}

}  // namespace backlot::harness
