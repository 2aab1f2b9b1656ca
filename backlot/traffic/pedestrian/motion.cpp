#include "backlot/traffic/pedestrian/motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace backlot::traffic {

namespace {

using world::FootPiece;

constexpr double kSight_m = 3;                   // people further off do not matter
constexpr double kAir_m = 0.12;                  // between two people passing each other
constexpr double kGraze_m = 0.02;                // and by so much nearer than they are
constexpr double kReach_s = 0.3;                 // a walker keeps so much time to what it would walk into
constexpr double kSoft_mps2 = 1.5;               // before a line a walker slows down like this
constexpr double kAhead_m = 2.5, kBeside_m = 1;  // the box ahead in which the walker sees how dense it is
constexpr double kEdge_m = 0.02;                 // people at the edge of the box are in it
constexpr double kSteer_m = 2.5;                 // it comes to its own side within so much way
constexpr double kSteepest = 0.6;                // aside for each metre ahead
constexpr double kFromBox_m = 0.25;              // to a vehicle
constexpr double kAside_mps = 0.3;               // bodies that touch move apart no faster
constexpr double kSameLevel_m = 2;
constexpr double kComesAgainst_mps = 0.3;  // one that moves so fast against the walk comes the other way
constexpr double kHeld =
    0.15;  // of the pace that is usual at the density: slower than this the walker is blocked
constexpr double kLeastShare = 0.15;  // of the own pace is taken for usual at least
// Coordinates of the walk: ahead, and to the left.
struct Plan {
  double ahead = 0, left = 0;
};
// Turns from the wanted direction as unit vectors: 14, 29, 48, 70 and 86 degrees, those to the right first.
constexpr std::array<Plan, 11> kTurns{{{1.0000, 0.0000},
                                       {0.9703, -0.2419},
                                       {0.9703, 0.2419},
                                       {0.8746, -0.4848},
                                       {0.8746, 0.4848},
                                       {0.6691, -0.7431},
                                       {0.6691, 0.7431},
                                       {0.3420, -0.9397},
                                       {0.3420, 0.9397},
                                       {0.0698, -0.9976},
                                       {0.0698, 0.9976}}};

constexpr Plan kBack{-0.6, -0.8};  // to the right, and out of the way of others
constexpr double kBackPace = 0.5;  // of the usual one

double dot(const Plan& a, const Plan& b) { return a.ahead * b.ahead + a.left * b.left; }

struct Other {
  Plan away, moves;
  double touch_m = 0;  // between the middles: nearer than this the bodies may touch
};

// From the middle of a body to where it may touch another one in a direction: a person is narrower from front to back than from shoulder to shoulder,
// and needs some room to turn.
double reach(double half_length, double half_width, double along, double across) {
  constexpr double kTurns_m = 0.215, kSpare_m = 0.015;
  return std::max(kTurns_m, half_length * std::fabs(along) + half_width * std::fabs(across)) + kSpare_m;
}

// What a step may not go beyond: the velocity along a unit vector.
struct Limit {
  Plan along;
  double most_mps = 0;
};

template <class T, std::size_t kMost>
struct Few {
  std::array<T, kMost> at;
  std::size_t count = 0;
  bool is_full() const { return count == kMost; }
  void add(const T& one) {
    if (!is_full()) at[count++] = one;
  }
  const T* begin() const { return at.data(); }
  const T* end() const { return at.data() + count; }
};
using Others = Few<Other, 48>;
using Limits = Few<Limit, 32>;

class Chooser {
 public:
  Chooser(const world::Footways& footways, const Walker& walker, const WalkerCommand& command, double aside_m,
          const Company& company, double dt_s)
      : w_(walker), dt_s_(dt_s), pace_mps_(command.pace_mps), stop_m_(command.stop_m) {
    const bool is_off = walker.shortcut.is_on;
    const FootPiece piece =
        is_off ? piece_of(walker.shortcut) : footways.pieces(footways[walker.footway])[walker.piece];
    along_x_ = walker.sign() * piece.ux;
    along_y_ = walker.sign() * piece.uy;
    radius_ = static_cast<double>(walker.traits.radius_m);
    left_ = walker.sign() * walker.offset;
    room_ = std::max(0.0, piece.half_width - radius_);
    const double keeps_m = is_off ? 0 : static_cast<double>(walker.traits.keep) * room_;
    const Keeping keeping = keep_together(company, walker, room_);
    home_ = std::clamp(aside_m + keeping.aside_m - keeps_m, -room_, room_);
    pace_mps_ *= keeping.pace;
    is_in_group_ = company.size > 1;
    velocity_ = turned(walker.velocity_x, walker.velocity_y);
  }

  WalkerMove choose(const Crowd& crowd, const Obstacles& obstacles) {
    look_around(crowd);
    for (std::size_t k = 0; k < obstacles.count; ++k) keep_off(obstacles.boxes[k]);
    const Plan wanted = find_wanted();
    const double share = std::min(1.0, dt_s_ / kGathersPace_s);
    Plan next{velocity_.ahead + share * (wanted.ahead - velocity_.ahead),
              velocity_.left + share * (wanted.left - velocity_.left)};
    keep_within(next);
    const double pace = std::sqrt(dot(next, next));
    WalkerMove move;
    move.velocity_x = next.ahead * along_x_ - next.left * along_y_;
    move.velocity_y = next.ahead * along_y_ + next.left * along_x_;
    const double usual_mps = pace_mps_ * std::max(kLeastShare, speed_share(density_));
    move.meets_others = meets_others_;
    move.is_blocked = pace_mps_ > 0 && pace < kHeld * usual_mps;
    return move;
  }

 private:
  Plan turned(double x, double y) const { return {along_x_ * x + along_y_ * y, along_x_ * y - along_y_ * x}; }

  void look_around(const Crowd& crowd) {
    const double low = std::max(-room_, left_ - kBeside_m), high = std::min(room_, left_ + kBeside_m);
    double people = 0;
    crowd.for_near(w_.at.x, w_.at.y, [&](const Passerby& p) {
      if (p.number == w_.number || std::fabs(p.z - w_.at.z) > kSameLevel_m) return;
      const Plan away = turned(p.x - w_.at.x, p.y - w_.at.y);
      const double square = dot(away, away);
      if (square > kSight_m * kSight_m) return;
      const double distance = std::sqrt(square), x = (p.x - w_.at.x) / std::max(1e-6, distance),
                   y = (p.y - w_.at.y) / std::max(1e-6, distance);
      const double touch =
          reach(p.half_length_m, p.half_width_m, p.heading_x * x + p.heading_y * y,
                p.heading_x * y - p.heading_y * x) +
          reach(0.5 * static_cast<double>(w_.traits.length_m), 0.5 * static_cast<double>(w_.traits.width_m),
                w_.heading_x * x + w_.heading_y * y, w_.heading_x * y - w_.heading_y * x);
      take_half(away, distance, distance - touch);
      if (away.ahead <= -0.3) return;
      const Plan moves = turned(p.velocity_x, p.velocity_y);
      others_.add({away, moves, touch});
      if (is_in_group_ && away.ahead > 0 && moves.ahead < -kComesAgainst_mps) meets_others_ = true;
      const double left = left_ + away.left;
      if (away.ahead > 0 && away.ahead < kAhead_m && left > low - kEdge_m && left < high + kEdge_m)
        people += 1 - away.ahead / kAhead_m;
    });
    // the middles of people keep off the edges, and the density counts on the whole width
    const double of_width = std::max(0.3, room_) / (std::max(0.3, room_) + radius_);
    density_ = of_width * people / (0.5 * kAhead_m * std::max(0.3, high - low));
  }

  // Of the gap to another one each may take half. Bodies that touch move apart.
  void take_half(const Plan& away, double distance, double gap) {
    const double most = 0.5 * gap / dt_s_;
    if (most > 5) return;
    if (distance < 1e-6) {
      is_stuck_ = limits_.is_full();
      return;
    }
    is_stuck_ = is_stuck_ || limits_.is_full();
    limits_.add({{away.ahead / distance, away.left / distance}, std::max(most, -kAside_mps)});
  }

  void keep_off(const world::BodyBox& box) {
    const double x = w_.at.x - box.centre.x, y = w_.at.y - box.centre.y;
    const double along = box.heading_x * x + box.heading_y * y,
                 across = box.heading_x * y - box.heading_y * x;
    const double near_along = std::clamp(along, -box.half_length, box.half_length),
                 near_across = std::clamp(across, -box.half_width, box.half_width);
    const double to_along = near_along - along, to_across = near_across - across;
    const double distance = std::sqrt(to_along * to_along + to_across * to_across);
    if (distance < 1e-6 || distance > kSight_m) return;
    const Plan away = turned(box.heading_x * to_along - box.heading_y * to_across,
                             box.heading_y * to_along + box.heading_x * to_across);
    const double gap = distance - radius_ - kFromBox_m;
    is_stuck_ = is_stuck_ || limits_.is_full();
    limits_.add({{away.ahead / distance, away.left / distance}, std::max(0.0, gap) / dt_s_});
    others_.add({away, {}, radius_ + kFromBox_m});
  }

  // How far the walker gets in a direction at its pace before it meets another one, and how fast it may go there now: as fast as that one, and so much
  // faster that it closes the gap in kReach_s.
  struct Way {
    double length_m = 0;
    double most_mps = 0;
  };
  Way free_way(const Plan& direction, double pace, double most) const {
    Way way{most, most / kReach_s};
    for (const Other& o : others_) {
      const Plan closing{pace * direction.ahead - o.moves.ahead, pace * direction.left - o.moves.left};
      const double toward = dot(o.away, closing);
      if (toward <= 0) continue;
      // where another one is nearer than that already, as near as it is
      const double square = dot(o.away, o.away);
      const double apart = std::clamp(std::sqrt(square) - kGraze_m, o.touch_m, o.touch_m + kAir_m);
      const double speed2 = dot(closing, closing), outside = square - apart * apart;
      const double root = toward * toward - speed2 * outside;
      if (root <= 0) continue;
      const double when = outside <= 0 ? 0 : (toward - std::sqrt(root)) / speed2;
      const double gets_away_mps = std::clamp(dot(o.moves, direction), 0.0, pace);
      way.length_m = std::min(way.length_m, pace * when);
      way.most_mps = std::min(way.most_mps, gets_away_mps + (pace - gets_away_mps) * when / kReach_s);
    }
    // over the edge
    double edge_m = std::numeric_limits<double>::infinity();
    if (direction.left > 1e-3) edge_m = std::max(0.0, room_ - left_) / direction.left;
    if (direction.left < -1e-3) edge_m = std::max(0.0, room_ + left_) / -direction.left;
    way.length_m = std::min(way.length_m, edge_m);
    way.most_mps = std::min(way.most_mps, edge_m / kReach_s);
    return way;
  }

  Plan find_wanted() const {
    const double pace = (w_.gives_way() ? kBackPace : 1) * pace_mps_ * speed_share(density_);
    const double free_mps = std::max(0.3, pace_mps_);
    if (pace_mps_ <= 0) return {};
    const double slope = std::clamp((home_ - left_) / kSteer_m, -kSteepest, kSteepest);
    const double norm = std::sqrt(1 + slope * slope);
    Plan goal{1 / norm, slope / norm};
    if (w_.gives_way()) goal = kBack;
    Plan best = goal;
    double most_mps = 0, least = std::numeric_limits<double>::infinity();
    for (const Plan& turn : kTurns) {
      const Plan direction{turn.ahead * goal.ahead - turn.left * goal.left,
                           turn.ahead * goal.left + turn.left * goal.ahead};
      const Way way = free_way(direction, free_mps, kSight_m);
      // how near to the goal it comes on that way
      const double share = dot(direction, goal), used = std::min(way.length_m, kSight_m * share);
      const double cost = kSight_m * kSight_m + used * used - 2 * kSight_m * used * share;
      if (cost >= least) continue;
      least = cost;
      best = direction;
      most_mps = way.most_mps;
      if (turn.left == 0 && way.length_m >= kSight_m) break;  // nothing is in the way
    }
    const double wanted = std::min(pace, most_mps);
    Plan velocity{wanted * best.ahead, wanted * best.left};
    if (stop_m_ < kSight_m)
      velocity.ahead = std::min(velocity.ahead, std::sqrt(2 * kSoft_mps2 * std::max(0.0, stop_m_)));
    return velocity;
  }

  // Takes from a velocity what the limits do not allow; what then remains too much, all of it.
  void keep_within(Plan& v) {
    if (is_stuck_) {
      v = {};
      return;
    }
    limits_.add({{0, 1}, std::max(0.0, room_ - left_) / dt_s_});
    limits_.add({{0, -1}, std::max(0.0, room_ + left_) / dt_s_});
    limits_.add({{1, 0}, std::max(0.0, stop_m_) / dt_s_});
    constexpr int kRounds = 4;
    for (int k = 0; k < kRounds; ++k) {
      for (const Limit& limit : limits_) {
        const double excess = dot(v, limit.along) - limit.most_mps;
        if (excess <= 0) continue;
        v.ahead -= excess * limit.along.ahead;
        v.left -= excess * limit.along.left;
      }
    }
    double share = 1;
    for (const Limit& limit : limits_) {
      const double speed = dot(v, limit.along);
      if (speed <= 0 || speed <= limit.most_mps) continue;
      share = std::min(share, std::max(0.0, limit.most_mps) / speed);
    }
    v = {share * v.ahead, share * v.left};
  }

  const Walker& w_;
  double dt_s_, pace_mps_, stop_m_;
  double along_x_ = 1, along_y_ = 0;
  double radius_ = 0, left_ = 0, room_ = 0, home_ = 0;
  double density_ = 0;
  bool is_stuck_ = false, is_in_group_ = false, meets_others_ = false;
  Plan velocity_;
  Others others_;
  Limits limits_;
};

}  // namespace

WalkerMove choose_move(const world::Footways& footways, const Walker& walker, const WalkerCommand& command,
                       double aside_m, const Company& company, const Crowd& crowd, const Obstacles& obstacles,
                       double dt_s) {
  return Chooser(footways, walker, command, aside_m, company, dt_s).choose(crowd, obstacles);
}

}  // namespace backlot::traffic
