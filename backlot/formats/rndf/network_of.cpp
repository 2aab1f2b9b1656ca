#include "backlot/formats/rndf/network_of.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/rndf/internal/carriageway.h"
#include "backlot/formats/rndf/internal/geodesy.h"
#include "backlot/formats/rndf/internal/junctions.h"
#include "backlot/formats/rndf/internal/lane_fit.h"
#include "backlot/formats/rndf/internal/road_builder.h"
#include "backlot/formats/rndf/internal/turning.h"

namespace backlot::rndf {

namespace {

using namespace internal;

constexpr double kFoot_m = 0.3048;
constexpr double kUsualWidth_ft = 12;
constexpr double kNarrowestLane_m = 2, kWidestLane_m = 6;
constexpr double kUsualLimit_mps = 30 * 0.44704;  // 30 mph: the most that was driven in the Urban Challenge
constexpr double kLongest_m = 5e6;                // of all lanes together
constexpr double kTurnSpacing_m = 1;

class Translator {
 public:
  explicit Translator(const RndfDocument& document) : document_(document), plane_(origin(document)) {}

  base::Result<RouteNetwork> translate();

 private:
  static LocalPlane origin(const RndfDocument& document);
  std::vector<WorldPoint> places(const Line& line) const;
  void add_segments();
  void add_moves(const Line& line);
  void add_marks(const Line& line);
  void add_checkpoints(const Line& line, const RoadBuilder& builder);

  const RndfDocument& document_;
  LocalPlane plane_;
  base::Diagnostics found_;
  Carriageways carriageways_;
  std::vector<Move> moves_;
  Marks marks_;
  RouteNetwork out_;
};

LocalPlane Translator::origin(const RndfDocument& document) {
  for (const Segment& segment : document.segments)
    for (const Line& lane : segment.lanes)
      if (!lane.waypoints.empty())
        return {lane.waypoints.front().latitude_deg, lane.waypoints.front().longitude_deg};
  return {0, 0};
}

std::vector<WorldPoint> Translator::places(const Line& line) const {
  std::vector<WorldPoint> list;
  for (const Waypoint& w : line.waypoints) list.push_back(plane_.place(w.latitude_deg, w.longitude_deg));
  return list;
}

void Translator::add_segments() {
  double total = 0;
  for (const Segment& segment : document_.segments) {
    std::vector<FittedLane> fitted;
    for (const Line& lane : segment.lanes) {
      const std::vector<WorldPoint> at = places(lane);
      for (std::size_t k = 1; k < at.size(); ++k) total += plan_distance(at[k - 1], at[k]);
      if (total > kLongest_m) {
        found_.error("R109", lane.place, fmt::format("all lanes together are longer than {} m", kLongest_m));
        return;
      }
      if (!can_fit(at)) {
        found_.warning("R301", lane.place,
                       fmt::format("lane {}.{} has no two waypoints {} m apart, and is left out",
                                   lane.segment, lane.number, kShortestLane_m));
        continue;
      }
      LaneFit fit = fit_lane(at);
      const double width =
          std::clamp(lane.width_ft.value_or(kUsualWidth_ft) * kFoot_m, kNarrowestLane_m, kWidestLane_m);
      fitted.push_back({&lane, std::move(fit.course), std::move(fit.metres), width});
    }
    add_segment(fitted, carriageways_);
  }
}

void Translator::add_moves(const Line& line) {
  for (const Exit& exit : line.exits) {
    const std::optional<Spot> from = carriageways_.find(exit.from), to = carriageways_.find(exit.to);
    if (!from || !to) {
      found_.warning("R302", exit.place,
                     fmt::format("the exit from {} to {} leads to or from a lane that was left out",
                                 to_text(exit.from), to_text(exit.to)));
      continue;
    }
    const Pose start = carriageways_.pose(*from), end = carriageways_.pose(*to);
    if (plan_distance(start.at, end.at) < 0.1) {
      found_.warning("R303", exit.place,
                     fmt::format("{} and {} lie at one place: there is no room for the exit between them",
                                 to_text(exit.from), to_text(exit.to)));
      continue;
    }
    moves_.push_back({*from, *to, exit.from, exit.to, turn_between(start, end, kTurnSpacing_m), exit.place});
  }
}

void Translator::add_marks(const Line& line) {
  for (const Stop& stop : line.stops)
    if (const std::optional<Spot> at = carriageways_.find(stop.at))
      marks_.stops[at->carriageway].push_back(at->metres);
}

void Translator::add_checkpoints(const Line& line, const RoadBuilder& builder) {
  for (const Checkpoint& checkpoint : line.checkpoints) {
    const std::optional<Spot> at = carriageways_.find(checkpoint.at);
    const std::optional<LaneSpot> spot = at ? builder.find(*at) : std::nullopt;
    if (spot)
      out_.checkpoints.emplace(checkpoint.id, *spot);
    else
      found_.warning(
          "R304", checkpoint.place,
          fmt::format("checkpoint {} at {} lies on no way", checkpoint.id, to_text(checkpoint.at)));
  }
}

base::Result<RouteNetwork> Translator::translate() {
  out_.description.name = document_.name;
  out_.description.speed_limit_mps = kUsualLimit_mps;
  add_segments();
  for (const Segment& segment : document_.segments)
    for (const Line& lane : segment.lanes) {
      add_moves(lane);
      add_marks(lane);
    }
  if (found_.has_errors()) return base::Result<RouteNetwork>::failure(std::move(found_));
  RoadBuilder builder(carriageways_, moves_, find_junctions(carriageways_, moves_), marks_, out_);
  builder.build();
  for (const Segment& segment : document_.segments)
    for (const Line& lane : segment.lanes) add_checkpoints(lane, builder);
  if (out_.description.roads.empty())
    found_.error("R305", {}, "the route network has no lane that can be driven");
  return base::Result<RouteNetwork>::from(std::move(out_), std::move(found_));
}

}  // namespace

base::Result<RouteNetwork> network_of(const RndfDocument& document) {
  return Translator(document).translate();
}

}  // namespace backlot::rndf
