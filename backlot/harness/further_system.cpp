#include "backlot/harness/further_system.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::harness {

namespace {

constexpr double kWay_m = 20'000;  // long enough for any run
constexpr std::size_t kMostTracks = 500;

// By how much a track turns from its start to its end.
double turn_of(const world::Tracks& tracks, world::TrackId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a turn is that of a track");
  const world::Track& track = tracks[id];
  const double from = tracks.distance_at(track, 0), to = tracks.distance_at(track, track.length);
  const geometry::Vec3 a = tracks.pose(track, from, 0).tangent, b = tracks.pose(track, to, 0).tangent;
  return std::fabs(base::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));
}

}  // namespace

FurtherWay find_way(const scene::Scene& scene, const std::string& name) {
  const auto marks = scene.marks();
  const auto mark = std::find_if(marks.begin(), marks.end(),
                                 [&](const scene::PlacedMark& one) { return one.name == name; });
  if (mark == marks.end()) return {};
  const world::Tracks& tracks = scene.roads().tracks;
  world::TrackId at{};
  double metres = 0;
  if (!mark->ways.empty()) {
    at = mark->ways.front().mark.track;
    metres = mark->ways.front().mark.metres;
  } else if (mark->subject_m) {
    const std::size_t part = scene.course().part_at(*mark->subject_m);
    at = scene.course().list()[part];
    metres = *mark->subject_m - scene.course().start_of(part);
  }
  if (at.is_empty()) return {};
  std::vector<world::TrackId> list{at};
  double length_m = tracks[at].length;
  while (length_m < kWay_m && list.size() < kMostTracks) {
    const auto onward = tracks.onward(tracks[list.back()]);
    if (onward.empty()) break;
    const auto next = std::min_element(onward.begin(), onward.end(), [&](world::TrackId a, world::TrackId b) {
      return turn_of(tracks, a) < turn_of(tracks, b);
    });
    list.push_back(*next);
    length_m += tracks[*next].length;
  }
  return {std::make_unique<const world::Course>(tracks, std::move(list)), metres};
}

}  // namespace backlot::harness
