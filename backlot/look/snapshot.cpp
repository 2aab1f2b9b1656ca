#include "backlot/look/snapshot.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/geometry/locate.h"
#include "backlot/look/frame_snapshot.h"

namespace backlot::look {

namespace {

constexpr std::size_t kShort = 16;  // entries of a list that is sooner read than searched

network::CorridorId next_on(const world::Tracks& tracks, const world::Trail& trail) {
  network::CorridorId corridor = tracks[trail.current()].corridor;
  for (std::uint32_t k = 0; k < trail.ahead() && corridor.is_empty(); ++k)
    corridor = tracks[trail.ahead(k)].corridor;
  return corridor;
}

}  // namespace

Snapshot Snapshot::of_world(const world::Roads& roads, const WorldTables& tables) {
  Snapshot s(roads);
  s.occupancy_ = &tables.occupancy;
  s.numbers_ = &tables.numbers;
  s.movers_ = tables.movers;
  s.drivers_ = tables.drivers;
  s.shapes_ = tables.shapes.data();
  s.externals_ = tables.externals;
  s.first_walker_ = tables.first_walker;
  for (const world::LongShape& shape : tables.shapes) {
    for (const world::BodyShape& each : {shape.usual, shape.nose_guided})
      s.reach_m_ =
          std::max({s.reach_m_, static_cast<double>(each.front_m()), static_cast<double>(each.rear_m())});
    s.half_length_m_ = std::max(s.half_length_m_, 0.5 * static_cast<double>(shape.usual.length_m));
    s.half_m_ = std::max(s.half_m_, 0.5 * static_cast<double>(shape.usual.length_m + shape.usual.width_m));
  }
  // the middle of an external body may be past the end of a strip that the body still touches
  s.past_end_m_ = s.reach_m_;
  for (const world::LooseObject& loose : tables.externals)
    s.past_end_m_ =
        std::max(s.past_end_m_, static_cast<double>(loose.body.shape.length_m + loose.body.shape.width_m));
  return s;
}

Snapshot Snapshot::of_frame(const world::Roads& roads, const FrameSnapshot& frame) {
  Snapshot s(roads);
  s.frame_ = &frame;
  s.past_end_m_ = frame.past_end_m();
  return s;
}

world::ObjectId Snapshot::recorded_id(std::uint32_t number) const {
  BACKLOT_ASSERT(frame_ != nullptr, "a world has its own ids");
  return frame_->body(number).id;
}
bool Snapshot::is_recorded_external(std::uint32_t number) const {
  BACKLOT_ASSERT(frame_ != nullptr, "a world knows its external objects");
  return frame_->body(number).is_external;
}
SeenBody Snapshot::recorded_seen(std::uint32_t number) const {
  BACKLOT_ASSERT(frame_ != nullptr, "a world has its own bodies");
  const Body& body = frame_->body(number);
  return {body.box, body.height_m};
}
Motion Snapshot::recorded_motion(std::uint32_t number) const {
  BACKLOT_ASSERT(frame_ != nullptr, "a world has its own motion");
  const Body& body = frame_->body(number);
  return {2 * body.box.half_length, body.speed_mps};
}
bool Snapshot::has_recorded(world::ObjectId id) const {
  return !id.is_empty() && frame_->has(id.slot()) && frame_->body(id.slot()).id == id;
}

network::CorridorId Snapshot::next_corridor(std::uint32_t number) const {
  if (is_external(number)) return {};
  return is_recorded() ? frame_->body(number).place.corridor : next_on(roads_->tracks, mover(number).trail);
}

Body Snapshot::body(std::uint32_t number, network::LocateScratch& scratch) const {
  if (is_recorded()) return frame_->body(number);
  const SeenBody s = seen(number);
  Body body{.id = id(number), .is_external = is_external(number), .box = s.box, .height_m = s.height_m};
  if (body.is_external) {
    body.kind = loose(number).kind;
    body.speed_mps = external(number).speed_mps;
    body.place = place_of(roads_->tracks.network(), s.box, scratch);
    return body;
  }
  const world::Mover& m = mover(number);
  const world::Track& track = roads_->tracks[m.trail.current()];
  const world::StripView view = world::view_of(roads_->tracks, m);
  body.kind = m.kind;
  body.speed_mps = m.speed_mps;
  body.accel_mps2 = m.accel_mps2;
  body.place = {track.strip, track.lane, next_on(roads_->tracks, m.trail), view.distance, view.offset};
  return body;
}

// The own entry of an extra tells where the middle of its footprint is. External bodies are few: each is looked at.
void Snapshot::add_near(const world::PlanBox& box, std::vector<std::uint32_t>& found) const {
  if (is_recorded()) {
    frame_->add_near(box, found);
    return;
  }
  // before the start of a strip and past its end, where its box is not, no middle of a body is further off than its guide may be
  constexpr double kGuideOff_m = 1;
  const double around = half_m_ + reach_m_ - half_length_m_ + kGuideOff_m;
  const double longest = occupancy_->longest();
  const world::PlanBox wide{box.low_x - around, box.low_y - around, box.high_x + around, box.high_y + around};
  roads_->grid.for_pieces(wide, [&](const world::StripGrid::Piece& piece) {
    const auto from = static_cast<double>(piece.from), to = static_cast<double>(piece.to);
    // a body that only approaches is further before the start of a strip than a body on it can begin
    const double low = std::max(from, -kGuideOff_m) - longest;
    for (std::uint32_t k = 0; k < piece.count; ++k) {
      const world::EntryList list = occupancy_->on(network::StripId(piece.strip.index() + k));
      for (auto at = list.size() > kShort ? list.first_from(low) : list.begin();
           at != list.end() && at.from() <= to; ++at) {
        if (at.from() < low) continue;
        const double middle = 0.5 * (at->from + at->to);
        if (at->has(world::EntryFlag::own) && middle >= from && middle < to) found.push_back(at->id);
      }
    }
  });
  for (const world::LooseObject& loose : externals_) {
    const auto [x, y, z] = loose.body.middle;
    const double half = 0.5 * static_cast<double>(loose.body.shape.length_m + loose.body.shape.width_m);
    if (x + half >= box.low_x && x - half <= box.high_x && y + half >= box.low_y && y - half <= box.high_y)
      found.push_back(loose.number);
  }
}

Place place_of(const network::Network& network, const world::BodyBox& box, network::LocateScratch& scratch) {
  const network::NetworkLocated at = network::locate(network, box.centre, scratch);
  if (at.on != network::On::strip) return {};
  return {at.strip, at.lane, network.corridor_of(at.strip), at.point.distance, at.point.offset};
}

Travel travel_on(const world::Roads& roads, network::StripId strip, const world::Entry& entry,
                 const world::BodyBox& box) {
  BACKLOT_ASSERT(!strip.is_empty(), "a body travels on a strip");
  using world::EntryFlag;
  if (!entry.has(EntryFlag::travels) || entry.has(EntryFlag::approaches)) return {};
  const world::Tracks& tracks = roads.tracks;
  const network::Strip& s = tracks.network().strip(strip);
  const geometry::Ribbon& ribbon = tracks.network().ribbon(s.ribbon);
  const double near = std::clamp(0.5 * (entry.from + entry.to), 0.0, s.length());
  const geometry::Located located = geometry::locate(
      ribbon, box.centre, geometry::hint_at(ribbon, s.from + near), geometry::SurfaceWindow{-1e9, 1e9, 1e9});
  if (!located) return {};
  const geometry::RibbonPoint point = geometry::extended(located);
  const double distance = point.distance - s.from, at = std::clamp(distance, 0.0, s.length());
  // the first lane with the middle within its width, as in the listing of external bodies
  for (std::uint32_t k = 0; k < s.lane_count; ++k) {
    const world::TrackId id = tracks.track_of(
        network::DirectedLane{network::LaneId(s.first_lane + k), !entry.has(EntryFlag::against)});
    if (id.is_empty()) continue;
    const world::Track& track = tracks[id];
    if (std::fabs(point.offset - tracks.centre_at(track, at)) <= static_cast<double>(track.half_width))
      return {id, tracks.metres_at(track, at) + track.sign() * (distance - at) + box.half_length};
  }
  return {};
}

}  // namespace backlot::look
