#include "backlot/sim/test/judges/traffic_judge.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace backlot::sim {

namespace {

constexpr double kJudgedStanding_mps = 0.1;
constexpr double kRounding_mps2 = 0.05;
constexpr std::uint64_t kLocateEvery = 10;  // frames: no vehicle comes back within a second
// The middle of a body and its guide are apart, so that in a turn they do not go equally fast: by this share, and so much.
constexpr double kWayShare = 0.35, kWay_m = 0.1;
constexpr double kLong_m = 7;
constexpr double kFurthest_m = 60;  // no line is looked for further ahead

}  // namespace

AccelerationBounds usual_bounds(world::ObjectKind kind) {
  switch (kind) {
    case world::ObjectKind::truck:
    case world::ObjectKind::bus:
      return {.hardest = -6, .strongest = 1.5};
    case world::ObjectKind::bicycle:
      return {.hardest = -5, .strongest = 1.5};
    default:
      return {};
  }
}

bool TrafficJudge::Verdict::is_clean(double stand_s) const {
  return contacts == 0 && off_network == 0 && red_crossings == 0 && out_of_bounds == 0 &&
         disagreements == 0 && longest_stand_s <= stand_s;
}

TrafficJudge::TrafficJudge(const network::Network& network)
    : network_(network), lines_(network.corridors().size()) {
  for (std::size_t c = 0; c < lines_.size(); ++c) {
    const network::Corridor& corridor = network.corridors()[c];
    if (corridor.signal_group.is_empty() || corridor.from.lane.is_empty()) continue;
    const double distance = network.stop_distance(corridor.from);
    const network::LaneEdges edges = network.edges(corridor.from.lane, distance);
    const network::StripId strip = network.lane(corridor.from.lane).strip;
    const geometry::PlacedPose at = network::place(network, strip, {distance, edges.centre(), 0});
    const double ahead = corridor.from.is_along ? 1 : -1;
    lines_[c] = {at.position.x,
                 at.position.y,
                 ahead * at.tangent.x,
                 ahead * at.tangent.y,
                 0.5 * (edges.left - edges.right),
                 true};
  }
}

// Metres of the front before the line of a corridor; negative beyond it.
double TrafficJudge::to_line_m(const record::FrameObject& o, network::CorridorId corridor) const {
  const Line& line = lines_[corridor.index()];
  const double half = 0.5 * static_cast<double>(o.length_m);
  const double x = line.x - o.centre.x - half * o.heading_x, y = line.y - o.centre.y - half * o.heading_y;
  return x * line.heading_x + y * line.heading_y;
}

void TrafficJudge::note(const record::FrameObject& o, const char* what, double figure) {
  if (!verdict_.worst.empty()) return;
  verdict_.worst = fmt::format("{} {}: {}, {:.2f}, at {:.1f} s near ({:.1f}, {:.1f})", world::to_text(o.kind),
                               o.id.slot(), what, figure, last_s_, o.centre.x, o.centre.y);
}

void TrafficJudge::judge_motion(const record::FrameObject& o, const Past& past, double dt_s) {
  const auto kind = static_cast<std::size_t>(o.kind);
  const double accel = (o.speed_mps - past.speed_mps) / dt_s;
  verdict_.hardest[kind] = std::min(verdict_.hardest[kind], accel);
  verdict_.strongest[kind] = std::max(verdict_.strongest[kind], accel);
  const AccelerationBounds bounds = usual_bounds(o.kind);
  if (accel < bounds.hardest - kRounding_mps2 || accel > bounds.strongest + kRounding_mps2) {
    ++verdict_.out_of_bounds;
    note(o, "acceleration", accel);
  }
  const double way = std::hypot(o.centre.x - past.x, o.centre.y - past.y);
  const double said = 0.5 * (o.speed_mps + past.speed_mps) * dt_s;
  if (std::fabs(way - said) > kWayShare * std::fabs(said) + kWay_m) {
    ++verdict_.disagreements;
    note(o, "metres of way against its speed", way - said);
  }
}

void TrafficJudge::judge_line(const record::FrameObject& o, const Past& past) {
  if (past.corridor.is_empty() || past.to_line_m <= 0 || past.to_line_m > kFurthest_m) return;
  const Line& line = lines_[past.corridor.index()];
  if (to_line_m(o, past.corridor) > 0) return;
  const double half = 0.5 * static_cast<double>(o.length_m);
  const double x = o.centre.x + half * o.heading_x - line.x, y = o.centre.y + half * o.heading_y - line.y;
  const bool is_on_lane = std::fabs(y * line.heading_x - x * line.heading_y) <= line.half_m;
  if (!is_on_lane || o.corridor != past.corridor || o.signal != network::Aspect::red) return;
  ++verdict_.red_crossings;
  note(o, "over a line on red, m/s", o.speed_mps);
}

void TrafficJudge::judge_place(const record::FrameObject& o) {
  const network::NetworkLocated at = network::locate(network_, o.centre, scratch_);
  if (at.on != network::On::nothing && at.on != network::On::nowhere) return;
  const bool is_long = static_cast<double>(o.length_m) > kLong_m;
  if (is_long) verdict_.widest_corner_m = std::max(verdict_.widest_corner_m, at.gap_m);
  if (is_long && at.on == network::On::nothing && at.gap_m <= kCorner_m) return;
  ++verdict_.off_network;
  note(o, "off the network, m", at.gap_m);
}

void TrafficJudge::watch(const record::Frame& frame) {
  const double now_s = frame.time.seconds(), dt_s = now_s - last_s_;
  last_s_ = now_s;
  ++verdict_.frames;
  for (const record::FrameObject& o : frame.objects) {
    if (!world::is_vehicle(o.kind)) continue;
    ++verdict_.bodies;
    Past& past = past_[o.id];
    const bool is_known = past.frame + 1 == verdict_.frames && past.frame > 0 && dt_s > 0;
    if (is_known) {
      judge_motion(o, past, dt_s);
      judge_line(o, past);
    }
    past.stood_s = is_known && std::fabs(o.speed_mps) < kJudgedStanding_mps ? past.stood_s + dt_s : 0;
    if (past.stood_s > verdict_.longest_stand_s) verdict_.longest_stand_s = past.stood_s;
    if (verdict_.frames % kLocateEvery == 0) judge_place(o);
    past = {verdict_.frames, o.centre.x,   o.centre.y, o.heading_x, o.heading_y,
            o.speed_mps,     past.stood_s, 0,          {}};
    if (!o.corridor.is_empty() && lines_[o.corridor.index()].is_there) {
      past.corridor = o.corridor;
      past.to_line_m = to_line_m(o, o.corridor);
    }
  }
  for (const Overlaps::Pair& pair : overlaps_.find(frame)) {
    ++verdict_.contacts;
    note(frame.objects[pair.one], "touches another body; its number", frame.objects[pair.other].id.slot());
  }
}

}  // namespace backlot::sim
