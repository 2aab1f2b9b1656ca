// Junctions of the common kind, and virtual ones: areas, with a corridor for every lane of every connecting road.
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/import/chain_corridors.h"
#include "backlot/formats/opendrive/internal/import/junction_lights.h"
#include "backlot/formats/opendrive/internal/import/translation.h"
#include "backlot/formats/opendrive/internal/import/virtual_gaps.h"
#include "backlot/formats/opendrive/internal/plan/lane_words.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;
using network::LaneDirection;

constexpr double kSignalReach_m = 60;  // before a junction, where a light is its

class JunctionTranslator {
 public:
  JunctionTranslator(Translation& translation, const Junction& junction)
      : translation_(translation),
        roads_(translation.roads),
        signals_(translation.signals),
        junction_(junction) {
    out_.name = translation.unique_name("junction_" + plain_name(junction.id));
    out_.has_automatic_corridors = false;
    out_.place = translation.place(junction.where);
    for (const Gap& gap : translation.gaps)
      if (gap.junction == &junction) gap_ = &gap;
    for (const Connection& connection : junction.connections)
      connections_[connection.connecting_road].push_back(&connection);
  }

  void add(std::size_t connecting);
  // The lanes of the main road, where it was cut.
  void add_gap();
  void finish();

 private:
  // The lanes outside that a lane of a connecting road touches at one of its ends.
  std::vector<LaneOfEnd> outside(std::size_t connecting, End end, const LanePlan& lane) const;
  void control(std::size_t connecting, const LanePlan& lane, const LaneOfEnd& from,
               network::CorridorDescription& corridor);
  SignReach reach_before(const LaneOfEnd& from) const;
  network::Control usual_control(const LaneOfEnd& from) const;
  std::optional<int> phase_of(const Controller& controller) const;
  void add_priorities();

  Translation& translation_;
  const RoadPlans& roads_;
  const SignalTable& signals_;
  const Junction& junction_;
  const Gap* gap_ = nullptr;  // of a virtual one
  network::IntersectionDescription out_;
  std::set<RoadEnd> arms_;
  std::vector<LightUse> lights_;
  std::map<std::string_view, std::vector<const Connection*>> connections_;  // by connecting road
};

std::vector<LaneOfEnd> JunctionTranslator::outside(std::size_t connecting, End end,
                                                   const LanePlan& lane) const {
  BACKLOT_ASSERT(connecting < roads_.size(), "there is no such road");
  const auto known = connections_.find(roads_[connecting].road->id);
  const std::vector<const Connection*> connections =
      known == connections_.end() ? std::vector<const Connection*>() : known->second;
  std::optional<RoadEnd> met = end_beside_gap(translation_, connecting, end);
  if (!met) met = end_met(roads_, junction_.id, connecting, end, connections);
  if (!met || roads_[met->road].is_connecting) return {};
  return lanes_met(roads_, connecting, end, lane, *met, connections);
}

// When the file orders the lights of a controller: by the junction's word, else by the controller's own.
std::optional<int> JunctionTranslator::phase_of(const Controller& controller) const {
  for (const JunctionController& one : junction_.controllers)
    if (one.id == controller.id && one.sequence) return one.sequence;
  return controller.sequence;
}

// Before the end of a road, or before a gap and within it.
SignReach JunctionTranslator::reach_before(const LaneOfEnd& from) const {
  const bool is_along = from.at.end == End::end;
  if (gap_ == nullptr || from.at.road != gap_->road)
    return reach_before_end(roads_[from.at.road], is_along, kSignalReach_m);
  return {is_along ? gap_->s_from : gap_->s_to, kSignalReach_m, gap_->s_to - gap_->s_from};
}

// Where no sign says otherwise, the main road of a virtual junction has priority.
network::Control JunctionTranslator::usual_control(const LaneOfEnd& from) const {
  if (gap_ == nullptr) return network::Control::automatic;
  const Instruction said =
      instruction_at(roads_[from.at.road], signals_, from.lane, from.at.end == End::end, reach_before(from));
  if (said.sign != SignMeaning::none) return network::Control::automatic;
  return from.at.road == gap_->road ? network::Control::priority_road : network::Control::yield;
}

// By a light or a sign on the connecting road itself, else by a light on the road that leads there; its signs the network reads.
void JunctionTranslator::control(std::size_t connecting, const LanePlan& lane, const LaneOfEnd& from,
                                 network::CorridorDescription& corridor) {
  if (network::use_of(lane.kind) == network::Use::pedestrians) return;
  const bool is_along = lane.direction != LaneDirection::backward;
  Instruction said =
      instruction_at(roads_[connecting], signals_, lane.id(), is_along,
                     reach_before_end(roads_[connecting], is_along, std::numeric_limits<double>::infinity()));
  const RoadPlan& before = roads_[from.at.road];
  if (said.light == nullptr)
    said.light =
        instruction_at(before, signals_, from.lane, from.at.end == End::end, reach_before(from)).light;
  if (said.light == nullptr) {
    corridor.control = said.sign == SignMeaning::stop       ? network::Control::stop
                       : said.sign == SignMeaning::yield    ? network::Control::yield
                       : said.sign == SignMeaning::priority ? network::Control::priority_road
                                                            : usual_control(from);
    return;
  }
  LightUse use;
  const Controller* controller = signals_.controller_of(said.light->id);
  use.group = plain_name(controller != nullptr ? "controller_" + controller->id : "signal_" + said.light->id);
  if (controller != nullptr) use.phase = phase_of(*controller);
  const auto& elements = before.line.elements;
  use.heading_rad = (from.at.end == End::end ? elements.back() : elements.front()).start->heading_rad;
  corridor.signal_group = use.group;
  lights_.push_back(std::move(use));
}

// The priorities that the file gives, for all lanes of two connecting roads.
void JunctionTranslator::add_priorities() {
  if (junction_.priorities.empty()) return;
  std::map<std::string_view, std::vector<std::string_view>> travelled;  // corridors by the name of their road
  for (const network::CorridorDescription& corridor : out_.corridors)
    if (corridor.from) travelled[std::get<network::OnRoad>(corridor.shape).road].push_back(corridor.name);
  for (const JunctionPriority& priority : junction_.priorities) {
    const std::size_t high = roads_.find(priority.high), low = roads_.find(priority.low);
    if (high == roads_.size() || low == roads_.size()) continue;
    for (const std::string_view yielding : travelled[roads_[low].name])
      for (const std::string_view first : travelled[roads_[high].name])
        out_.overrides.push_back({std::string(yielding), std::string(first),
                                  network::DependencyOverride::Rule::yields,
                                  translation_.place(priority.where)});
  }
}

void JunctionTranslator::add(std::size_t connecting) {
  BACKLOT_ASSERT(connecting < roads_.size(), "there is no such road");
  CorridorSource source;
  source.road = connecting;
  source.sections = {0, roads_[connecting].sections.size() - 1};
  source.outside = [&](const LaneChain& chain, End end) {
    return outside(connecting, end, end == End::start ? chain.front() : chain.back());
  };
  source.complete = [&](const LaneChain& chain, const LaneOfEnd& from,
                        network::CorridorDescription& corridor) {
    control(connecting, chain.front(), from, corridor);
  };
  add_corridors(translation_, source, arms_, out_);
}

void JunctionTranslator::add_gap() {
  if (gap_ == nullptr) return;
  CorridorSource source;
  source.road = gap_->road;
  source.sections = sections_of(roads_, *gap_);
  source.outside = [&, range = source.sections](const LaneChain& chain, End end) {
    return lanes_beside_gap(roads_, {gap_->road, end == End::start ? range.first : range.last, end},
                            end == End::start ? chain.front() : chain.back());
  };
  source.complete = [&](const LaneChain& chain, const LaneOfEnd& from,
                        network::CorridorDescription& corridor) {
    if (network::use_of(chain.front().kind) != network::Use::pedestrians)
      corridor.control = usual_control(from);
  };
  add_corridors(translation_, source, arms_, out_);
}

void JunctionTranslator::finish() {
  if (out_.corridors.empty()) return;
  add_arms(translation_, arms_, out_);
  if (!lights_.empty()) out_.signals = programme_of(lights_);
  add_priorities();
  translation_.network.intersections.push_back(std::move(out_));
}

}  // namespace

void translate_junctions(Translation& translation) {
  std::map<std::string_view, std::vector<std::size_t>> connecting;
  for (std::size_t i = 0; i < translation.roads.size(); ++i)
    if (translation.roads[i].is_connecting) connecting[translation.roads[i].road->junction].push_back(i);
  std::set<std::string_view> done;
  for (const Junction& junction : translation.document.junctions) {
    const auto roads = connecting.find(junction.id);
    if (roads == connecting.end() || !done.insert(junction.id).second) continue;
    JunctionTranslator translator(translation, junction);
    for (const std::size_t road : roads->second) translator.add(road);
    translator.add_gap();
    translator.finish();
  }
}

}  // namespace backlot::formats::opendrive
