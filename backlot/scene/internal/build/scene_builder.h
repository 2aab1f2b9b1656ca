// Checks a description against a network, and makes a scene of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/scene/scene.h"

namespace backlot::scene {

class SceneBuilder {
 public:
  SceneBuilder(SceneDescription description, const world::Roads& roads);

  base::Result<std::shared_ptr<const Scene>> build();

 private:
  const world::Tracks& tracks() const { return scene_->roads_->tracks; }
  const network::Network& network() const { return tracks().network(); }
  const SetDescription& set() const { return scene_->description_.set; }
  void error(std::string code, const network::TextPlace& place, std::string message, std::string hint = {}) {
    found_.error(std::move(code), place, std::move(message), std::move(hint));
  }

  // ---- the route (build_course.cpp)
  bool build_course();
  bool add_leg(std::vector<world::TrackId>& list, const std::string& goal, const network::TextPlace& place);
  void find_lines();

  // ---- marks (build_marks.cpp)
  void place_marks();
  bool place(const StopLine& line, const network::TextPlace& at, PlacedMark& mark);
  bool place(const Conflict& conflict, const network::TextPlace& at, PlacedMark& mark);
  bool place(const OnLane& spot, const network::TextPlace& at, PlacedMark& mark);
  bool place(const AlongRoute& spot, const network::TextPlace& at, PlacedMark& mark);
  bool place(const FromMark& spot, const network::TextPlace& at, PlacedMark& mark);
  bool place(const Merge& merge, const network::TextPlace& at, PlacedMark& mark);
  bool place(const OncomingLane& spot, const network::TextPlace& at, PlacedMark& mark);
  // The corridor by which the course passes an intersection; empty, with an error, where it does not.
  world::TrackId corridor_at(const Crossing& crossing, const network::TextPlace& at);
  void set_light(network::CorridorId corridor, PlacedMark& mark) const;
  const PlacedMark* find_placed(const std::string& name, const network::TextPlace& at);

  // ---- traffic, props, sources, sinks (build_milieu.cpp)
  void place_flows();
  void place_turns();
  void place_props();
  void place_density();
  void place_sources();
  std::vector<PlacedStretch> stretches_before(const BeforeMark& where, const network::TextPlace& at);

  // ---- what is asked of marks (check_scene.cpp)
  void check_conditions();
  void check(const Condition& condition);
  void check_roles();
  void check_script();
  void collect_lasting();
  void collect_signals();
  // The mark exists (the reader has said so) and the subject passes it; else an error.
  void need_on_course(const std::string& mark, const network::TextPlace& at);
  void need_light(const std::string& mark, const network::TextPlace& at);
  void need_aspect(const std::string& mark, network::Aspect aspect, const network::TextPlace& at);
  void need_ways(const std::string& mark, const network::TextPlace& at);

  // ---- people on foot (check_people.cpp)
  void place_pedestrians();
  void check_people();
  void check_role_on_foot(const RoleDescription& role);
  void check_told_on_foot(const RoleDescription& role, const ActionDescription& action);
  void check_doors();

  // ---- cyclists (check_cyclists.cpp)
  void check_cyclists();
  void check_cyclists_of(const FlowDescription& flow, const PlacedFlow& placed);
  void check_supplied_cyclist(const RoleDescription& role);
  bool is_ridden(std::span<const world::TrackId> lanes) const;

  // ---- whether sources and sinks can work (check_sources.cpp)
  void check_sources();
  void check_near_subject(const FromSubject& where, bool is_hidden, const char* what, const std::string& name,
                          const network::TextPlace& at);

  // ---- what actors are told (check_actors.cpp)
  void check_actors();
  void check(const RoleDescription& role, const Tell& tell, const network::TextPlace& at);
  void check_turn(const RoleDescription& role, network::Turn turn, const network::TextPlace& at);
  void check_way(const RoleDescription& role, const std::string& mark, const network::TextPlace& at);
  void check_beside(const RoleDescription& role);

  // ---- one light, one actor, two masters (check_claims.cpp)
  void check_claims();
  void check_lights();
  void check_pairs_of_directives();
  void check_props();

  // ---- moments (check_times.cpp)
  void check_times();
  void check_trigger(std::size_t beat, const Condition& trigger);
  void check_cue(std::size_t beat, const Compared& cue, const network::TextPlace& at);

  std::shared_ptr<Scene> scene_;
  base::Diagnostics found_;
};

}  // namespace backlot::scene
