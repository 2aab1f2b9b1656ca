// Intersections of zero length as links: between the sections of a road, between two roads, or in a direct junction.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/joints.h"
#include "backlot/formats/opendrive/internal/untranslation.h"

namespace backlot::opendrive {

namespace {

using network::End;

struct ArmPlace {
  std::size_t road = 0, section = 0;
  End end = End::end;
  std::string way;
};

ContactPoint contact_of(End end) { return end == End::start ? ContactPoint::start : ContactPoint::end; }

std::optional<RoadLink>& link_at(Road& road, End end) {
  return end == End::start ? road.predecessor : road.successor;
}

class JointWriter {
 public:
  JointWriter(Untranslation& all, const network::IntersectionDescription& joint, std::size_t& direct)
      : all_(all), joint_(joint), direct_(direct) {}

  void write();

 private:
  void link(const ArmPlace& a, const std::string& lane_a, const ArmPlace& b, const std::string& lane_b);
  void write_direct();

  Untranslation& all_;
  const network::IntersectionDescription& joint_;
  std::size_t& direct_;
  std::map<std::string, ArmPlace> arms_;
};

void JointWriter::link(const ArmPlace& a, const std::string& lane_a, const ArmPlace& b,
                       const std::string& lane_b) {
  Lane *x = all_.find_lane(a.way, lane_a), *y = all_.find_lane(b.way, lane_b);
  if (x == nullptr || y == nullptr) return;
  (a.end == End::end ? x->successors : x->predecessors).push_back({{}, y->id});
  (b.end == End::end ? y->successors : y->predecessors).push_back({{}, x->id});
}

void JointWriter::write_direct() {
  Junction junction;
  junction.id = fmt::format("direct_{}", ++direct_);
  junction.type = JunctionType::direct;
  // who is joined with several others comes in; the others name the one road that they touch
  std::map<std::string, std::set<std::string>> partners;
  for (const network::LaneLink& pair : joint_.links) {
    partners[pair.from.arm].insert(pair.to.arm);
    partners[pair.to.arm].insert(pair.from.arm);
  }
  for (const auto& [name, others] : partners) {
    const ArmPlace& arm = arms_.at(name);
    RoadLink link;
    if (others.size() > 1) {
      link.type = ElementType::junction;
      link.element = junction.id;
    } else {
      const ArmPlace& other = arms_.at(*others.begin());
      link.type = ElementType::road;
      link.element = all_.document.roads[other.road].id;
      link.contact = contact_of(other.end);
    }
    link_at(all_.document.roads[arm.road], arm.end) = link;
  }
  std::map<std::pair<std::string, std::string>, std::size_t> connections;
  for (const network::LaneLink& pair : joint_.links) {
    const bool is_turned = partners[pair.from.arm].size() < partners[pair.to.arm].size();
    const network::LaneReference &from = is_turned ? pair.to : pair.from,
                                 &to = is_turned ? pair.from : pair.to;
    const ArmPlace &in = arms_.at(from.arm), &out = arms_.at(to.arm);
    const auto [at, is_new] = connections.emplace(std::pair(from.arm, to.arm), junction.connections.size());
    if (is_new) {
      Connection connection;
      connection.id = fmt::format("{}", at->second);
      connection.incoming_road = all_.document.roads[in.road].id;
      connection.linked_road = all_.document.roads[out.road].id;
      connection.contact = contact_of(out.end);
      junction.connections.push_back(std::move(connection));
    }
    const Lane *x = all_.find_lane(in.way, from.lane), *y = all_.find_lane(out.way, to.lane);
    if (x != nullptr && y != nullptr)
      junction.connections[at->second].lane_links.push_back({{}, x->id, y->id, {}});
    // the one that touches a single road says it by its lanes, too
    if (x != nullptr && y != nullptr && partners[to.arm].size() == 1) {
      Lane& lane = *all_.find_lane(out.way, to.lane);
      (out.end == End::end ? lane.successors : lane.predecessors).push_back({{}, x->id});
    }
  }
  all_.document.junctions.push_back(std::move(junction));
}

void JointWriter::write() {
  for (const network::ArmDescription& arm : joint_.arms) {
    if (!arm.attached) return;
    const auto way = all_.ways.find(arm.attached->strip);
    if (way == all_.ways.end()) return;
    arms_[arm.name] = {way->second.road, way->second.section, arm.attached->end, arm.attached->strip};
  }
  for (const network::LaneLink& pair : joint_.links)
    if (!arms_.contains(pair.from.arm) || !arms_.contains(pair.to.arm)) return;
  if (arms_.size() > 2) return write_direct();
  if (arms_.size() < 2) return;

  const ArmPlace &a = arms_.begin()->second, &b = arms_.rbegin()->second;
  for (const network::LaneLink& pair : joint_.links)
    link(arms_.at(pair.from.arm), pair.from.lane, arms_.at(pair.to.arm), pair.to.lane);
  const bool is_inside = a.road == b.road && a.end != b.end &&
                         (a.end == End::end ? a.section + 1 == b.section : b.section + 1 == a.section);
  if (is_inside) return;
  for (const auto& [here, there] : {std::pair(&a, &b), std::pair(&b, &a)})
    link_at(all_.document.roads[here->road], here->end) =
        RoadLink{{}, ElementType::road, all_.document.roads[there->road].id, contact_of(there->end), {}, {}};
}

// Where a file says nothing of a joint, lanes go on by their ids. Sections of a road that nobody joins therefore need a link all the
// same: one between lanes that do not lead into each other.
void keep_apart(const network::RoadDescription& from, Road& road) {
  const auto lane_of = [](LaneSection& section, const network::LaneDescription& lane) -> Lane& {
    const int id = lane_id_of(lane.name);
    std::vector<Lane>& side = id > 0 ? section.left : section.right;
    return *std::find_if(side.begin(), side.end(), [id](const Lane& one) { return one.id == id; });
  };
  for (std::size_t i = 0; i + 1 < from.ways.size(); ++i) {
    LaneSection &here = road.sections[i], &there = road.sections[i + 1];
    const auto is_linked = [](const Lane& lane) { return !lane.successors.empty(); };
    if (std::any_of(here.left.begin(), here.left.end(), is_linked) ||
        std::any_of(here.right.begin(), here.right.end(), is_linked))
      continue;
    const auto link_some = [&] {
      for (const network::LaneDescription& a : from.ways[i].lanes)
        for (const network::LaneDescription& b : from.ways[i + 1].lanes) {
          const network::Use use = network::use_of(a.kind);
          if (use != network::Use::nobody && use == network::use_of(b.kind)) continue;
          Lane &x = lane_of(here, a), &y = lane_of(there, b);
          x.successors.push_back({{}, y.id});
          y.predecessors.push_back({{}, x.id});
          return;
        }
    };
    link_some();
  }
}

}  // namespace

void untranslate_joints(Untranslation& all) {
  std::size_t direct = 0;
  for (const network::IntersectionDescription& joint : all.network.intersections)
    if (joint.kind == network::IntersectionKind::zero_length) JointWriter(all, joint, direct).write();
  for (std::size_t i = 0; i < all.network.roads.size(); ++i)
    keep_apart(all.network.roads[i], all.document.roads[i]);
}

}  // namespace backlot::opendrive
