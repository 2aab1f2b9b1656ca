// The reference driver behind the C interface, for the test that it gives the same run there. The driver itself comes from the program that
// loads this library.
#include <memory>
#include <string>

#include "backlot/drivers/shipped.h"
#include "backlot/sut_link/backlot_driver.h"

namespace {

using namespace backlot;

struct Reference {
  std::unique_ptr<sut::System> system;
  sut::View view;
  sut::Command command;
  std::vector<backlot_signal> signals;
  std::string message;
};

}  // namespace

extern "C" {

uint32_t backlot_driver_version(void) { return BACKLOT_DRIVER_VERSION; }

void* backlot_driver_create(void) {
  auto* made = new Reference;
  made->system = drivers::find_shipped("reference")->make();
  return made;
}

int backlot_driver_reset(void* self, const backlot_mission* m) {
  sut::Mission mission;
  mission.scene = m->scene;
  mission.seed = m->seed;
  mission.cycle_s = m->cycle_s;
  mission.start_time_s = m->start_time_s;
  const backlot_vehicle& v = m->vehicle;
  mission.vehicle = {v.length_m,    v.width_m,        v.height_m,        v.wheelbase_m,
                     v.rear_axle_m, v.most_steer_rad, v.most_accel_mps2, v.most_brake_mps2};
  mission.road.spacing_m = m->spacing_m;
  for (size_t k = 0; k < m->point_count; ++k) {
    const backlot_road_point& p = m->points[k];
    mission.road.points.push_back({p.x, p.y, p.z, p.heading_rad, p.left_m, p.right_m, p.limit_mps});
  }
  for (size_t k = 0; k < m->line_count; ++k) {
    const backlot_road_line& l = m->lines[k];
    mission.road.lines.push_back({l.metre, l.end_metre, static_cast<sut::LineRule>(l.rule), l.turn});
  }
  for (size_t k = 0; k < m->checkpoint_count; ++k)
    mission.checkpoints.push_back({m->checkpoints[k].x, m->checkpoints[k].y, m->checkpoints[k].z});
  const auto trouble = static_cast<Reference*>(self)->system->reset(mission);
  if (trouble) static_cast<Reference*>(self)->message = trouble->text;
  return trouble ? 1 : 0;
}

int backlot_driver_step(void* self, const backlot_view* v, backlot_command* command) {
  auto& reference = *static_cast<Reference*>(self);
  sut::View& view = reference.view;
  view.cycle = v->cycle;
  view.time_s = v->time_s;
  view.own = {v->own.x, v->own.y, v->own.z, v->own.heading_rad, v->own.speed_mps, v->own.acceleration_mps2};
  view.objects.clear();
  for (size_t k = 0; k < v->object_count; ++k) {
    const backlot_object& o = v->objects[k];
    view.objects.push_back({o.id, static_cast<sut::SeenKind>(o.kind), o.x, o.y, o.z, o.heading_rad,
                            o.speed_mps, o.acceleration_mps2, o.length_m, o.width_m, o.height_m,
                            o.brakes != 0, o.indicates_left != 0, o.indicates_right != 0});
  }
  view.road.reset();
  if (v->has_road != 0)
    view.road = sut::RoadAhead{v->metre, v->offset_m, v->next_line, static_cast<sut::LightState>(v->light)};
  const auto trouble = reference.system->step(view, reference.command);
  if (trouble) {
    reference.message = trouble->text;
    return 1;
  }
  const auto& steering = std::get<sut::Steering>(reference.command.motion);
  command->steering_rad = steering.steering_rad;
  command->acceleration_mps2 = steering.acceleration_mps2;
  command->indicates_left = reference.command.indicates_left;
  command->indicates_right = reference.command.indicates_right;
  reference.signals.clear();
  for (const sut::WhiteBoxSignal& signal : reference.command.signals)
    reference.signals.push_back({signal.name.c_str(), signal.value});
  command->signals = reference.signals.data();
  command->signal_count = reference.signals.size();
  return 0;
}

void backlot_driver_destroy(void* self) { delete static_cast<Reference*>(self); }
const char* backlot_driver_message(void* self) { return static_cast<Reference*>(self)->message.c_str(); }
}
