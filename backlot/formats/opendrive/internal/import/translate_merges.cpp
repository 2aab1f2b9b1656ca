// Intersections where roads run into one lane.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/import/chain_corridors.h"
#include "backlot/formats/opendrive/internal/import/merge_control.h"
#include "backlot/formats/opendrive/internal/import/merges.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;

constexpr double kSignReach_m = 60;  // before a gap, where a sign is its

// The sections of the gap at an end of a road.
SectionRange gap_at(const RoadPlan& road, const RoadEnd& end) {
  BACKLOT_ASSERT(end.section < road.sections.size(), "there is no such section");
  SectionRange range{end.section, end.section};
  if (end.end == End::end)
    while (range.first > 0 && road.sections[range.first - 1].is_gap) --range.first;
  else
    while (range.last + 1 < road.sections.size() && road.sections[range.last + 1].is_gap) ++range.last;
  return range;
}

class MergeTranslator {
 public:
  MergeTranslator(Translation& translation, const std::vector<Touch>& touches,
                  network::IntersectionDescription& out)
      : translation_(translation), roads_(translation.roads), touches_(touches), out_(out) {}

  void add(const RoadEnd& end);
  // Sets which corridor yields to which, after all ends.
  void finish();

 private:
  // Which of two roads goes first, by their numbers.
  using Order = std::pair<std::size_t, std::size_t>;
  std::vector<LaneOfEnd> beyond(const RoadEnd& end, int lane) const;
  bool has_sign(const RoadEnd& end) const;
  std::vector<Order> orders() const;

  Translation& translation_;
  const RoadPlans& roads_;
  const std::vector<Touch>& touches_;
  network::IntersectionDescription& out_;
  std::vector<RoadEnd> cut_;
  std::set<RoadEnd> arms_;
};

std::vector<LaneOfEnd> MergeTranslator::beyond(const RoadEnd& end, int lane) const {
  BACKLOT_ASSERT(lane != 0, "traffic drives on lanes beside the centre");
  std::vector<LaneOfEnd> lanes;
  for (const Touch& touch : touches_) {
    if (touch.a == LaneOfEnd{end, lane}) lanes.push_back(touch.b);
    if (touch.b == LaneOfEnd{end, lane}) lanes.push_back(touch.a);
  }
  return lanes;
}

void MergeTranslator::add(const RoadEnd& end) {
  cut_.push_back(end);
  CorridorSource source;
  source.road = end.road;
  source.sections = gap_at(roads_[end.road], end);
  source.outside = [&, end, range = source.sections](const LaneChain& chain, End side) {
    const LanePlan& lane = side == End::start ? chain.front() : chain.back();
    if (side == end.end) return beyond(end, lane.id());
    return lanes_beside_gap(roads_, {end.road, side == End::start ? range.first : range.last, side}, lane);
  };
  source.complete = [](const LaneChain&, const LaneOfEnd&, network::CorridorDescription&) {};
  add_corridors(translation_, source, arms_, out_);
}

// Whether a sign tells the traffic that comes out over an end which road has priority.
bool MergeTranslator::has_sign(const RoadEnd& end) const {
  const RoadPlan& road = roads_[end.road];
  const SectionPlan& section = section_at(roads_, end);
  const SectionRange gap = gap_at(road, end);
  const double reach = road.sections[gap.last].s_to - road.sections[gap.first].s_from + kSignReach_m;
  return std::any_of(section.lanes.begin(), section.lanes.end(), [&](const LanePlan& lane) {
    return leaves_over(lane, end.end) &&
           instruction_at(road, translation_.signals, lane.id(), end.end == End::end,
                          reach_before_end(road, end.end == End::end, reach))
                   .sign != SignMeaning::none;
  });
}

// By the file's priorities, else by signs, which the network reads, else by rank.
std::vector<MergeTranslator::Order> MergeTranslator::orders() const {
  std::set<std::size_t> cut;
  for (const RoadEnd& end : cut_) cut.insert(end.road);
  std::vector<Order> orders;
  const auto is_known = [&](std::size_t a, std::size_t b) {
    return std::any_of(orders.begin(), orders.end(), [&](const Order& one) {
      return one == Order{a, b} || one == Order{b, a};
    });
  };
  for (const Junction& junction : translation_.document.junctions) {
    if (junction.type != JunctionType::direct) continue;
    for (const JunctionPriority& priority : junction.priorities) {
      const std::size_t high = roads_.find(priority.high), low = roads_.find(priority.low);
      if (cut.contains(high) && cut.contains(low) && high != low && !is_known(high, low))
        orders.emplace_back(high, low);
    }
  }
  std::vector<RoadEnd> ranked = cut_;
  const auto rank_of = [&](const RoadEnd& end) { return translation_.merge_ranks.at({end.road, end.end}); };
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](const RoadEnd& a, const RoadEnd& b) { return rank_of(a) < rank_of(b); });
  for (std::size_t i = 0; i < ranked.size(); ++i)
    for (std::size_t j = i + 1; j < ranked.size(); ++j) {
      const RoadEnd &high = ranked[i], &low = ranked[j];
      if (high.road == low.road || is_known(high.road, low.road) || has_sign(high) || has_sign(low)) continue;
      orders.emplace_back(high.road, low.road);
    }
  return orders;
}

void MergeTranslator::finish() {
  add_arms(translation_, arms_, out_);
  std::map<std::string, std::vector<const network::CorridorDescription*>> on;  // by road
  for (const network::CorridorDescription& corridor : out_.corridors)
    if (corridor.to) on[std::get<network::OnRoad>(corridor.shape).road].push_back(&corridor);
  for (const auto& [high, low] : orders())
    for (const network::CorridorDescription* yielding : on[roads_[low].name])
      for (const network::CorridorDescription* first : on[roads_[high].name])
        if (yielding->to == first->to)
          out_.overrides.push_back(
              {yielding->name, first->name, network::DependencyOverride::Rule::yields, out_.place});
  for (network::CorridorDescription& corridor : out_.corridors)
    corridor.control = merge_control(out_, corridor.name);
}

}  // namespace

void add_merge(Translation& translation, const std::vector<Touch>& touches, const std::set<RoadEnd>& ends,
               network::IntersectionDescription out) {
  out.has_automatic_corridors = false;
  MergeTranslator translator(translation, touches, out);
  for (const RoadEnd& end : ends)
    if (section_at(translation.roads, end).is_gap) translator.add(end);
  translator.finish();
  translation.network.intersections.push_back(std::move(out));
}

void warn_of_merges(Translation& translation, const std::vector<Touch>& touches) {
  const RoadPlans& roads = translation.roads;
  for (const Merge& merge : find_merges(roads, touches)) {
    const LaneOfEnd &first = *merge.from.begin(), &last = *merge.from.rbegin();
    if (section_at(roads, first.at).is_gap) continue;
    const Road &one = *roads[first.at.road].road, &other = *roads[last.at.road].road,
               &on = *roads[merge.to.at.road].road;
    translation.found.warning(
        "X305", translation.document.place(on.where),
        fmt::format(
            "lane {} of road \"{}\" and lane {} of road \"{}\" both run into lane {} of road \"{}\", where "
            "no stream yields",
            first.lane, one.id, last.lane, other.id, merge.to.lane, on.id),
        "let them meet in a junction of the common kind, with connecting roads");
  }
}

}  // namespace backlot::formats::opendrive
