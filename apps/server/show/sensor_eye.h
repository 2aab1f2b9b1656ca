// What the system under test sees in a frame, for pages: a view maker that can be put into the middle of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "apps/server/show/static_world.h"
#include "backlot/base/sim_time.h"
#include "backlot/record/frame.h"
#include "backlot/sut/view.h"
#include "backlot/view/route_road.h"
#include "backlot/view/sensing.h"
#include "backlot/view/sighting.h"
#include "backlot/view/view_maker.h"
#include "backlot/world/course.h"
#include "backlot/world/ids.h"

namespace backlot::server {

class SensorEye {
 public:
  // The course, with its roads, stays where it is for as long as this is used. Seed and cycle are those of the run; a cycle is a multiple of its step.
  SensorEye(const world::Roads& roads, const world::Course& course, view::Sensing sensing, std::uint64_t seed,
            base::Duration cycle, base::Duration step);

  // Shows it the frame after step `number` of the run, counted from 1 on. Where it was not shown the frames before, reports that are late are missing at
  // first: history() says for how many steps.
  void see(const record::Frame& frame, world::ObjectId subject, std::uint64_t number);
  std::size_t history() const { return history_; }
  std::uint64_t number() const { return seen_; }  // of the last step
  // In the last cycle that it was shown; empty before the first one.
  const std::optional<sut::View>& view() const { return view_; }
  // The message `sensors`.
  Json message(const Set& set) const;

 private:
  const world::Roads& roads_;
  const world::Course& course_;
  view::CourseRoad road_{};  // not used: places on the road are left out
  view::Sensing sensing_;
  std::uint64_t seed_;
  base::Duration cycle_;
  std::uint64_t steps_;  // of a cycle
  std::size_t history_ = 0;
  std::optional<view::ViewMaker> maker_;
  std::uint64_t seen_ = 0;  // number of the last step
  std::optional<sut::View> view_;
  std::vector<view::Sighting> sightings_;
  view::SightingMaker sighting_maker_;
};

}  // namespace backlot::server
