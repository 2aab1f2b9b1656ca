// How far roads that run into one lane are cut.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/formats/opendrive/internal/import/merges.h"
#include "backlot/formats/opendrive/internal/plan/plan_line.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/plan_table.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;

constexpr double kShortestGap_m = 5, kLongestGap_m = 60;
constexpr double kLeast_m = 1;   // of a gap, where there is no room for more, and of what is left of its road
constexpr double kBefore_m = 3;  // from where a gap begins to where lanes overlap
constexpr double kBeside_m = 0.1;  // lanes that overlap by less lie beside each other
constexpr double kStep_m = 0.5;
constexpr double kSameCut_m = 0.02;  // borders so near to a cut are the cut
constexpr double kStepsPerMetre =
    100;  // s of a cut is a whole number of centimetres, so that it is the same when read again

// A lane of a road's end with those of other sections that it is the continuation of.
LaneChain chain_from(const RoadPlan& road, End end, const LanePlan& lane) {
  LaneChain chain{end == End::start ? 0 : road.sections.size() - 1, {&lane}};
  while (true) {
    const bool is_last =
        end == End::start ? chain.last_section() + 1 == road.sections.size() : chain.first_section == 0;
    if (is_last) return chain;
    const std::size_t border = end == End::start ? chain.last_section() : chain.first_section - 1;
    const LanePlan& own = end == End::start ? chain.back() : chain.front();
    const LanePlan* next = nullptr;
    for (const LanePair& pair : road.sections[border].onward) {
      if ((end == End::start ? pair.first : pair.second) != own.id()) continue;
      const LanePlan* other = end == End::start ? road.sections[border + 1].find(pair.second)
                                                : road.sections[border].find(pair.first);
      if (next == nullptr && other->kind == lane.kind && other->direction == lane.direction) next = other;
    }
    if (next == nullptr) return chain;
    if (end == End::start) {
      chain.lanes.push_back(next);
    } else {
      chain.lanes.insert(chain.lanes.begin(), next);
      --chain.first_section;
    }
  }
}

// A lane that runs out over an end of its road, seen from above.
class RunOut {
 public:
  RunOut(const RoadPlan& road, const geometry::Ribbon& line, End end, const LanePlan& lane)
      : road_(&road),
        line_(&line),
        chain_(chain_from(road, end, lane)),
        shape_(shape_of(road, chain_)),
        end_(end) {}

  bool reaches(double plan) const { return plan >= shape_.from && plan <= shape_.to; }
  // The plan distance so far before the end.
  double before(double metres) const { return end_ == End::end ? shape_.to - metres : shape_.from + metres; }
  double centre(double plan) const { return value(shape_.centre, plan); }
  double half_width(double plan) const { return 0.5 * value(shape_.width, plan); }
  geometry::WorldPoint place(double plan) const {
    return geometry::place(*line_,
                           {geometry::distance_at_plan(line_->plan_stations(), plan), centre(plan), 0});
  }
  // Whether traffic comes onto the lane so far before its end: it is wide enough there, and has not begun behind that.
  bool is_entered(double metres) const;
  // How far the surfaces overlap before the end, up to a limit.
  double overlap_m(const RunOut& other, double limit) const;

 private:
  double value(const geometry::CubicProfile& profile, double plan) const {
    return profile.record_at(plan - shape_.from).at(plan - shape_.from).value;
  }

  const RoadPlan* road_;
  const geometry::Ribbon* line_;
  LaneChain chain_;
  ChainShape shape_;
  End end_;
};

bool RunOut::is_entered(double metres) const {
  const bool is_at_end = end_ == End::end;
  const double begins = is_at_end ? before(metres) - shape_.from : shape_.to - before(metres);
  if (begins < -kSameCut_m) return false;
  if (2 * half_width(std::clamp(before(metres), shape_.from, shape_.to)) < kVehicleRoom_m) return false;
  if (begins > kSameCut_m) return true;
  // it begins with a section: some lane before that leads there
  if (is_at_end ? chain_.first_section == 0 : chain_.last_section() + 1 == road_->sections.size())
    return false;
  const std::size_t border = is_at_end ? chain_.first_section - 1 : chain_.last_section();
  BACKLOT_ASSERT(border + 1 < road_->sections.size(), "a border lies between two sections");
  const SectionPlan &a = road_->sections[border], &b = road_->sections[border + 1];
  const int own = is_at_end ? chain_.front().id() : chain_.back().id();
  return std::any_of(a.onward.begin(), a.onward.end(), [&](const LanePair& pair) {
    return (is_at_end ? pair.second : pair.first) == own &&
           leads_on(*a.find(pair.first), End::end, *b.find(pair.second), End::start);
  });
}

double RunOut::overlap_m(const RunOut& other, double limit) const {
  BACKLOT_ASSERT(limit > 0, "an overlap is looked for over some metres");
  double metres = 0;
  for (; metres < limit; metres += kStep_m) {
    const double plan = before(metres);
    if (!reaches(plan)) break;
    const geometry::Located located = geometry::locate(*other.line_, place(plan));
    if (!located) break;
    const double there =
        std::clamp(geometry::plan_at_distance(other.line_->plan_stations(), located.point.distance),
                   other.shape_.from, other.shape_.to);
    const double apart = std::fabs(located.point.offset - other.centre(there));
    if (apart > half_width(plan) + other.half_width(there) - kBeside_m) break;
  }
  return std::min(metres, limit);
}

// Whether every lane with traffic goes on as one lane of the same kind.
bool goes_through(const SectionPlan& a, const SectionPlan& b) {
  std::map<int, int> after, before;
  for (const LanePair& pair : a.onward) {
    const LanePlan &x = *a.find(pair.first), &y = *b.find(pair.second);
    if (x.kind != y.kind || x.direction != y.direction) continue;
    ++after[pair.first];
    ++before[pair.second];
  }
  const auto is_one = [](const SectionPlan& section, std::map<int, int>& count) {
    return std::all_of(section.lanes.begin(), section.lanes.end(), [&](const LanePlan& lane) {
      return network::use_of(lane.kind) == network::Use::none || count[lane.id()] == 1;
    });
  };
  return is_one(a, after) && is_one(b, before);
}

// How long the gap at an end of a road may be.
double room_m(const RoadPlan& road, End end) {
  const double half = 0.5 * (road.line.s_end() - road.line.s_start()) - kLeast_m;
  double room = 0;
  for (std::size_t i = 0; i < road.sections.size() && room < half; ++i) {
    const std::size_t k = end == End::start ? i : road.sections.size() - 1 - i;
    if (road.sections[k].is_gap) return std::min(room - kLeast_m, half);
    if (i > 0) {
      const std::size_t border = end == End::start ? k - 1 : k;
      if (!goes_through(road.sections[border], road.sections[border + 1])) return std::min(room, half);
    }
    room += road.sections[k].s_to - road.sections[k].s_from;
  }
  return std::min(room, half);
}

// The ends that touch some others, divided into two sides so that every touch lies between these. Empty where that cannot be.
std::map<RoadEnd, bool> sides_of(const std::vector<Touch>& touches) {
  BACKLOT_ASSERT(!touches.empty(), "a merge has ends that touch");
  std::map<RoadEnd, bool> sides;
  sides[touches.front().a.at] = false;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const Touch& touch : touches)
      for (const auto& [one, other] :
           {std::pair(touch.a.at, touch.b.at), std::pair(touch.b.at, touch.a.at)}) {
        const auto known = sides.find(one);
        if (known == sides.end()) continue;
        const auto [at, is_new] = sides.emplace(other, !known->second);
        if (!is_new && at->second == known->second) return {};
        is_changed |= is_new;
      }
  }
  return sides;
}

// Ends at which a junction with connecting roads may lie.
std::set<RoadEnd> ends_at_junctions(const Translation& translation) {
  const RoadPlans& roads = translation.roads;
  std::set<RoadEnd> ends;
  for (std::size_t i = 0; i < roads.size(); ++i) {
    if (!roads[i].is_connecting) continue;
    for (const End end : {End::start, End::end})
      if (const std::optional<RoadEnd> other = linked_end(roads, road_end(roads, i, end)))
        ends.insert(*other);
  }
  for (const Junction& junction : translation.document.junctions)
    if (junction.type == JunctionType::standard)
      for (const Connection& connection : junction.connections) {
        const std::size_t road = roads.find(connection.incoming_road);
        if (road == roads.size()) continue;
        if (const std::optional<End> end = end_at_junction(roads[road], junction.id))
          ends.insert(road_end(roads, road, *end));
      }
  return ends;
}

class MergeCutter {
 public:
  explicit MergeCutter(Translation& translation)
      : translation_(translation), roads_(translation.roads), at_junctions_(ends_at_junctions(translation)) {}

  // Plans the cuts for a group of ends; done when all are planned.
  void plan(const std::vector<Touch>& touches);
  void cut();

 private:
  struct Cut {
    RoadEnd at;
    double length_m = 0;
    bool is_too_short = false;  // roads lie on each other before it
  };
  std::optional<double> zone_of(const RoadEnd& at) const;
  std::optional<Cut> plan(const RoadEnd& at, const std::vector<Merge>& merges);
  const geometry::Ribbon* line(std::size_t road);
  MergeRank rank(const Cut& cut);
  void warn_of(const Cut& cut) const;
  double s_of(const Cut& cut) const;

  Translation& translation_;
  RoadPlans& roads_;
  std::set<RoadEnd> at_junctions_;
  std::map<std::size_t, std::optional<geometry::Ribbon>> lines_;
  std::vector<Cut> cuts_;
};

const geometry::Ribbon* MergeCutter::line(std::size_t road) {
  BACKLOT_ASSERT(road < roads_.size(), "there is no such road");
  auto known = lines_.find(road);
  if (known == lines_.end()) known = lines_.emplace(road, plan_line(roads_[road])).first;
  return known->second ? &*known->second : nullptr;
}

// What the file itself says of how far lanes overlap.
std::optional<double> MergeCutter::zone_of(const RoadEnd& at) const {
  BACKLOT_ASSERT(at.road < roads_.size(), "there is no such road");
  std::optional<double> zone;
  for (const Junction& junction : translation_.document.junctions) {
    if (junction.type != JunctionType::direct) continue;
    for (const Connection& connection : junction.connections) {
      const std::size_t from = roads_.find(connection.incoming_road),
                        to = roads_.find(connection.linked_road);
      const End there = connection.contact == ContactPoint::end ? End::end : End::start;
      const bool is_linked = to == at.road && there == at.end;
      const bool is_incoming = from == at.road && end_at_junction(roads_[at.road], junction.id) == at.end;
      if (!is_linked && !is_incoming) continue;
      for (const JunctionLaneLink& link : connection.lane_links)
        if (link.overlap_zone_m && *link.overlap_zone_m > 0)
          zone = std::max(zone.value_or(0), *link.overlap_zone_m);
    }
  }
  return zone;
}

std::optional<MergeCutter::Cut> MergeCutter::plan(const RoadEnd& at, const std::vector<Merge>& merges) {
  BACKLOT_ASSERT(!merges.empty(), "a cut is made for a merge");
  const RoadPlan& road = roads_[at.road];
  const double room = room_m(road, at.end);
  if (room < kLeast_m || at_junctions_.contains(at) || line(at.road) == nullptr) return std::nullopt;
  double wanted = 0, longest = 0;
  for (const Merge& merge : merges)
    for (const LaneOfEnd& own : merge.from) {
      if (own.at != at) continue;
      const RunOut lane(road, *line(at.road), at.end, *section_at(roads_, at).find(own.lane));
      for (const LaneOfEnd& other : merge.from) {
        if (other.at.road == at.road || line(other.at.road) == nullptr) continue;
        const RunOut there(roads_[other.at.road], *line(other.at.road), other.at.end,
                           *section_at(roads_, other.at).find(other.lane));
        longest = std::max(longest, lane.overlap_m(there, kLongestGap_m));
      }
    }
  if (longest > 0) wanted = longest + kBefore_m;
  if (const std::optional<double> zone = zone_of(at)) wanted = *zone;
  const double length = std::min(std::clamp(wanted, kShortestGap_m, kLongestGap_m), room);
  // where no traffic comes onto a lane before the gap, a gap would be of no use
  for (const Merge& merge : merges)
    for (const LaneOfEnd& own : merge.from) {
      if (own.at != at) continue;
      const RunOut lane(road, *line(at.road), at.end, *section_at(roads_, at).find(own.lane));
      if (!lane.is_entered(length)) return std::nullopt;
    }
  return Cut{at, length, longest > length};
}

void MergeCutter::warn_of(const Cut& cut) const {
  BACKLOT_ASSERT(cut.at.road < roads_.size(), "there is no such road");
  const Road& road = *roads_[cut.at.road].road;
  translation_.found.warning(
      "X307", translation_.document.place(road.where),
      fmt::format(
          "road \"{}\" lies on another one for more than the {:.1f} m before its {} on which one of them "
          "yields",
          road.id, cut.length_m, cut.at.end == End::start ? "start" : "end"),
      "let the roads come together where they meet, and give them room before that");
}

double MergeCutter::s_of(const Cut& cut) const {
  BACKLOT_ASSERT(cut.at.road < roads_.size(), "there is no such road");
  const ReferenceLine& line = roads_[cut.at.road].line;
  const double s = cut.at.end == End::end ? line.s_end() - cut.length_m : line.s_start() + cut.length_m;
  return std::round(s * kStepsPerMetre) / kStepsPerMetre;
}

// By lanes, by how much it turns over the gap, and by the side from which it comes.
MergeRank MergeCutter::rank(const Cut& cut) {
  BACKLOT_ASSERT(cut.at.road < roads_.size(), "there is no such road");
  const geometry::Ribbon& ribbon = *line(cut.at.road);
  const std::vector<geometry::PlanStation>& stations = ribbon.plan_stations();
  MergeRank rank;
  for (const LanePlan& lane : roads_[cut.at.road].at(cut.at.end).lanes)
    if (network::use_of(lane.kind) == network::Use::vehicles && leaves_over(lane, cut.at.end))
      --rank.fewer_lanes;
  const double end = cut.at.end == End::end ? ribbon.length() : 0;
  const double start = geometry::distance_at_plan(stations, roads_[cut.at.road].line.plan_at(s_of(cut)));
  const geometry::RibbonFrame last = ribbon.frame(end), first = ribbon.frame(start);
  const double turn = base::wrap_angle(last.heading_rad() - first.heading_rad());
  rank.turn = std::lround(100 * std::fabs(turn));
  const geometry::Vec3 back = first.position - last.position;
  const geometry::Vec3 ahead = cut.at.end == End::end ? last.tangent : -last.tangent;
  const double to_the_left = ahead.x * back.y - ahead.y * back.x;
  rank.aside = std::lround(
      100 * (translation_.network.side == network::TrafficSide::right ? to_the_left : -to_the_left));
  return rank;
}

void MergeCutter::plan(const std::vector<Touch>& touches) {
  const std::vector<Merge> merges = find_merges(roads_, touches);
  if (merges.empty()) return;
  const std::map<RoadEnd, bool> sides = sides_of(touches);
  if (sides.empty()) return;
  // the side from which most lanes come together
  std::ptrdiff_t more = 0;
  for (const Merge& merge : merges) more += sides.at(merge.to.at) ? 1 : -1;
  const bool kept = more > 0;
  std::vector<Cut> cuts;
  for (const auto& [at, side] : sides) {
    if (side == kept) continue;
    const std::optional<Cut> planned = plan(at, merges);
    if (!planned) return;
    cuts.push_back(*planned);
  }
  cuts_.insert(cuts_.end(), cuts.begin(), cuts.end());
}

void MergeCutter::cut() {
  for (const Cut& one : cuts_) {
    translation_.merge_ranks[{one.at.road, one.at.end}] = rank(one);
    if (one.is_too_short) warn_of(one);
    const ReferenceLine& line = roads_[one.at.road].line;
    if (one.at.end == End::end)
      roads_.cut(one.at.road, s_of(one), line.s_end());
    else
      roads_.cut(one.at.road, line.s_start(), s_of(one));
  }
}

}  // namespace

void cut_merges(Translation& translation) {
  MergeCutter cutter(translation);
  for (const auto& [first, touches] : groups_of(find_touches(translation))) cutter.plan(touches);
  cutter.cut();
}

}  // namespace backlot::formats::opendrive
