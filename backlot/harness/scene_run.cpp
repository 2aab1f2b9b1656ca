#include "backlot/harness/scene_run.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/harness/opening.h"
#include "backlot/harness/preventable.h"
#include "backlot/harness/rewind.h"
#include "backlot/harness/stand_in.h"
#include "backlot/harness/summary.h"

namespace backlot::harness {

namespace {

using scene::Scene;
using scene::SceneDirector;

constexpr double kGhost_s = 20;  // so long the run without the event is followed
constexpr base::Duration kJudged =
    base::Duration::from_milliseconds(50);  // from one judged frame to the next

std::string style_name(const subject::SubjectChoice& choice, std::uint64_t seed) {
  if (const auto* style = std::get_if<subject::StyleChoice>(&choice))
    return std::string(to_text(subject::kind_of(style->kind, seed)));
  if (const auto* share = std::get_if<subject::ShareChoice>(&choice))
    return fmt::format("{:.0f}%", 100 * share->share_of_limit);
  if (const auto* profile = std::get_if<subject::ProfileChoice>(&choice)) return profile->file;
  return "stops";
}

// The subject could not start.
verdict::Cause no_start(const base::Diagnostics& why) {
  const bool is_room = why.begin()->code == "U120";
  return {verdict::Outcome::not_staged, why.begin()->message,
          is_room ? "no room for the subject" : "the subject cannot start", ""};
}

// One run, from its first step to its last, in which one scene or several are played.
class SceneRun {
 public:
  SceneRun(const std::shared_ptr<const Scene>& first, const RunOptions& options)
      : scene_(first),
        options_(options),
        warm_(options.warm_ups == nullptr ? nullptr : options.warm_ups->find(*first, options)),
        run_(warm_ == nullptr ? sim::Simulation(first->roads(), traffic_settings(*first, options))
                              : warm_->run.fork()),
        frame_(run_) {}

  // Warms up, and lets the subject in. False where it could not start; then why_not() tells why.
  bool open() {
    if (warm_ != nullptr)
      entries_ = warm_->entries;
    else if (const base::Diagnostics found = warm_up_own(); found.has_errors()) {
      why_not_ = no_start(found);
      return false;
    }
    base::Result<EnteredSubject> entered = enter_subject(run_, *scene_, options_);
    if (!entered) {
      why_not_ = no_start(entered.diagnostics());
      return false;
    }
    further_ = std::move(entered->further);
    subject_ = entered->id;
    slot_ = std::move(entered->slot);
    trouble_ = std::move(entered->trouble);
    opened_ = run_.tick().time;
    return true;
  }

  const verdict::Cause& why_not() const { return why_not_; }

  // The subject drives on its route; no actor is told anything, and signals from outside are not heard.
  void drive_freely(const scene::FreeDriving& free) {
    const double from_s = run_.tick().time.seconds();
    for (;;) {
      const double since_s = run_.tick().time.seconds() - from_s;
      if (since_s >= (free.until_calm && !is_calm() ? free.most_s : free.least_s) || !is_subject_there() ||
          is_ended())
        return;
      if (!move()) return;
      show();
    }
  }

  // Where the run is open and the subject still there.
  RunResult play(const std::shared_ptr<const Scene>& scene,
                 std::span<const scene::AssignedRole> assigned = {}) {
    RunResult result = head_of(*scene);
    scene_ = scene;
    has_ghost_ = {};
    judge_ = std::make_unique<verdict::SceneJudge>(scene_, subject_);
    auto validators = options_.validators
                          ? options_.validators(*scene_)
                          : verdict::make_validators(*scene_, options_.system.system == nullptr
                                                                  ? verdict::DrivenBy::model
                                                                  : verdict::DrivenBy::system);
    if (options_.gauges)
      for (auto& gauge : options_.gauges(*scene_)) validators.push_back(std::move(gauge));
    judgement_ = std::make_unique<verdict::Judgement>(scene_, subject_, std::move(validators));
    judge_has_begun_ = false;
    events_.clear();
    next_judged_ = run_.tick().time;
    director_ = run_.add_director(std::make_unique<SceneDirector>(
        scene_, subject_,
        scene::DirectorOptions{.has_supply = options_.has_supply,
                               .seed = options_.seed,
                               .assigned = {assigned.begin(), assigned.end()}}));
    for (const DirectorMaker& make : options_.beside) run_.add_director(make({scene_, subject_, director_}));
    result.subject_start_s = run_.tick().time.seconds();
    if (options_.reviews_failures) rewind_.begin(run_);
    while (!director().state().is_over && !trouble_ && !is_ended()) {
      if (!step()) break;
      const std::uint32_t beat = director().about_to_commit();
      if (beat != Scene::kNone && !has_ghost_[beat] && judge_->needs_ghost(beat)) add_ghost(beat);
    }
    sum_up(result);
    result.trouble = trouble_;
    result.was_ended = is_ended();
    if (options_.reviews_failures && !result.was_ended && result.verdict() == verdict::Verdict::fail)
      result.review =
          review_failure({rewind_, scene_, subject_, director_, options_,
                          [this](sim::Simulation& run) { raise_signals(run, options_.step); }, result});
    rewind_.forget();
    return result;
  }
  RunResult head_of(const Scene& scene) const {
    RunResult result;
    result.scene = scene.description().name;
    result.seed = options_.seed;
    if (options_.system.system == nullptr)
      result.style = style_name(options_.subject, options_.seed);
    else
      result.driver = options_.system.name;
    return result;
  }
  bool is_subject_there() const { return run_.find_object(subject_).has_value() && !trouble_; }
  bool is_ended() const { return options_.is_ended && options_.is_ended(); }
  const scene::PlayState& state() const { return director().state(); }

 private:
  base::Diagnostics warm_up_own() {
    base::Diagnostics found =
        warm_up(run_, *scene_, options_, [this](const sim::Simulation&) { count_entries(); });
    if (options_.warm_ups != nullptr && !found.has_errors())
      options_.warm_ups->keep(scene_, options_, {run_.fork(), entries_});
    return found;
  }

  const SceneDirector& director() const {
    return static_cast<const SceneDirector&>(run_.directors()[director_.index()]);
  }

  // No vehicle is under direction, and no light is held.
  bool is_calm() const { return run_.direction().is_idle() && run_.lights().leases().empty(); }

  // False where the system under test failed; then nothing has moved.
  bool move() {
    commands_.resize(1 + further_.size());
    trouble_ = slot_->drive(frame_, options_.step, commands_[0]);
    for (std::size_t k = 0; k < further_.size() && !trouble_; ++k) {
      trouble_ = further_[k].slot->drive(frame_, options_.step, commands_[1 + k]);
      if (trouble_) trouble_->text = further_[k].name + ": " + trouble_->text;
    }
    if (trouble_) return false;
    rewind_.add(commands_);
    run_.step(options_.step, commands_);
    count_entries();
    if (is_judged_)
      frame_.forget_into(judged_);
    else
      frame_.forget();
    is_judged_ = false;
    return true;
  }

  // How many vehicles entered on which way.
  void count_entries() {
    const network::Network& net = scene_->roads().tracks.network();
    for (const record::Event& event : run_.events()) {
      if (event.kind != record::EventKind::entered || event.to.is_empty()) continue;  // one beside the road
      const std::string& way = net.name_of(net.lane(event.to).strip);
      entries_.by_vehicle[event.object] = {way, ++entries_.by_way[way]};
    }
  }

  void show() {
    if (options_.onlooker) options_.onlooker({run_, scene_, frame_.get(), director().state(), subject_});
  }

  // Raises the signals that fall into the step that begins.
  void raise_signals(sim::Simulation& run, base::Duration step) const {
    const base::SimTime begin = run.tick().time;
    for (const SignalAt& signal : options_.signals) {
      const base::SimTime at = opened_ + base::Duration::from_seconds(signal.time_s);
      const std::optional<hcsm::Message> message = scene::find_signal(*scene_, signal.name);
      if (message && at >= begin && at < begin + step) run.tell(director_, *message);
    }
  }

  bool step() {
    raise_signals(run_, options_.step);
    if (!move()) return false;
    judge_step();
    show();
    return true;
  }

  // Judges look at frames every 0.05 s, whatever the step, and at all events.
  void judge_step() {
    if (options_.step >= kJudged) {
      judge(run_.events());
      return;
    }
    events_.insert(events_.end(), run_.events().begin(), run_.events().end());
    if (frame_.time() < next_judged_ && !director().state().is_over) return;
    next_judged_ = frame_.time() + kJudged;
    judge(events_);
    events_.clear();
  }
  void judge(std::span<const record::Event> events) {
    const record::Frame& frame = frame_.get();
    judge_->watch(judge_has_begun_ ? &judged_ : nullptr, frame, events, director().state(),
                  run_.signal_clocks());
    judge_has_begun_ = true;
    judgement_->watch(frame, events, director().state(), slot_->signals());
    is_judged_ = true;
  }

  // The same run without the event of the beat that is about to commit: where the subject would have been.
  void add_ghost(std::uint32_t beat) {
    has_ghost_[beat] = true;
    sim::Simulation other = run_.fork();
    std::unique_ptr<SubjectSlot> slot = slot_->copy();
    if (slot == nullptr) slot = make_stand_in(other, scene_->course(), frame_.get(), subject_);
    if (slot == nullptr) return;  // the subject is taken to keep its speed
    std::vector<std::unique_ptr<SubjectSlot>> slots;
    slots.push_back(std::move(slot));
    for (const FurtherDriven& one : further_)
      if (auto stand_in = make_stand_in(other, *one.way.course, frame_.get(), one.id))
        slots.push_back(std::move(stand_in));
    std::vector<sim::ExternalCommand> commands(slots.size());
    const base::Duration step = std::max(options_.step, kRunStep);  // a model needs no finer one
    other.tell(director_, hcsm::press(hcsm::ButtonId(0)));
    verdict::Ghost ghost;
    LatestFrame frame(other);
    const double from_s = frame.time().seconds();
    double front_m = director().state().watch.front_m();
    while (frame.time().seconds() < from_s + kGhost_s) {
      const record::FrameObject* subject = record::find(frame.get(), subject_);
      if (subject == nullptr) break;
      const double half_m = 0.5 * static_cast<double>(subject->length_m);
      front_m =
          scene_->course().metre_near({subject->centre.x + half_m * subject->heading_x,
                                       subject->centre.y + half_m * subject->heading_y, subject->centre.z},
                                      front_m);
      ghost.add(frame.time().seconds(), front_m);
      if (is_past_all_marks(front_m)) break;
      for (std::size_t k = 0; k < slots.size(); ++k) slots[k]->drive(frame, step, commands[k]);
      raise_signals(other, step);
      other.step(step, commands);
      frame.forget();
    }
    if (options_.ghost_watcher) options_.ghost_watcher(beat, ghost);
    judge_->set_ghost(beat, std::move(ghost));
  }
  bool is_past_all_marks(double front_m) const {
    return std::all_of(scene_->marks().begin(), scene_->marks().end(), [&](const scene::PlacedMark& mark) {
      return !mark.subject_m || *mark.subject_m < front_m - 10;
    });
  }

  void sum_up(RunResult& result) {
    const scene::PlayState& play = director().state();
    summarise(*scene_, play, *judge_, *judgement_, result);
    for (std::size_t k = 0; k < play.roles.size(); ++k)
      if (const auto entry = entries_.by_vehicle.find(play.roles[k].actor);
          entry != entries_.by_vehicle.end())
        result.roles[k].entry = entry->second;
    result.sim_s = run_.tick().time.seconds();
    result.hash = run_.hash();
  }

  std::shared_ptr<const Scene> scene_;
  const RunOptions& options_;
  const WarmUp* warm_;  // of an earlier run that began alike; good until the next run
  sim::Simulation run_;
  world::ObjectId subject_{};
  std::unique_ptr<SubjectSlot> slot_;
  std::vector<FurtherDriven> further_;  // systems beside the subject
  std::vector<sim::ExternalCommand> commands_;
  verdict::Cause why_not_;               // the subject could not start
  std::optional<sut::Trouble> trouble_;  // the system under test failed
  std::unique_ptr<verdict::SceneJudge> judge_;
  std::unique_ptr<verdict::Judgement> judgement_;
  direct::IssuerId director_{};
  base::SimTime opened_;          // the subject starts
  LatestFrame frame_;             // after this step
  bool is_judged_ = false;        // the judges have seen it
  record::Frame judged_;          // the last one that they saw before it
  bool judge_has_begun_ = false;  // it has seen a frame
  Rewind rewind_;                 // for the review of a failure
  // ---- of steps shorter than the time between judged frames
  std::vector<record::Event> events_;  // since the last one
  base::SimTime next_judged_;
  std::array<bool, scene::kMostBeats> has_ghost_{};
  Entries entries_;
};

}  // namespace

verdict::Verdict RunResult::verdict() const {
  if (trouble)
    return trouble->failure == sut::Failure::hung ? verdict::Verdict::hung : verdict::Verdict::crashed;
  return verdict::find_verdict(cause.outcome, findings);
}

RunResult run_scene(const std::shared_ptr<const Scene>& scene, const RunOptions& options) {
  BACKLOT_CHECK(scene != nullptr, "a run has a scene");
  SceneRun run(scene, options);
  if (run.open()) return run.play(scene);
  RunResult result = run.head_of(*scene);
  result.cause = run.why_not();
  return result;
}

namespace {

// The roles that a scene hands over to the next one.
std::vector<scene::AssignedRole> handed_over(const Scene& scene, const scene::PlayState& play,
                                             const Scene& next) {
  std::vector<scene::AssignedRole> found;
  for (const scene::BeatDescription& beat : scene.description().script.beats)
    for (const scene::ActionDescription& action : beat.actions) {
      const auto* hand = std::get_if<scene::HandOver>(&action.what);
      if (hand == nullptr || hand->to_scene != next.description().name) continue;
      const std::uint32_t role = scene.find_role(hand->role);
      if (role != Scene::kNone && !play.roles[role].actor.is_empty())
        found.push_back({hand->to_role, play.roles[role].actor});
    }
  return found;
}

}  // namespace

ScenarioResult run_scenario(const Scenario& scenario, const RunOptions& options) {
  BACKLOT_CHECK(!scenario.plays.empty(), "a scenario has a play");
  ScenarioResult result;
  result.name = scenario.name;
  result.seed = options.seed;
  SceneRun run(scenario.plays.front().front(), options);
  const bool is_open = run.open();
  std::vector<scene::AssignedRole> assigned;
  for (std::size_t k = 0; k < scenario.plays.size(); ++k) {
    if (is_open && k > 0) run.drive_freely(scenario.between[k - 1]);
    for (const std::shared_ptr<const Scene>& scene : scenario.plays[k]) {
      const bool can_play = is_open && run.is_subject_there() && !run.is_ended();
      result.scenes.push_back(can_play ? run.play(scene, assigned) : run.head_of(*scene));
      result.scenes.back().is_spare = scene != scenario.plays[k].front();
      if (!can_play)
        result.scenes.back().cause =
            is_open ? verdict::Cause{verdict::Outcome::evaded, "the subject had left the road",
                                     "the subject had left", ""}
                    : run.why_not();
      assigned.clear();
      // a spare is played only where the scene before it was not staged
      if (can_play && k + 1 < scenario.plays.size())
        assigned = handed_over(*scene, run.state(), *scenario.plays[k + 1].front());
      if (!can_play || result.scenes.back().is_staged()) break;
    }
  }
  return result;
}

RunResult in_one(const ScenarioResult& scenario) {
  RunResult all;
  for (const RunResult& one : scenario.scenes) {
    if (all.scene.empty()) {
      all = {};
      all.seed = one.seed;
      all.style = one.style;
      all.driver = one.driver;
      all.subject_start_s = one.subject_start_s;
    }
    all.scene = scenario.name;
    all.was_ended = all.was_ended || one.was_ended;
    const std::string prefix = one.scene + ".";
    for (verdict::ExpectationResult e : one.expectations) {
      e.text = prefix + e.text;
      all.expectations.push_back(std::move(e));
    }
    for (verdict::EventResult e : one.events) {
      e.event = prefix + e.event;
      all.events.push_back(std::move(e));
    }
    for (verdict::CoveredValue value : one.covered) {
      value.text = prefix + value.text;
      all.covered.push_back(std::move(value));
    }
    for (verdict::Finding finding : one.findings) {
      finding.rule = prefix + finding.rule;
      all.findings.push_back(std::move(finding));
    }
    for (RoleResult role : one.roles) {
      role.role = prefix + role.role;
      all.roles.push_back(std::move(role));
    }
    all.lights.insert(all.lights.end(), one.lights.begin(), one.lights.end());
    for (FlowResult source : one.sources) all.sources.push_back({prefix + source.name, source.vehicles});
    for (FlowResult sink : one.sinks) all.sinks.push_back({prefix + sink.name, sink.vehicles});
    all.notes.insert(all.notes.end(), one.notes.begin(), one.notes.end());
    all.signals.insert(all.signals.end(), one.signals.begin(), one.signals.end());
    if (one.review && !all.review) all.review = one.review;
    if (one.trouble) all.trouble = one.trouble;
    all.subject_was_hit = all.subject_was_hit || one.subject_was_hit;
    all.contacts_of_extras += one.contacts_of_extras;
    all.sim_s = one.sim_s;
    all.hash = one.hash;
  }
  // the last try of each play counts
  for (std::size_t k = 0; k < scenario.scenes.size(); ++k) {
    const RunResult& one = scenario.scenes[k];
    const bool has_spare = k + 1 < scenario.scenes.size() && scenario.scenes[k + 1].is_spare;
    if (one.is_staged() || has_spare) continue;
    all.cause = one.cause;
    all.cause.text = one.scene + ": " + one.cause.text;
    break;
  }
  return all;
}

}  // namespace backlot::harness
