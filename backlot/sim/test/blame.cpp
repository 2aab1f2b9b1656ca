#include "backlot/sim/test/blame.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/network/right_of_way.h"

namespace backlot::sim {

namespace {

constexpr double kHard_mps2 = 8, kReaction_s = 0.2, kOthers_mps2 = 3;
constexpr double kStands_mps = 0.3;
constexpr double kMoves_mps = 1;  // slower than this a body has no way to be kept free
constexpr double kComfort_mps2 = 4, kComfortReaction_s = 1;  // of a body with the right of way
constexpr double kSameWay = 0.7;                             // cosine between a body and its lane
constexpr std::size_t kFrames = 150;                         // are remembered
constexpr std::size_t kChange = 60;                          // frames that a lane change may take
constexpr double kBeyond_m = 60, kPiece_m = 0.25, kJump_m = 6;

using world::BodyBox;

double way_between(const BodyBox& a, const BodyBox& b) {
  const double x = b.centre.x - a.centre.x, y = b.centre.y - a.centre.y;
  return std::sqrt(x * x + y * y);
}

BodyBox between(const BodyBox& a, const BodyBox& b, double share) {
  BodyBox box = a;
  box.centre = a.centre + share * (b.centre - a.centre);
  const double x = a.heading_x + share * (b.heading_x - a.heading_x),
               y = a.heading_y + share * (b.heading_y - a.heading_y), n = std::sqrt(x * x + y * y);
  box.heading_x = x / n;
  box.heading_y = y / n;
  return box;
}

// Places of a body on its way, with how far it has come.
struct Placed {
  BodyBox box;
  double way_m = 0;
};

// From one frame on to the last, by pieces; and straight on where asked for.
std::vector<Placed> way_of(const std::vector<BodyBox>& boxes, std::size_t from, double beyond_m) {
  std::vector<Placed> way{{boxes[from], 0}};
  double done = 0;
  for (std::size_t k = from; k + 1 < boxes.size(); ++k) {
    const double length = way_between(boxes[k], boxes[k + 1]);
    const bool has_jumped = length > kJump_m;  // then nothing between was swept
    const int pieces = has_jumped ? 1 : std::max(1, static_cast<int>(std::ceil(length / kPiece_m)));
    for (int p = 1; p <= pieces; ++p)
      way.push_back(
          {between(boxes[k], boxes[k + 1], static_cast<double>(p) / pieces), done + length * p / pieces});
    done += length;
  }
  for (double on = kPiece_m; on <= beyond_m; on += kPiece_m) {
    Placed p{boxes.back(), done + on};
    p.box.centre.x += on * p.box.heading_x;
    p.box.centre.y += on * p.box.heading_y;
    way.push_back(p);
  }
  return way;
}

// The way to the first place of `one` that meets any of `others`; infinite where no place does.
double way_to_meet(const std::vector<Placed>& one, const std::vector<Placed>& others) {
  for (const Placed& a : one) {
    for (const Placed& b : others) {
      if (std::fabs(a.box.centre.x - b.box.centre.x) > 30 || std::fabs(a.box.centre.y - b.box.centre.y) > 30)
        continue;
      if (world::overlap(a.box, b.box, 0.01)) return a.way_m;
    }
  }
  return std::numeric_limits<double>::infinity();
}

// The front half of a body.
BodyBox front_half(BodyBox box) {
  box.half_length *= 0.5;
  box.centre.x += box.half_length * box.heading_x;
  box.centre.y += box.half_length * box.heading_y;
  return box;
}

}  // namespace

const Blame::Body* Blame::Moment::find(world::ObjectId id) const {
  const auto at = std::ranges::lower_bound(bodies, id, {}, &Body::id);
  return at != bodies.end() && at->id == id ? &*at : nullptr;
}

void Blame::watch(const record::Frame& frame) {
  BACKLOT_ASSERT(frame.signals.size() == roads_.tracks.network().signal_groups().size(),
                 "the frame has signals");
  before_ = contacts_.size();
  Moment moment;
  moment.time_s = frame.time.seconds();
  moment.signals = frame.signals;
  for (const record::FrameObject& o : frame.objects) {
    if (!world::is_vehicle(o.kind)) continue;
    const world::BodyBox box{o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m),
                             0.5 * static_cast<double>(o.width_m)};
    moment.bodies.push_back({o.id, box, o.speed_mps, o.distance, o.strip, o.lane, o.corridor,
                             o.behaviour == record::Behaviour::extra,
                             o.behaviour == record::Behaviour::wrecked});
  }
  moments_.push_back(std::move(moment));
  if (moments_.size() > kFrames) moments_.pop_front();
  const Moment& now = moments_.back();
  for (const Body& external : now.bodies) {
    if (external.is_extra) continue;
    for (const Body& extra : now.bodies) {
      if (!extra.is_extra || std::fabs(extra.box.centre.x - external.box.centre.x) > 30 ||
          std::fabs(extra.box.centre.y - external.box.centre.y) > 30)
        continue;
      const record::FrameObject* object = record::find(frame, extra.id);
      if (object->accel_mps2 < -2 && way_between(external.box, extra.box) < 25) ++braking_;
      if (!world::overlap(extra.box, external.box, 0.01)) continue;
      const std::pair pair{extra.id, external.id};
      if (std::find(seen_.begin(), seen_.end(), pair) != seen_.end()) continue;
      seen_.push_back(pair);
      judge(extra, external);
    }
  }
}

// Whether a body is on its corridor; else that is the next one.
bool Blame::is_on(const Body& body) const {
  return !body.corridor.is_empty() && roads_.tracks.network().corridor(body.corridor).strip == body.strip;
}

// Whether a body drives the way that its lane is travelled.
bool Blame::keeps_its_side(const Body& body) const {
  if (body.lane.is_empty() || body.speed_mps < 0) return false;
  const world::TrackId tracks[] = {roads_.tracks.track_of({body.lane, true}),
                                   roads_.tracks.track_of({body.lane, false})};
  for (const world::TrackId id : tracks) {
    if (id.is_empty()) continue;
    const world::Track& track = roads_.tracks[id];
    const geometry::Vec3 along =
        roads_.tracks.tangent_at(track, std::clamp(body.distance, 0.0, track.strip_length));
    if (track.sign() * (along.x * body.box.heading_x + along.y * body.box.heading_y) > kSameWay) return true;
  }
  return false;
}

std::size_t Blame::last_chance(const Track& own, const Track& other) const {
  std::size_t chance = own.boxes.size();
  for (std::size_t k = own.boxes.size(); k-- > 0;) {
    const std::vector<Placed> own_way = way_of(own.boxes, k, 0), other_way = way_of(other.boxes, k, 0);
    const double to_mine = way_to_meet(other_way, way_of(own.boxes, k, kBeyond_m));
    const double u = std::fabs(other.bodies[k]->speed_mps);
    const bool shows = to_mine <= 0 || to_mine < u * (kReaction_s + u / (2 * kOthers_mps2));
    if (!shows) break;
    const double v = own.bodies[k]->speed_mps;
    if (v * (kReaction_s + v / (2 * kHard_mps2)) < way_to_meet(own_way, other_way)) chance = k;
  }
  return chance;
}

// Whether the rules let the other body go first, as the extra came into its way.
bool Blame::is_to_yield(const Track& own, const Track& other, std::size_t enters) const {
  const network::Network& net = roads_.tracks.network();
  const Body &mine = *own.bodies[enters], &its = *other.bodies[enters];
  // of two lanes side by side: the one that comes into the lane of the other
  if (!is_on(mine) && mine.strip == its.strip && !its.lane.is_empty()) {
    const std::size_t ago = enters > kChange ? enters - kChange : 0;
    const auto kept = [&](const Track& body) {
      return std::all_of(body.bodies.begin() + static_cast<std::ptrdiff_t>(ago),
                         body.bodies.begin() + static_cast<std::ptrdiff_t>(enters) + 1,
                         [&](const Body* at) { return at->strip != its.strip || at->lane == its.lane; });
    };
    return kept(other) && !kept(own);
  }
  // of two corridors that the bodies came by, with the signals as they were when the extra came onto its own
  const std::size_t since = enters > kChange ? enters - kChange : 0;
  const std::size_t moment = moments_.size() - own.bodies.size();
  network::CorridorId last;
  for (std::size_t k = since; k < own.bodies.size(); ++k) {
    const network::CorridorId corridor = own.bodies[k]->corridor;
    if (corridor.is_empty() || corridor == last || (!is_on(*own.bodies[k]) && k < enters)) continue;
    last = corridor;
    for (const network::Dependency& there : net.dependencies(corridor)) {
      const bool is_its =
          std::any_of(other.bodies.begin() + static_cast<std::ptrdiff_t>(enters), other.bodies.end(),
                      [&](const Body* at) { return at->corridor == there.other; });
      if (is_its && network::precedence(net, corridor, there, moments_[moment + k].signals) ==
                        network::Precedence::yields)
        return true;
    }
  }
  return false;
}

std::optional<std::size_t> Blame::find_unyielding(const Track& own, const Track& other) const {
  // the first frame from which on the extra was in the way that the other body had before it
  std::size_t enters = own.boxes.size();
  std::vector<Placed> its_way;
  for (std::size_t k = own.boxes.size(); k-- > 0; enters = k) {
    std::vector<Placed> way = way_of(other.boxes, k, 0);
    if (std::isinf(way_to_meet({{own.boxes[k], 0}}, way))) break;
    its_way = std::move(way);
  }
  if (enters == 0 || enters == own.boxes.size()) return std::nullopt;  // it was always there
  const Body& its = *other.bodies[enters];
  const double u = its.speed_mps;
  if (u < kMoves_mps || !keeps_its_side(its)) return std::nullopt;
  const double room_m = way_to_meet(its_way, {{own.boxes[enters], 0}});
  if (u * (kComfortReaction_s + u / (2 * kComfort_mps2)) < room_m) return std::nullopt;
  if (!is_to_yield(own, other, enters)) return std::nullopt;
  for (std::size_t k = enters; k-- > 0;) {
    const double v = own.bodies[k]->speed_mps;
    if (v * (kComfortReaction_s + v / (2 * kComfort_mps2)) <
        way_to_meet(way_of(own.boxes, k, 0), way_of(other.boxes, k, 0)))
      return enters;
  }
  return std::nullopt;
}

void Blame::judge(const Body& extra, const Body& external) {
  // the last frames in which both were there, as what they are
  std::size_t first = moments_.size();
  const auto both_were_there = [&](const Moment& moment) {
    const Body *one = moment.find(extra.id), *other = moment.find(external.id);
    return one != nullptr && other != nullptr && one->is_extra && !other->is_extra &&
           other->is_wreck == external.is_wreck;
  };
  while (first > 0 && both_were_there(moments_[first - 1])) --first;
  Track own, other;
  for (std::size_t k = first; k < moments_.size(); ++k) {
    own.bodies.push_back(moments_[k].find(extra.id));
    other.bodies.push_back(moments_[k].find(external.id));
    own.boxes.push_back(own.bodies.back()->box);
    other.boxes.push_back(other.bodies.back()->box);
  }
  ExtraAndExternal contact;
  contact.time_s = moments_.back().time_s;
  contact.extra = extra.id;
  contact.external = external.id;
  contact.extra_mps = extra.speed_mps;
  contact.with_wreck = external.is_wreck;
  const bool ran_into = extra.speed_mps > kStands_mps && world::overlap(front_half(extra.box), external.box);
  const std::optional<std::size_t> unyielding = find_unyielding(own, other);
  const std::size_t chance = ran_into ? last_chance(own, other) : own.boxes.size();
  if (chance < own.boxes.size()) {
    contact.finding = Finding::ran_into;
  } else if (unyielding) {
    contact.finding = Finding::did_not_yield;
  } else {
    contact.finding = ran_into ? Finding::too_late : Finding::was_run_into;
  }
  contact.story =
      fmt::format("{:.1f} s: extra {} at {:.1f} m/s met external {} at {:.1f} m/s near ({:.1f}, {:.1f}), {}",
                  contact.time_s, contact.extra.slot(), contact.extra_mps, contact.external.slot(),
                  external.speed_mps, extra.box.centre.x, extra.box.centre.y, sim::to_text(contact.finding));
  if (contact.finding == Finding::ran_into)
    contact.story +=
        fmt::format(": it could have stopped {:.1f} s before, at {:.1f} m/s then",
                    contact.time_s - moments_[first + chance].time_s, own.bodies[chance]->speed_mps);
  if (contact.finding == Finding::did_not_yield)
    contact.story +=
        fmt::format(": it came into the way {:.1f} s before, at {:.1f} m/s, {:.1f} m ahead of it",
                    contact.time_s - moments_[first + *unyielding].time_s, own.bodies[*unyielding]->speed_mps,
                    way_to_meet(way_of(other.boxes, *unyielding, 0), {{own.boxes[*unyielding], 0}}));
  contacts_.push_back(contact);
}

std::size_t Blame::count(Finding finding) const {
  return static_cast<std::size_t>(std::ranges::count(contacts_, finding, &ExtraAndExternal::finding));
}

std::size_t Blame::avoidable() const { return count(Finding::ran_into) + count(Finding::did_not_yield); }

std::string Blame::to_text() const {
  std::string text;
  for (const ExtraAndExternal& c : contacts_)
    if (c.is_avoidable()) text += c.story + "\n";
  return text;
}

std::string_view to_text(Finding finding) {
  switch (finding) {
    case Finding::was_run_into:
      return "was run into";
    case Finding::too_late:
      return "too late to stop";
    case Finding::ran_into:
      return "ran into it";
    case Finding::did_not_yield:
      return "did not yield";
  }
  return "";
}

}  // namespace backlot::sim
