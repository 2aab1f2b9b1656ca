#include "backlot/formats/opendrive/test/alike.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backlot/geometry/plan_table.h"

namespace backlot::formats::opendrive {

namespace {

using geometry::CubicProfile;

constexpr double kSame_m = 1e-6;
constexpr double kSameS_m = 2e-3;

bool is_near(double a, double b, double tolerance = kSame_m) { return std::fabs(a - b) <= tolerance; }

bool is_alike(const CubicProfile& a, const CubicProfile& b, double length) {
  for (const CubicProfile* profile : {&a, &b})
    for (std::size_t i = 0; i < profile->records.size(); ++i) {
      const double from = profile->records[i].from;
      const double to =
          std::min(length, i + 1 < profile->records.size() ? profile->records[i + 1].from : length);
      if (to - from < 10 * kSame_m) continue;
      // just inside of both ends, where records may begin a hair earlier or later
      for (const double at : {from + 2 * kSame_m, 0.5 * (from + to), to - 2 * kSame_m})
        if (!is_near(a.record_at(at).at(at).value, b.record_at(at).at(at).value, 1e-5)) return false;
    }
  return true;
}

bool is_alike(const network::LaneHeights& a, const network::LaneHeights& b, double length) {
  return a.is_empty() == b.is_empty() && is_alike(a.left, b.left, length) &&
         is_alike(a.right, b.right, length);
}

bool is_alike(const network::SurfaceStation& a, const network::SurfaceStation& b) {
  return is_near(a.distance, b.distance) && a.height == b.height;
}

bool is_alike(const geometry::PlanElement& a, const geometry::PlanElement& b) {
  return a.shape == b.shape && a.start == b.start;
}

std::string difference(const std::vector<network::FeatureDescription>& a,
                       const std::vector<network::FeatureDescription>& b) {
  if (a.size() != b.size()) return fmt::format("{} and {} features", a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    network::FeatureDescription x = a[i];
    const network::FeatureDescription& y = b[i];
    if (!is_near(x.distance, y.distance)) return fmt::format("place of feature {}", i);
    x.distance = y.distance;
    if (x.outline.size() != y.outline.size()) return fmt::format("corners of feature {}", i);
    if (x.outline_frame == network::OutlineFrame::road)
      for (std::size_t k = 0; k < x.outline.size(); ++k) {
        if (!is_near(x.outline[k].along, y.outline[k].along)) return fmt::format("corners of feature {}", i);
        x.outline[k].along = y.outline[k].along;
      }
    if (!(x == y)) return fmt::format("feature {} ({})", i, x.name);
  }
  return "";
}

std::string difference(const network::WayDescription& a, const network::WayDescription& b, double length) {
  if (a.name != b.name || !is_near(a.from, b.from)) return "name or place";
  if (a.to.has_value() != b.to.has_value() || (a.to && !is_near(*a.to, *b.to))) return "end";
  if (a.lanes_left != b.lanes_left || a.lanes.size() != b.lanes.size()) return "lanes";
  if (!is_alike(a.shift, b.shift, length)) return "shift";
  if (a.start != b.start || a.end != b.end) return "ends";
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    network::LaneDescription x = a.lanes[i], y = b.lanes[i];
    if (!is_alike(x.width, y.width, length)) return "width of " + x.name;
    if (!is_alike(x.heights, y.heights, length)) return "heights of " + x.name;
    x.width = y.width;
    x.heights = y.heights;
    for (auto changes : {&network::LaneDescription::left_changes, &network::LaneDescription::right_changes}) {
      std::vector<network::MarkingChange>&p = x.*changes, &q = y.*changes;
      for (std::size_t k = 0; k < std::min(p.size(), q.size()); ++k)
        if (is_near(p[k].from, q[k].from)) p[k].from = q[k].from;
    }
    if (!(x == y)) return "lane " + x.name;
  }
  if (a.attributes.size() != b.attributes.size())
    return fmt::format("{} and {} attributes", a.attributes.size(), b.attributes.size());
  for (std::size_t i = 0; i < a.attributes.size(); ++i) {
    network::AttributeDescription x = a.attributes[i];
    const network::AttributeDescription& y = b.attributes[i];
    if (!is_near(x.from, y.from) || !is_near(x.to, y.to)) return fmt::format("place of attribute {}", i);
    x.from = y.from;
    x.to = y.to;
    if (!(x == y)) return fmt::format("attribute {}", i);
  }
  return difference(a.features, b.features);
}

std::string difference(const network::RoadDescription& a, const network::RoadDescription& b) {
  const auto &x = std::get<geometry::PlanSpine>(a.spine), &y = std::get<geometry::PlanSpine>(b.spine);
  const double length = geometry::plan_length(x);
  if (a.name != b.name || a.is_measured_in_plan != b.is_measured_in_plan) return "name";
  if (x.elements.size() != y.elements.size() ||
      !std::equal(x.elements.begin(), x.elements.end(), y.elements.begin(),
                  [](const auto& p, const auto& q) { return is_alike(p, q); }))
    return "spine";
  if (!is_alike(x.elevation, y.elevation, length)) return "elevation";
  if (!is_alike(x.bank_rad, y.bank_rad, length)) return "bank";
  if (!std::equal(a.surface.begin(), a.surface.end(), b.surface.begin(), b.surface.end(),
                  [](const auto& p, const auto& q) { return is_alike(p, q); }))
    return "surface";
  if (a.ways.size() != b.ways.size()) return fmt::format("{} and {} ways", a.ways.size(), b.ways.size());
  for (std::size_t i = 0; i < a.ways.size(); ++i) {
    const double end = network::end_of(a, i, length);
    const std::string found = difference(a.ways[i], b.ways[i], end - a.ways[i].from);
    if (!found.empty()) return fmt::format("way {}: {}", a.ways[i].name, found);
  }
  if (const std::string found = difference(a.features, b.features); !found.empty()) return found;
  if (a.source.has_value() != b.source.has_value()) return "source";
  if (!a.source) return "";
  if (a.source->road != b.source->road) return "source's name";
  for (const network::SourceFrame::Station& station : a.source->stations)
    if (!is_near(b.source->to_source(station.distance), station.s, kSameS_m)) return "source's stations";
  if (a.source->lanes.size() != b.source->lanes.size()) return "number of labels";
  for (std::size_t i = 0; i < a.source->lanes.size(); ++i) {
    network::SourceFrame::LaneLabel p = a.source->lanes[i];
    if (!is_near(p.from_s, b.source->lanes[i].from_s, kSameS_m)) return "place of a label";
    p.from_s = b.source->lanes[i].from_s;
    if (!(p == b.source->lanes[i])) return "label of " + p.way;
  }
  return "";
}

std::string difference(network::CorridorDescription a, const network::CorridorDescription& b) {
  const auto *x = std::get_if<network::OnRoad>(&a.shape), *y = std::get_if<network::OnRoad>(&b.shape);
  if (x == nullptr || y == nullptr) return "shape";
  const double length = x->to - x->from;
  if (x->road != y->road || x->is_along != y->is_along || !is_near(x->from, y->from) ||
      !is_near(x->to, y->to))
    return "road";
  if (!is_alike(x->offset, y->offset, length)) return "offset";
  if (!is_alike(a.width.value_or(CubicProfile()), b.width.value_or(CubicProfile()), length)) return "width";
  if (!is_alike(a.heights, b.heights, length)) return "heights";
  a.shape = b.shape;
  a.width = b.width;
  a.heights = b.heights;
  return a == b ? "" : "something else";
}

std::string difference(network::IntersectionDescription a, network::IntersectionDescription b) {
  if (a.name != b.name) return fmt::format("name: {} and {}", a.name, b.name);
  if (a.corridors.size() != b.corridors.size())
    return fmt::format("{} and {} corridors", a.corridors.size(), b.corridors.size());
  for (std::size_t i = 0; i < a.corridors.size(); ++i) {
    const std::string found = difference(a.corridors[i], b.corridors[i]);
    if (!found.empty())
      return fmt::format("corridor {} and {}: {}", a.corridors[i].name, b.corridors[i].name, found);
  }
  a.corridors.clear();
  b.corridors.clear();
  if (!(a.arms == b.arms)) return "arms";
  if (!(a.links == b.links)) return "links";
  if (!(a.signals == b.signals)) return "signals";
  if (!(a.overrides == b.overrides)) return "overrides";
  return a == b ? "" : "something else";
}

}  // namespace

std::string difference(const network::NetworkDescription& a, const network::NetworkDescription& b) {
  if (a.name != b.name) return "name";
  if (a.side != b.side) return "side";
  if (a.goes_first != b.goes_first) return "who goes first";
  if (a.speed_limit_mps != b.speed_limit_mps) return "speed";
  if (!(a.geo_reference == b.geo_reference)) return "place on the earth";
  if (a.roads.size() != b.roads.size()) return fmt::format("{} and {} roads", a.roads.size(), b.roads.size());
  for (std::size_t i = 0; i < a.roads.size(); ++i) {
    const std::string found = difference(a.roads[i], b.roads[i]);
    if (!found.empty()) return fmt::format("road {}: {}", a.roads[i].name, found);
  }
  if (a.intersections.size() != b.intersections.size())
    return fmt::format("{} and {} intersections", a.intersections.size(), b.intersections.size());
  for (std::size_t i = 0; i < a.intersections.size(); ++i) {
    const std::string found = difference(a.intersections[i], b.intersections[i]);
    if (!found.empty()) return fmt::format("intersection {}: {}", a.intersections[i].name, found);
  }
  return "";
}

}  // namespace backlot::formats::opendrive
