#include "backlot/harness/scene_run.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace backlot::harness {

namespace {

using scene::Scene;
using scene::SceneDirector;

constexpr base::Duration kStep = base::Duration::from_milliseconds(50);
constexpr base::Duration kWarmUpStep = base::Duration::from_milliseconds(100);
constexpr double kWarmUp_s = 60, kSpread_s = 80;  // the subject comes at any phase of the lights
constexpr double kRoom_m = 40;                    // before and behind, where the subject starts
constexpr double kLongestWait_s = 120;            // for that room
constexpr double kGhost_s = 15;                   // so long the run without the event is followed
constexpr double kAfter_s = 0.5;
constexpr std::uint32_t kPurpose = 0x5c1;

std::string style_name(const subject::SubjectChoice& choice, std::uint64_t seed) {
  if (const auto* style = std::get_if<subject::StyleChoice>(&choice))
    return std::string(to_text(subject::kind_of(style->kind, seed)));
  if (const auto* share = std::get_if<subject::ShareChoice>(&choice))
    return fmt::format("{:.0f}%", 100 * share->share_of_limit);
  if (const auto* profile = std::get_if<subject::ProfileChoice>(&choice)) return profile->file;
  return "stops";
}

sim::SimulationSettings settings_of(const Scene& scene, const RunOptions& options) {
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
  settings.contacts = sim::ContactLaw::wreck;
  return settings;
}

// One run, from its first step to its last.
class SceneRun {
 public:
  SceneRun(const std::shared_ptr<const Scene>& scene, const RunOptions& options)
      : scene_(scene), options_(options), run_(scene->roads(), settings_of(*scene, options)) {}

  RunResult play() {
    RunResult result;
    result.scene = scene_->description().name;
    result.seed = options_.seed;
    result.style = style_name(options_.subject, options_.seed);
    warm_up();
    if (!enter_subject()) {
      result.cause = {verdict::Outcome::not_staged, "there was no room for the subject to start",
                      "no room for the subject", ""};
      return result;
    }
    result.subject_start_s = run_.tick().time.seconds();
    judge_ = std::make_unique<verdict::SceneJudge>(scene_, subject_);
    director_ = run_.add_director(std::make_unique<SceneDirector>(
        scene_, subject_, scene::DirectorOptions{.has_supply = options_.has_supply}));
    run_.frame(frame_, {.has_signals = true});
    while (!director().state().is_over) {
      step();
      const std::uint32_t beat = director().about_to_commit();
      if (beat != Scene::kNone && !has_ghost_[beat]) add_ghost(beat);
    }
    sum_up(result);
    return result;
  }

 private:
  const SceneDirector& director() const {
    return static_cast<const SceneDirector&>(run_.directors()[director_.index()]);
  }

  void warm_up() {
    for (const scene::PlacedProp& prop : scene_->props()) {
      const sim::AddedExternal added =
          run_.add_external(prop.kind, {prop.middle, prop.heading_rad, 0}, sim::Parked{});
      run_.set_role(added.id, prop.name);
    }
    const double warm_s = scene_->description().set.warmup_s.value_or(kWarmUp_s) +
                          base::RandomStream(options_.seed, 0, kPurpose).uniform(0, kSpread_s);
    while (run_.tick().time.seconds() < warm_s) run_.step(kWarmUpStep);
  }

  bool has_room() const {
    const geometry::WorldPoint start = scene_->course().point_at(scene_->start_m());
    for (std::size_t slot = 0; slot < run_.size(); ++slot)
      if (distance_between(run_.vehicle(slot).mover.guide, start) < kRoom_m) return false;
    return true;
  }

  bool enter_subject() {
    const double until_s = run_.tick().time.seconds() + kLongestWait_s;
    while (!has_room()) {
      if (run_.tick().time.seconds() > until_s) return false;
      run_.step(kWarmUpStep);
    }
    const world::Course& course = scene_->course();
    const scene::SubjectDescription& description = scene_->description().set.subject;
    const std::size_t part = course.part_at(scene_->start_m());
    const auto points = world::points_along(course.tracks(), course.list().subspan(part),
                                            scene_->start_m() - course.start_of(part));
    const geometry::Vec3 ahead = points[1] - points[0];
    const double speed = description.start_mps.value_or(
        subject::start_speed_mps(options_.subject, course, scene_->start_m(), options_.seed));
    const sim::AddedExternal added = run_.add_external(
        description.kind, {points[0], base::atan2(ahead.y, ahead.x), speed}, sim::ByPath{points, speed});
    if (!added.refused.empty()) return false;
    subject_ = added.id;
    run_.set_role(subject_, record::kSubjectRole);
    driver_ = subject::make_driver(options_.subject, course, subject_, options_.seed);
    return true;
  }

  void step() {
    const std::array commands{
        sim::ExternalCommand{subject_, frame_.time, sim::PaceCommand{driver_->drive(frame_, kStep)}}};
    run_.step(kStep, commands);
    run_.frame(frame_, {.has_signals = true});
    judge_->watch(frame_, run_.events(), director().state(), run_.signal_clocks());
    if (options_.onlooker) options_.onlooker({run_, frame_, director().state(), subject_});
  }

  // The same run without the event of the beat that is about to commit: where the subject would have been.
  void add_ghost(std::uint32_t beat) {
    has_ghost_[beat] = true;
    sim::Simulation other = run_.fork();
    const std::unique_ptr<subject::Driver> driver = driver_->copy();
    other.tell(director_, hcsm::press(hcsm::ButtonId(0)));
    verdict::Ghost ghost;
    record::Frame frame = frame_;
    const double from_s = frame.time.seconds();
    double front_m = director().state().watch.front_m();
    while (frame.time.seconds() < from_s + kGhost_s) {
      const record::FrameObject* subject = record::find(frame, subject_);
      if (subject == nullptr) break;
      const double half_m = 0.5 * static_cast<double>(subject->length_m);
      front_m =
          scene_->course().metre_near({subject->centre.x + half_m * subject->heading_x,
                                       subject->centre.y + half_m * subject->heading_y, subject->centre.z},
                                      front_m);
      ghost.add(frame.time.seconds(), front_m);
      if (is_past_all_marks(front_m)) break;
      const std::array commands{
          sim::ExternalCommand{subject_, frame.time, sim::PaceCommand{driver->drive(frame, kStep)}}};
      other.step(kStep, commands);
      other.frame(frame, {.has_signals = true});
    }
    judge_->set_ghost(beat, std::move(ghost));
  }
  bool is_past_all_marks(double front_m) const {
    return std::all_of(scene_->marks().begin(), scene_->marks().end(), [&](const scene::PlacedMark& mark) {
      return !mark.subject_m || *mark.subject_m < front_m - 10;
    });
  }

  void sum_up(RunResult& result) {
    const scene::PlayState& play = director().state();
    result.expectations = judge_->expectations();
    result.events = judge_->events();
    result.cause = verdict::find_cause(*scene_, play, result.expectations);
    for (std::size_t k = 0; k < play.roles.size(); ++k) {
      const scene::RoleState& role = play.roles[k];
      RoleResult row;
      row.role = scene_->description().cast[k].name;
      if (!role.actor.is_empty()) row.actor = world::number_for_people(role.actor);
      row.since_s = role.since_s;
      row.is_supplied = role.was_supplied;
      row.candidates = role.candidates;
      row.times_cast = role.times_cast;
      row.candidates_mean =
          role.looks == 0 ? 0 : static_cast<double>(role.offered) / static_cast<double>(role.looks);
      row.best_scores.assign(role.best.begin(),
                             role.best.begin() + std::min<std::ptrdiff_t>(3, role.candidates));
      for (std::size_t n = 0; n < role.refused.size(); ++n)
        if (role.refused[n] > 0)
          row.refused.emplace_back(to_text(static_cast<scene::NotCast>(n)), role.refused[n]);
      result.roles.push_back(std::move(row));
    }
    for (const scene::LightState& light : play.lights)
      result.lights.push_back({light.slowest, light.fastest, light.refusals});
    result.notes = play.notes;
    result.subject_was_hit = judge_->subject_was_hit();
    result.contacts_of_extras = judge_->contacts_of_extras();
    result.sim_s = run_.tick().time.seconds();
    result.hash = run_.hash();
  }

  std::shared_ptr<const Scene> scene_;
  const RunOptions& options_;
  sim::Simulation run_;
  world::ObjectId subject_{};
  std::unique_ptr<subject::Driver> driver_;
  std::unique_ptr<verdict::SceneJudge> judge_;
  direct::IssuerId director_{};
  record::Frame frame_;
  std::array<bool, scene::kMostBeats> has_ghost_{};
};

}  // namespace

RunResult run_scene(const std::shared_ptr<const Scene>& scene, const RunOptions& options) {
  return SceneRun(scene, options).play();
}

}  // namespace backlot::harness
