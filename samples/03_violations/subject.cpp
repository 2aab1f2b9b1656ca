#include "subject.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

constexpr std::uint32_t kPurpose = 0x5b;
constexpr double kAccel_mps2 = 1.6, kBrake_mps2 = 2, kHardest_mps2 = 4, kStill_m = 2.5;
constexpr double kEase_s = 0.5;  // in which one who is too fast slows down
constexpr double kReaction_s = 0.8, kMoves_mps = 0.5;
constexpr double kSight_m = 160, kStartle_m = 60;
constexpr double kRoom_m = 40;  // before and behind, where it comes in

}  // namespace

Subject::Subject(const CountyRoad& set, std::uint64_t seed) : set_(set) {
  base::RandomStream random(seed, 0, kPurpose);
  part_of_limit_ = random.uniform(0.92, 1.04);
  headway_s_ = random.uniform(1.6, 2.6);
  const world::Tracks& tracks = set.roads.tracks;
  for (const network::CorridorId corridor : set.subject_corridors) {
    const world::Track& track = tracks[tracks.track_of(corridor)];
    const world::TrackId lane = tracks.before(track).front();
    lines_.push_back({set.route.start_of(lane) + world::line_of(tracks, lane).metres,
                      set.network.corridor(corridor).signal_group});
  }
}

bool Subject::try_to_enter(sim::Simulation& run) {
  const auto& points = set_.route.points();
  const geometry::WorldPoint& start = points[3];
  for (std::size_t slot = 0; slot < run.size(); ++slot)
    if (distance_between(run.vehicle(slot).mover.guide, start) < kRoom_m) return false;
  const geometry::Vec3 ahead = points[4] - points[3];
  const double speed = wanted_mps(6);
  const sim::AddedExternal added = run.add_external(
      world::ObjectKind::car, {start, base::atan2(ahead.y, ahead.x), speed}, sim::ByPath{points, speed});
  id_ = added.id;
  metre_ = set_.route.metre_near(start, 0);
  return added.refused.empty();
}

// As the limits ahead allow, with gentle braking before slower ones.
double Subject::wanted_mps(double front_m) const {
  double wanted = part_of_limit_ * set_.route.limit_at(front_m);
  for (double ahead = 5; ahead < kSight_m; ahead += 5) {
    const double there = part_of_limit_ * set_.route.limit_at(front_m + ahead);
    wanted = std::min(wanted, std::sqrt(there * there + 2 * 0.5 * kBrake_mps2 * ahead));
  }
  return wanted;
}

// The intelligent driver model (Treiber, Hennecke, Helbing 2000): what others take off the acceleration on a free road.
double Subject::accel_for(const Obstacle& obstacle, double v) const {
  const double closing = v - obstacle.speed_mps;
  const double keep =
      kStill_m + std::max(0.0, headway_s_ * v + v * closing / (2 * std::sqrt(kAccel_mps2 * kBrake_mps2)));
  const double part = keep / std::max(obstacle.gap_m, 0.1);
  return -kAccel_mps2 * part * part;
}

// Metres to a body that is in a crossing, on another way, and within the width of the own one.
std::optional<double> Subject::find_body_in_the_way(const record::Frame& frame,
                                                    const record::FrameObject& self) const {
  std::optional<double> nearest;
  const double half = 0.5 * static_cast<double>(self.width_m),
               nose = 0.5 * static_cast<double>(self.length_m);
  for (const record::FrameObject& o : frame.objects) {
    if (o.speed_mps < kMoves_mps || o.strip.is_empty() || set_.network.corridor_of(o.strip).is_empty())
      continue;
    if (set_.route.find_metre(o.strip, o.lane, o.distance)) continue;
    const double l = 0.5 * static_cast<double>(o.length_m), w = 0.5 * static_cast<double>(o.width_m);
    for (const double along : {-l, -0.5 * l, 0.0, 0.5 * l, l}) {
      for (const double across : {-w, w}) {
        const double x = o.centre.x + along * o.heading_x - across * o.heading_y - self.centre.x;
        const double y = o.centre.y + along * o.heading_y + across * o.heading_x - self.centre.y;
        const double ahead = x * self.heading_x + y * self.heading_y - nose;
        const double aside = y * self.heading_x - x * self.heading_y;
        if (ahead < 0 || ahead > kStartle_m || std::fabs(aside) > half) continue;
        nearest = std::min(nearest.value_or(ahead), ahead);
      }
    }
  }
  return nearest;
}

sim::ExternalCommand Subject::drive(const record::Frame& frame, base::Duration dt) {
  const record::FrameObject* self = record::find(frame, id_);
  if (self == nullptr) return {id_, frame.time, sim::PaceCommand{0}};
  metre_ = set_.route.metre_near(self->centre, metre_);
  const double front = metre_ + 0.5 * static_cast<double>(self->length_m), v = self->speed_mps;

  const double wanted = wanted_mps(front), part = v / wanted;
  const double free = v > wanted ? std::max(-kBrake_mps2, (wanted - v) / kEase_s)
                                 : kAccel_mps2 * (1 - part * part * part * part);
  double heeded = 0;
  // the leader on the same way
  for (const record::FrameObject& o : frame.objects) {
    if (o.id == id_ || o.strip.is_empty()) continue;
    const std::optional<double> at = set_.route.find_metre(o.strip, o.lane, o.distance);
    if (!at || *at <= metre_ || *at > front + kSight_m) continue;
    heeded =
        std::min(heeded, accel_for({*at - 0.5 * static_cast<double>(o.length_m) - front, o.speed_mps}, v));
  }
  // lights, where the subject can still stop with ease
  for (const Line& line : lines_) {
    const double gap = line.metre - front;
    if (gap < v * v / (2 * kBrake_mps2) - 1 || gap > kSight_m) continue;
    if (gap > 0 && frame.signals[line.light.index()] != network::Aspect::green)
      heeded = std::min(heeded, accel_for({gap + 0.5 * kStill_m, 0}, v));
  }
  // a body where none should be
  const std::optional<double> in_the_way = find_body_in_the_way(frame, *self);
  startled_s_ = in_the_way ? startled_s_ + dt.seconds() : 0;
  if (startled_s_ > kReaction_s) heeded = std::min(heeded, accel_for({*in_the_way, 0}, v));

  const double accel = std::max(free + heeded, -kHardest_mps2);
  return {id_, frame.time, sim::PaceCommand{std::max(0.0, v + accel * dt.seconds())}};
}

}  // namespace violations
