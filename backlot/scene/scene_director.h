// The director of a scene: a machine made from the script, stepped within a run and part of its state.
//
//   beats side by side, each:   NAME waits --> NAME plays --> NAME over
//
// Its control panel is how others direct it: the button "skip events" lets all beats that commit pass without action (a decoy, and the run without
// the event that timing is compared with); "end" ends the scene. Each signal that the script waits for is a button, too (find_signal).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/direct/director.h"
#include "backlot/hcsm/machine.h"
#include "backlot/scene/play.h"
#include "backlot/scene/scene.h"

namespace backlot::scene {

inline constexpr std::string_view kSkipEvents = "skip events", kEndScene = "end";

// An object that plays a role from the start on: one that the scene before has handed over.
struct AssignedRole {
  std::string role;
  world::ObjectId actor{};
};

struct DirectorOptions {
  bool has_supply = true;  // sources may enter extras for roles
  std::uint64_t seed = 1;  // of what sources leave to chance
  std::vector<AssignedRole> assigned{};
};

// The machine that plays a scene, for pictures and for the director.
hcsm::Machine<Play> machine_of(const Scene& scene);

// How the director of a scene is told a signal from outside, by Simulation::tell or by another director; empty where the scene asks for no signal of
// this name. A signal counts from the director's next step on, for the rest of the scene.
std::optional<hcsm::Message> find_signal(const Scene& scene, std::string_view name);

class SceneDirector final : public direct::Director {
 public:
  SceneDirector(std::shared_ptr<const Scene> scene, world::ObjectId subject,
                const DirectorOptions& options = {});

  void step(const direct::Directing& directing) override;
  hcsm::Answer take(const hcsm::Message& message) override;

  std::unique_ptr<direct::Director> copy() const override { return std::make_unique<SceneDirector>(*this); }
  void save(base::FieldWriter& field) const override { field(*this); }
  void hash(base::FieldHasher& field) const override { field(*this); }
  void restore(base::FieldReader& field) override;
  static void visit(auto& self, auto& field) {
    field(self.has_started_, self.machine_state_, self.play_.panel, self.play_);
  }

  const Scene& scene() const { return *play_.scene; }
  const PlayState& state() const { return play_.state; }
  // The beat that will commit in the next step; Scene::kNone where none will.
  std::uint32_t about_to_commit() const;

 private:
  void start();
  void take_signals();
  void foresee_marks();
  void ask_beats();
  void watch_premises();
  void watch_premises_of_beats();
  void find_end(bool is_ended);

  std::shared_ptr<const hcsm::Machine<Play>> machine_;
  hcsm::MachineState machine_state_;
  Play play_;
  bool has_started_ = false;
  std::vector<AssignedRole> assigned_;  // asked for at the start
  std::vector<const PlacedMark*>
      lost_at_;  // by beat: where its trigger is lost once the subject is past it; may be null
};

}  // namespace backlot::scene
