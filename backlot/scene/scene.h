// A scene that was checked against a network: const, shared by all runs that play it.
//
//   base::Result<Scene> scene = Scene::build(description, roads);
//   run.add_director(make_director(scene, subject));
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/network/path.h"
#include "backlot/scene/placed_mark.h"
#include "backlot/scene/scene_description.h"
#include "backlot/scene/travel_times.h"
#include "backlot/traffic/vehicle/routing/turning_shares.h"
#include "backlot/world/course.h"
#include "backlot/world/roads.h"

namespace backlot::scene {

// Vehicles that come in at open ends.
struct PlacedFlow {
  std::vector<world::TrackId> lanes;  // side by side
  double per_hour = 0;
  Mix mix{};
  bool is_regular = false;
  double least_headway_s = 0;
};

// A line on the course of the subject at which a light may stop it.
struct LineOnCourse {
  double metre = 0;
  network::CorridorId corridor{};
  std::uint32_t programme = 0;
  std::uint32_t group = 0;  // of the programme
};

// A source or sink, found on the network: stretches of tracks.
struct PlacedStretch {
  world::TrackId track{};
  double from_m = 0, to_m = 0;
  double to_mark_m = 0;  // from the end of the stretch to the mark
};

struct PlacedProp {
  std::string name;
  world::ObjectKind kind = world::ObjectKind::car;
  geometry::WorldPoint middle{};
  double heading_rad = 0;
  world::Mark mark{};  // its front, on the lane beside or under it
};

class Scene {
 public:
  // The roads stay where they are for as long as this is used. Errors P301 ..., warnings P401 ...: docs/diagnostics.md.
  static base::Result<std::shared_ptr<const Scene>> build(SceneDescription description,
                                                          const world::Roads& roads);

  const SceneDescription& description() const { return description_; }
  const world::Roads& roads() const { return *roads_; }
  const world::Course& course() const { return *course_; }
  const network::Path& path() const { return path_; }  // the same lanes, with the same metres
  const TravelTimes& travel_times() const { return *travel_times_; }
  double start_m() const { return start_m_; }  // of the course: the middle of the subject

  std::span<const PlacedMark> marks() const { return marks_; }
  // Null where no mark has this name.
  const PlacedMark* find_mark(std::string_view name) const;
  std::span<const LineOnCourse> lines() const { return lines_; }
  std::span<const PlacedFlow> flows() const { return flows_; }
  const traffic::TurningShares& turning_shares() const { return turning_shares_; }
  std::span<const PlacedProp> props() const { return props_; }
  // Of the source or sink with that number; empty where it goes with the subject.
  std::span<const PlacedStretch> source_stretches(std::size_t source) const { return sources_[source]; }
  std::span<const PlacedStretch> sink_stretches(std::size_t sink) const { return sinks_[sink]; }

  // Vehicles that are spread over the roads at the start; their number is kept.
  std::size_t spread() const { return spread_; }
  // People that are spread over the sidewalks at the start.
  std::size_t pedestrians() const { return pedestrians_; }

  // The signals from outside that it asks for, in the order in which they are named.
  std::span<const std::string> signals() const { return signals_; }
  // The conditions that ask for how long they have held.
  std::span<const Condition* const> lasting() const { return lasting_; }

  // Numbers of names; lists are short, so they are looked through. kNone where the name is not found.
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::uint32_t find_role(std::string_view name) const;
  std::uint32_t find_beat(std::string_view name) const;
  std::uint32_t find_source(std::string_view name) const;

 private:
  friend class SceneBuilder;
  Scene() = default;

  SceneDescription description_;
  const world::Roads* roads_ = nullptr;
  std::unique_ptr<const world::Course> course_;
  std::unique_ptr<const TravelTimes> travel_times_;
  network::Path path_;
  double start_m_ = 0;
  std::vector<PlacedMark> marks_;
  std::vector<LineOnCourse> lines_;
  std::vector<PlacedFlow> flows_;
  traffic::TurningShares turning_shares_;
  std::vector<PlacedProp> props_;
  std::vector<std::vector<PlacedStretch>> sources_, sinks_;
  std::size_t spread_ = 0, pedestrians_ = 0;
  std::vector<std::string> signals_;
  std::vector<const Condition*> lasting_;
};

}  // namespace backlot::scene
