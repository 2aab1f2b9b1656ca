// Directives, leases and claims of a saved run.
#include "backlot/sim/direction.h"

namespace backlot::sim {

namespace {

using traffic::Directive;
using traffic::Lease;

constexpr std::uint64_t kMost = 1U << 24U;  // of anything in a list

template <class Id>
void write_id(ByteWriter& field, Id id) {
  field(id.raw());
}
void read_id(ByteReader& field, world::ObjectId& id) {
  std::uint64_t raw = 0;
  field(raw);
  const auto slot = static_cast<std::uint32_t>(raw >> 32U);
  id = slot == world::ObjectId{}.raw() >> 32U ? world::ObjectId{}
                                              : world::ObjectId(slot, static_cast<std::uint32_t>(raw));
}
template <class Tag>
void read_id(ByteReader& field, base::Id<Tag>& id) {
  std::uint32_t raw = 0;
  field(raw);
  id = raw == base::Id<Tag>{}.raw() ? base::Id<Tag>{} : base::Id<Tag>(raw);
}

void write_time(ByteWriter& field, base::SimTime time) {
  field(static_cast<std::uint64_t>(time.nanoseconds()));
}
void read_time(ByteReader& field, base::SimTime& time) {
  std::uint64_t value = 0;
  field(value);
  time = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(value));
}

// Both directions: plain numbers.
template <class Fields, class D>
void visit_numbers(Fields& field, D& d) {
  field(d.hold_s);
  field(d.speed_mps);
  field(d.gap_m);
  field(d.headway_s);
  field(d.offset_m);
  field(d.mark.metres);
}

void write_directive(ByteWriter& field, const Directive& d) {
  write_id(field, d.actor);
  write_id(field, d.issuer);
  write_id(field, d.object);
  write_id(field, d.mark.track);
  field(static_cast<std::uint32_t>(d.priority));
  field(static_cast<std::uint32_t>(d.lane));
  field(static_cast<std::uint8_t>(d.kind));
  field(static_cast<std::uint8_t>(d.persistence));
  field(static_cast<std::uint8_t>(d.side));
  field(static_cast<std::uint8_t>(d.direction));
  visit_numbers(field, d);
  write_time(field, d.expires);
  write_time(field, d.time);
  field(std::uint64_t{d.path.size()});
  for (const world::TrackId track : d.path) write_id(field, track);
}

bool read_directive(ByteReader& field, Directive& d) {
  read_id(field, d.actor);
  read_id(field, d.issuer);
  read_id(field, d.object);
  read_id(field, d.mark.track);
  std::uint32_t priority = 0, lane = 0;
  field(priority);
  field(lane);
  d.priority = static_cast<std::int32_t>(priority);
  d.lane = static_cast<std::int32_t>(lane);
  std::uint8_t kind = 0, persistence = 0, side = 0, direction = 0;
  field(kind);
  field(persistence);
  field(side);
  field(direction);
  if (kind >= traffic::kDirectiveKinds || persistence > 2 || side > 2 || direction > 3) return false;
  d.kind = static_cast<traffic::DirectiveKind>(kind);
  d.persistence = static_cast<traffic::Persistence>(persistence);
  d.side = static_cast<traffic::Side>(side);
  d.direction = static_cast<network::Turn>(direction);
  visit_numbers(field, d);
  read_time(field, d.expires);
  read_time(field, d.time);
  std::uint64_t path = 0;
  field(path);
  if (path > field.left() / 4) return false;
  d.path.resize(path);
  for (world::TrackId& track : d.path) read_id(field, track);
  return !field.has_failed();
}

void write_lease(ByteWriter& field, const Lease& lease) {
  field(lease.number);
  write_directive(field, lease.directive);
  write_time(field, lease.begun);
  write_time(field, lease.reached);
  write_id(field, lease.line);
  write_id(field, lease.way);
  write_id(field, lease.aim);
  field(lease.is_later);
  field(lease.left_m);
  write_time(field, lease.seen);
}

// A lease that was accepted names only tracks that there are.
bool read_lease(ByteReader& field, std::size_t tracks, Lease& lease) {
  field(lease.number);
  if (!read_directive(field, lease.directive)) return false;
  read_time(field, lease.begun);
  read_time(field, lease.reached);
  read_id(field, lease.line);
  read_id(field, lease.way);
  read_id(field, lease.aim);
  field(lease.is_later);
  field(lease.left_m);
  read_time(field, lease.seen);
  const auto is_there = [tracks](world::TrackId id) { return id.is_empty() || id.index() < tracks; };
  for (const world::TrackId id : lease.directive.path)
    if (id.is_empty() || !is_there(id)) return false;
  return is_there(lease.directive.mark.track) && is_there(lease.aim) && !field.has_failed();
}

}  // namespace

void Direction::save(ByteWriter& field) const {
  field(last_);
  field(std::uint64_t{waiting_.size()});
  for (const Waiting& w : waiting_) {
    field(w.number);
    write_directive(field, w.directive);
  }
  field(std::uint64_t{cancelled_.size()});
  for (const traffic::DirectiveNumber number : cancelled_) field(number);
  field(std::uint64_t{claims_.size()});
  for (const Claim& claim : claims_) {
    write_id(field, claim.actor);
    write_id(field, claim.issuer);
  }
  field(std::uint64_t{panels_.size()});
  for (const Panel& panel : panels_) {
    write_id(field, panel.actor);
    field(panel.returns_home);
    for (const std::optional<Lease>& lease : panel.leases) {
      field(lease.has_value());
      if (lease) write_lease(field, *lease);
    }
  }
}

bool Direction::restore(ByteReader& field, std::size_t numbers, std::size_t tracks) {
  Direction read;
  const auto count = [&field](std::uint64_t& size) {
    field(size);
    return size <= kMost && size <= field.left();
  };
  std::uint64_t size = 0;
  field(read.last_);
  if (!count(size)) return false;
  for (std::uint64_t k = 0; k < size; ++k) {
    Waiting& w = read.waiting_.emplace_back();
    field(w.number);
    if (!read_directive(field, w.directive)) return false;
  }
  if (!count(size)) return false;
  read.cancelled_.resize(size);
  for (traffic::DirectiveNumber& number : read.cancelled_) field(number);
  if (!count(size)) return false;
  for (std::uint64_t k = 0; k < size; ++k) {
    Claim& claim = read.claims_.emplace_back();
    read_id(field, claim.actor);
    read_id(field, claim.issuer);
    if (k > 0 && !(read.claims_[k - 1].actor < claim.actor)) return false;
  }
  if (!count(size)) return false;
  read.panel_of_.resize(numbers);
  for (std::uint64_t k = 0; k < size; ++k) {
    Panel& panel = read.panels_.emplace_back();
    read_id(field, panel.actor);
    field(panel.returns_home);
    if (panel.actor.is_empty() || panel.actor.slot() >= numbers ||
        (k > 0 && !(read.panels_[k - 1].actor < panel.actor)))
      return false;
    for (std::optional<Lease>& lease : panel.leases) {
      bool is_held = false;
      field(is_held);
      if (is_held && !read_lease(field, tracks, lease.emplace())) return false;
    }
    read.panel_of_[panel.actor.slot()] = static_cast<std::uint32_t>(k + 1);
  }
  if (field.has_failed()) return false;
  *this = std::move(read);
  return true;
}

}  // namespace backlot::sim
