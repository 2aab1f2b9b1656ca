// The life on the set: flows, turns, density, props, sources and sinks.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/scene/internal/build/scene_builder.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kSecondsInHour = 3600;

}  // namespace

void SceneBuilder::place_flows() {
  for (const FlowDescription& flow : set().flows) {
    // entrances side by side are one flow
    std::vector<PlacedFlow> found;
    for (const TrackId entrance : tracks().entrances()) {
      const Track& track = tracks()[entrance];
      const std::string& way = network().name_of(track.strip);
      const world::Course& course = scene_->course();
      const bool is_on_route = std::any_of(course.list().begin(), course.list().end(),
                                           [&](TrackId id) { return tracks()[id].strip == track.strip; });
      const bool is_meant = flow.from == FlowDescription::From::everywhere ||
                            (flow.from == FlowDescription::From::way ? way == flow.way : !is_on_route);
      if (!is_meant) continue;
      const auto beside = std::find_if(found.begin(), found.end(), [&](const PlacedFlow& f) {
        return tracks()[f.lanes.front()].carriageway == track.carriageway;
      });
      if (beside != found.end()) {
        beside->lanes.push_back(entrance);
      } else {
        found.push_back(
            {{entrance}, flow.per_second * kSecondsInHour, flow.mix, flow.is_regular, flow.least_headway_s});
      }
    }
    if (found.empty())
      error("P320", flow.place,
            flow.from == FlowDescription::From::way
                ? fmt::format("no vehicles can come in on way \"{}\": it has no open end with a lane inwards",
                              flow.way)
                : std::string("the network has no such roads with an open end"),
            "vehicles come in where a way has an open end");
    for (const PlacedFlow& f : found) {
      check_cyclists_of(flow, f);
      // a later statement about the same entrance takes the place of an earlier one
      std::erase_if(scene_->flows_, [&](const PlacedFlow& old) { return old.lanes == f.lanes; });
      if (f.per_hour > 0) scene_->flows_.push_back(f);
    }
  }
}

void SceneBuilder::place_turns() {
  for (const TurnsDescription& turns : set().turns) {
    if (turns.left + turns.right > 1) {
      error("P321", turns.place, "more than 100 % of the vehicles turn",
            "what is left of 100 % goes straight on");
      continue;
    }
    bool is_known = turns.from_way.empty();
    for (std::uint32_t k = 0; k < tracks().carriageways().size(); ++k) {
      const std::span<const world::Exit> exits = tracks().exits(tracks().carriageways()[k]);
      const TrackId kerb = tracks().tracks_of(tracks().carriageways()[k]).front();
      if (!turns.from_way.empty() && network().name_of(tracks()[kerb].strip) != turns.from_way) continue;
      is_known = true;
      if (exits.size() < 2) continue;
      const auto straight = std::count_if(
          exits.begin(), exits.end(), [](const world::Exit& e) { return e.turn == network::Turn::straight; });
      std::vector<double> shares;
      for (const world::Exit& exit : exits) {
        const double rest = 1 - turns.left - turns.right;
        shares.push_back(exit.turn == network::Turn::left       ? turns.left
                         : exit.turn == network::Turn::right    ? turns.right
                         : exit.turn == network::Turn::straight ? rest / static_cast<double>(straight)
                                                                : 0.0);
      }
      // shares are weights: where no vehicle can go straight on, the turns divide the traffic among themselves; where
      // all weights are zero, all exits get the same
      if (std::accumulate(shares.begin(), shares.end(), 0.0) <= 0)
        std::fill(shares.begin(), shares.end(), 1.0);
      scene_->turning_shares_.set(tracks(), world::CarriagewayId(k), shares);
    }
    if (!is_known)
      error("P322", turns.place, fmt::format("there is no way \"{}\"", turns.from_way),
            "`backlot info` lists the ways");
  }
}

void SceneBuilder::place_density() {
  if (!set().density) return;
  double lanes_m = 0;
  for (const Track& track : tracks().all())
    if (!track.is_corridor()) lanes_m += track.length;
  const double wanted = std::round(set().density->per_metre * lanes_m);
  const auto most = static_cast<double>(scene_->roads_->cells.usable());
  if (wanted > most)
    error("P325", set().density->place,
          fmt::format("{:.0f} vehicles per km do not fit: the lanes have room for {:.0f} per km",
                      1000 * set().density->per_metre, std::floor(1000 * most / lanes_m)),
          "write a smaller density");
  else
    scene_->spread_ = static_cast<std::size_t>(wanted);
}

void SceneBuilder::place_props() {
  for (const PropDescription& prop : set().props) {
    const PlacedMark* mark = find_placed(prop.mark, prop.place);
    if (mark == nullptr) continue;
    const world::Mark at = mark->ways.front().mark;
    const Track& track = tracks()[at.track];
    const world::BodyShape shape = world::usual_shape(prop.kind);
    const double middle_m = at.metres - prop.before_m - 0.5 * static_cast<double>(shape.length_m);
    if (middle_m < 0 || middle_m > track.length) {
      error("P323", prop.place, fmt::format("prop {} would stand past the end of the lane", prop.name),
            "name a mark or a distance within the lane");
      continue;
    }
    const double distance = tracks().distance_at(track, middle_m);
    const double aside = prop.is_beside
                             ? -(static_cast<double>(track.half_width + shape.half_width_m()) + prop.offset_m)
                             : prop.offset_m;
    const Tracks::Pose pose =
        tracks().pose(track, distance, tracks().centre_at(track, distance) + track.sign() * aside);
    scene_->props_.push_back({prop.name,
                              prop.kind,
                              pose.point,
                              base::atan2(track.sign() * pose.tangent.y, track.sign() * pose.tangent.x),
                              {at.track, at.metres - prop.before_m}});
  }
}

std::vector<PlacedStretch> SceneBuilder::stretches_before(const BeforeMark& where,
                                                          const network::TextPlace& at) {
  std::vector<PlacedStretch> found;
  const PlacedMark* mark = find_placed(where.mark, at);
  if (mark == nullptr) return found;
  // back over all tracks that lead there; on lanes of ways alone, since vehicles do not appear within an intersection
  struct Step {
    TrackId track;
    double end_m;      // of the track: up to there
    double to_mark_m;  // from there
  };
  std::vector<Step> open;
  for (const MarkWay& way : mark->ways) open.push_back({way.mark.track, way.mark.metres, 0});
  std::vector<TrackId> seen;
  while (!open.empty()) {
    const Step step = open.back();
    open.pop_back();
    if (std::find(seen.begin(), seen.end(), step.track) != seen.end()) continue;
    seen.push_back(step.track);
    const Track& track = tracks()[step.track];
    const double from = std::max(0.0, step.end_m - (where.to_m - step.to_mark_m));
    const double to = step.end_m - std::max(0.0, where.from_m - step.to_mark_m);
    const bool is_place = where.from_m == where.to_m && to == from;  // one place, not a stretch
    if (!track.is_corridor() && (to > from || is_place))
      found.push_back({step.track, from, to, step.to_mark_m + step.end_m - to});
    const double begins_m = step.to_mark_m + step.end_m;
    if (begins_m >= where.to_m) continue;
    for (const TrackId before : tracks().before(track))
      open.push_back({before, tracks()[before].length, begins_m});
  }
  if (found.empty())
    error("P324", at, fmt::format("no lane leads to {} from so far", where.mark),
          "widen the distances of the source");
  return found;
}

void SceneBuilder::place_sources() {
  const auto place_all = [&](const auto& list, std::vector<std::vector<PlacedStretch>>& placed) {
    for (const auto& one : list) {
      const auto* before = std::get_if<BeforeMark>(&one.where);
      placed.push_back(before == nullptr ? std::vector<PlacedStretch>{}
                                         : stretches_before(*before, one.place));
    }
  };
  place_all(set().sources, scene_->sources_);
  place_all(set().sinks, scene_->sinks_);
}

}  // namespace backlot::scene
