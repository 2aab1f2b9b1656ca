#include "backlot/formats/rndf/internal/road_builder.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::rndf::internal {

namespace {

using network::Control;
using network::End;

constexpr double kSpineSpacing_m = 2;  // of the places of a spine
constexpr double kOpenWay_m = 12;      // the least length of a way at the edge of the map
constexpr double kTiny_m = 0.3;        // shorter stretches are no ways
constexpr double kChange_m = 40;       // it takes to change lanes
constexpr double kLaneSnap_m = 1;      // lanes that begin or end this near to a cut do so there
constexpr double kStopReach_m = 10;    // a stop line so far before a junction belongs to it
constexpr std::size_t kMostMoves = 4;  // one after the other in a junction

}  // namespace

RoadBuilder::RoadBuilder(const Carriageways& carriageways, const std::vector<Move>& moves,
                         std::vector<Junction> junctions, const Marks& marks, RouteNetwork& out)
    : carriageways_(carriageways),
      moves_(moves),
      junctions_(std::move(junctions)),
      marks_(marks),
      out_(out),
      pieces_of_(carriageways.all.size()),
      lane_ends_(carriageways.all.size()) {}

std::string RoadBuilder::fresh_name(const std::string& wanted) {
  std::string name = wanted;
  for (int k = 2; !names_.insert(name).second; ++k) name = fmt::format("{}/{}", wanted, k);
  return name;
}

// After the last waypoint before it: "6.2.4", or "6.1-6.2.4" of several lanes.
std::string RoadBuilder::way_name(std::size_t road, double from) {
  BACKLOT_ASSERT(road < carriageways_.all.size(), "there is no such carriageway");
  const Carriageway& carriageway = carriageways_.all[road];
  if (carriageway.is_gate) return fresh_name(carriageway.name);
  std::int32_t point = 1;
  for (const auto& [id, spot] : carriageways_.waypoints) {
    if (spot.carriageway != road || spot.metres > from + kTiny_m) continue;
    point = std::max(point, id.point);
  }
  return fresh_name(fmt::format("{}.{}", carriageway.name, point));
}

// ---- ways

// A lane that ends soon after a junction, and has no exit there, ends before it: behind it no vehicle could change lanes in time.
double RoadBuilder::lane_end(std::size_t road, std::size_t lane,
                             const std::vector<Stretch*>& stretches) const {
  BACKLOT_ASSERT(road < carriageways_.all.size() && lane < carriageways_.all[road].lanes.size(),
                 "there is no such lane");
  const double end = carriageways_.all[road].lanes[lane].to;
  if (end > carriageways_.all[road].course.length() - kLaneSnap_m) return end;
  for (const Stretch* stretch : stretches) {
    const bool is_short = end > stretch->to && end < stretch->to + kChange_m && stretch->from > kChange_m;
    const bool has_exit = std::any_of(moves_.begin(), moves_.end(), [&](const Move& move) {
      return move.from.carriageway == road && move.from.lane == lane && move.from.metres > stretch->from;
    });
    if (is_short && !has_exit) return stretch->from;
  }
  return end;
}

void RoadBuilder::make_pieces() {
  // where the junctions lie on each carriageway
  std::vector<std::vector<Stretch*>> stretches(carriageways_.all.size());
  std::vector<bool> has_entry(carriageways_.all.size(), false), has_exit(carriageways_.all.size(), false);
  for (const Move& move : moves_) {
    if (move.to.metres < kTiny_m) has_entry[move.to.carriageway] = true;
    if (move.from.metres > carriageways_.all[move.from.carriageway].course.length() - kTiny_m)
      has_exit[move.from.carriageway] = true;
  }
  for (std::size_t road = 0; road < carriageways_.all.size(); ++road)
    if (carriageways_.all[road].is_gate) has_entry[road] = has_exit[road] = true;
  for (Junction& junction : junctions_)
    for (Stretch& stretch : junction.stretches) stretches[stretch.carriageway].push_back(&stretch);

  for (std::size_t road = 0; road < carriageways_.all.size(); ++road) {
    const Carriageway& carriageway = carriageways_.all[road];
    const double length = carriageway.course.length();
    std::vector<Stretch*>& list = stretches[road];
    std::sort(list.begin(), list.end(), [](const Stretch* a, const Stretch* b) { return a->from < b->from; });
    // at the edge of the map no vehicle comes in or leaves within a junction, or just before it: the lane begins behind
    // it, or ends before
    if (!list.empty() && !has_entry[road] && list.front()->from < kOpenWay_m) list.front()->from = 0;
    if (!list.empty() && !has_exit[road] && list.back()->to > length - kOpenWay_m) list.back()->to = length;

    for (std::size_t l = 0; l < carriageway.lanes.size(); ++l)
      lane_ends_[road].push_back(lane_end(road, l, list));

    std::vector<std::pair<double, double>> gaps;
    double from = 0;
    for (const Stretch* stretch : list) {
      gaps.emplace_back(from, stretch->from);
      from = stretch->to;
    }
    gaps.emplace_back(from, length);
    for (const auto& [begin, end] : gaps) {
      if (end - begin < kTiny_m && !(list.empty())) continue;
      // lanes begin and end between
      std::vector<double> cuts{begin, end};
      for (std::size_t l = 0; l < carriageway.lanes.size(); ++l)
        for (const double at : {carriageway.lanes[l].from, lane_ends_[road][l]})
          if (at > begin + kLaneSnap_m && at < end - kLaneSnap_m) cuts.push_back(at);
      std::sort(cuts.begin(), cuts.end());
      std::vector<double> kept;
      for (const double at : cuts)
        if (kept.empty() || at - kept.back() > kLaneSnap_m || at == end) kept.push_back(at);
      if (kept.size() > 2 && end - kept[kept.size() - 2] <= kLaneSnap_m) kept.erase(kept.end() - 2);
      for (std::size_t k = 0; k + 1 < kept.size(); ++k) {
        WayPiece piece{road, kept[k], kept[k + 1], {}, {}, {}, k > 0, k + 2 < kept.size()};
        for (std::size_t l = 0; l < carriageway.lanes.size(); ++l) {
          const RoadLane& lane = carriageway.lanes[l];
          if (lane.from <= kept[k] + 2 * kLaneSnap_m && lane_ends_[road][l] >= kept[k + 1] - 2 * kLaneSnap_m)
            piece.lanes.push_back(l);
        }
        if (piece.lanes.empty()) continue;
        piece.leads_on.assign(piece.lanes.size(), false);
        piece.name = way_name(road, piece.from);
        pieces_of_[road].push_back(pieces_.size());
        pieces_.push_back(std::move(piece));
      }
    }
  }
}

std::optional<std::size_t> RoadBuilder::piece_ending(std::size_t road, double at) const {
  BACKLOT_ASSERT(road < pieces_of_.size(), "there is no such carriageway");
  for (const std::size_t k : pieces_of_[road])
    if (std::fabs(pieces_[k].to - at) < 1e-9) return k;
  return std::nullopt;
}

std::optional<std::size_t> RoadBuilder::piece_beginning(std::size_t road, double at) const {
  BACKLOT_ASSERT(road < pieces_of_.size(), "there is no such carriageway");
  for (const std::size_t k : pieces_of_[road])
    if (std::fabs(pieces_[k].from - at) < 1e-9) return k;
  return std::nullopt;
}

void RoadBuilder::add_road(const WayPiece& piece) {
  BACKLOT_ASSERT(piece.from < piece.to, "a piece of a way has a length");
  const Carriageway& carriageway = carriageways_.all[piece.carriageway];
  network::RoadDescription road;
  geometry::PointSpine spine;
  for (const WorldPoint& p : carriageway.course.places(piece.from, piece.to, kSpineSpacing_m))
    spine.points.push_back({p});
  road.spine = std::move(spine);
  road.place = network::TextPlace{carriageway.place};

  network::WayDescription way;
  way.name = piece.name;
  way.place = road.place;
  // vehicles do not appear in the middle of the map: gates that no lane leads to are closed
  const network::EndKind other = carriageway.is_gate ? network::EndKind::closed : network::EndKind::open;
  way.start = piece.is_joined_at_start ? network::EndKind::joined : other;
  way.end = piece.is_joined_at_end ? network::EndKind::joined : other;

  // Of lanes side by side the first is as wide as they lie apart in the mean; then each is as wide as its centre asks for.
  const std::size_t n = piece.lanes.size();
  const auto lane_of = [&](std::size_t k) -> const RoadLane& { return carriageway.lanes[piece.lanes[k]]; };
  std::vector<double> at;
  const auto stations = static_cast<std::size_t>(std::max(1.0, std::ceil((piece.to - piece.from) / 10)));
  for (std::size_t k = 0; k <= stations; ++k)
    at.push_back((piece.to - piece.from) * static_cast<double>(k) / static_cast<double>(stations));
  double first_width = lane_of(0).width;
  if (n > 1) {
    first_width = 0;
    for (const double d : at)
      first_width += (lane_of(0).offset_at(piece.from + d) - lane_of(1).offset_at(piece.from + d)) /
                     static_cast<double>(at.size());
  }
  std::vector<std::vector<geometry::CubicProfile::Station>> widths(n);
  std::vector<geometry::CubicProfile::Station> left;
  for (const double d : at) {
    double boundary = lane_of(0).offset_at(piece.from + d) + 0.5 * first_width;
    left.push_back({d, boundary});
    for (std::size_t k = 0; k < n; ++k) {
      const double width = std::max(1.0, 2 * (boundary - lane_of(k).offset_at(piece.from + d)));
      widths[k].push_back({d, width});
      boundary -= width;
    }
  }
  const auto profile = [](const std::vector<geometry::CubicProfile::Station>& list) {
    const bool is_constant = std::all_of(list.begin(), list.end(), [&](const auto& s) {
      return std::fabs(s.value - list.front().value) < 1e-6;
    });
    return is_constant ? network::constant_profile(list.front().value)
                       : geometry::CubicProfile::through(list);
  };
  way.shift = profile(left);
  for (std::size_t k = 0; k < n; ++k) {
    network::LaneDescription lane;
    lane.name = fmt::format("{}.{}", carriageway.segment, lane_of(k).number);
    lane.width = profile(widths[k]);
    lane.ends = piece.is_joined_at_end && !piece.leads_on[k];
    lane.place = road.place;
    way.lanes.push_back(std::move(lane));
  }
  road.ways.push_back(std::move(way));
  out_.description.roads.push_back(std::move(road));
  out_.ways_of[carriageway.segment].push_back(piece.name);
}

// Two ways of one carriageway with different lanes.
void RoadBuilder::add_joint(std::size_t first, std::size_t second) {
  BACKLOT_ASSERT(first < pieces_.size() && second < pieces_.size() && first != second,
                 "a joint lies between two pieces");
  WayPiece &a = pieces_[first], &b = pieces_[second];
  network::IntersectionDescription joint;
  joint.name = fresh_name("joint_" + b.name);
  joint.kind = network::IntersectionKind::zero_length;
  joint.place = network::TextPlace{carriageways_.all[a.carriageway].place};
  joint.arms.push_back({"before", network::EndReference{a.name, End::end}});
  joint.arms.push_back({"after", network::EndReference{b.name, End::start}});
  for (std::size_t k = 0; k < a.lanes.size(); ++k) {
    if (std::find(b.lanes.begin(), b.lanes.end(), a.lanes[k]) == b.lanes.end()) continue;
    const Carriageway& road = carriageways_.all[a.carriageway];
    const std::string lane = fmt::format("{}.{}", road.segment, road.lanes[a.lanes[k]].number);
    joint.links.push_back({{"before", lane}, {"after", lane}});
    a.leads_on[k] = true;
  }
  out_.description.intersections.push_back(std::move(joint));
}

// ---- ways through junctions

const Stretch* RoadBuilder::stretch_at(const Junction& junction, const Spot& spot) const {
  BACKLOT_ASSERT(spot.carriageway < carriageways_.all.size(), "there is no such carriageway");
  for (const Stretch& s : junction.stretches)
    if (s.carriageway == spot.carriageway && s.from - 1e-6 <= spot.metres && spot.metres <= s.to + 1e-6)
      return &s;
  return nullptr;
}

// From every lane that comes in: on along the lane, or over exits, until a lane leads out. Of several passages between
// the same lanes the one with the fewest exits, then the shortest.
std::vector<RoadBuilder::Passage> RoadBuilder::passages(const Junction& junction) const {
  std::map<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>, Passage> found;
  for (const Stretch& start : junction.stretches) {
    const std::optional<std::size_t> piece = piece_ending(start.carriageway, start.from);
    if (!piece) continue;
    for (const std::size_t lane : pieces_[*piece].lanes) {
      struct Open {
        Passage passage;
        Spot at;
        const Stretch* stretch;
      };
      std::vector<Open> open;
      Passage begun;
      begun.from_piece = *piece;
      begun.from_lane = lane;
      open.push_back({begun, {start.carriageway, lane, start.from}, &start});
      while (!open.empty()) {
        const Open here = std::move(open.back());
        open.pop_back();
        // to the end of the stretch
        const std::optional<std::size_t> next = piece_beginning(here.at.carriageway, here.stretch->to);
        const bool has_lane = next && std::find(pieces_[*next].lanes.begin(), pieces_[*next].lanes.end(),
                                                here.at.lane) != pieces_[*next].lanes.end();
        if (has_lane && lane_ends_[here.at.carriageway][here.at.lane] >= here.stretch->to - 2) {
          Passage done = here.passage;
          done.to_piece = *next;
          done.to_lane = here.at.lane;
          done.steps.push_back({here.at, here.stretch->to, 0, false});
          done.length += here.stretch->to - here.at.metres;
          const auto key = std::tuple(*piece, lane, *next, here.at.lane);
          const auto known = found.find(key);
          if (known == found.end() || std::pair(done.steps.size(), done.length) <
                                          std::pair(known->second.steps.size(), known->second.length))
            found[key] = std::move(done);
        }
        // over to another lane
        if (here.passage.steps.size() >= kMostMoves) continue;
        for (const std::size_t m : junction.moves) {
          const Move& move = moves_[m];
          if (move.from.carriageway != here.at.carriageway || move.from.lane != here.at.lane) continue;
          if (move.from.metres < here.at.metres - 1e-6 || move.from.metres > here.stretch->to + 1e-6)
            continue;
          const bool is_used = std::any_of(here.passage.steps.begin(), here.passage.steps.end(),
                                           [&](const Step& s) { return s.move == m && s.has_move; });
          const Stretch* stretch = stretch_at(junction, move.to);
          if (is_used || stretch == nullptr) continue;
          Open onward{here.passage, move.to, stretch};
          onward.passage.steps.push_back({here.at, move.from.metres, m, true});
          onward.passage.length += move.from.metres - here.at.metres + Course(move.line).length();
          open.push_back(std::move(onward));
        }
      }
    }
  }
  std::vector<Passage> list;
  for (auto& [key, passage] : found) list.push_back(std::move(passage));
  return list;
}

std::vector<WorldPoint> RoadBuilder::line_of(const Passage& passage) const {
  BACKLOT_ASSERT(!passage.steps.empty(), "a passage has a step");
  std::vector<WorldPoint> line;
  for (const Step& step : passage.steps) {
    const auto count = static_cast<std::size_t>(std::ceil((step.to - step.from.metres) / kSpineSpacing_m));
    for (std::size_t k = 0; k <= count && step.to > step.from.metres; ++k) {
      Spot at = step.from;
      at.metres += (step.to - step.from.metres) * static_cast<double>(k) / static_cast<double>(count);
      line.push_back(carriageways_.pose(at).at);
    }
    if (step.has_move) line.insert(line.end(), moves_[step.move].line.begin(), moves_[step.move].line.end());
  }
  return inner_places(line, 0.75 * kSpineSpacing_m);
}

void RoadBuilder::add_junction(const Junction& junction) {
  const std::vector<Passage> list = passages(junction);
  if (list.empty()) return;
  network::IntersectionDescription intersection;
  intersection.has_automatic_corridors = false;

  // arms, by the order of pieces
  std::map<std::size_t, std::pair<bool, bool>> ends;  // used as a way in, as a way out
  std::set<std::size_t> through;                      // that go on over the junction
  for (const Passage& p : list) {
    ends[p.from_piece].first = true;
    ends[p.to_piece].second = true;
    if (p.steps.size() == 1) through.insert(p.from_piece);
  }
  std::set<std::size_t> stops;
  std::set<std::int32_t> through_segments;
  for (const auto& [piece, use] : ends) {
    if (!use.first) continue;
    const WayPiece& way = pieces_[piece];
    double end = way.to;
    for (const Stretch& s : junction.stretches)
      if (s.carriageway == way.carriageway && std::fabs(s.from - way.to) < 1e-9) end = s.to;
    if (const auto marked = marks_.stops.find(way.carriageway); marked != marks_.stops.end())
      for (const double at : marked->second)
        if (at >= std::max(way.from, way.to - kStopReach_m) && at <= end) stops.insert(piece);
    if (through.contains(piece)) through_segments.insert(carriageways_.all[way.carriageway].segment);
  }
  for (const auto& [piece, use] : ends) {
    WayPiece& way = pieces_[piece];
    if (use.first) {
      Control control = Control::priority_to_the_right;
      if (stops.contains(piece))
        control = Control::stop;
      else if (through.contains(piece) && (through_segments.size() == 1 || !stops.empty()))
        control = Control::priority_road;
      else if (!through.contains(piece) && !through.empty())
        control = Control::yield;
      network::ArmDescription arm{"in_" + way.name, network::EndReference{way.name, End::end}};
      arm.control = control;
      intersection.arms.push_back(std::move(arm));
      way.is_joined_at_end = true;
    }
    if (use.second) {
      intersection.arms.push_back({"out_" + way.name, network::EndReference{way.name, End::start}});
      way.is_joined_at_start = true;
    }
  }

  const auto lane_name = [&](const WayPiece& way, std::size_t lane) {
    const Carriageway& road = carriageways_.all[way.carriageway];
    return fmt::format("{}.{}", road.segment, road.lanes[lane].number);
  };
  for (const Passage& p : list) {
    WayPiece& from = pieces_[p.from_piece];
    const WayPiece& to = pieces_[p.to_piece];
    network::CorridorDescription corridor;
    corridor.from = network::LaneReference{"in_" + from.name, lane_name(from, p.from_lane)};
    corridor.to = network::LaneReference{"out_" + to.name, lane_name(to, p.to_lane)};
    corridor.name = fresh_name(fmt::format("{}_to_{}", from.name, to.name));
    corridor.has_swing = true;
    std::vector<WorldPoint> line = line_of(p);
    if (!line.empty()) corridor.shape = network::ThroughPoints{std::move(line)};
    const std::size_t m = p.steps.front().move;
    corridor.place = network::TextPlace{p.steps.front().has_move ? moves_[m].place
                                                                 : carriageways_.all[from.carriageway].place};
    intersection.corridors.push_back(std::move(corridor));
    for (std::size_t k = 0; k < from.lanes.size(); ++k)
      if (from.lanes[k] == p.from_lane) from.leads_on[k] = true;
  }
  intersection.name = fresh_name("junction_" + intersection.arms.front().name.substr(3));
  intersection.place = intersection.corridors.front().place;
  out_.description.intersections.push_back(std::move(intersection));
}

void RoadBuilder::build() {
  make_pieces();
  for (const std::vector<std::size_t>& pieces : pieces_of_)
    for (std::size_t k = 0; k + 1 < pieces.size(); ++k)
      if (pieces_[pieces[k]].to == pieces_[pieces[k + 1]].from) add_joint(pieces[k], pieces[k + 1]);
  for (const Junction& junction : junctions_) add_junction(junction);
}

void RoadBuilder::finish() {
  for (const WayPiece& piece : pieces_) add_road(piece);
}

std::optional<std::string> RoadBuilder::join_end(std::size_t carriageway) {
  BACKLOT_ASSERT(carriageway < pieces_of_.size(), "there is no such carriageway");
  if (pieces_of_[carriageway].empty()) return std::nullopt;
  WayPiece& piece = pieces_[pieces_of_[carriageway].back()];
  if (piece.to < carriageways_.all[carriageway].course.length()) return std::nullopt;
  piece.is_joined_at_end = true;
  piece.leads_on.assign(piece.lanes.size(), true);
  return piece.name;
}

std::optional<std::string> RoadBuilder::join_start(std::size_t carriageway) {
  BACKLOT_ASSERT(carriageway < pieces_of_.size(), "there is no such carriageway");
  if (pieces_of_[carriageway].empty()) return std::nullopt;
  WayPiece& piece = pieces_[pieces_of_[carriageway].front()];
  if (piece.from > 0) return std::nullopt;
  piece.is_joined_at_start = true;
  return piece.name;
}

std::optional<LaneSpot> RoadBuilder::find(const Spot& spot) const {
  BACKLOT_ASSERT(spot.carriageway < carriageways_.all.size(), "there is no such carriageway");
  std::optional<LaneSpot> best;
  double nearest = 1e300;
  const Carriageway& road = carriageways_.all[spot.carriageway];
  for (const std::size_t k : pieces_of_[spot.carriageway]) {
    const WayPiece& piece = pieces_[k];
    if (std::find(piece.lanes.begin(), piece.lanes.end(), spot.lane) == piece.lanes.end()) continue;
    const double at = std::clamp(spot.metres, piece.from, piece.to);
    if (std::fabs(at - spot.metres) >= nearest) continue;
    nearest = std::fabs(at - spot.metres);
    best = LaneSpot{piece.name, fmt::format("{}.{}", road.segment, road.lanes[spot.lane].number),
                    at - piece.from};
  }
  return best;
}

}  // namespace backlot::formats::rndf::internal
