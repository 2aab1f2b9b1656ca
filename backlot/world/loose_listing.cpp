#include "backlot/world/loose_listing.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/math.h"
#include "backlot/world/footprint.h"
#include "backlot/world/strip_tracks.h"

namespace backlot::world {

namespace {

constexpr double kAlong = 0.955;  // cosine: within 0.3 rad it goes along a lane
constexpr double kMayTurn = 0.7,
                 kMayTurn_m = 0.8;   // cosine, and past the edge: such a corridor it may still take
constexpr double kCreeps_mps = 0.3;  // slower than this it stands
constexpr double kDrift_s = 0.8, kDrift_m = 3;  // what it takes to the side is claimed so early, so far
constexpr double kKeeps_m = 10, kKeepsLeast_s = 1,
                 kKeepsMost_s = 1.6;  // of its way, and no less or more than so long,
constexpr double kKeepsShare = 0.7;   // of half a lane: a body that will then be within it keeps to the lane
constexpr double kCentred = 0.985,
                 kCentred_m = 0.6;  // cosine, and from the centre: the same in a corridor, now
constexpr float kStrays_m = 0.2F;   // to the side of where it is now
constexpr double kForetold_s = 3, kSample_s = 0.25;  // so far ahead it is foretold, by such steps
constexpr double kForetold_mps = 0.5;                // slower ones are taken to stay
constexpr double kForetoldGrows_m = 4;  // boxes that follow each other are one while it is larger by no more
constexpr double kStops_mps2 = 3, kStops_s = 0.2;  // before its line it stops where it can do so
constexpr int kCorridorsAhead = 2;                 // one after the other, are told that it comes
constexpr double kAslant = 0.1, kPiece_m = 2.5;    // sine: from there on in pieces no longer than this

using Whole = LooseScratch::Whole;

const Whole* find(const std::vector<Whole>& strips, network::StripId strip) {
  const auto at = std::ranges::find(strips, strip, &Whole::strip);
  return at == strips.end() ? nullptr : &*at;
}

// How a body, or where it will be, lies on a strip.
struct OnStrip {
  network::StripId strip{};
  const Track& track;  // one of the strip's
  std::span<const Track> tracks;
  StripView view;
  Footprint foot;
};

class Listing {
 public:
  Listing(const Roads& roads, const LooseBody& body, const LooseSigns& signs, SurfacesAround& around,
          LooseScratch& scratch, EntryBatch& entries)
      : roads_(roads),
        net_(roads.tracks.network()),
        body_(body),
        signs_(signs),
        around_(around),
        scratch_(scratch),
        entries_(entries),
        pace_(std::fabs(body.speed_mps)),
        moves_(body.speed_mps < 0 ? -1 : 1) {}

  // Aslant, or where the strip bends, a body is listed in pieces: one box would hold much that it does not touch.
  void add_body() {
    std::size_t touched = 0;
    scratch_.whole.clear();
    for_strips(body_, around_.find(net_, body_), [&](const OnStrip& on) {
      ++touched;
      Entry e = made(on, EntryFlag::external, body_.shape);
      add_travel(on, e);
      if (!e.has(EntryFlag::travels) && !(on.track.is_straight && std::fabs(on.view.sine) < kAslant)) return;
      claim_drift(on, e);
      entries_.add(on.strip, e);
      scratch_.whole.push_back({on.strip, e.right, e.left});
    });
    if (scratch_.whole.size() == touched) return;
    const auto length = static_cast<double>(body_.shape.length_m);
    const double pieces = std::ceil(length / kPiece_m);
    for (double k = 0; k < pieces; ++k) {
      LooseBody piece = body_;
      piece.shape.length_m = static_cast<float>(length / pieces);  // but for its width, nothing else counts
      piece.middle = ahead_of_middle(body_, length * ((k + 0.5) / pieces - 0.5));
      for_strips(piece, locate(piece), [&](const OnStrip& on) {
        if (find(scratch_.whole, on.strip) != nullptr) return;
        Entry e = made(on, EntryFlag::external, piece.shape);
        claim_drift(on, e);
        entries_.add(on.strip, e);
      });
    }
  }

  // Where it would be, some time from now on; what overlaps on a strip is one box.
  void add_foretold() {
    if (goes_along_ || signs_.is_parked || pace_ < kForetold_mps) return;
    scratch_.foretold.clear();
    LooseBody then = body_;
    double turned = 0;
    for (double t = kSample_s; t <= kForetold_s; t += kSample_s) {
      roll(0, kSample_s, then);
      turned += then.bend_1pm * then.speed_mps * kSample_s;
      if (std::fabs(turned) > base::kHalfPi) then.bend_1pm = 0;  // a body is not expected to drive in circles
      for_strips(then, locate(then), [&](const OnStrip& on) { foretell(on, t); });
    }
    for (const LooseScratch::Foretold& f : scratch_.foretold) entries_.add(f.strip, f.entry);
  }

 private:
  // Of a part of the body, or of where it will be.
  std::span<const geometry::IndexAnswer> locate(const LooseBody& body) {
    net_.index().locate_all(body.middle, {-kLevel_m, kLevel_m, reach_of(body.shape) + kPastEnd_m},
                            scratch_.answers);
    return scratch_.answers;
  }

  template <class Visit>
  void for_strips(const LooseBody& body, std::span<const geometry::IndexAnswer> answers, const Visit& visit) {
    const BodyShape centred = body.shape.guided_at(0.5F * body.shape.length_m);
    const double reach = reach_of(body.shape);
    for (const geometry::IndexAnswer& answer : answers) {
      if (std::fabs(answer.located.point.loft) > kLevel_m) continue;
      for (const network::StripId strip : net_.strips_on(network::RibbonId(answer.ribbon))) {
        const network::Strip& s = net_.strip(strip);
        const double distance = answer.located.point.distance + answer.located.beyond - s.from;
        if (distance < -reach - kPastEnd_m || distance > s.length() + reach + kPastEnd_m) continue;
        const std::span<const Track> tracks = tracks_on(roads_.tracks, strip);
        if (tracks.empty()) continue;
        const Track* const track = tracks.data();  // how the strip lies is the same for all of them
        // between its ends nothing depends on how far it goes on past them
        const bool is_past = distance < 0 || distance > track->strip_length;
        const auto [before, past] = is_past ? past_ends(tracks) : PastEnds{};
        if (distance < -reach - before || distance > track->strip_length + reach + past) continue;
        const double on = std::clamp(distance, 0.0, track->strip_length);
        StripView view;
        view.distance = distance;
        view.offset = answer.located.point.offset;
        const geometry::Vec3 tangent = roads_.tracks.tangent_at(*track, on);
        view.cosine = tangent.x * body.heading_x + tangent.y * body.heading_y;
        view.sine = tangent.x * body.heading_y - tangent.y * body.heading_x;
        view.curvature = roads_.tracks.curvature_at(*track, on);
        const Footprint foot = footprint_of(centred, view);
        const network::LaneEdges edges = net_.edges(strip, on);
        if (foot.to < -before || foot.from > track->strip_length + past ||
            static_cast<double>(foot.left) < edges.right || static_cast<double>(foot.right) > edges.left)
          continue;
        visit(OnStrip{strip, *track, tracks, view, foot});
      }
    }
  }

  // How far past its start and its end a strip is taken to go on: where the road ends, a vehicle that drives out has its nose there already.
  struct PastEnds {
    double before = 0, past = 0;
  };
  static PastEnds past_ends(std::span<const Track> tracks) {
    PastEnds ends;
    for (const Track& track : tracks)
      if (!track.is_corridor() && track.onward_count == 0)
        (track.is_along ? ends.past : ends.before) = kPastEnd_m;
    return ends;
  }

  Entry made(const OnStrip& on, std::uint16_t flags, const BodyShape& shape) const {
    Entry e;
    e.from = on.foot.from;
    e.to = on.foot.to;
    e.right = e.claim_right = on.foot.right;
    e.left = e.claim_left = on.foot.left;
    e.middle = on.foot.middle;
    // which end is the front does not matter to readers: a body lies as if it drove the way that it moves
    e.sine = body_.speed_mps < 0 ? -on.foot.sine : on.foot.sine;
    e.speed_mps = static_cast<float>(on.view.cosine * body_.speed_mps);
    e.pace_mps = static_cast<float>(pace_);
    name(shape, e);
    e.flags = flags;
    return e;
  }

  void name(const BodyShape& shape, Entry& e) const {
    e.id = signs_.number;
    e.shape = width_class(static_cast<double>(shape.half_width_m()));
    e.length_dm = static_cast<std::uint8_t>(std::min(255.0F, 10 * shape.length_m + 0.99F));
  }

  void claim_drift(const OnStrip& on, Entry& e) const {
    const double drift = std::clamp(kDrift_s * on.view.sine * body_.speed_mps, -kDrift_m, kDrift_m);
    e.claim_right += static_cast<float>(std::min(0.0, drift));
    e.claim_left += static_cast<float>(std::max(0.0, drift));
  }

  // Where it goes along a lane as its traffic does, it travels there, and comes to what follows.
  void add_travel(const OnStrip& on, Entry& e) {
    const double at = std::clamp(on.view.distance, 0.0, on.track.strip_length);
    for (const Track& track : on.tracks) {
      const double beside = std::fabs(on.view.offset - roads_.tracks.centre_at(track, at)) -
                            static_cast<double>(track.half_width);
      const double along = track.sign() * moves_ * on.view.cosine;
      const bool travels = beside <= 0 && along >= kAlong;
      const bool may_turn =
          track.is_corridor() && !signs_.is_parked && beside < kMayTurn_m && along > kMayTurn;
      if (!travels && !may_turn) continue;
      const double front = roads_.tracks.metres_at(track, at) + track.sign() * (on.view.distance - at) +
                           0.5 * static_cast<double>(body_.shape.length_m);
      // a body that stands within an intersection is in the way, and that is all
      if (track.is_corridor() && pace_ < kCreeps_mps) continue;
      if (!travels) {
        add_announced(track, -front, -front);
        continue;
      }
      e.flags |= EntryFlag::travels;
      if (!track.is_along) e.flags |= EntryFlag::against;
      e.front_m = static_cast<float>(front);
      goes_along_ |= keeps_to(track, on, at);
      if (!signs_.is_parked) announce(track, track.length - front, kCorridorsAhead);
      return;
    }
  }

  // So far ahead in time it is asked whether the body keeps to its lane: a fast one may just not have begun to steer.
  double keeps_s() const { return std::clamp(kKeeps_m / pace_, kKeepsLeast_s, kKeepsMost_s); }

  // Whether it will still be in the lane a moment later.
  bool keeps_to(const Track& track, const OnStrip& on, double at) const {
    const double way = keeps_s() * body_.speed_mps,
                 bend = body_.bend_1pm - on.view.cosine * on.view.curvature;
    const double lateral = on.view.offset - roads_.tracks.centre_at(track, at);
    const double then = lateral + way * (on.view.sine + 0.5 * bend * on.view.cosine * way);
    // within an intersection lanes are near each other, and bend
    if (track.is_corridor() && (std::fabs(lateral) > kCentred_m || std::fabs(on.view.cosine) < kCentred))
      return false;
    return std::fabs(then) < kKeepsShare * static_cast<double>(track.half_width);
  }

  // On the corridors behind a track that ends so far ahead of the front.
  void announce(const Track& track, double away_m, int depth) {
    if (away_m > signs_.announce_m) return;
    for (const TrackId id : roads_.tracks.onward(track)) {
      const Track& next = roads_.tracks[id];
      if (!next.is_corridor()) {
        announce(next, away_m + next.length, depth);
        continue;
      }
      if (away_m >= 0)
        add_announced(next, away_m, away_m - (track.length - static_cast<double>(track.stop_m)));
      if (depth > 1) announce(next, away_m + next.length, depth - 1);
    }
  }

  void add_announced(const Track& corridor, double away_m, double to_line_m) {
    const double away = away_m * corridor.strip_length / corridor.length;
    Entry e;
    e.from = e.to = corridor.is_along ? -away : corridor.strip_length + away;
    e.front_m = static_cast<float>(-away_m);
    e.speed_mps = static_cast<float>(corridor.sign() * pace_);
    e.pace_mps = static_cast<float>(pace_);
    name(body_.shape, e);
    const bool can_stop = pace_ * (pace_ / (2 * kStops_mps2) + kStops_s) <= to_line_m;
    e.flags = static_cast<std::uint16_t>(EntryFlag::external | EntryFlag::travels | EntryFlag::approaches |
                                         (pace_ < kCreeps_mps ? EntryFlag::held
                                          : can_stop          ? 0
                                                              : EntryFlag::committed));
    entries_.add(corridor.strip, e);
  }

  void foretell(OnStrip on, double t) {
    // along the strip that it is on others see it come; but not that it goes straight on where the road bends
    if (const Whole* now = find(scratch_.whole, on.strip);
        now != nullptr && std::fabs(on.view.cosine) > kAlong) {
      if (t > keeps_s()) return;
      if (on.foot.left > now->left + kStrays_m) {
        on.foot.right = std::max(on.foot.right, now->left);
      } else if (on.foot.right < now->right - kStrays_m) {
        on.foot.left = std::min(on.foot.left, now->right);
      } else {
        return;
      }
    }
    const auto comes = static_cast<float>(t - kSample_s), gone = static_cast<float>(t + kSample_s);
    for (LooseScratch::Foretold& f : scratch_.foretold) {
      Entry& e = f.entry;
      const double from = std::min(e.from, on.foot.from), to = std::max(e.to, on.foot.to);
      const float right = std::min(e.right, on.foot.right), left = std::max(e.left, on.foot.left);
      const double grows = std::max(to - from - (on.foot.to - on.foot.from),
                                    static_cast<double>((left - right) - (on.foot.left - on.foot.right)));
      if (f.strip != on.strip || e.sine < comes || grows > kForetoldGrows_m) continue;
      e.from = from;
      e.to = to;
      e.right = e.claim_right = right;
      e.left = e.claim_left = left;
      e.sine = gone;
      return;
    }
    Entry e = made(on, EntryFlag::external | EntryFlag::foretold | EntryFlag::approaches, body_.shape);
    e.middle = comes;
    e.sine = gone;
    scratch_.foretold.push_back({on.strip, e});
  }

  const Roads& roads_;
  const network::Network& net_;
  const LooseBody& body_;
  const LooseSigns& signs_;
  SurfacesAround& around_;
  LooseScratch& scratch_;
  EntryBatch& entries_;
  double pace_, moves_;
  bool goes_along_ = false;
};

}  // namespace

void add_entries(const Roads& roads, const LooseBody& body, const LooseSigns& signs, SurfacesAround& around,
                 LooseScratch& scratch, EntryBatch& entries) {
  Listing listing(roads, body, signs, around, scratch, entries);
  listing.add_body();
  listing.add_foretold();
}

}  // namespace backlot::world
