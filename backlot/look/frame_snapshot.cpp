#include "backlot/look/frame_snapshot.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "backlot/base/assert.h"

namespace backlot::look {

namespace {

constexpr double kSquare_m = 32;
constexpr double kLongest_m = 1000;  // longer than any body

std::int32_t square_of(double at) {
  constexpr double kFurthest = 1e9;
  return static_cast<std::int32_t>(std::clamp(std::floor(at / kSquare_m), -kFurthest, kFurthest));
}

bool is_body(const record::FrameObject& o) {
  const auto is_size = [](float m) { return m >= 0 && static_cast<double>(m) <= kLongest_m; };
  const double unit = o.heading_x * o.heading_x + o.heading_y * o.heading_y;
  return geometry::is_place(o.centre) && unit > 0.99 && unit < 1.01 && is_size(o.length_m) &&
         is_size(o.width_m) && is_size(o.height_m) && std::isfinite(o.speed_mps) &&
         std::isfinite(o.accel_mps2) && static_cast<std::size_t>(o.kind) < world::kObjectKinds;
}

}  // namespace

std::size_t FrameSnapshot::read(const record::Frame& frame) {
  for (const Body& body : bodies_) rows_[body.id.slot()] = kNone;
  bodies_.clear();
  squares_.clear();
  travellers_.clear();
  largest_half_m_ = past_end_m_ = 0;
  std::size_t left_out = 0;
  for (const record::FrameObject& object : frame.objects) left_out += add(object) ? 0U : 1U;
  std::sort(squares_.begin(), squares_.end(), [](const InSquare& a, const InSquare& b) {
    return std::tie(a.y, a.x, a.number) < std::tie(b.y, b.x, b.number);
  });
  std::sort(travellers_.begin(), travellers_.end(), [](const Traveller& a, const Traveller& b) {
    return std::tie(a.track, a.front_m, a.number) < std::tie(b.track, b.front_m, b.number);
  });
  return left_out;
}

bool FrameSnapshot::add(const record::FrameObject& o) {
  if (o.id.is_empty() || o.id.slot() >= kMostNumbers || has(o.id.slot()) || !is_body(o)) return false;
  Body body{.id = o.id,
            .kind = o.kind,
            .is_external = o.behaviour != record::Behaviour::extra,
            .box = {o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m),
                    0.5 * static_cast<double>(o.width_m)},
            .height_m = static_cast<double>(o.height_m),
            .speed_mps = o.speed_mps,
            .accel_mps2 = o.accel_mps2};
  if (body.is_external)
    place_external(o, body);
  else
    place_extra(o, body);
  if (o.id.slot() >= rows_.size()) rows_.resize(o.id.slot() + 1, kNone);
  BACKLOT_ASSERT(o.id.slot() < rows_.size(), "an object has a row");
  rows_[o.id.slot()] = static_cast<std::uint32_t>(bodies_.size());
  bodies_.push_back(body);
  squares_.push_back({square_of(o.centre.y), square_of(o.centre.x), o.id.slot()});
  largest_half_m_ = std::max(largest_half_m_, body.box.half_length + body.box.half_width);
  return true;
}

void FrameSnapshot::add(const Traveller& traveller) {
  past_end_m_ = std::max(past_end_m_, traveller.front_m - roads_->tracks[traveller.track].length);
  travellers_.push_back(traveller);
}

// The lane says which track, but for lanes that are driven both ways: there the heading does.
world::TrackId FrameSnapshot::track_of_extra(const record::FrameObject& o) const {
  const world::Tracks& tracks = roads_->tracks;
  if (o.lane.is_empty() || o.lane.index() >= tracks.network().lanes().size() || !std::isfinite(o.distance) ||
      !std::isfinite(o.offset))
    return {};
  const world::TrackId along = tracks.track_of(network::DirectedLane{o.lane, true}),
                       against = tracks.track_of(network::DirectedLane{o.lane, false});
  if (along.is_empty() || against.is_empty()) return along.is_empty() ? against : along;
  const geometry::Vec3 tangent = tracks.tangent_at(tracks[along], o.distance);
  const bool heads_along = tangent.x * o.heading_x + tangent.y * o.heading_y >= 0;
  return heads_along != tracks[along].is_backing ? along : against;
}

void FrameSnapshot::place_extra(const record::FrameObject& o, Body& body) {
  const world::TrackId id = track_of_extra(o);
  if (id.is_empty()) return;
  const world::Tracks& tracks = roads_->tracks;
  const world::Track& track = tracks[id];
  // the nose of a vehicle that is driven backwards points against its travel
  if (track.is_backing) {
    body.box.heading_x = -body.box.heading_x;
    body.box.heading_y = -body.box.heading_y;
  }
  const bool has_corridor =
      !o.corridor.is_empty() && o.corridor.index() < tracks.network().corridors().size();
  body.place = {track.strip, o.lane, has_corridor ? o.corridor : network::CorridorId{}, o.distance, o.offset};
  const geometry::WorldPoint guide = tracks.place(track, o.distance, o.offset);
  const double ahead = body.box.heading_x * (o.centre.x - guide.x) +
                       body.box.heading_y * (o.centre.y - guide.y) + body.box.half_length;
  add(Traveller{id, tracks.metres_at(track, o.distance) + ahead, o.id.slot(), body.place.corridor});
}

// As external bodies are listed in a running world, which needs nothing but the pose.
void FrameSnapshot::place_external(const record::FrameObject& o, Body& body) {
  body.place = place_of(roads_->tracks.network(), body.box, located_);
  world::LooseBody loose;
  loose.shape.length_m = o.length_m;
  loose.shape.width_m = o.width_m;
  loose.shape.height_m = o.height_m;
  loose.middle = o.centre;
  loose.heading_x = o.heading_x;
  loose.heading_y = o.heading_y;
  loose.speed_mps = o.speed_mps;
  entries_.clear();
  world::add_entries(*roads_, loose, {.number = o.id.slot(), .is_parked = true}, around_, listing_, entries_);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const Travel travel = travel_on(*roads_, entries_.strip(k), entries_[k], body.box);
    if (!travel.track.is_empty()) add(Traveller{travel.track, travel.front_m, o.id.slot(), {}});
  }
}

void FrameSnapshot::add_near(const world::PlanBox& box, std::vector<std::uint32_t>& found) const {
  if (!(box.low_x <= box.high_x && box.low_y <= box.high_y)) return;
  const double half = largest_half_m_;
  const std::int32_t low_x = square_of(box.low_x - half), high_x = square_of(box.high_x + half),
                     low_y = square_of(box.low_y - half), high_y = square_of(box.high_y + half);
  const auto is_before = [](const InSquare& s, const std::pair<std::int32_t, std::int32_t>& at) {
    return std::pair(s.y, s.x) < at;
  };
  // row by row of squares; from the end of one row to where the next one begins
  auto at = std::lower_bound(squares_.begin(), squares_.end(), std::pair(low_y, low_x), is_before);
  while (at != squares_.end() && at->y <= high_y) {
    if (at->x < low_x) {
      at = std::lower_bound(at, squares_.end(), std::pair(at->y, low_x), is_before);
    } else if (at->x > high_x) {
      at = std::lower_bound(at, squares_.end(), std::pair(at->y + 1, low_x), is_before);
    } else {
      const world::BodyBox& b = body(at->number).box;
      const double reach = b.half_length + b.half_width;
      if (b.centre.x + reach >= box.low_x && b.centre.x - reach <= box.high_x &&
          b.centre.y + reach >= box.low_y && b.centre.y - reach <= box.high_y)
        found.push_back(at->number);
      ++at;
    }
  }
}

std::span<const FrameSnapshot::Traveller> FrameSnapshot::travellers(world::TrackId track) const {
  BACKLOT_ASSERT(!track.is_empty(), "bodies travel on a track");
  const auto first =
      std::lower_bound(travellers_.begin(), travellers_.end(), track,
                       [](const Traveller& t, world::TrackId wanted) { return t.track < wanted; });
  auto last = first;
  while (last != travellers_.end() && last->track == track) ++last;
  return {first, last};
}

}  // namespace backlot::look
