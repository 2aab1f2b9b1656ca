#include "backlot/subject/line.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/network/right_of_way.h"
#include "backlot/world/mark.h"

namespace backlot::subject {

namespace {

using network::Precedence;
using record::FrameObject;
using world::Track;
using world::TrackId;

constexpr double kOwnHalf_m = 1, kOtherHalf_m = 1.1;  // widths for which corridors touch
constexpr double kReach_m = 250;                      // bodies are looked at so far before a conflict
constexpr double kGap_s = 6, kClearing_s = 1;  // the least gap; the margin behind the subject's clearing
constexpr double kStartAccel_mps2 = 1.5, kSlow_mps = 8;  // a slow body may speed up like this
constexpr double kStandsAtLine_mps = 0.3;

RivalReach reach_of(const world::Tracks& tracks, TrackId id, double to_conflict_m) {
  BACKLOT_ASSERT(!id.is_empty(), "a rival comes over a track");
  const Track& track = tracks[id];
  return {id, track.strip, track.lane, to_conflict_m};
}

// The other corridor, and backwards the tracks that lead to it.
std::vector<RivalReach> reaches_to(const world::Tracks& tracks, TrackId corridor, double conflict_m) {
  std::vector<RivalReach> reaches{reach_of(tracks, corridor, conflict_m)};
  for (std::size_t k = 0; k < reaches.size() && reaches.size() < 32; ++k) {
    if (reaches[k].to_conflict_m > kReach_m) continue;
    for (const TrackId before : tracks.before(tracks[reaches[k].track])) {
      const bool is_new =
          std::ranges::none_of(reaches, [&](const RivalReach& r) { return r.track == before; });
      if (is_new)
        reaches.push_back(reach_of(tracks, before, reaches[k].to_conflict_m + tracks[before].length));
    }
  }
  return reaches;
}

void add_rivals(const world::Course& course, std::size_t part, Line& line) {
  BACKLOT_ASSERT(part > 0 && part < course.list().size(), "a line lies before a part of the course");
  const world::Tracks& tracks = course.tracks();
  const network::Network& network = tracks.network();
  const Track& own = tracks[course.list()[part]];
  for (const network::Dependency& dependency : network.dependencies(line.corridor)) {
    const TrackId other = tracks.track_of(dependency.other);
    if (other.is_empty() || dependency.kind == network::DependencyKind::diverging) continue;
    const auto touch = network.find_stretches(dependency, kOwnHalf_m, kOtherHalf_m);
    if (!touch) continue;
    const double own_a = tracks.metres_at(own, touch->own.from), own_b = tracks.metres_at(own, touch->own.to);
    const double a = tracks.metres_at(tracks[other], touch->other.from),
                 b = tracks.metres_at(tracks[other], touch->other.to);
    line.rivals.push_back({dependency, course.start_of(part) + std::max(own_a, own_b), std::fabs(b - a),
                           reaches_to(tracks, other, std::min(a, b))});
  }
}

// Seconds in which a body is over some metres, if it accelerates where it is slow.
double seconds_for(double metres, double v) {
  BACKLOT_ASSERT(!std::isnan(metres), "a way is a number, a speed is forward");
  if (metres <= 0) return 0;
  if (v >= kSlow_mps) return metres / v;
  return (std::sqrt(v * v + 2 * kStartAccel_mps2 * metres) - v) / kStartAccel_mps2;
}

// Metres from the front of a body to a conflict; below zero where the front is past its beginning. Empty where the body does not come there.
std::optional<double> metres_to(const world::Tracks& tracks, const Rival& rival, const FrameObject& o) {
  if (o.strip.is_empty()) return std::nullopt;
  for (const RivalReach& reach : rival.reaches) {
    if (reach.strip != o.strip || reach.lane != o.lane) continue;
    // Before the corridor, a body whose next corridor is known counts where that is the rival's.
    const bool is_on_it = &reach == &rival.reaches.front();
    const bool is_next =
        reach.to_conflict_m <= rival.reaches.front().to_conflict_m + tracks[reach.track].length;
    if (!is_on_it && is_next && !o.corridor.is_empty() && o.corridor != rival.dependency.other)
      return std::nullopt;
    const double metre = tracks.metres_at(tracks[reach.track], o.distance);
    return reach.to_conflict_m - metre - 0.5 * static_cast<double>(o.length_m);
  }
  return std::nullopt;
}

bool is_left_alone(const FrameObject& o) {
  return o.behaviour == record::Behaviour::parked || o.behaviour == record::Behaviour::wrecked;
}

}  // namespace

std::vector<Line> lines_of(const world::Course& course) {
  const world::Tracks& tracks = course.tracks();
  std::vector<Line> lines;
  for (std::size_t part = 1; part < course.list().size(); ++part) {
    const Track& track = tracks[course.list()[part]];
    if (!track.is_corridor()) continue;
    Line line;
    line.metre = course.start_of(part - 1) + world::line_of(tracks, course.list()[part - 1]).metres;
    line.end_m = course.start_of(part) + track.length;
    line.corridor = track.corridor;
    add_rivals(course, part, line);
    lines.push_back(std::move(line));
  }
  return lines;
}

bool must_give_way(const world::Course& course, const Line& line, const Style& style,
                   const record::Frame& frame, const Entry& entry) {
  const network::Network& network = course.tracks().network();
  for (const Rival& rival : line.rivals) {
    const Precedence precedence =
        network::precedence(network, line.corridor, rival.dependency, frame.signals);
    if (precedence != Precedence::yields && precedence != Precedence::by_arrival) continue;
    const double v = entry.speed_mps, a = style.accel_mps2;
    const double clearing_m = rival.own_to_m + entry.length_m - entry.front_m;
    const double clearing_s = (std::sqrt(v * v + 2 * a * std::max(clearing_m, 0.0)) - v) / a;
    const double gap_s = std::max(kGap_s, clearing_s + kClearing_s);
    for (const FrameObject& o : frame.objects) {
      if (o.id == entry.self || is_left_alone(o)) continue;
      const std::optional<double> to = metres_to(course.tracks(), rival, o);
      if (!to || *to > kReach_m) continue;
      const bool is_past = *to + static_cast<double>(o.length_m) + rival.conflict_m < 0;
      if (is_past) continue;
      // Where the order of arrival decides, only bodies within the intersection are waited for.
      if (precedence == Precedence::by_arrival && network.corridor_of(o.strip) != rival.dependency.other)
        continue;
      if (seconds_for(*to, std::max(o.speed_mps, 0.0)) < gap_s) return true;
    }
  }
  return false;
}

}  // namespace backlot::subject
