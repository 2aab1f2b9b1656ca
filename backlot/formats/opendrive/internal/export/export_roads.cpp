// Roads: the reference line of each, its lanes, and what stands beside them.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/exporter.h"
#include "backlot/formats/opendrive/internal/export/written_corridors.h"
#include "backlot/formats/opendrive/internal/export/written_numbers.h"
#include "backlot/formats/opendrive/internal/export/written_plan.h"
#include "backlot/formats/opendrive/internal/export/written_speeds.h"
#include "backlot/formats/opendrive/internal/export/written_words.h"
#include "backlot/formats/opendrive/internal/plan/lane_heights.h"
#include "backlot/formats/opendrive/internal/plan/road_surface.h"

namespace backlot::formats::opendrive {

namespace {

using network::LaneDescription;
using network::LaneDirection;
using network::WayDescription;
using Paint = network::Marking;

// The rule by which most lanes run the way they do without a word of their own.
TrafficRule rule_of(const network::RoadDescription& road, network::TrafficSide side) {
  int right = 0, left = 0;
  for (const WayDescription& way : road.ways)
    for (const LaneDescription& lane : way.lanes) {
      const int id = lane_id_of(lane.name);
      if (direction_word(id, lane.kind, lane.direction, TrafficRule::right_hand) == "reversed") ++left;
      if (direction_word(id, lane.kind, lane.direction, TrafficRule::left_hand) == "reversed") ++right;
    }
  if (left == right)
    return side == network::TrafficSide::left ? TrafficRule::left_hand : TrafficRule::right_hand;
  return left > right ? TrafficRule::left_hand : TrafficRule::right_hand;
}

// The paint that a list of changes comes to at a distance.
Paint paint_at(Paint first, const std::vector<network::MarkingChange>& changes, double distance) {
  for (const network::MarkingChange& change : changes)
    if (change.from <= distance) first = change.marking;
  return first;
}

// What is painted left of a lane, from its start on and where it changes: by the lane itself, else by the one beside it. Past the last lane the
// edge is meant.
std::vector<network::MarkingChange> paints_left_of(const WayDescription& way, std::size_t lane) {
  BACKLOT_ASSERT(lane <= way.lanes.size(), "a way has one boundary more than lanes");
  const LaneDescription* const right = lane < way.lanes.size() ? &way.lanes[lane] : nullptr;
  const LaneDescription* const left = lane > 0 ? &way.lanes[lane - 1] : nullptr;
  std::vector<double> places = {0};
  if (right != nullptr)
    for (const network::MarkingChange& change : right->left_changes) places.push_back(change.from);
  if (left != nullptr)
    for (const network::MarkingChange& change : left->right_changes) places.push_back(change.from);
  std::sort(places.begin(), places.end());
  std::vector<network::MarkingChange> paints;
  for (const double at : places) {
    Paint paint =
        right == nullptr ? Paint::automatic : paint_at(right->left_marking, right->left_changes, at);
    if (paint == Paint::automatic && left != nullptr)
      paint = paint_at(left->right_marking, left->right_changes, at);
    if (paints.empty() || paints.back().marking != paint) paints.push_back({std::max(at, 0.0), paint});
  }
  return paints;
}

class RoadWriter {
 public:
  RoadWriter(Exporter& all, std::size_t index)
      : all_(all), index_(index), road_(all.network.roads[index]), out_(all.document.roads[index]) {}

  network::SourceFrame write();

 private:
  void write_sections();
  void write_way(std::size_t index);
  Lane lane(const WayDescription& way, std::size_t index, double end);
  void write_features(const std::vector<network::FeatureDescription>& features, double from);
  Object object(const network::FeatureDescription& feature, std::string_view type, double from) const;
  void write_attributes(const WayDescription& way);
  void add_marks(const WayDescription& way, std::size_t boundary, Lane& lane) const;
  double s_at(double plan) const { return written_distance(measure_.to_source(plan)); }

  Exporter& all_;
  std::size_t index_;
  const network::RoadDescription& road_;
  Road& out_;
  network::SourceFrame measure_;
};

void RoadWriter::add_marks(const WayDescription& way, std::size_t boundary, Lane& lane) const {
  BACKLOT_ASSERT(boundary <= way.lanes.size(), "a way has one boundary more than lanes");
  const double start = measure_.to_source(way.from);
  for (const network::MarkingChange& paint : paints_left_of(way, boundary)) {
    const std::string_view type = mark_type(paint.marking, lane.id);
    if (type.empty()) continue;
    RoadMark mark;
    mark.s = written_distance(measure_.to_source(way.from + paint.from) - start);
    mark.type = type;
    mark.color = "standard";
    lane.road_marks.push_back(std::move(mark));
  }
}

Lane RoadWriter::lane(const WayDescription& way, std::size_t index, double end) {
  BACKLOT_ASSERT(index < way.lanes.size(), "the way has no such lane");
  const LaneDescription& from = way.lanes[index];
  Lane out;
  out.id = lane_id_of(from.name);
  out.type = lane_type(from.kind);
  if (network::use_of(from.kind) != network::Use::none && from.direction == LaneDirection::none) {
    out.type = lane_type(network::LaneKind::shoulder);
    all_.lost.add("a lane of a kind that carries traffic, without a direction", from.place);
  }
  out.direction = direction_word(out.id, from.kind, from.direction, out_.rule);
  out.widths = written_profile(from.width, way.from, end, measure_, measure_.to_source(way.from));
  WrittenHeights heights = written_heights(from.heights, out.id, way.from, end, measure_);
  if (heights.is_bent) all_.lost.add(kBentHeights, from.place);
  out.heights = std::move(heights.records);
  add_marks(way, out.id > 0 ? index : index + 1, out);
  out.speeds = lane_speeds(way, from, end, measure_, all_.network.speed_limit_mps);
  return out;
}

void RoadWriter::write_way(std::size_t index) {
  BACKLOT_ASSERT(index < road_.ways.size(), "the road has no such way");
  const WayDescription& way = road_.ways[index];
  const double end = network::end_of(road_, index, measure_.stations.back().distance);
  LaneSection section;
  section.s = s_at(way.from);
  for (std::size_t i = 0; i < way.lanes.size(); ++i)
    (i < way.lanes_left ? section.left : section.right).push_back(lane(way, i, end));
  Lane centre;
  centre.type = "none";
  add_marks(way, way.lanes_left, centre);
  section.center.push_back(std::move(centre));
  out_.sections.push_back(std::move(section));

  // one list for the road: where a way has none, zero ends what was before
  std::vector<Cubic> offsets = written_profile(way.shift, way.from, end, measure_, 0);
  if (!out_.lane_offsets.empty() && (offsets.empty() || offsets.front().s > s_at(way.from)))
    offsets.insert(offsets.begin(), Cubic{{}, s_at(way.from), 0, 0, 0, 0});
  append_profile(offsets, measure_.to_source(end), out_.lane_offsets);

  write_features(way.features, way.from);
  write_attributes(way);
  if (way.start == network::EndKind::closed && index == 0) all_.lost.add("a dead end", way.place);
  if (way.end == network::EndKind::closed && index + 1 == road_.ways.size())
    all_.lost.add("a dead end", way.place);
}

// Ways, and between them what corridors make of its gaps.
void RoadWriter::write_sections() {
  std::vector<WrittenChain>* written = nullptr;
  std::vector<CorridorSection> sections;
  std::vector<CorridorChain> chains;
  if (const auto gaps = all_.gaps.find(index_); gaps != all_.gaps.end() && !road_.ways.empty()) {
    written = &gaps->second;
    for (const WrittenChain& one : *written) chains.push_back(one.chain);
    const network::TrafficSide side =
        out_.rule == TrafficRule::left_hand ? network::TrafficSide::left : network::TrafficSide::right;
    sections = corridor_sections(chains, road_, measure_.stations.back().distance, side);
  }
  std::size_t next = 0;
  const auto write_gaps = [&](double until) {
    for (; next < sections.size() && sections[next].from < until; ++next) {
      for (const CorridorSection::Member& member : sections[next].lanes)
        (*written)[static_cast<std::size_t>(member.chain - chains.data())].lanes.push_back(
            {out_.sections.size(), member.id});
      write_section(all_, measure_, sections[next], out_);
    }
  };
  for (std::size_t i = 0; i < road_.ways.size(); ++i) {
    write_gaps(road_.ways[i].from);
    all_.ways.emplace(road_.ways[i].name, Exporter::WayPlace{index_, out_.sections.size()});
    write_way(i);
  }
  write_gaps(measure_.stations.back().distance);
}

Object RoadWriter::object(const network::FeatureDescription& feature, std::string_view type,
                          double from) const {
  Object object;
  object.id = fmt::format("{}", out_.objects.size() + 1);
  object.name = feature.name;
  object.type = type;
  object.s = s_at(from + feature.distance);
  object.t = feature.offset;
  object.z_offset_m = feature.loft;
  object.heading_rad = feature.heading_rad;
  object.length_m = feature.length;
  object.width_m = feature.width;
  object.height_m = feature.height;
  const bool names_users = !feature.text.empty() || !feature.restrictions.empty();
  if (feature.kind == network::FeatureKind::parking_space && names_users)
    object.parking_space = ParkingSpace{{}, feature.text, feature.restrictions};
  if (feature.outline.empty()) return object;
  Outline outline;
  outline.id = 0;
  outline.is_closed = true;
  for (const network::FeatureCorner& corner : feature.outline) {
    const auto id = static_cast<int>(outline.road_corners.size() + outline.local_corners.size());
    if (feature.outline_frame == network::OutlineFrame::road)
      outline.road_corners.push_back(
          {{}, id, s_at(from + corner.along), corner.left, corner.up, feature.height});
    else
      outline.local_corners.push_back({{}, id, corner.along, corner.left, corner.up, feature.height});
  }
  object.has_outlines = true;
  object.outlines.push_back(std::move(outline));
  return object;
}

void RoadWriter::write_features(const std::vector<network::FeatureDescription>& features, double from) {
  for (const network::FeatureDescription& feature : features) {
    const double s = s_at(from + feature.distance);
    const bool is_other_sign = feature.kind == network::FeatureKind::sign;
    const std::string_view type = is_other_sign ? std::string_view(feature.text) : sign_type(feature.kind);
    if (is_other_sign || !type.empty()) {
      Signal signal;
      signal.id = all_.new_signal_id();
      signal.name = feature.name;
      signal.s = s;
      signal.t = feature.offset;
      signal.z_offset_m = feature.loft;
      signal.orientation = orientation_of(feature.direction);
      signal.heading_offset_rad = feature.heading_rad;
      signal.is_dynamic = feature.kind == network::FeatureKind::signal_head;
      signal.country = "OpenDRIVE";
      signal.type = type;
      signal.subtype = "-1";
      if (feature.kind == network::FeatureKind::speed_sign) {
        signal.value = feature.value;
        signal.unit = "m/s";
        if (feature.value <= 0) signal.subtype = "none";  // else a reader takes the subtype for the speed
      }
      if (feature.width > 0) signal.width_m = feature.width;
      if (feature.height > 0) signal.height_m = feature.height;
      out_.signals.push_back(std::move(signal));
    } else if (const std::string_view what = object_type(feature); !what.empty()) {
      out_.objects.push_back(object(feature, what, from));
    } else {
      all_.lost.add("features of the user's own kinds, and benches", feature.place);
    }
  }
}

void RoadWriter::write_attributes(const WayDescription& way) {
  for (const network::AttributeDescription& attribute : way.attributes) {
    if (attribute.kind == network::AttributeKind::speed_limit) continue;
    if (attribute.kind != network::AttributeKind::stop_line) {
      all_.lost.add("attributes of ways other than speed limits and stop lines", attribute.place);
      continue;
    }
    Signal line;
    line.id = all_.new_signal_id();
    line.s = s_at(way.from + attribute.from);
    line.orientation = orientation_of(attribute.direction);
    line.country = "OpenDRIVE";
    line.type = "294";
    line.subtype = "-1";
    for (const std::string& name : attribute.lanes)
      line.validities.push_back({{}, lane_id_of(name), lane_id_of(name)});
    out_.signals.push_back(std::move(line));
  }
}

network::SourceFrame RoadWriter::write() {
  out_.id = road_.source ? road_.source->road : road_.name;
  out_.rule = rule_of(road_, all_.network.side);
  measure_ = write_plan_view(road_, out_);
  const double end = measure_.stations.back().distance;
  const auto& spine = std::get<geometry::PlanSpine>(road_.spine);
  geometry::CubicProfile elevation = spine.elevation;
  for (geometry::CubicRecord& record : elevation.records) record.a += spine.base_z;
  if (elevation.records.empty() && spine.base_z != 0) elevation = network::constant_profile(spine.base_z);
  out_.elevation = written_profile(elevation, 0, end, measure_, 0);
  out_.lateral.superelevation = written_profile(spine.bank_rad, 0, end, measure_, 0);
  drop_zeros(out_.lateral.superelevation);
  out_.lateral.shape = written_shape(road_.surface, measure_);
  out_.types = road_types(road_, measure_, all_.network.speed_limit_mps);
  write_sections();
  write_features(road_.features, 0);
  drop_zeros(out_.lane_offsets);
  return measure_;
}

// The corridors on roads that have ways, put together to lanes.
void find_gaps(Exporter& all) {
  std::map<std::string, std::size_t> roads;
  for (std::size_t i = 0; i < all.network.roads.size(); ++i) roads.emplace(all.network.roads[i].name, i);
  for (const network::IntersectionDescription& intersection : all.network.intersections) {
    std::map<std::size_t, std::vector<const network::CorridorDescription*>> by_road;
    for (const network::CorridorDescription& corridor : intersection.corridors) {
      const auto* on = std::get_if<network::OnRoad>(&corridor.shape);
      const auto road = on == nullptr ? roads.end() : roads.find(on->road);
      if (road != roads.end() && !all.network.roads[road->second].ways.empty())
        by_road[road->second].push_back(&corridor);
    }
    for (const auto& [road, corridors] : by_road)
      for (CorridorChain& chain : corridor_chains(corridors, all.network.roads[road]))
        all.gaps[road].push_back({std::move(chain), &intersection, {}});
  }
}

}  // namespace

void export_roads(Exporter& all) {
  all.document.roads.resize(all.network.roads.size());
  find_gaps(all);
  std::map<std::string, int> taken;
  for (std::size_t i = 0; i < all.network.roads.size(); ++i) {
    all.measures.push_back(RoadWriter(all, i).write());
    all.roads.emplace(all.network.roads[i].name, i);
    // where two roads have one id in the old file, the second gets its own name
    if (++taken[all.document.roads[i].id] > 1) all.document.roads[i].id = all.network.roads[i].name;
  }
}

}  // namespace backlot::formats::opendrive
