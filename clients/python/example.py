#!/usr/bin/env python3
"""A driver in Python: keeps its lane, follows its leader, slows down for bends, stops at red.

    backlot run scenes/lead_brakes.scene --seed 3 --driver 'python3 clients/python/example.py'
"""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import backlot_driver
from backlot_driver import Light

ACCEL, BRAKE, HARDEST = 1.5, 2.0, 8.0  # m/s2
HEADWAY_S, STILL_M = 1.6, 3.0          # behind a leader, and when standing
SIGHT_M = 120.0


class Example(backlot_driver.Driver):
    def reset(self, mission):
        self.car, self.lines, self.spacing = mission.vehicle, mission.road.lines, mission.road.spacing_m
        points = list(mission.road.points)
        self.xs, self.ys = [p.x for p in points], [p.y for p in points]
        self.half_widths = [0.5 * (p.left_m + p.right_m) for p in points]
        # what the limit and the bend allow, then so much less that it is reached by braking softly
        self.speeds = [0.92 * p.limit_mps for p in points]
        for k in range(1, len(points)):
            bend = abs(math.remainder(points[k].heading_rad - points[k - 1].heading_rad, 2 * math.pi)) / self.spacing
            self.speeds[k] = min(self.speeds[k], math.sqrt(2.0 / max(bend, 1e-6)))
        for k in range(len(points) - 2, -1, -1):
            self.speeds[k] = min(self.speeds[k], math.sqrt(self.speeds[k + 1] ** 2 + 2 * 0.8 * self.spacing))

    def step(self, view):
        if view.road is None:
            raise RuntimeError('this driver needs the road of its mission')
        speed, metre = max(view.own.speed_mps, 0.0), view.road.metre
        accel = ACCEL * (1 - (speed / max(self.speeds[self.index(metre)], 0.1)) ** 4)
        leader = self.find_leader(view, metre)
        if leader is not None:
            accel = min(accel, self.follow(speed, *leader))
        stop_m = self.find_stop(view, speed, metre)
        if stop_m is not None:
            accel = min(accel, self.follow(speed, stop_m + STILL_M - 1, 0.0))
        return backlot_driver.Steering(self.steer(view.own, metre, speed), min(max(accel, -HARDEST), ACCEL))

    def index(self, metre):
        return min(max(int(metre / self.spacing), 0), len(self.xs) - 1)

    def steer(self, own, metre, speed):
        """Pure pursuit: the arc of the rear axle through a point of the lane ahead."""
        k = self.index(metre + min(max(0.7 * speed, 4.0), 40.0))
        cos, sin = math.cos(own.heading_rad), math.sin(own.heading_rad)
        dx = self.xs[k] - own.x + self.car.rear_axle_m * cos
        dy = self.ys[k] - own.y + self.car.rear_axle_m * sin
        ahead, left = dx * cos + dy * sin, dy * cos - dx * sin
        return math.atan(self.car.wheelbase_m * 2 * left / max(ahead * ahead + left * left, 1.0))

    def follow(self, speed, gap, leader_speed):
        """The intelligent driver model of Treiber, Hennecke and Helbing (2000)."""
        wanted = STILL_M + max(0.0, speed * HEADWAY_S + speed * (speed - leader_speed) / (2 * math.sqrt(ACCEL * BRAKE)))
        return ACCEL * (1 - (wanted / max(gap, 0.1)) ** 2)

    def find_leader(self, view, metre):
        """Gap and speed of the next body in the lane ahead."""
        own, best = view.own, None
        cos, sin = math.cos(own.heading_rad), math.sin(own.heading_rad)
        first, last = self.index(metre), self.index(metre + SIGHT_M)
        for o in view.objects:
            dx, dy = o.x - own.x, o.y - own.y
            if dx * cos + dy * sin < 0 or dx * dx + dy * dy > SIGHT_M * SIGHT_M:
                continue
            k = min(range(first, last + 1), key=lambda j: (self.xs[j] - o.x) ** 2 + (self.ys[j] - o.y) ** 2)
            if math.hypot(self.xs[k] - o.x, self.ys[k] - o.y) > self.half_widths[k] + 0.3 * o.width_m:
                continue
            gap = k * self.spacing - metre - 0.5 * (self.car.length_m + o.length_m)
            if best is None or gap < best[0]:
                best = gap, max(o.speed_mps * math.cos(o.heading_rad - own.heading_rad), 0.0)
        return best

    def find_stop(self, view, speed, metre):
        """How far it is to a line at which the driver has to stop."""
        if view.road.next_line < 0:
            return None
        gap = self.lines[view.road.next_line].metre - metre - 0.5 * self.car.length_m
        is_red = view.road.light in (Light.RED, Light.RED_YELLOW, Light.FLASHING_RED)
        is_late_yellow = view.road.light == Light.YELLOW and speed * speed < 2 * 3.0 * max(gap, 0.1)
        return gap if is_red or is_late_yellow else None


if __name__ == '__main__':
    backlot_driver.serve(Example(), connect=sys.argv[1] if len(sys.argv) > 1 else None)
