// The route that the subject is expected to take.
#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/network/routing/route.h"
#include "backlot/scene/internal/build/scene_builder.h"
#include "backlot/world/roads/conflicts.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;
using world::Tracks;

// Whether a track lies on the way, or in the intersection, of this name.
bool is_at(const Tracks& tracks, TrackId id, const std::string& name) {
  BACKLOT_ASSERT(!id.is_empty(), "a way or a place of it is a track");
  const network::Network& net = tracks.network();
  const Track& track = tracks[id];
  if (!track.is_corridor()) return net.name_of(track.strip) == name;
  network::IntersectionId at = net.corridor(track.corridor).intersection;
  if (net.name_of(at) == name) return true;
  at = net.intersection(at).whole;
  return !at.is_empty() && net.name_of(at) == name;
}

// The shortest way over tracks that passes places in order; the last one is its end. Empty where no way does.
class RouteSearch {
 public:
  RouteSearch(const Tracks& tracks, std::vector<std::string> stops)
      : tracks_(tracks), stops_(std::move(stops)), best_(tracks.all().size() * (stops_.size() + 1)) {}

  std::vector<TrackId> find(TrackId from) {
    reach(from, 0, 0, kNone);
    while (!open_.empty()) {
      const auto [cost, node] = open_.top();
      open_.pop();
      if (cost > best_[node].cost) continue;
      if (stage_of(node) == stops_.size()) return back_from(node);
      const Track& track = tracks_[track_of(node)];
      for (const TrackId next : tracks_.onward(track)) reach(next, stage_of(node), cost + track.length, node);
    }
    return {};
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  struct Reached {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t from = kNone;
  };

  std::size_t stage_of(std::size_t node) const { return node / tracks_.all().size(); }
  TrackId track_of(std::size_t node) const {
    return TrackId(static_cast<std::uint32_t>(node % tracks_.all().size()));
  }
  void reach(TrackId track, std::size_t stage, double cost, std::size_t from) {
    while (stage < stops_.size() && is_at(tracks_, track, stops_[stage])) ++stage;
    const std::size_t node = stage * tracks_.all().size() + track.index();
    if (cost >= best_[node].cost) return;
    best_[node] = {cost, from};
    open_.push({cost, node});
  }
  std::vector<TrackId> back_from(std::size_t node) const {
    std::vector<TrackId> list;
    for (; node != kNone; node = best_[node].from) list.push_back(track_of(node));
    std::reverse(list.begin(), list.end());
    return list;
  }

  const Tracks& tracks_;
  std::vector<std::string> stops_;
  std::vector<Reached> best_;
  using Open = std::pair<double, std::size_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
};

std::string lanes_of(const network::Network& net, const Tracks& tracks, network::StripId strip) {
  std::string names;
  for (const Track& track : tracks.all())
    if (track.strip == strip) names += (names.empty() ? "" : ", ") + net.name_of(track.lane);
  return names;
}

}  // namespace

SceneBuilder::SceneBuilder(SceneDescription description, const world::Roads& roads) : scene_(new Scene) {
  scene_->description_ = std::move(description);
  scene_->roads_ = &roads;
}

base::Result<std::shared_ptr<const Scene>> SceneBuilder::build() {
  using Answer = base::Result<std::shared_ptr<const Scene>>;
  if (!build_course()) return Answer::failure(std::move(found_));
  find_lines();
  place_marks();
  place_flows();
  place_turns();
  place_density();
  place_pedestrians();
  place_props();
  place_sources();
  check_conditions();
  if (found_.has_errors()) return Answer::failure(std::move(found_));
  return Answer::success(std::move(scene_), std::move(found_));
}

bool SceneBuilder::build_course() {
  const SubjectDescription& subject = set().subject;
  if (!set().network.empty() && set().network != network().name())
    error(
        "P306", set().place,
        fmt::format("the set is on network {}, and the imported one is {}", set().network, network().name()),
        "import the file of that network, or correct the name");
  const network::StripId strip = network().find_strip(subject.way);
  if (strip.is_empty() || network().way_of(strip).is_empty()) {
    error("P301", subject.place,
          fmt::format("the network {} has no way \"{}\"", network().name(), subject.way),
          "the subject starts on a way; `backlot info` lists them");
    return false;
  }
  const network::LaneId lane = network().find_lane(strip, subject.lane);
  TrackId from{};
  if (!lane.is_empty()) {
    from = tracks().track_of(network::DirectedLane{lane, true});
    if (from.is_empty()) from = tracks().track_of(network::DirectedLane{lane, false});
  }
  if (from.is_empty()) {
    error("P302", subject.place,
          fmt::format("way \"{}\" has no lane \"{}\" that vehicles drive on", subject.way, subject.lane),
          fmt::format("it has {}", lanes_of(network(), tracks(), strip)));
    return false;
  }
  if (subject.at_m < 0 || subject.at_m > tracks()[from].length) {
    error("P303", subject.place,
          fmt::format("lane {} of \"{}\" is {:.0f} m long: there is no place at {:.0f} m", subject.lane,
                      subject.way, tracks()[from].length, subject.at_m),
          "metres count from where the lane is entered");
    return false;
  }
  std::vector<std::string> stops = subject.by;
  stops.push_back(subject.to_way);
  for (const std::string& stop : stops) {
    if (!network().find_strip(stop).is_empty() || !network().find_intersection(stop).is_empty()) continue;
    error("P304", subject.place,
          fmt::format("the network {} has no way or intersection \"{}\"", network().name(), stop),
          "`backlot info` lists them");
    return false;
  }
  std::vector<TrackId> list = RouteSearch(tracks(), stops).find(from);
  if (list.empty()) {
    error("P305", subject.place,
          fmt::format("lane {} of \"{}\" does not lead to \"{}\" without a lane change", subject.lane,
                      subject.way, subject.to_way),
          "let the subject start on a lane that leads there, or name places on the way: to ... by ...");
    return false;
  }
  scene_->path_ =
      network::Path(network(), network::DirectedLane{tracks()[from].lane, tracks()[from].is_along}, 0, 0);
  for (std::size_t k = 1; k < list.size(); ++k)
    scene_->path_.extend(network(),
                         network::DirectedLane{tracks()[list[k]].lane, tracks()[list[k]].is_along});
  scene_->course_ = std::make_unique<const world::Course>(tracks(), std::move(list));
  scene_->travel_times_ = std::make_unique<const TravelTimes>(*scene_->course_);
  scene_->start_m_ = subject.at_m;
  return true;
}

void SceneBuilder::find_lines() {
  const world::Course& course = scene_->course();
  for (std::size_t k = 1; k < course.list().size(); ++k) {
    const Track &track = tracks()[course.list()[k]], &lane = tracks()[course.list()[k - 1]];
    if (!track.is_corridor() || lane.is_corridor()) continue;
    const world::CorridorSignal& signal = scene_->roads_->conflicts.signal(track.corridor);
    if (!signal.has_programme()) continue;
    scene_->lines_.push_back(
        {course.start_of(k - 1) + std::min(static_cast<double>(lane.stop_m), lane.length), track.corridor,
         signal.programme, scene_->roads_->conflicts.rule(signal).group});
  }
}

}  // namespace backlot::scene
