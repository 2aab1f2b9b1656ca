#include "backlot/subject/test/ride.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::subject {

using world::TrackId;

std::unique_ptr<sim::TestRoads> straight_road() {
  return sim::roads_of(R"(
network straight
traffic on the right
speed limit 90 km/h
profile street { vehicle backward 3.6 m; spine; vehicle forward 3.6 m }
way road { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 4000 m;  start open;  end open }
)");
}

world::Course course_along(const sim::TestRoads& roads, std::string_view way,
                           std::vector<network::Turn> turns) {
  const world::Tracks& tracks = roads.roads.tracks;
  const network::LaneId lane = roads.network.find_lane(roads.network.find_strip(way), "R1");
  std::vector<TrackId> list{tracks.track_of(network::DirectedLane{lane, true})};
  for (const network::Turn turn : turns) {
    const auto onward = tracks.onward(tracks[list.back()]);
    const auto corridor = std::ranges::find_if(
        onward, [&](TrackId id) { return roads.network.corridor(tracks[id].corridor).turn == turn; });
    BACKLOT_CHECK(corridor != onward.end(), "the lane does not lead there");
    list.push_back(*corridor);
    list.push_back(tracks.onward(tracks[*corridor]).front());
  }
  return {tracks, list};
}

SubjectChoice choice_of(std::string_view word) {
  auto parsed = parse_subject(word, [](const std::string&) { return std::nullopt; });
  BACKLOT_CHECK(parsed.has_value(), base::to_text(parsed.diagnostics()).c_str());
  return *parsed;
}

Ride::Ride(const sim::TestRoads& roads, const world::Course& course, const SubjectChoice& choice,
           std::uint64_t seed, double metre, const sim::SimulationSettings& settings, int steps_before)
    : course_(&course), run_(roads.roads, settings) {
  for (int k = 0; k < steps_before; ++k) run_.step(kStep);
  const geometry::WorldPoint at = course.point_at(metre), next = course.point_at(metre + 2);
  const double speed = start_speed_mps(choice, course, metre, seed);
  const auto first = static_cast<std::ptrdiff_t>(std::max(0.0, metre / world::Course::kStep_m - 3));
  const std::vector<geometry::WorldPoint> points(course.points().begin() + first, course.points().end());
  const sim::AddedExternal added =
      run_.add_external(world::ObjectKind::car, {at, base::atan2(next.y - at.y, next.x - at.x), speed},
                        sim::ByPath{.points = points, .speed_mps = speed, .gain_mps2 = 8, .slow_mps2 = 12});
  BACKLOT_CHECK(added.refused.empty(), "the subject cannot start");
  id_ = added.id;
  run_.set_role(id_, record::kSubjectRole);
  driver_ = make_driver(choice, course, id_, seed);
}

const record::Frame& Ride::frame() {
  run_.frame(frame_, {.has_signals = true});
  return frame_;
}

const record::FrameObject& Ride::subject() {
  const record::FrameObject* subject = record::find(frame(), id_);
  BACKLOT_CHECK(subject != nullptr, "the subject has left");
  return *subject;
}

double Ride::front_m() {
  const record::FrameObject& self = subject();
  return course_->nearest(self.centre).metre + 0.5 * static_cast<double>(self.length_m);
}

void Ride::step(std::vector<sim::ExternalCommand> others) {
  others.push_back({id_, run_.tick().time, sim::PaceCommand{driver_->drive(frame(), kStep)}});
  run_.step(kStep, others);
}

}  // namespace backlot::subject
