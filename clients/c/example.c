/* A driver in C: keeps its lane, follows its leader, stops at red.
 *
 *   cc -shared -fPIC -I . clients/c/example.c -o libexample.so -lm
 *   backlot run scenes/lead_brakes.scene --driver ./libexample.so
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backlot/sut_link/backlot_driver.h"

static const double ACCEL = 1.5, BRAKE = 2, HARDEST = 8; /* m/s2 */
static const double HEADWAY_S = 1.6, STILL_M = 3;        /* behind a leader, and when standing */
static const double SIGHT_M = 120;

typedef struct driver {
  backlot_mission mission; /* with copies of its points and lines */
  backlot_road_point* points;
  backlot_road_line* lines;
} driver;

static size_t index_of(const driver* d, double metre) {
  const double k = fmax(metre / d->mission.spacing_m, 0);
  return k < (double)(d->mission.point_count - 1) ? (size_t)k : d->mission.point_count - 1;
}

/* The intelligent driver model of Treiber, Hennecke and Helbing (2000). */
static double follow(double speed, double gap_m, double leader_mps) {
  const double closing = speed * (speed - leader_mps) / (2 * sqrt(ACCEL * BRAKE));
  return ACCEL * (1 - pow((STILL_M + fmax(0, speed * HEADWAY_S + closing)) / fmax(gap_m, 0.1), 2));
}

/* What a body in the lane ahead allows. */
static double heed(const driver* d, const backlot_object* o, const backlot_view* view, double speed) {
  const double heading = view->own.heading_rad, dx = o->x - view->own.x, dy = o->y - view->own.y;
  const size_t first = index_of(d, view->metre), last = index_of(d, view->metre + SIGHT_M);
  size_t best = first, k;
  double nearest = HUGE_VAL, gap;
  if (dx * cos(heading) + dy * sin(heading) < 0 || hypot(dx, dy) > SIGHT_M) return ACCEL;
  for (k = first; k <= last; ++k) {
    const double away = hypot(d->points[k].x - o->x, d->points[k].y - o->y);
    if (away < nearest) nearest = away, best = k;
  }
  if (nearest > 0.5 * (d->points[best].left_m + d->points[best].right_m) + 0.3 * o->width_m) return ACCEL;
  gap = (double)best * d->mission.spacing_m - view->metre - 0.5 * (d->mission.vehicle.length_m + o->length_m);
  return follow(speed, gap, fmax(o->speed_mps * cos(o->heading_rad - heading), 0));
}

/* Pure pursuit: the arc of the rear axle through a point of the lane ahead. */
static double steer(const driver* d, const backlot_view* view, double speed) {
  const backlot_road_point* aim = &d->points[index_of(d, view->metre + fmin(fmax(0.7 * speed, 4), 40))];
  const double c = cos(view->own.heading_rad), s = sin(view->own.heading_rad);
  const double dx = aim->x - view->own.x + d->mission.vehicle.rear_axle_m * c;
  const double dy = aim->y - view->own.y + d->mission.vehicle.rear_axle_m * s;
  const double ahead = dx * c + dy * s, left = dy * c - dx * s;
  return atan(d->mission.vehicle.wheelbase_m * 2 * left / fmax(ahead * ahead + left * left, 1));
}

uint32_t backlot_driver_version(void) { return BACKLOT_DRIVER_VERSION; }
void* backlot_driver_create(void) { return calloc(1, sizeof(driver)); }
void backlot_driver_destroy(void* self) {
  free(((driver*)self)->points);
  free(((driver*)self)->lines);
  free(self);
}

int backlot_driver_reset(void* self, const backlot_mission* mission) {
  driver* d = self;
  if (mission->point_count == 0) return 1; /* this driver needs a road */
  free(d->points);
  free(d->lines);
  d->mission = *mission;
  d->points = malloc(mission->point_count * sizeof *d->points);
  d->lines = malloc((mission->line_count + 1) * sizeof *d->lines);
  if (d->points == NULL || d->lines == NULL) return 2;
  memcpy(d->points, mission->points, mission->point_count * sizeof *d->points);
  if (mission->line_count > 0) memcpy(d->lines, mission->lines, mission->line_count * sizeof *d->lines);
  return 0;
}

int backlot_driver_step(void* self, const backlot_view* view, backlot_command* command) {
  const driver* d = self;
  const double speed = fmax(view->own.speed_mps, 0);
  double accel = ACCEL * (1 - pow(speed / (0.92 * d->points[index_of(d, view->metre)].limit_mps), 4));
  size_t k;
  for (k = 0; k < view->object_count; ++k) accel = fmin(accel, heed(d, &view->objects[k], view, speed));
  if (view->next_line >= 0 && (view->light == BACKLOT_RED || view->light == BACKLOT_RED_YELLOW)) {
    const double front_m = view->metre + 0.5 * d->mission.vehicle.length_m;
    accel = fmin(accel, follow(speed, d->lines[view->next_line].metre - front_m + STILL_M - 1, 0));
  }
  command->acceleration_mps2 = fmin(fmax(accel, -HARDEST), ACCEL);
  command->steering_rad = steer(d, view, speed);
  return 0;
}
