#include "backlot/harness/subject_slot.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/sut/path_follower.h"

namespace backlot::harness {

namespace {

constexpr double kRoadBehind_m = 60;  // the road of a mission begins so far behind the start
constexpr std::uint32_t kLinkPurpose = 0x11a7;
constexpr double kCheckpoint_m = 500;  // from one checkpoint of a route to the next

std::vector<sut::Mission::Checkpoint> checkpoints_of(const sut::RouteRoad& road) {
  BACKLOT_ASSERT(!road.points.empty() && road.spacing_m > 0, "a road has points, some way apart");
  std::vector<sut::Mission::Checkpoint> found;
  const auto every = static_cast<std::size_t>(kCheckpoint_m / road.spacing_m);
  for (std::size_t k = every; k + every / 2 < road.points.size(); k += every)
    found.push_back({road.points[k].x, road.points[k].y, road.points[k].z});
  const sut::RoadPoint& goal = road.points.back();
  found.push_back({goal.x, goal.y, goal.z});
  return found;
}

}  // namespace

std::optional<sut::Trouble> ModelSlot::drive(LatestFrame& frame, base::Duration dt,
                                             sim::ExternalCommand& command) {
  command = {self_, frame.time(), sim::PaceCommand{driver_->drive(frame.get(), dt)}};
  return std::nullopt;
}

SlotPlan make_slot_plan(const world::Course& course, double start_m, const world::BodyShape& shape,
                        const sim::ExternalSettings& limits, const SystemOptions& options) {
  BACKLOT_ASSERT(options.cycle.nanoseconds() > 0, "a system is asked in cycles");
  SlotPlan plan;
  plan.road = view::make_course_road(course, start_m - kRoadBehind_m);
  sut::Mission& mission = plan.mission;
  mission.cycle_s = options.cycle.seconds();
  sut::Vehicle& vehicle = mission.vehicle;
  vehicle.length_m = static_cast<double>(shape.length_m);
  vehicle.width_m = static_cast<double>(shape.width_m);
  vehicle.height_m = static_cast<double>(shape.height_m);
  vehicle.wheelbase_m = static_cast<double>(shape.wheelbase_m);
  vehicle.rear_axle_m =
      0.5 * static_cast<double>(shape.length_m) - static_cast<double>(shape.rear_overhang_m);
  vehicle.most_steer_rad = limits.most_steer_rad;
  vehicle.most_accel_mps2 = limits.most_accel_mps2;
  vehicle.most_brake_mps2 = limits.most_brake_mps2;
  mission.checkpoints = checkpoints_of(plan.road.road);
  if (options.sensing.has_road) mission.road = plan.road.road;
  return plan;
}

SystemSlot::SystemSlot(const world::Roads& roads, const world::Course& course, SlotPlan plan,
                       world::ObjectId self, const SystemOptions& options, std::uint64_t seed)
    : plan_(std::move(plan)),
      self_(self),
      options_(options),
      seed_(seed),
      maker_(roads, course, plan_.road, options.sensing, seed, options.cycle) {}

std::optional<sut::Trouble> SystemSlot::reset(base::SimTime now) {
  BACKLOT_ASSERT(options_.system != nullptr, "a slot has a system");
  plan_.mission.start_time_s = now.seconds();
  plan_.mission.seed = seed_;
  next_cycle_ = now;
  return options_.system->reset(plan_.mission);
}

std::optional<sut::Trouble> SystemSlot::drive(LatestFrame& frame, base::Duration /*dt*/,
                                              sim::ExternalCommand& command) {
  const base::SimTime now = frame.time();
  if (now >= next_cycle_) {
    next_cycle_ = next_cycle_ + options_.cycle;
    if (std::optional<sut::Trouble> trouble = ask(frame.get())) return trouble;
  }
  while (!on_its_way_.empty() && on_its_way_.front().arrives <= now) {
    in_force_ = std::move(on_its_way_.front().command);
    on_its_way_.pop_front();
  }
  sut::Steering steering;
  if (const auto* path = std::get_if<sut::TargetPath>(&in_force_.motion)) {
    if (const record::FrameObject* own = record::find(frame.get(), self_)) {
      const sut::OwnState state{own->centre.x,      own->centre.y,  own->centre.z,
                                own->heading_rad(), own->speed_mps, own->accel_mps2};
      steering = sut::follow_path(*path, state, plan_.mission.vehicle);
    }
  } else {
    steering = std::get<sut::Steering>(in_force_.motion);
  }
  command = {self_, now, sim::SteeringCommand{steering.steering_rad, steering.acceleration_mps2, false}};
  return std::nullopt;
}

// One cycle: a view in, a command out.
std::optional<sut::Trouble> SystemSlot::ask(const record::Frame& frame) {
  if (!maker_.make(frame, self_, view_)) return std::nullopt;  // the subject has left the road
  if (std::optional<sut::Trouble> trouble = options_.system->step(view_, command_)) return trouble;
  if (std::string fault = sut::find_fault(command_); !fault.empty())
    return sut::Trouble{sut::Failure::protocol, std::move(fault)};
  if (options_.watcher) options_.watcher(view_, command_);
  send(frame.time);
  ++cycle_;
  return std::nullopt;
}

void SystemSlot::send(base::SimTime now) {
  BACKLOT_ASSERT(options_.lost_share >= 0 && options_.lost_share <= 1, "a share of the commands is lost");
  base::SimTime arrives = now + options_.latency;
  if (options_.lost_share > 0 || options_.jitter.nanoseconds() != 0) {
    base::RandomStream random(seed_, 0, kLinkPurpose);
    random.skip_to(cycle_);
    if (random.uniform() < options_.lost_share) return;
    arrives = arrives + base::Duration::from_seconds(random.uniform() * options_.jitter.seconds());
  }
  if (on_its_way_.empty() && arrives <= now) {
    in_force_ = command_;
    return;
  }
  // one that overtakes an earlier command makes that one void
  while (!on_its_way_.empty() && on_its_way_.back().arrives >= arrives) on_its_way_.pop_back();
  on_its_way_.push_back({arrives, command_});
}

}  // namespace backlot::harness
