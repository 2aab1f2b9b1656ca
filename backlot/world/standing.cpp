#include "backlot/world/standing.h"

#include <algorithm>
#include <cmath>

#include "backlot/geometry/locate.h"
#include "backlot/world/nose_guiding.h"

namespace backlot::world {

namespace {

constexpr std::uint16_t kAboutTheBody = EntryFlag::wants_left | EntryFlag::wants_right | EntryFlag::must |
                                        EntryFlag::clears | EntryFlag::overtakes | EntryFlag::queued;
constexpr std::uint16_t kAboutTheCorridor = EntryFlag::committed | EntryFlag::held;

class Standing {
 public:
  Standing(const Roads& roads, const BodyShape& shape, const Mover& mover, const Stance& stance,
           const Signs& signs, EntryBatch& entries)
      : roads_(roads),
        shape_(shape),
        mover_(mover),
        stance_(stance),
        signs_(signs),
        entries_(entries),
        length_dm_(static_cast<std::uint8_t>(10 * shape.length_m + 0.99F)) {
    const Track& own = roads.tracks[mover.trail.current()];
    along_ = own.sign() * stance.view.cosine;
    across_ = own.sign() * stance.view.sine;
  }

  void add_own() {
    const Track& own = roads_.tracks[mover_.trail.current()];
    Entry& e =
        add(own.strip, stance_.foot, own.sign() * mover_.speed_mps, EntryFlag::travels | EntryFlag::own);
    e.claim_right = stance_.claim_right;
    e.claim_left = stance_.claim_left;
    e.front_m = front_at(mover_.metres);
    if (own.is_corridor()) add_touched(own, mover_.metres, stance_.foot);
  }

  // A track of the trail before or behind, as if its strip went on to under the guide.
  void add_reached(const Track& track, double metres) {
    const double scale = track.strip_length / track.length;
    const double near_end = metres < 0 ? 0 : track.length;  // of the track, in metres
    const double beyond = metres - near_end;
    const double end = track.is_along == (near_end == 0) ? 0 : track.strip_length;
    StripView view;
    view.distance = end + track.sign() * beyond * scale;
    view.offset = roads_.tracks.centre_at(track, end) + track.sign() * mover_.lateral;
    view.cosine = track.sign() * along_;
    view.sine = track.sign() * across_;
    view.curvature = roads_.tracks.curvature_at(track, end);
    const bool only_comes =
        track.is_corridor() && metres + static_cast<double>(shape_.front_m()) <= kEntered_m;
    const Footprint foot = shape_.is_long() ? footprint_of_long(roads_.tracks, track, shape_, mover_, end)
                                            : footprint_of(shape_, view);
    add(track.strip, foot, track.sign() * mover_.speed_mps, only_comes ? 0 : EntryFlag::travels).front_m =
        front_at(metres);
    if (track.is_corridor()) add_touched(track, metres, foot);
  }

  void add_announced(const Track& corridor, double away_m, std::uint16_t flags) {
    const double away = away_m * corridor.strip_length / corridor.length;
    Footprint front;
    front.from = front.to = corridor.is_along ? -away : corridor.strip_length + away;
    Entry& e = add(corridor.strip, front, corridor.sign() * mover_.speed_mps,
                   static_cast<std::uint16_t>(EntryFlag::travels | EntryFlag::approaches | flags));
    e.front_m = static_cast<float>(-away_m);
    e.arrived_s = signs_.arrived_s;
  }

 private:
  Entry& add(network::StripId strip, const Footprint& foot, double speed, std::uint16_t flags) const {
    Entry& e = entries_.add(strip, foot.from, foot.to, foot.right, foot.left);
    e.claim_right = foot.right;
    e.claim_left = foot.left;
    e.middle = foot.middle;
    e.sine = foot.sine;
    e.speed_mps = static_cast<float>(speed);
    e.pace_mps = static_cast<float>(mover_.speed_mps);
    e.id = signs_.number;
    e.shape = mover_.shape_class;
    e.flags = static_cast<std::uint16_t>(flags | (signs_.flags & kAboutTheBody));
    e.length_dm = length_dm_;
    return e;
  }

  // How another strip lies under the body.
  StripView view_from_outside(const Track& track) const {
    StripView view;
    if (track.is_plane) {
      const StripFrame& frame = roads_.tracks.frame(track);
      const geometry::Vec3 away = mover_.guide - frame.origin;
      view.distance = dot(away, frame.tangent);
      view.offset = away.x * frame.lateral_x + away.y * frame.lateral_y;
    } else {
      // off the surface too: that is no reason to look for a better place elsewhere
      constexpr geometry::SurfaceWindow kAnywhereNear{-5, 5, 30};
      const double hint = track.from + 0.5 * track.strip_length;
      const geometry::Ribbon& ribbon = roads_.tracks.ribbon(track);
      const geometry::Located at =
          geometry::locate(ribbon, mover_.guide, geometry::hint_at(ribbon, hint), kAnywhereNear);
      view.distance = at.point.distance + at.beyond - track.from;
      view.offset = at.point.offset;
    }
    const geometry::Vec3 tangent =
        roads_.tracks.tangent_at(track, std::clamp(view.distance, 0.0, track.strip_length));
    view.cosine = tangent.x * mover_.heading_x + tangent.y * mover_.heading_y;
    view.sine = tangent.x * mover_.heading_y - tangent.y * mover_.heading_x;
    view.curvature = roads_.tracks.curvature_at(track, std::clamp(view.distance, 0.0, track.strip_length));
    return view;
  }

  float front_at(double guide_m) const { return static_cast<float>(guide_m) + shape_.front_m(); }

  // The corridors that a body on this one touches.
  void add_touched(const Track& corridor, double metres, const Footprint& own) {
    constexpr double kPad_m = 0.5;
    const double rear = metres - static_cast<double>(shape_.rear_m()) - kPad_m,
                 front = metres + static_cast<double>(shape_.front_m()) + kPad_m;
    // The nose of a bus that turns swings out further than the widest body in the middle of the lane reaches. So much further it
    // may without standing on the lane of a corridor that is no conflict by more than the half metre that footprints are good to.
    constexpr double kHalf_m = network::kWidestBodyHalf_m + 0.25;
    const double centre = roads_.tracks.centre_at(corridor, 0.5 * (own.from + own.to));
    const bool swings =
        static_cast<double>(own.right) < centre - kHalf_m || static_cast<double>(own.left) > centre + kHalf_m;
    for (const Conflict& conflict : roads_.conflicts.of(corridor)) {
      const Passage& passage = roads_.conflicts.passage(conflict);
      if (!swings &&
          (static_cast<double>(passage.touch_to) < rear || static_cast<double>(passage.touch_from) > front))
        continue;
      const bool crosses = conflict.kind == network::DependencyKind::crossing;
      add_if_touched(roads_.tracks[conflict.other], view_of_other(corridor, metres, conflict),
                     crosses ? 0 : EntryFlag::same_way);
    }
    if (!swings) return;
    const network::Network& net = roads_.tracks.network();
    for (const network::Corridor& other : net.corridors(net.corridor(corridor.corridor).intersection)) {
      const TrackId id = roads_.tracks.track_of(net.corridor_of(other.strip));
      if (id.is_empty() || other.strip == corridor.strip || is_conflict(corridor, id)) continue;
      add_if_touched(roads_.tracks[id], view_from_outside(roads_.tracks[id]), 0);
    }
  }

  bool is_conflict(const Track& corridor, TrackId other) const {
    for (const Conflict& conflict : roads_.conflicts.of(corridor))
      if (conflict.other == other) return true;
    return false;
  }

  StripView view_of_other(const Track& corridor, double metres, const Conflict& conflict) const {
    // the table goes on straight past the corridor's ends; where the tracks that are joined there do not, it is not used
    const bool is_on_table =
        (metres >= 0 && metres <= corridor.length) || roads_.tracks[mover_.trail.current()].is_straight;
    StripView view;
    if (!is_on_table || !roads_.conflicts.find_view(conflict, metres, mover_.lateral, view))
      return view_from_outside(roads_.tracks[conflict.other]);
    // so far along the lane; now along the body
    const double cosine = view.cosine * along_ - view.sine * across_;
    view.sine = view.sine * along_ + view.cosine * across_;
    view.cosine = cosine;
    return view;
  }

  void add_if_touched(const Track& other, const StripView& view, std::uint16_t flags) {
    const Footprint foot = shape_.is_long()
                               ? footprint_of_long(roads_.tracks, other, shape_, mover_, view.distance)
                               : footprint_of(shape_, view);
    const float centre = static_cast<float>(roads_.tracks.centre_at(other, view.distance));
    if (foot.left < centre - other.half_width || foot.right > centre + other.half_width || foot.to < 0 ||
        foot.from > other.strip_length)
      return;
    add(other.strip, foot, view.cosine * mover_.speed_mps, flags);
  }

  const Roads& roads_;
  const BodyShape& shape_;
  const Mover& mover_;
  const Stance& stance_;
  const Signs& signs_;
  EntryBatch& entries_;
  std::uint8_t length_dm_;
  double along_ = 1, across_ = 0;  // the heading against the direction of travel
};

}  // namespace

void add_entries(const Roads& roads, const BodyShape& shape, const Mover& mover, const Stance& stance,
                 const Signs& signs, EntryBatch& entries) {
  Standing standing(roads, shape, mover, stance, signs, entries);
  const Trail& trail = mover.trail;
  standing.add_own();

  // behind, as far as the body reaches
  double metres = mover.metres;
  for (std::uint32_t k = 0; k < trail.behind() && metres < static_cast<double>(shape.rear_m()); ++k) {
    const Track& track = roads.tracks[trail.behind(k)];
    metres += track.length;
    standing.add_reached(track, metres);
  }
  // before it, then further on
  double begins = roads.tracks[trail.current()].length - mover.metres;  // from the guide
  std::uint16_t about_entry = kAboutTheCorridor;
  for (std::uint32_t k = 0; k < trail.ahead(); ++k) {
    const double away = begins - static_cast<double>(shape.front_m());
    if (away > signs.announce_m) break;
    const Track& track = roads.tracks[trail.ahead(k)];
    if (away < 0) standing.add_reached(track, -begins);
    if (track.is_corridor() && away >= -kEntered_m) {
      standing.add_announced(track, away, signs.flags & about_entry);
      about_entry = 0;  // it was about the first one
    }
    begins += track.length;
  }
}

}  // namespace backlot::world
