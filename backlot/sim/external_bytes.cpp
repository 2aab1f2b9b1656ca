#include "backlot/sim/external_bytes.h"

#include <cmath>

namespace backlot::sim {

namespace {

// One list of the fields for both directions: `field` writes them, or reads them.
template <class Fields, class Body>
void visit_numbers(Fields& field, Body& e) {
  field(e.number);
  field(e.body.shape.length_m);
  field(e.body.shape.width_m);
  field(e.body.shape.height_m);
  field(e.body.shape.wheelbase_m);
  field(e.body.shape.rear_overhang_m);
  field(e.body.middle.x);
  field(e.body.middle.y);
  field(e.body.middle.z);
  field(e.body.heading_x);
  field(e.body.heading_y);
  field(e.body.speed_mps);
  field(e.body.bend_1pm);
  field(e.has_command);
  field(e.steering.steer_rad);
  field(e.steering.accel_mps2);
  field(e.steering.is_reverse);
  field(e.pose.middle.x);
  field(e.pose.middle.y);
  field(e.pose.middle.z);
  field(e.pose.heading_rad);
  field(e.pose.speed_mps);
  field(e.has_jumped);
  field(e.pace_mps);
  field(e.part);
}

void write_time(ByteWriter& field, std::int64_t nanoseconds) {
  field(static_cast<std::uint64_t>(nanoseconds));
}
std::int64_t read_time(ByteReader& field) {
  std::uint64_t value = 0;
  field(value);
  return static_cast<std::int64_t>(value);
}

void write_plan(ByteWriter& field, const Behaviour& behaviour) {
  if (const auto* plan = std::get_if<ByPath>(&behaviour)) {
    field(plan->speed_mps);
    field(std::uint64_t{plan->points.size()});
    for (const geometry::WorldPoint& p : plan->points) {
      field(p.x);
      field(p.y);
      field(p.z);
    }
  }
  if (const auto* plan = std::get_if<ByPattern>(&behaviour)) {
    field(std::uint64_t{plan->manoeuvres.size()});
    for (const Manoeuvre& m : plan->manoeuvres) {
      write_time(field, m.lasts.nanoseconds());
      field(m.speed_mps);
      field(m.rate_mps2);
      field(m.steer_rad);
    }
  }
}

ByPath read_path(ByteReader& field) {
  ByPath plan;
  std::uint64_t size = 0;
  field(plan.speed_mps);
  field(size);
  if (size > field.left() / 24) return {};
  plan.points.resize(size);
  for (geometry::WorldPoint& p : plan.points) {
    field(p.x);
    field(p.y);
    field(p.z);
  }
  return plan;
}

bool read_pattern(ByteReader& field, ByPattern& plan) {
  std::uint64_t size = 0;
  field(size);
  if (size > field.left() / 32) return false;
  plan.manoeuvres.resize(size);
  for (Manoeuvre& m : plan.manoeuvres) {
    m.lasts = base::Duration::from_nanoseconds(read_time(field));
    field(m.speed_mps);
    field(m.rate_mps2);
    field(m.steer_rad);
  }
  return true;
}

// The behaviour of a number in the list of all.
bool read_plan(ByteReader& field, std::uint8_t which, Behaviour& behaviour) {
  switch (which) {
    case 1:
      behaviour = ByPose{};
      return true;
    case 2:
      behaviour = BySteering{};
      return true;
    case 3:
      behaviour = read_path(field);
      return true;
    case 4:
      return read_pattern(field, behaviour.emplace<ByPattern>());
    case 5:
      behaviour = Parked{};
      return true;
    case 6:
      behaviour = Wrecked{};
      return true;
    default:
      return false;
  }
}
static_assert(std::is_same_v<std::variant_alternative_t<3, Behaviour>, ByPath>);
static_assert(std::is_same_v<std::variant_alternative_t<6, Behaviour>, Wrecked> &&
              std::variant_size_v<Behaviour> == 7);

bool is_finite(const ExternalBody& e) {
  const auto& b = e.body;
  for (const double value : {b.heading_x, b.heading_y, b.speed_mps, b.bend_1pm, e.steering.steer_rad,
                             e.steering.accel_mps2, e.pose.heading_rad, e.pose.speed_mps, e.pace_mps}) {
    if (!std::isfinite(value)) return false;
  }
  return geometry::is_place(b.middle) && geometry::is_place(e.pose.middle);
}

}  // namespace

void write_external(ByteWriter& field, const ExternalBody& e) {
  field(static_cast<std::uint8_t>(e.kind));
  visit_numbers(field, e);
  for (const std::int64_t time :
       {e.made_at.nanoseconds(), e.taken_at.nanoseconds(), e.pose_in.nanoseconds(), e.since.nanoseconds()})
    write_time(field, time);
  field(static_cast<std::uint8_t>(e.behaviour.index()));
  write_plan(field, e.behaviour);
}

bool read_external(ByteReader& field, const ExternalSettings& settings, ExternalBody& e) {
  std::uint8_t kind = 0, which = 0;
  field(kind);
  if (kind >= world::kObjectKinds) return false;
  ExternalBody read;
  read.kind = static_cast<world::ObjectKind>(kind);
  visit_numbers(field, read);
  read.made_at = base::SimTime::from_nanoseconds(read_time(field));
  read.taken_at = base::SimTime::from_nanoseconds(read_time(field));
  read.pose_in = base::Duration::from_nanoseconds(read_time(field));
  read.since = base::Duration::from_nanoseconds(read_time(field));
  field(which);
  Behaviour behaviour;
  if (!read_plan(field, which, behaviour) || field.has_failed() || !is_finite(read) ||
      !is_sound(read.body.shape))
    return false;
  // as it would be checked had somebody asked for it; then as far as it was
  e = read;
  if (!begin_behaviour(behaviour, read.taken_at, settings, e).empty()) return false;
  const auto* path = std::get_if<ByPath>(&behaviour);
  if (path != nullptr && read.part + 2 > path->points.size()) return false;
  e = read;
  e.behaviour = std::move(behaviour);
  return true;
}

}  // namespace backlot::sim
