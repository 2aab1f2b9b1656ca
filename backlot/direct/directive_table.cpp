#include "backlot/direct/directive_table.h"

#include <algorithm>
#include <array>

namespace backlot::direct {

namespace {

template <class Kind, std::size_t kIndex = 0>
consteval std::size_t index_of() {
  if constexpr (std::is_same_v<std::variant_alternative_t<kIndex, What>, Kind>) {
    return kIndex;
  } else {
    return index_of<Kind, kIndex + 1>();
  }
}

using Table = std::array<DirectiveRow, kDirectiveKinds>;

template <class Kind, class Actor, class Dials>
concept goes_on = requires(const Kind& kind, const Actor& actor, Lease& lease, Dials& dials) {
  kind.go_on(actor, lease, dials);
};

template <class Kind, class Actor>
Beginning begin_of(const Actor& actor, Lease& lease) {
  if constexpr (requires(const Kind& kind) { kind.begin(actor, lease); })
    return std::get<Kind>(lease.directive.what).begin(actor, lease);
  return {};
}

template <class Kind, class Actor, class Dials>
Progress go_on_of(const Actor& actor, Lease& lease, Dials& dials) {
  return std::get<Kind>(lease.directive.what).go_on(actor, lease, dials);
}

template <class Kind>
constexpr void set(Table& table, const char* name, Channel channel, bool leaves_home = false) {
  DirectiveRow row{.name = name, .channel = channel, .leaves_home = leaves_home};
  row.check = [](const What& what) -> Refusal {
    if constexpr (requires(const Kind& kind) { kind.check(); }) return std::get<Kind>(what).check();
    return Refusal::none;
  };
  if constexpr (goes_on<Kind, DirectedActor, traffic::Dials>) {
    row.begin = begin_of<Kind, DirectedActor>;
    row.go_on = go_on_of<Kind, DirectedActor, traffic::Dials>;
  }
  if constexpr (goes_on<Kind, DirectedWalker, traffic::FootDials>) {
    row.begin_on_foot = begin_of<Kind, DirectedWalker>;
    row.go_on_on_foot = go_on_of<Kind, DirectedWalker, traffic::FootDials>;
  }
  table[index_of<Kind>()] = row;
}

constexpr Table make_table() {
  Table table;
  set<AdjustSpeed>(table, "adjust speed", Channel::pace);
  set<Halt>(table, "halt", Channel::pace);
  set<Launch>(table, "launch", Channel::pace);
  set<Lurch>(table, "lurch", Channel::pace);
  set<Brake>(table, "brake", Channel::pace);
  set<KeepGap>(table, "keep gap", Channel::pace);
  set<KeepHeadway>(table, "keep headway", Channel::pace);
  set<Precede>(table, "precede", Channel::pace);
  set<Arrive>(table, "arrive", Channel::pace);
  set<KeepTime>(table, "keep time", Channel::pace);
  set<StopAt>(table, "stop at", Channel::pace);
  set<ChangeLane>(table, "change lane", Channel::lane);
  set<SetOffset>(table, "set offset", Channel::lane, true);
  set<RideOn>(table, "ride on", Channel::lane);
  set<CutIn>(table, "cut in", Channel::lane);
  set<OvertakeNow>(table, "overtake now", Channel::lane);
  set<Swerve>(table, "swerve", Channel::lane);
  set<Turn>(table, "turn", Channel::route);
  set<TurnAcross>(table, "turn across", Channel::route);
  set<FollowPath>(table, "follow path", Channel::route);
  set<IgnoreLight>(table, "ignore light", Channel::rules);
  set<Disregard>(table, "disregard", Channel::rules);
  set<GoFirst>(table, "go first", Channel::rules);
  set<WalkOn>(table, "walk on", Channel::pace);
  set<Dash>(table, "dash", Channel::pace);
  set<CrossNow>(table, "cross now", Channel::route);
  set<CrossRoad>(table, "cross road", Channel::route);
  set<WalkInLane>(table, "walk in lane", Channel::route);
  set<TurnBack>(table, "turn back", Channel::route);
  set<LookAt>(table, "look at", Channel::rules);
  return table;
}

constexpr Table kTable = make_table();
static_assert(std::ranges::none_of(kTable, [](const DirectiveRow& row) { return row.name == nullptr; }),
              "every kind of directive has a row");
static_assert(std::ranges::all_of(kTable,
                                  [](const DirectiveRow& row) {
                                    return row.is_for_vehicles() || row.is_for_people();
                                  }),
              "every kind of directive is for some kind of actor");

}  // namespace

std::span<const DirectiveRow, kDirectiveKinds> directive_table() { return kTable; }

const char* name_of(std::size_t kind) { return kind < kDirectiveKinds ? kTable[kind].name : ""; }

}  // namespace backlot::direct
