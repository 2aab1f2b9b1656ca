/* A driver as a shared library: plain C, version 1.
 *
 * The library exports the five functions at the end of this file. Backlot calls them like this:
 *
 *   backlot_driver_version()                      is this a driver of the version that the program speaks?
 *   driver = backlot_driver_create()              once for each run at a time
 *     backlot_driver_reset(driver, mission)       before each run
 *     backlot_driver_step(driver, view, command)  for each cycle; the simulated time stands still meanwhile
 *   backlot_driver_destroy(driver)
 *
 * Lengths are metres, angles radians, times seconds. x points east, y north; headings grow to the left from the x axis. What a pointer of
 * the mission or the view points to is valid during the call only. Calls with one driver come one after another; two drivers may be called
 * from two threads at the same time.
 *
 *   cc -shared -fPIC -I . clients/c/example.c -o libexample.so -lm
 *   backlot run scenes/lead_brakes.scene --driver ./libexample.so
 */
#ifndef BACKLOT_DRIVER_H
#define BACKLOT_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BACKLOT_DRIVER_VERSION 1

/* ---- before a run */

typedef struct backlot_vehicle { /* it moves as a kinematic bicycle */
  double length_m, width_m, height_m;
  double wheelbase_m;
  double rear_axle_m; /* from the centre of the body back to the rear axle */
  double most_steer_rad, most_accel_mps2, most_brake_mps2;
} backlot_vehicle;

typedef struct backlot_road_point {
  double x, y, z;
  double heading_rad;
  double left_m, right_m; /* from the centre of the lane to its edges */
  double limit_mps;       /* the speed limit here */
} backlot_road_point;

/* What rules the place where a route enters an intersection. */
enum { BACKLOT_PRIORITY = 0, BACKLOT_LIGHT = 1, BACKLOT_STOP = 2, BACKLOT_YIELD = 3 };

typedef struct backlot_road_line {
  double metre;     /* the front of the vehicle has to stop here at the latest */
  double end_metre; /* the route has left the intersection here */
  int32_t rule;     /* BACKLOT_PRIORITY ... */
  int32_t turn;     /* 1: the route turns left here, -1: right, 0: straight on */
} backlot_road_line;

typedef struct backlot_place {
  double x, y, z;
} backlot_place;

typedef struct backlot_mission {
  const char* scene;   /* its name, for logs */
  uint64_t seed;       /* for drivers that draw random numbers */
  double cycle_s;      /* from one view to the next */
  double start_time_s; /* of the first view */
  backlot_vehicle vehicle;
  /* The lane that the route takes: points on its centre, spacing_m apart, from metre 0 of the route on. No points where the driver is
   * tested without a map. */
  double spacing_m;
  const backlot_road_point* points;
  size_t point_count;
  const backlot_road_line* lines; /* in the order of metres */
  size_t line_count;
  const backlot_place* checkpoints; /* to be passed in this order; the last one is the goal */
  size_t checkpoint_count;
} backlot_mission;

/* ---- each cycle */

typedef struct backlot_own_state {
  double x, y, z; /* the centre of the body, on the ground */
  double heading_rad;
  double speed_mps; /* along the heading; negative in reverse */
  double acceleration_mps2;
} backlot_own_state;

enum { BACKLOT_CAR = 0, BACKLOT_TRUCK = 1, BACKLOT_BUS = 2, BACKLOT_MOTORCYCLE = 3, BACKLOT_PEDESTRIAN = 4 };

typedef struct backlot_object {
  uint32_t id;    /* the same object has the same number during a run */
  int32_t kind;   /* BACKLOT_CAR ... */
  double x, y, z; /* the centre of the body, on the ground */
  double heading_rad, speed_mps, acceleration_mps2;
  double length_m, width_m, height_m;
  int32_t brakes, indicates_left, indicates_right; /* its lights: 0 or 1 */
  int32_t unused;
} backlot_object;

enum {
  BACKLOT_DARK = 0,
  BACKLOT_RED = 1,
  BACKLOT_RED_YELLOW = 2,
  BACKLOT_GREEN = 3,
  BACKLOT_GREEN_ARROW = 4,
  BACKLOT_YELLOW = 5,
  BACKLOT_FLASHING_YELLOW = 6,
  BACKLOT_FLASHING_RED = 7
};

typedef struct backlot_view {
  uint64_t cycle; /* 0 is the first one of the run */
  double time_s;  /* simulated; when the sensors saw this */
  backlot_own_state own;
  const backlot_object* objects; /* by id */
  size_t object_count;
  int32_t has_road;  /* 0 where the driver is tested without a map; then the rest is 0 */
  int32_t next_line; /* number of the first line that the front has not passed; -1 without one */
  double metre;      /* of the centre of the body, on the route */
  double offset_m;   /* to the left of the centre of the lane */
  int32_t light;     /* BACKLOT_DARK ...: shown at the next line; dark where it has no light */
  int32_t unused;
} backlot_view;

/* ---- the answer */

typedef struct backlot_path_point {
  double x, y, speed_mps;
} backlot_path_point;

typedef struct backlot_signal {
  const char* name;
  double value;
} backlot_signal;

/* All zero when step is called. What its pointers point to belongs to the driver and stays until the next call. */
typedef struct backlot_command {
  double steering_rad;            /* of the front wheels, to the left; until the next cycle */
  double acceleration_mps2;       /* negative brakes */
  const backlot_path_point* path; /* where it is not null, it is followed in place of the two numbers above */
  size_t path_count;              /* 2 to 1,000 */
  int32_t indicates_left, indicates_right; /* 0 or 1 */
  const backlot_signal* signals;           /* numbers that the driver publishes by name; 256 at most */
  size_t signal_count;
} backlot_command;

/* ---- what the library exports. A result other than 0 says that the driver cannot go on; the run ends then. */

#define BACKLOT_EXPORT __attribute__((visibility("default")))

BACKLOT_EXPORT uint32_t backlot_driver_version(void); /* returns BACKLOT_DRIVER_VERSION */
BACKLOT_EXPORT void* backlot_driver_create(void);     /* null: it cannot be made */
BACKLOT_EXPORT int backlot_driver_reset(void* driver, const backlot_mission* mission);
BACKLOT_EXPORT int backlot_driver_step(void* driver, const backlot_view* view, backlot_command* command);
BACKLOT_EXPORT void backlot_driver_destroy(void* driver);
/* May be left out: why reset or step could not go on, in one sentence; it stays until the next call. */
BACKLOT_EXPORT const char* backlot_driver_message(void* driver);

#ifdef __cplusplus
}
#endif

#endif
