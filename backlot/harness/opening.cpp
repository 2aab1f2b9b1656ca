#include "backlot/harness/opening.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
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
constexpr double kBesideWay_m = 1;                // further beside its way the subject cannot start
constexpr std::uint32_t kPurpose = 0x5c1;

void step(sim::Simulation& run, const AfterStep& after_step) {
  run.step(kWarmUpStep);
  if (after_step) after_step(run);
}

void fill_roads(sim::Simulation& run, const scene::Scene& scene, const RunOptions& options,
                const AfterStep& after_step) {
  for (const scene::PlacedProp& prop : scene.props()) {
    const sim::AddedExternal added =
        run.add_external(prop.kind, {prop.middle, prop.heading_rad, 0}, sim::Parked{});
    run.set_role(added.id, prop.name);
  }
  if (scene.spread() > 0) run.insert_spread(scene.spread());
  if (scene.pedestrians() > 0) run.people().spread(scene.pedestrians());
  const double warm_s = scene.description().set.warmup_s.value_or(kWarmUp_s) +
                        base::RandomStream(options.seed, 0, kPurpose).uniform(0, kSpread_s);
  while (run.tick().time.seconds() < warm_s) step(run, after_step);
}

// Values one behind the other; a list has its length before it.
class KeyWriter {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void add(const T& value) {
    const auto* const bytes = reinterpret_cast<const char*>(&value);
    key_.append(bytes, sizeof value);
  }
  void add(std::string_view text) {
    add(text.size());
    key_ += text;
  }
  template <class List>
  void add_all(const List& list) {
    add(list.size());
    for (const auto& one : list) add(one);
  }
  std::string take() { return std::move(key_); }

 private:
  std::string key_;
};

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

using Entering = base::Result<EnteredSubject>;

Entering refusal(const char* code, std::string message, std::string hint) {
  BACKLOT_ASSERT(code != nullptr && !message.empty(), "a refusal has a code and a message");
  base::Diagnostics why;
  why.error(code, {}, std::move(message), std::move(hint));
  return Entering::failure(std::move(why));
}

// Where a vehicle starts on a way: the middle of its body at a metre.
struct Start {
  geometry::WorldPoint middle{};
  double heading_rad = 0;
};
Start start_on(const world::Course& course, double metre) {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  const world::Tracks& tracks = course.tracks();
  const std::size_t part = course.part_at(metre);
  const auto point_at = [&](std::size_t number, double metres) {
    const world::Track& track = tracks[course.list()[number]];
    const double distance = tracks.distance_at(track, metres);
    return tracks.place(track, distance, tracks.centre_at(track, distance));
  };
  // the second point of a path from there on
  const double metres = metre - course.start_of(part), next = metres + world::Course::kStep_m,
               length = tracks[course.list()[part]].length;
  const bool is_on_next = next >= length && part + 1 < course.list().size();
  const geometry::WorldPoint middle = point_at(part, metres);
  const geometry::Vec3 ahead =
      (is_on_next ? point_at(part + 1, next - length) : point_at(part, next)) - middle;
  return {middle, base::atan2(ahead.y, ahead.x)};
}

// The path of a model subject from there on.
std::vector<geometry::WorldPoint> path_from(const world::Course& course, double metre) {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  const std::size_t part = course.part_at(metre);
  return world::points_along(course.tracks(), course.list().subspan(part), metre - course.start_of(part));
}

world::BodyBox box_of(const record::FrameObject& o) {
  return {o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m),
          0.5 * static_cast<double>(o.width_m)};
}

// What a body of this kind would stand in, as people call it; empty where the place is free.
std::string body_at(const sim::Simulation& run, world::ObjectKind kind, const Start& start) {
  const world::BodyShape shape = world::usual_shape(kind);
  const base::SinCos turn = base::sin_cos(start.heading_rad);
  const world::BodyBox box{start.middle, turn.cos, turn.sin, 0.5 * static_cast<double>(shape.length_m),
                           0.5 * static_cast<double>(shape.width_m)};
  record::Frame frame;
  run.frame(frame);
  for (const record::FrameObject& o : frame.objects) {
    if (!world::overlap(box, box_of(o))) continue;
    const std::string_view role = frame.role_name(o.role);
    if (role == record::kSubjectRole) return "the subject";
    return role.empty() ? fmt::format("vehicle {}", world::number_for_people(o.id)) : std::string(role);
  }
  return {};
}

// Puts a system on the place of a vehicle that is there.
std::unique_ptr<SystemSlot> make_slot(const sim::Simulation& run, const scene::Scene& scene,
                                      const RunOptions& options, const SystemOptions& system,
                                      const world::Course& course, double start_m, world::ObjectId id,
                                      std::uint64_t seed) {
  BACKLOT_ASSERT(!id.is_empty() && run.find_external(id).has_value(), "a system drives an external object");
  SlotPlan plan = make_slot_plan(course, start_m, run.find_external(id)->external.body.shape,
                                 traffic_settings(scene, options).externals, system);
  plan.mission.scene = scene.description().name;
  return std::make_unique<SystemSlot>(scene.roads(), course, std::move(plan), id, system, seed);
}

// Lets the systems beside the subject in. Why one cannot start, or nothing.
base::Diagnostics add_further(sim::Simulation& run, const scene::Scene& scene, const RunOptions& options,
                              EnteredSubject& entered) {
  base::Diagnostics found;
  for (const FurtherSystem& further : options.further) {
    const std::string& name = further.system.name;
    if (std::string fault = find_fault(further.system, options.step); !fault.empty()) {
      found.error("U123", {}, fmt::format("{}: {}", name, fault), "give it a cycle of whole steps");
      continue;
    }
    FurtherDriven one{name, {}, find_way(scene, further.start), nullptr};
    if (one.way.course == nullptr) {
      found.error("U124", {},
                  fmt::format("the scene has no mark \"{}\" at which {} could start", further.start, name),
                  "marks stand in the set of the scene");
      continue;
    }
    const Start start = start_on(*one.way.course, one.way.start_m);
    if (const std::string body = body_at(run, further.kind, start); !body.empty()) {
      found.error("U121", {}, fmt::format("{} would start inside {}", name, body), "let it start elsewhere");
      continue;
    }
    const double speed = further.speed_mps.value_or(subject::start_speed_mps(
        subject::ShareChoice{kShareOfSystem}, *one.way.course, one.way.start_m, options.seed));
    const sim::AddedExternal added = run.add_external(further.kind, {start.middle, start.heading_rad, speed},
                                                      sim::Behaviour(sim::BySteering{}));
    if (!added.refused.empty()) {
      found.error("U121", {}, fmt::format("{} cannot start: {}", name, added.refused),
                  "let it start elsewhere");
      continue;
    }
    run.set_role(added.id, name);
    one.id = added.id;
    // the seed of each is its own, so that their noise and losses are independent
    const std::uint64_t seed =
        base::RandomStream(options.seed, entered.further.size() + 1, kPurpose).next_u64();
    one.slot = make_slot(run, scene, options, further.system, *one.way.course, one.way.start_m, one.id, seed);
    entered.further.push_back(std::move(one));
  }
  return found;
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
  const scene::SetDescription& set = scene.description().set;
  if (set.density) settings.drivers.shares = set.density->mix;
  if (set.yielding) traffic::set_yielding_on_foot(settings.drivers, *set.yielding);
  if (set.in_groups) settings.walkers.in_groups = *set.in_groups;
  settings.walkers.goes_in =
      false;  // a person that goes in at a door vanishes, perhaps in sight of the subject
  settings.contacts = sim::ContactLaw::wreck;
  settings.directors_look_every = kRunStep;
  return settings;
}

// What traffic_settings, fill_roads and has_room read. Fields are added one by one: structs have gaps between them.
std::string warm_up_key(const scene::Scene& scene, const RunOptions& options) {
  KeyWriter key;
  key.add(&scene.roads());
  key.add(options.seed);
  key.add(options.threads);
  key.add(scene.flows().size());
  for (const scene::PlacedFlow& flow : scene.flows()) {
    key.add(flow.lanes.size());
    for (const world::TrackId lane : flow.lanes) key.add(lane.raw());
    key.add(flow.per_hour);
    key.add_all(flow.mix);
    key.add(flow.is_regular);
    key.add(flow.least_headway_s);
  }
  const traffic::TurningShares& shares = scene.turning_shares();
  key.add(shares.carriageways().size());
  for (const world::CarriagewayId way : shares.carriageways()) {
    key.add(way.raw());
    key.add_all(shares.of(way));
  }
  const scene::SetDescription& set = scene.description().set;
  key.add(set.density.has_value());
  if (set.density) key.add_all(set.density->mix);
  key.add(scene.spread());
  key.add(scene.pedestrians());
  key.add(set.yielding.value_or(1));
  key.add(set.in_groups.value_or(traffic::WalkerSet{}.in_groups));
  key.add(set.warmup_s.value_or(kWarmUp_s));
  key.add(scene.props().size());
  for (const scene::PlacedProp& prop : scene.props()) {
    key.add(std::string_view(prop.name));
    key.add(prop.kind);
    for (const double value : {prop.middle.x, prop.middle.y, prop.middle.z, prop.heading_rad}) key.add(value);
  }
  key.add(scene.start_m());
  key.add(set.subject.free_ahead_m);
  key.add(scene.course().list().size());
  for (const world::TrackId track : scene.course().list()) key.add(track.raw());
  return key.take();
}

base::Diagnostics warm_up(sim::Simulation& run, const scene::Scene& scene, const RunOptions& options,
                          const AfterStep& after_step) {
  base::Diagnostics found;
  fill_roads(run, scene, options, after_step);
  const double until_s = run.tick().time.seconds() + kLongestWait_s;
  while (!has_room(run, scene)) {
    if (run.tick().time.seconds() > until_s) {
      found.error("U120", {}, "there was no room for the subject to start",
                  "let it start elsewhere, or with less traffic");
      break;
    }
    step(run, after_step);
  }
  return found;
}

Entering open_run(sim::Simulation& run, const scene::Scene& scene, const RunOptions& options) {
  if (base::Diagnostics found = warm_up(run, scene, options); found.has_errors())
    return Entering::failure(std::move(found));
  return enter_subject(run, scene, options);
}

Entering enter_subject(sim::Simulation& run, const scene::Scene& scene, const RunOptions& options) {
  const bool has_system = options.system.system != nullptr;
  if (has_system)
    if (std::string fault = find_fault(options.system, options.step); !fault.empty())
      return refusal("U123", std::move(fault), "give it a cycle of whole steps");
  const world::Course& course = options.way == nullptr ? scene.course() : *options.way;
  double start_m = scene.start_m();
  if (options.way != nullptr) {
    const world::Course::Nearest nearest = course.nearest(scene.course().point_at(scene.start_m()));
    if (nearest.away_m > kBesideWay_m)
      return refusal("U122", fmt::format("the subject would start {:.1f} m beside its way", nearest.away_m),
                     "give it a way that passes the place where the scene lets it start");
    start_m = nearest.metre;
  }
  const scene::SubjectDescription& description = scene.description().set.subject;
  const Start start = start_on(course, start_m);
  if (const std::string body = body_at(run, description.kind, start); !body.empty())
    return refusal("U121", fmt::format("the subject would start inside {}", body), "let it start elsewhere");
  const subject::SubjectChoice choice =
      has_system ? subject::SubjectChoice(subject::ShareChoice{kShareOfSystem}) : options.subject;
  const double speed =
      description.start_mps.value_or(subject::start_speed_mps(choice, course, start_m, options.seed));
  const sim::Behaviour behaviour =
      has_system ? sim::Behaviour(sim::BySteering{})
                 : sim::Behaviour(sim::ByPath{
                       .points = path_from(course, start_m), .speed_mps = speed, .slow_mps2 = kHardest_mps2});
  const sim::AddedExternal added =
      run.add_external(description.kind, {start.middle, start.heading_rad, speed}, behaviour);
  if (!added.refused.empty())
    return refusal("U121", fmt::format("the subject cannot start: {}", added.refused),
                   "let it start elsewhere");
  run.set_role(added.id, record::kSubjectRole);
  EnteredSubject entered{added.id, nullptr, {}, {}};
  if (base::Diagnostics found = add_further(run, scene, options, entered); found.has_errors())
    return Entering::failure(std::move(found));
  if (has_system) {
    auto slot = make_slot(run, scene, options, options.system, course, start_m, added.id, options.seed);
    entered.trouble = slot->reset(run.tick().time);
    entered.slot = std::move(slot);
  } else {
    entered.slot = std::make_unique<ModelSlot>(
        subject::make_driver(options.subject, course, added.id, options.seed), added.id);
  }
  for (const FurtherDriven& one : entered.further) {
    if (entered.trouble) break;
    entered.trouble = one.slot->reset(run.tick().time);
    if (entered.trouble) entered.trouble->text = one.name + ": " + entered.trouble->text;
  }
  return entered;
}

}  // namespace backlot::harness
