// A scene that is being played: what its machine and its casting read and write in a step.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "backlot/direct/director.h"
#include "backlot/hcsm/panel.h"
#include "backlot/look/approach.h"
#include "backlot/look/arrivals.h"
#include "backlot/look/leader.h"
#include "backlot/look/line_of_sight.h"
#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/scene/scene_view.h"

namespace backlot::scene {

inline constexpr std::size_t kMostBeats = 14;  // a machine has 64 states

struct Play {
  std::shared_ptr<const Scene> scene;
  world::ObjectId subject{};
  bool has_supply = true;  // sources may enter extras for roles
  std::uint64_t seed = 1;  // of what sources leave to chance
  hcsm::PanelState panel{};
  const direct::Directing* directing = nullptr;
  PlayState state{};

  // ---- made in every step
  std::array<bool, kMostBeats> may_begin{}, may_end{}, is_missed{};
  std::vector<std::uint32_t> open_roles;  // that are being cast
  std::vector<std::optional<double>>
      mark_s;  // by mark: seconds until the subject is there, where that is known
  look::Approach approach{};
  look::Arrivals arrivals{};
  look::LineOfSight sight{};

  static void visit(auto& self, auto& field) { field(self.state); }

  direct::Stage& stage() const { return directing->stage; }
  double now_s() const { return stage().tick().time.seconds(); }
  double step_s() const { return stage().tick().step.seconds(); }
  const SceneDescription& description() const { return scene->description(); }
  const BeatDescription& beat(std::size_t k) const { return description().script.beats[k]; }
  RoleState* find_role(std::string_view name) {
    const std::uint32_t at = scene->find_role(name);
    return at == Scene::kNone ? nullptr : &state.roles[at];
  }
  const RoleState* find_role(std::string_view name) const { return const_cast<Play*>(this)->find_role(name); }
  // The object that a name of the script stands for; empty where the role is not cast.
  // Whether the object can be told something: an extra, or a person on foot.
  bool has_mind(world::ObjectId id) const {
    return stage().find_extra(id).has_value() || stage().find_walker(id).has_value();
  }
  world::ObjectId object(std::string_view name) const {
    if (name == kSubject) return subject;
    const RoleState* role = find_role(name);
    return role == nullptr ? world::ObjectId{} : role->actor;
  }
  std::optional<double> subject_s(double metre) const { return state.watch.seconds_to(*scene, metre); }
  std::optional<double> subject_s(const PlacedMark& mark) const {
    return mark_s[static_cast<std::size_t>(&mark - scene->marks().data())];
  }
  void fail(Trouble trouble, std::uint32_t beat, std::uint32_t role, double value = 0);
};

// The moment as the stage shows it.
class StageView final : public SceneView {
 public:
  explicit StageView(Play& play) : play_(play) {}

  const Scene& scene() const override { return *play_.scene; }
  double now_s() const override { return play_.now_s(); }
  double started_s() const override { return play_.state.started_s; }
  std::optional<record::FrameObject> find(std::string_view object) const override;
  std::optional<double> seconds_to(std::string_view object, const PlacedMark& mark) const override;
  std::optional<double> metres_to(std::string_view object, const PlacedMark& mark) const override;
  bool can_be(const CanBe& can, const PlacedMark& mark) const override;
  bool can_meet(const CanMeet& can) const override;
  network::Aspect aspect(const PlacedMark& line) const override;
  std::optional<double> from_middle_s(const PlacedMark& line) const override;
  bool is_clear(const Clear& clear) const override;
  std::optional<double> began_s(std::string_view beat) const override;
  std::optional<double> over_s(std::string_view beat) const override;
  bool is_signalled(std::string_view name) const override;
  bool is_visible(std::string_view role) const override;
  bool has_touched(std::string_view object, std::string_view other) const override;

 private:
  Play& play_;
};

// ---- how an actor comes to a mark (actor_times.cpp)
struct ActorTime {
  const MarkWay* way = nullptr;
  Touch touch{};
  double way_m = 0;      // from its front to the mark
  double soonest_s = 0;  // from now on, if it is told at once
  bool stands = false;
};
// Where and when a person on foot would meet the front of the subject, if it crossed the way of the subject now, straight (foot_times.cpp).
struct Meeting {
  double subject_m = 0;  // of the course: where the two ways meet
  double soonest_s = 0;  // until the person is at its share of the subject's width
};
// Empty where the person is not there, is on the way of the subject already, or further than 40 m from it.
std::optional<Meeting> find_meeting(const Play& play, world::ObjectId person, double share, double speed_mps);
// The same as ActorTime: a person on foot comes to a mark by being level with it on its footway.
std::optional<ActorTime> find_foot_time(const Play& play, const traffic::Walker& walker,
                                        const PlacedMark& mark);
// What a person is told to cross the road, or to walk on it, straight from where it is.
std::optional<direct::Directive> resolve_on_foot(const Play& play, const Tell& tell);
// Empty where the actor is on no way to the mark.
std::optional<ActorTime> find_actor_time(const Play& play, world::ObjectId actor, const PlacedMark& mark);
// Whether bodies on other ways leave the actor room to get to the mark, if it goes now.
bool has_room(const Play& play, world::ObjectId actor, const PlacedMark& mark);
// Makes the bodies that pass before the actor, if it goes now, drive on: one that braked for it would stop in its way.
void let_pass(Play& play, world::ObjectId actor, const PlacedMark& mark);

// ---- casting (casting/casting.cpp)
// The next body ahead of an extra on the lane that it is on, no further than that.
std::optional<look::Neighbour> find_leader_of(Play& play, world::ObjectId actor, double within_m);
// All roles of play.open_roles.
void cast_roles(Play& play);
// An actor that is not fit any more is let go, and its role is open again.
void check_actors(Play& play);
void let_go(Play& play, RoleState& role);
// Without a search; nothing changes where the object cannot be claimed.
void assign_role(Play& play, std::string_view role, world::ObjectId actor);
// Whether an extra could be cast for a role now.
bool is_candidate(Play& play, const RoleDescription& role, world::ObjectId id);
// Whether a candidate would be in place for a role, as far as can be foreseen.
bool foresees_candidate(Play& play, const RoleDescription& role, double in_s);

// ---- actions (actions.cpp, light_cue.cpp, clear_path.cpp, keep_telling.cpp, hold_back.cpp, keep_time.cpp)
void begin_beat(Play& play, std::size_t k);
void go_on_beat(Play& play, std::size_t k);
void end_beat(Play& play, std::size_t k);
// With `is_fixed` the light is asked once, and no other action re-times it.
void cue_light(Play& play, const LightOnCue& cue, LightState& light, bool is_fixed);
void clear_path(Play& play, const KeepPathFree& what);
// The names of a directive become objects and marks; empty where one of them is not there.
std::optional<direct::Directive> resolve(const Play& play, const Tell& tell);
// An actor is told the same for as long as a beat lasts: again where it could not do it before, and the next actor where the role is cast again.
void keep_telling(Play& play, std::size_t beat, std::size_t action, const Tell& tell);
// What was told so is taken back: of a beat that is over, of an actor that is let go.
void stop_telling(Play& play, std::size_t beat);
void stop_telling(Play& play, world::ObjectId actor);
// An actor holds a speed, or its speed swings (speeds.cpp).
void hold_speed(Play& play, std::size_t beat, const DriveAt& what);
void take_position(Play& play, std::size_t beat, const TakePosition& what);
void swing_speed(Play& play, std::size_t beat, const Swing& swing);
// Extras behind the subject stay there.
void hold_back_others(Play& play);
// A moving actor is kept on time if its beat waits for a time.
void keep_on_time(Play& play);
// The longest that an actor which is kept on time can take to its mark without a stop.
double longest_seconds(const Play& play, world::ObjectId actor, const ActorTime& time);

// ---- stage management (stage_manager.cpp, sources.cpp, sinks.cpp)
void manage_stage(Play& play);
// A person for a role, out of a door or from behind what stands beside the road (supply_on_foot.cpp).
void supply_on_foot(Play& play, RoleState& role, const RoleDescription& description);
// Sources that add vehicles by themselves.
void run_sources(Play& play);
void run_sinks(Play& play);

}  // namespace backlot::scene
