#include "judge.h"

#include <algorithm>
#include <cmath>

#include "backlot/network/locate.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so
using record::Event;
using record::EventKind;
using record::Frame;
using record::FrameObject;

namespace {

constexpr double kStands_mps = 0.3, kStood_s = 2, kJustNow_s = 3;
constexpr double kWatched_s = 10;                 // so long after its line a vehicle may come into the way
constexpr double kAcross = 0.8, kAgainst = -0.8;  // of two headings: sine, cosine
constexpr double kNear_m = 150;

// The first place of a body, in metres along a line, within a width of it; none where it is beside.
std::optional<double> first_within(const FrameObject& o, double x0, double y0, double hx, double hy,
                                   double half_m) {
  constexpr int kParts = 20;
  std::optional<double> first;
  const double l = 0.5 * static_cast<double>(o.length_m), w = 0.5 * static_cast<double>(o.width_m);
  for (int k = 0; k <= kParts; ++k) {
    const double part = 2.0 * k / kParts - 1;
    const double around[][2] = {{part * l, w}, {part * l, -w}, {l, part * w}, {-l, part * w}};
    for (const auto& [along, across] : around) {
      const double x = o.centre.x + along * o.heading_x - across * o.heading_y - x0;
      const double y = o.centre.y + along * o.heading_y + across * o.heading_x - y0;
      if (std::fabs(y * hx - x * hy) <= half_m)
        first = std::min(first.value_or(x * hx + y * hy), x * hx + y * hy);
    }
  }
  return first;
}

}  // namespace

std::string_view to_text(Fault fault) {
  constexpr std::string_view kTexts[] = {"staged",        "nobody did it", "the light was not green",
                                         "not mid-green", "too early",     "too late"};
  return kTexts[static_cast<std::size_t>(fault)];
}

Judge::Judge(const network::Network& network, Violation violation, world::ObjectId subject,
             network::CorridorId subject_corridor)
    : network_(network),
      violation_(violation),
      subject_(subject),
      corridor_(subject_corridor),
      light_(network.corridor(subject_corridor).signal_group) {
  const network::DirectedLane lane = network.corridor(subject_corridor).from;
  const double distance = network.stop_distance(lane);
  const network::LaneEdges edges = network.edges(lane.lane, distance);
  const auto line = network::place(network, network.lane(lane.lane).strip, {distance, edges.centre(), 0});
  line_x_ = line.position.x;
  line_y_ = line.position.y;
}

void Judge::watch(const Frame& frame, std::span<const Event> events) {
  is_moment_ = false;
  for (const Event& event : events) {
    if (event.kind == EventKind::crossed_line) suspect(frame, event);
    if (event.kind == EventKind::contact && (event.object == subject_ || event.other == subject_))
      has_touched_ = true;
  }
  note_standing(frame);
  if (!deed_) look_at_suspects(frame);
  if (deed_ && !green_ended_s_ && frame.signals[light_.index()] != network::Aspect::green)
    green_ended_s_ = frame.time.seconds();
}

void Judge::note_standing(const Frame& frame) {
  const double now = frame.time.seconds();
  for (const FrameObject& o : frame.objects) {
    if (o.speed_mps > kStands_mps) continue;
    const auto at = std::lower_bound(standing_.begin(), standing_.end(), o.id,
                                     [](const Standing& s, world::ObjectId id) { return s.who < id; });
    if (at == standing_.end() || at->who != o.id) {
      standing_.insert(at, {o.id, now, now});
    } else {
      if (now - at->until_s > 0.5) at->since_s = now;
      at->until_s = now;
    }
  }
}

bool Judge::has_stood(world::ObjectId who, double time_s) const {
  return std::any_of(standing_.begin(), standing_.end(), [&](const Standing& s) {
    return s.who == who && s.until_s - s.since_s >= kStood_s && time_s - s.until_s <= kJustNow_s;
  });
}

// A vehicle that comes from the left on red, having stood there; or one that comes towards the subject.
void Judge::suspect(const Frame& frame, const Event& event) {
  const FrameObject *subject = record::find(frame, subject_), *other = record::find(frame, event.object);
  if (subject == nullptr || other == nullptr || event.object == subject_) return;
  if (network_.corridor(event.corridor).intersection != network_.corridor(corridor_).intersection) return;
  if (distance_between(subject->centre, other->centre) > kNear_m) return;
  const double sine = subject->heading_x * other->heading_y - subject->heading_y * other->heading_x;
  const double cosine = subject->heading_x * other->heading_x + subject->heading_y * other->heading_y;
  const bool is_his = violation_ == Violation::runs_red
                          ? sine < -kAcross && event.aspect == network::Aspect::red &&
                                has_stood(other->id, event.time.seconds())
                          : cosine < kAgainst;
  if (!is_his) return;
  const double nose = 0.5 * static_cast<double>(subject->length_m);
  suspects_.push_back({other->id,
                       {frame.time.seconds(), subject->centre.x + nose * subject->heading_x,
                        subject->centre.y + nose * subject->heading_y, subject->heading_x, subject->heading_y,
                        subject->speed_mps, 0.5 * static_cast<double>(subject->width_m)},
                       frame.signals[light_.index()] == network::Aspect::green});
}

void Judge::look_at_suspects(const Frame& frame) {
  const double now = frame.time.seconds();
  for (const Suspect& s : suspects_) {
    const FrameObject* other = record::find(frame, s.who);
    if (other == nullptr || now - s.ghost.time_s > kWatched_s) continue;
    const Ghost& g = s.ghost;
    const std::optional<double> place =
        first_within(*other, g.front_x, g.front_y, g.heading_x, g.heading_y, g.half_width_m);
    // behind the ghost it is no longer in its way
    if (!place || *place < g.speed_mps * (now - g.time_s) - 5) continue;
    deed_ = {s, *place, now};
    is_moment_ = true;
    return;
  }
}

// Of the subject's light, as it is programmed.
double Judge::green_length_s() const {
  const network::Intersection& crossing = network_.intersection(network_.corridor(corridor_).intersection);
  double seconds = 0;
  for (const auto& interval : network_.programmes()[crossing.programme].intervals)
    if (interval.aspects[light_.index() - crossing.first_group] == network::Aspect::green)
      seconds += interval.duration.seconds();
  return seconds;
}

Verdict Judge::verdict() const {
  Verdict v;
  v.has_touched = has_touched_;
  if (!deed_ || !green_ended_s_) return v;
  const Ghost& g = deed_->by.ghost;
  v.who = deed_->by.who;
  const double speed = std::max(g.speed_mps, 0.1);
  v.line_s = deed_->place_m / speed;
  v.left_s = g.time_s + v.line_s - deed_->time_s;
  const double to_line = (line_x_ - g.front_x) * g.heading_x + (line_y_ - g.front_y) * g.heading_y;
  // from the middle of its green on a light goes by its programme again: so half of that was left
  v.mid_green_s = g.time_s + to_line / speed - (*green_ended_s_ - 0.5 * green_length_s());
  const TimeLeft wanted = violation_ == Violation::runs_red ? kRunner : kTurner;
  v.fault = !deed_->by.is_green                      ? Fault::not_green
            : v.left_s > wanted.most_s               ? Fault::too_early
            : v.left_s < wanted.least_s              ? Fault::too_late
            : std::fabs(v.mid_green_s) > kMidGreen_s ? Fault::not_mid_green
                                                     : Fault::none;
  return v;
}

}  // namespace violations
