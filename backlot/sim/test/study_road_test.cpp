// scenes/study_road.way: it has the room that scenes need, and places where the subject cannot see vehicles that come in.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/look/line_of_sight.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "backlot/world/course.h"
#include "backlot/world/mark.h"

namespace backlot::sim::study_road_test {
namespace {

using geometry::WorldPoint;
using world::TrackId;

constexpr double kStart_m = 700;  // of the subject, on lane R1 of highway_west
constexpr double kFar_m = 600;
constexpr std::array<std::string_view, 4> kSideRoads = {"mill_lane", "church_lane", "quarry_lane",
                                                        "farm_lane"};

TrackId straight_on(const world::Tracks& tracks, TrackId lane) {
  for (const TrackId id : tracks.onward(tracks[lane]))
    if (tracks.network().corridor(tracks[id].corridor).turn == network::Turn::straight) return id;
  ADD_FAILURE() << "no corridor leads straight on";
  return lane;
}

TrackId track_of(const world::Tracks& tracks, std::string_view way, std::string_view lane, bool is_along) {
  const network::Network& net = tracks.network();
  return tracks.track_of(network::DirectedLane{net.find_lane(net.find_strip(way), lane), is_along});
}

// From the start of highway_west to the end of highway_east.
world::Course subject_course(const world::Tracks& tracks) {
  std::vector<TrackId> list{track_of(tracks, "highway_west", "R1", true)};
  for (int crossing = 0; crossing < 2; ++crossing) {
    list.push_back(straight_on(tracks, list.back()));
    list.push_back(tracks.onward(tracks[list.back()]).front());
  }
  return {tracks, list};
}

// The lane of a side road that leads to the crossing.
TrackId lane_to_crossing(const world::Tracks& tracks, std::string_view side_road) {
  return track_of(tracks, side_road, "L1", false);
}

double line_metre(const world::Course& course, std::size_t part) {
  return course.start_of(part) + world::line_of(course.tracks(), course.list()[part]).metres;
}

// The middle and the four corners of a car at a metre of a track, at half of its height.
std::array<WorldPoint, 5> points_of_car(const world::Tracks& tracks, TrackId id, double metres) {
  const world::Track& track = tracks[id];
  const double distance = tracks.distance_at(track, metres);
  const auto pose = tracks.pose(track, distance, tracks.centre_at(track, distance));
  std::array<WorldPoint, 5> points;
  std::size_t k = 0;
  for (const auto& [along, across] :
       {std::pair{0.0, 0.0}, {2.25, 0.9}, {2.25, -0.9}, {-2.25, 0.9}, {-2.25, -0.9}})
    points[k++] = {pose.point.x + along * pose.tangent.x - across * pose.tangent.y,
                   pose.point.y + along * pose.tangent.y + across * pose.tangent.x, pose.point.z + 0.75};
  return points;
}

bool is_visible(std::span<const world::Building> buildings, const WorldPoint& ground,
                std::span<const WorldPoint> points) {
  const WorldPoint eye{ground.x, ground.y, ground.z + 1.2};
  return std::ranges::any_of(points, [&](const WorldPoint& point) {
    return std::ranges::none_of(buildings,
                                [&](const world::Building& b) { return look::is_hidden_by(b, eye, point); });
  });
}

// The longest stretch of a side road between 80 and 400 m before its line on which no car is visible from the last 600 m before the line of
// the subject.
double hidden_metres(const world::Course& course, double line_m, TrackId lane,
                     std::span<const world::Building> buildings) {
  const world::Tracks& tracks = course.tracks();
  const double line = world::line_of(tracks, lane).metres;
  double longest = 0, length = 0;
  for (double before = 80; before <= 400; before += 5) {
    const auto car = points_of_car(tracks, lane, line - before);
    bool is_seen = false;
    for (double back = 0; back <= kFar_m && !is_seen; back += 5)
      is_seen = is_visible(buildings, course.point_at(line_m - back), car);
    length = is_seen ? 0 : length + 5;
    longest = std::max(longest, length);
  }
  return longest;
}

TEST(StudyRoad, HasThreeKilometresBeforeEachCrossing) {
  const auto road = scene_roads("study_road");
  const world::Course course = subject_course(road->roads.tracks);
  const double first = line_metre(course, 0), second = line_metre(course, 2);
  EXPECT_GE(first - kStart_m, 3000);
  EXPECT_GE(second - first, 3000);
  EXPECT_GE(course.length_m() - course.start_of(4), 1500);
  // The limit is 90 km/h, and 70 km/h from 250 m before each crossing. No bend asks a vehicle for less.
  for (double metre = kStart_m; metre < course.length_m(); metre += 5) {
    EXPECT_NEAR(course.limit_at(metre) * 3.6, course.limit_at(metre) > 20 ? 90 : 70, 1e-3);
    EXPECT_EQ(course.speed_at(metre), course.limit_at(metre)) << metre;
  }
  for (const double line : {first, second}) {
    EXPECT_NEAR(course.limit_at(line - 200) * 3.6, 70, 1e-3);
    EXPECT_NEAR(course.limit_at(line - 300) * 3.6, 90, 1e-3);
  }
}

TEST(StudyRoad, HasSideRoadsOfSevenToNineHundredMetres) {
  const auto road = scene_roads("study_road");
  const world::Tracks& tracks = road->roads.tracks;
  for (const std::string_view name : kSideRoads) {
    const world::Track& track = tracks[lane_to_crossing(tracks, name)];
    EXPECT_GE(track.length, 700) << name;
    EXPECT_LE(track.length, 900) << name;
    EXPECT_NEAR(static_cast<double>(track.limit_mps) * 3.6, 60, 1e-3) << name;
    EXPECT_EQ(track.onward_count, 3) << name;
  }
}

TEST(StudyRoad, ShowsTheSubjectNoOpenEnd) {
  const auto road = scene_roads("study_road");
  const world::Tracks& tracks = road->roads.tracks;
  const world::Course course = subject_course(tracks);
  const auto sees = [&](double metre, TrackId entrance) {
    const WorldPoint eye = course.point_at(metre);
    const auto car = points_of_car(tracks, entrance, 0);
    const double x = car[0].x - eye.x, y = car[0].y - eye.y;
    return x * x + y * y < kFar_m * kFar_m && is_visible(road->roads.buildings.buildings(), eye, car);
  };
  ASSERT_EQ(tracks.entrances().size(), 6U);
  for (const TrackId entrance : tracks.entrances()) {
    for (double metre = kStart_m; metre <= course.length_m() - kFar_m; metre += 25)
      EXPECT_FALSE(sees(metre, entrance)) << metre;
  }
  // The subject does see the eastern end once it is near.
  EXPECT_TRUE(sees(course.length_m() - 100, track_of(tracks, "highway_east", "L1", false)));
}

TEST(StudyRoad, HidesAStretchOfEachSideRoad) {
  const auto road = scene_roads("study_road");
  const world::Tracks& tracks = road->roads.tracks;
  const world::Course course = subject_course(tracks);
  for (std::size_t k = 0; k < kSideRoads.size(); ++k) {
    const TrackId lane = lane_to_crossing(tracks, kSideRoads[k]);
    const double line_m = line_metre(course, k < 2 ? 0 : 2);
    EXPECT_GE(hidden_metres(course, line_m, lane, road->roads.buildings.buildings()), 60) << kSideRoads[k];
    EXPECT_EQ(hidden_metres(course, line_m, lane, {}), 0) << kSideRoads[k];
  }
}

TEST(StudyRoad, CarriesTheTrafficOfAStudy) {
  const auto road = scene_roads("study_road");
  SimulationSettings settings{.seed = 3};
  for (const TrackId entrance : road->roads.tracks.entrances()) {
    Flow flow;
    flow.lanes = {entrance};
    flow.vehicles_per_hour =
        road->network.name_of(road->roads.tracks[entrance].strip).starts_with("highway") ? 300 : 240;
    flow.mix = {0.85, 0.1, 0, 0.05};
    settings.flows.push_back(flow);
  }
  Simulation run(road->roads, settings);
  for (int second = 0; second < 1200; ++second) run.step(base::Duration::from_milliseconds(1000));
  EXPECT_EQ(run.tally().contacts, 0U);
  EXPECT_EQ(run.tally().red_crossings, 0U);
  EXPECT_GT(run.tally().exits, 200U);
}

}  // namespace
}  // namespace backlot::sim::study_road_test
