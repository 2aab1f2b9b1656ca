#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/base/suggest.h"
#include "backlot/network/internal/build/build.h"
#include "backlot/network/internal/conflict/conflict.h"
#include "backlot/network/internal/conflict/standing_precedence.h"

namespace backlot::network::internal {

namespace {

// Intersections are equal if their corridors lie alike to each other: then a corridor of one lies where that of the
// other does to 1e-7 m at its start, and at 80 m from there to 1e-6 m, which is FineSwath::kSlack_m.
constexpr double kQuantaPerMetre = 1e7;
constexpr double kQuantaPerRadian = 1e8;

// What two corridors are to each other. Numbers are local to the whole intersection, so that equal ones share them.
struct LocalDependency {
  std::uint32_t other;
  DependencyKind kind;
  Precedence precedence;
  std::uint32_t contact;
};
using LocalLists = std::vector<std::vector<LocalDependency>>;

class DependencyBuilder {
 public:
  explicit DependencyBuilder(Build& build) : build_(build), data_(*build.data) {
    lists_.resize(data_.corridors.size());
  }

  void add(IntersectionId whole);
  void finish();

 private:
  using Key = std::vector<std::int64_t>;

  void collect(IntersectionId at, std::vector<std::uint32_t>& corridors) const;
  Key key_of(const std::vector<std::uint32_t>& corridors) const;
  DependencyKind kind_of(const Corridor& a, const Corridor& b) const;
  bool is_on_foot(const Corridor& corridor) const {
    return use_of(data_.lanes[corridor.lane.index()].kind) == Use::pedestrians;
  }
  bool has_no_traffic(const Corridor& corridor) const {
    const Lane& lane = data_.lanes[corridor.lane.index()];
    return use_of(lane.kind) == Use::none || lane.direction == LaneDirection::none;
  }
  std::optional<std::uint32_t> find_override_end(IntersectionId at, const std::string& name,
                                                 const TextPlace& place);
  LocalLists solve(const std::vector<std::uint32_t>& corridors);
  void apply_overrides(IntersectionId at);

  Build& build_;
  NetworkData& data_;
  std::vector<std::vector<Dependency>> lists_;  // of each corridor
  std::map<Key, LocalLists> solved_;
};

// The corridors of the whole and of all its parts.
void DependencyBuilder::collect(IntersectionId at, std::vector<std::uint32_t>& corridors) const {
  BACKLOT_ASSERT(at.index() < data_.intersections.size(), "the network has no such intersection");
  const Intersection& intersection = data_.intersections[at.index()];
  for (std::uint32_t i = 0; i < intersection.corridor_count; ++i)
    corridors.push_back(intersection.first_corridor + i);
  for (const IntersectionId part : data_.parts[at.index()]) collect(part, corridors);
}

// Everything that decides which corridors touch: shapes, how they lie to the first one, lanes at their ends, and rules.
// Empty where a corridor has no shape of its own.
DependencyBuilder::Key DependencyBuilder::key_of(const std::vector<std::uint32_t>& corridors) const {
  BACKLOT_ASSERT(!corridors.empty(), "a key is that of some corridors");
  const EndFrame& first = build_.corridor_starts[corridors[0]];
  const base::SinCos back = base::sin_cos(-first.heading_rad);
  const auto metres = [](double value) {
    return static_cast<std::int64_t>(std::llround(value * kQuantaPerMetre));
  };
  const auto radians = [](double value) {
    return static_cast<std::int64_t>(std::llround(value * kQuantaPerRadian));
  };
  std::map<std::uint32_t, std::int64_t> local_lane;
  const auto lane_number = [&](DirectedLane lane) -> std::int64_t {
    if (lane.is_empty()) return -1;
    return local_lane.emplace(lane.node(), static_cast<std::int64_t>(local_lane.size())).first->second;
  };
  Key key;
  key.reserve(corridors.size() * 10);
  for (const std::uint32_t c : corridors) {
    if (build_.shape_of[c] == Build::kNoShape) return {};
    const Corridor& corridor = data_.corridors[c];
    const EndFrame& start = build_.corridor_starts[c];
    const double dx = start.position.x - first.position.x, dy = start.position.y - first.position.y;
    const double turn = base::wrap_angle(start.heading_rad - first.heading_rad);
    // half a turn is the same to the left and to the right
    const double shown = turn < -base::kPi + 1e-7 ? turn + base::kTwoPi : turn;
    key.insert(key.end(), {build_.shape_of[c], metres(base::turned_x(back, dx, dy)),
                           metres(base::turned_y(back, dx, dy)), metres(start.position.z - first.position.z),
                           radians(shown), lane_number(corridor.from), lane_number(corridor.to),
                           static_cast<std::int64_t>(corridor.control) + (corridor.has_swing ? 256 : 0),
                           static_cast<std::int64_t>(data_.lanes[corridor.lane.index()].kind), corridor.arm,
                           static_cast<std::int64_t>(corridor.intersection.index() -
                                                     data_.corridors[corridors[0]].intersection.index())});
  }
  return key;
}

DependencyKind DependencyBuilder::kind_of(const Corridor& a, const Corridor& b) const {
  if (!a.to.is_empty() && a.to == b.to) return DependencyKind::merging;
  if (!a.from.is_empty() && a.from == b.from) return DependencyKind::diverging;
  return DependencyKind::crossing;
}

LocalLists DependencyBuilder::solve(const std::vector<std::uint32_t>& corridors) {
  BACKLOT_ASSERT(!corridors.empty(), "dependencies are those of some corridors");
  std::vector<SweptLine> lines;
  std::vector<Swath> swaths;  // of the widest bodies
  lines.reserve(corridors.size());
  swaths.reserve(corridors.size());
  for (const std::uint32_t c : corridors) {
    lines.push_back(swept_line(data_, CorridorId(c)));
    swaths.emplace_back(lines.back(), kWidestBodyHalf_m);
  }
  LocalLists lists(corridors.size());
  const SideRules sides{data_.side, data_.goes_first};
  for (std::uint32_t i = 0; i < corridors.size(); ++i)
    for (std::uint32_t j = i + 1; j < corridors.size(); ++j) {
      const Corridor &a = data_.corridors[corridors[i]], &b = data_.corridors[corridors[j]];
      // people on foot make room for each other, and a corridor without traffic conflicts with none
      if (is_on_foot(a) && is_on_foot(b)) continue;
      if (has_no_traffic(a) || has_no_traffic(b)) continue;
      if (!find_stretches(swaths[i], swaths[j])) continue;
      const DependencyKind kind = kind_of(a, b);
      const CorridorFacts first = facts_of(a, data_.lanes[a.lane.index()].kind),
                          second = facts_of(b, data_.lanes[b.lane.index()].kind);
      const auto contact = static_cast<std::uint32_t>(2 * data_.contacts.size());
      data_.contacts.push_back({CorridorId(corridors[i]), CorridorId(corridors[j])});
      lists[i].push_back({j, kind, standing_precedence(first, second, kind, sides), contact});
      lists[j].push_back({i, kind, standing_precedence(second, first, kind, sides), contact + 1});
    }
  return lists;
}

void DependencyBuilder::add(IntersectionId whole) {
  BACKLOT_ASSERT(lists_.size() == data_.corridors.size(), "each corridor has a list");
  std::vector<std::uint32_t> corridors;
  collect(whole, corridors);
  if (corridors.empty()) return;
  const Key key = key_of(corridors);
  LocalLists own;
  const LocalLists* lists = nullptr;
  if (key.empty()) {
    own = solve(corridors);
    lists = &own;
  } else {
    auto known = solved_.find(key);
    if (known == solved_.end()) known = solved_.emplace(key, solve(corridors)).first;
    lists = &known->second;
  }
  for (std::size_t i = 0; i < corridors.size(); ++i)
    for (const LocalDependency& local : (*lists)[i])
      lists_[corridors[i]].push_back(
          {CorridorId(corridors[local.other]), local.kind, local.precedence, local.contact});
  apply_overrides(whole);
}

std::optional<std::uint32_t> DependencyBuilder::find_override_end(IntersectionId at, const std::string& name,
                                                                  const TextPlace& place) {
  const IntersectionDescription& description = *build_.described[at.index()];
  for (const std::string& full : {name, description.name + "." + name})
    if (const auto strip = data_.strip_by_name.find(full);
        strip != data_.strip_by_name.end() && strip->second >= data_.ways.size())
      return static_cast<std::uint32_t>(strip->second - data_.ways.size());
  if (build_.is_broken[at.index()]) return std::nullopt;
  // names are long; those of this intersection are meant
  std::vector<std::string_view> known;
  for (std::size_t c = 0; c < data_.corridors.size(); ++c) {
    const std::string_view full = data_.strip_names[data_.ways.size() + c];
    if (full.substr(0, description.name.size() + 1) == description.name + ".")
      known.push_back(full.substr(description.name.size() + 1));
  }
  build_.error("N151", place,
               fmt::format("a rule of intersection \"{}\" names corridor \"{}\", which is not there",
                           description.name, name),
               base::did_you_mean(name, known));
  return std::nullopt;
}

void DependencyBuilder::apply_overrides(IntersectionId at) {
  BACKLOT_ASSERT(at.index() < build_.described.size(), "the network has no such intersection");
  const IntersectionDescription& description = *build_.described[at.index()];
  for (const DependencyOverride& rule : description.overrides) {
    const auto one = find_override_end(at, rule.corridor, rule.place);
    const auto two = find_override_end(at, rule.other, rule.place);
    if (!one || !two) continue;
    const auto set = [&](std::uint32_t from, std::uint32_t to, Precedence precedence) {
      std::vector<Dependency>& list = lists_[from];
      const auto entry =
          std::find_if(list.begin(), list.end(), [&](const Dependency& d) { return d.other.index() == to; });
      if (entry == list.end()) return false;
      if (rule.rule == DependencyOverride::Rule::independent)
        list.erase(entry);
      else
        entry->precedence = precedence;
      return true;
    };
    const bool by_arrival = rule.rule == DependencyOverride::Rule::by_arrival;
    const bool is_known = set(*one, *two, by_arrival ? Precedence::by_arrival : Precedence::yields);
    set(*two, *one, by_arrival ? Precedence::by_arrival : Precedence::goes);
    if (!is_known)
      build_.warning("N204", rule.place,
                     fmt::format("corridors \"{}\" and \"{}\" do not touch: the rule has no effect",
                                 rule.corridor, rule.other));
  }
  for (const IntersectionId part : data_.parts[at.index()]) apply_overrides(part);
}

void DependencyBuilder::finish() {
  data_.first_dependency.assign(1, 0);
  for (std::vector<Dependency>& list : lists_) {
    std::sort(list.begin(), list.end(),
              [](const Dependency& a, const Dependency& b) { return a.other < b.other; });
    data_.dependencies.insert(data_.dependencies.end(), list.begin(), list.end());
    data_.first_dependency.push_back(static_cast<std::uint32_t>(data_.dependencies.size()));
  }
}

}  // namespace

void build_dependencies(Build& build) {
  DependencyBuilder builder(build);
  for (std::uint32_t i = 0; i < build.data->intersections.size(); ++i)
    if (build.data->intersections[i].whole.is_empty()) builder.add(IntersectionId(i));
  builder.finish();
}

}  // namespace backlot::network::internal
