// Intersections of zero length as links: between the sections of a road, between two roads, or in a direct junction.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/exporter.h"
#include "backlot/formats/opendrive/internal/export/written_direct.h"
#include "backlot/formats/opendrive/internal/import/joints.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;

struct ArmPlace {
  std::size_t road = 0, section = 0;
  End end = End::end;
  std::string way;
};

class JointWriter {
 public:
  JointWriter(Exporter& all, const network::IntersectionDescription& joint) : all_(all), joint_(joint) {}

  void write();

 private:
  void link(const ArmPlace& a, const std::string& lane_a, const ArmPlace& b, const std::string& lane_b);
  void write_direct();

  Exporter& all_;
  const network::IntersectionDescription& joint_;
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
  std::vector<DirectLink> links;
  for (const network::LaneLink& pair : joint_.links) {
    const ArmPlace &from = arms_.at(pair.from.arm), &to = arms_.at(pair.to.arm);
    const Lane *x = all_.find_lane(from.way, pair.from.lane), *y = all_.find_lane(to.way, pair.to.lane);
    if (x != nullptr && y != nullptr)
      links.push_back({{from.road, from.section, from.end}, x->id, {to.road, to.section, to.end}, y->id});
  }
  all_.document.junctions.push_back(direct_junction(all_, links, {}));
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

// Where a file says nothing of a joint, lanes go on by their ids. Sections of a road that are not joined therefore need
// a link all the same: one between lanes that do not lead into each other.
void keep_apart(const Exporter& all, const network::RoadDescription& from, Road& road) {
  BACKLOT_ASSERT(road.sections.size() >= from.ways.size(), "each way became a section");
  const auto lane_of = [](LaneSection& section, const network::LaneDescription& lane) -> Lane& {
    const int id = lane_id_of(lane.name);
    std::vector<Lane>& side = id > 0 ? section.left : section.right;
    return *std::find_if(side.begin(), side.end(), [id](const Lane& one) { return one.id == id; });
  };
  for (std::size_t i = 0; i + 1 < from.ways.size(); ++i) {
    const std::size_t section = all.ways.at(from.ways[i].name).section;
    if (all.ways.at(from.ways[i + 1].name).section != section + 1) continue;  // a gap lies between them
    LaneSection &here = road.sections[section], &there = road.sections[section + 1];
    const auto is_linked = [](const Lane& lane) { return !lane.successors.empty(); };
    if (std::any_of(here.left.begin(), here.left.end(), is_linked) ||
        std::any_of(here.right.begin(), here.right.end(), is_linked))
      continue;
    const auto link_some = [&] {
      for (const network::LaneDescription& a : from.ways[i].lanes)
        for (const network::LaneDescription& b : from.ways[i + 1].lanes) {
          const network::Use use = network::use_of(a.kind);
          if (use != network::Use::none && use == network::use_of(b.kind)) continue;
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

void export_joints(Exporter& all) {
  for (const network::IntersectionDescription& joint : all.network.intersections)
    if (joint.kind == network::IntersectionKind::zero_length) JointWriter(all, joint).write();
  for (std::size_t i = 0; i < all.network.roads.size(); ++i)
    keep_apart(all, all.network.roads[i], all.document.roads[i]);
}

}  // namespace backlot::formats::opendrive
