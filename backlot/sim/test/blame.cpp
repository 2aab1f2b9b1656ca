#include "backlot/sim/test/blame.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace backlot::sim {

namespace {

constexpr double kHard_mps2 = 8, kReaction_s = 0.2, kOthers_mps2 = 3;
constexpr double kStands_mps = 0.3;
constexpr std::size_t kFrames = 150;  // are remembered
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

void Blame::watch(const Simulation& simulation) {
  before_ = contacts_.size();
  Frame frame;
  frame.time_s = simulation.tick().time.seconds();
  std::vector<std::pair<std::uint64_t, BodyBox>> externals;
  for (std::size_t k = 0; k < simulation.external_count(); ++k) {
    const ExternalView v = simulation.external(k);
    externals.emplace_back(v.id.raw(), world::box_of(v.external.body));
    frame.is_wreck[v.id.raw()] = v.external.is_wrecked();
    frame.boxes[v.id.raw()] = externals.back().second;
    frame.speeds[v.id.raw()] = v.external.body.speed_mps;
  }
  std::vector<std::uint64_t> extras;
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    frame.boxes[v.id.raw()] = world::box_of(v.shape, v.mover);
    frame.speeds[v.id.raw()] = v.mover.speed_mps;
    extras.push_back(v.id.raw());
    for (const auto& [id, box] : externals) {
      if (v.mover.accel_mps2 < -2 && way_between(box, frame.boxes[v.id.raw()]) < 25) ++braking_;
    }
  }
  frames_.push_back(std::move(frame));
  if (frames_.size() > kFrames) frames_.pop_front();
  const Frame& now = frames_.back();
  for (const auto& [external, box] : externals) {
    for (const std::uint64_t id : extras) {
      const BodyBox& extra = now.boxes.at(id);
      if (std::fabs(extra.centre.x - box.centre.x) > 30 || std::fabs(extra.centre.y - box.centre.y) > 30 ||
          !world::overlap(extra, box, 0.01))
        continue;
      const std::pair pair{id, external};
      if (std::find(seen_.begin(), seen_.end(), pair) != seen_.end()) continue;
      seen_.push_back(pair);
      judge(id, external);
    }
  }
}

void Blame::judge(std::uint64_t extra, std::uint64_t external) {
  // the last frames in which both were there
  std::vector<BodyBox> own, other;
  std::vector<double> own_mps, other_mps;
  std::size_t first = frames_.size();
  const auto both_were_there = [&](const Frame& frame) {
    const auto was = frame.is_wreck.find(external);
    return frame.boxes.contains(extra) && was != frame.is_wreck.end() &&
           was->second == frames_.back().is_wreck.at(external);
  };
  while (first > 0 && both_were_there(frames_[first - 1])) --first;
  for (std::size_t k = first; k < frames_.size(); ++k) {
    own.push_back(frames_[k].boxes.at(extra));
    other.push_back(frames_[k].boxes.at(external));
    own_mps.push_back(frames_[k].speeds.at(extra));
    other_mps.push_back(std::fabs(frames_[k].speeds.at(external)));
  }
  ExtraAndExternal contact;
  contact.time_s = frames_.back().time_s;
  contact.extra = static_cast<std::uint32_t>(extra >> 32U);
  contact.external = static_cast<std::uint32_t>(external >> 32U);
  contact.extra_mps = own_mps.back();
  const bool ran_into = own_mps.back() > kStands_mps && world::overlap(front_half(own.back()), other.back());
  std::size_t at = own.size();
  for (std::size_t k = own.size(); ran_into && k-- > 0;) {
    const std::vector<Placed> own_way = way_of(own, k, 0), other_way = way_of(other, k, 0);
    const double to_mine = way_to_meet(other_way, way_of(own, k, kBeyond_m));
    const double u = other_mps[k];
    const bool shows = to_mine <= 0 || to_mine < u * (kReaction_s + u / (2 * kOthers_mps2));
    if (!shows) break;
    const double v = own_mps[k];
    const double left = way_to_meet(own_way, other_way);
    if (v * (kReaction_s + v / (2 * kHard_mps2)) < left) {
      contact.is_avoidable = true;
      at = k;
    }
  }
  contact.story = fmt::format(
      "{:.1f} s: extra {} at {:.1f} m/s met external {} at {:.1f} m/s near ({:.1f}, {:.1f}), {}",
      contact.time_s, contact.extra, contact.extra_mps, contact.external, other_mps.back(),
      own.back().centre.x, own.back().centre.y,
      contact.is_avoidable ? fmt::format("avoidable {:.1f} s before, at {:.1f} m/s then",
                                         0.1 * static_cast<double>(own.size() - 1 - at), own_mps[at])
      : ran_into           ? "too late to stop"
                           : "was run into");
  contacts_.push_back(contact);
}

std::size_t Blame::avoidable() const {
  return static_cast<std::size_t>(std::count_if(contacts_.begin(), contacts_.end(),
                                                [](const ExtraAndExternal& c) { return c.is_avoidable; }));
}

std::string Blame::to_text() const {
  std::string text;
  for (const ExtraAndExternal& c : contacts_)
    if (c.is_avoidable) text += c.story + "\n";
  return text;
}

}  // namespace backlot::sim
