#include "backlot/formats/opendrive/internal/import/road_objects.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/import/object_outlines.h"

namespace backlot::formats::opendrive {

namespace {

using network::FeatureDescription;
using network::FeatureKind;
using network::OutlineFrame;

constexpr double kPiece_m = 10;           // of a long object
constexpr double kClosest_m = 0.01;       // of things that stand one behind the other: nearer they are one
constexpr double kWallThickness_m = 0.1;  // a wall, where nothing is said
constexpr double kZebra_m = 4;            // a crosswalk of which only the line is given
constexpr std::size_t kMostObjects = 200'000;  // by repeats, in a map

std::optional<FeatureKind> kind_of(const Object& object) {
  const std::string& type = object.type;
  if (type == "building") return FeatureKind::building;
  if (type == "barrier" || type == "railing" || type == "wall" || type == "soundBarrier" ||
      type == "guardRail" || type == "obstacle")
    return FeatureKind::barrier;
  if (type == "tree" || type == "vegetation") return FeatureKind::tree;
  if (type == "pole" || type == "streetLamp" || type == "gantry" || type == "rail-pole" ||
      type == "guide-post")
    return FeatureKind::pole;
  if (type == "crosswalk") return FeatureKind::crosswalk;
  if (type == "parkingSpace" || object.parking_space) return FeatureKind::parking_space;
  return std::nullopt;
}

// The crowns of single trees are many outlines one above the other; a driver sees past them.
bool has_outline(const Object& object, FeatureKind kind) {
  return kind == FeatureKind::building || kind == FeatureKind::barrier || kind == FeatureKind::crosswalk ||
         kind == FeatureKind::parking_space || object.type == "vegetation";
}

double between(double a, double b, double share) {
  BACKLOT_ASSERT(share >= 0 && share <= 1, "a place between two others has a share of the way");
  return a + share * (b - a);
}

double between(const std::optional<double>& a, const std::optional<double>& b, double share,
               double otherwise) {
  return a ? between(*a, b.value_or(*a), share) : otherwise;
}

// Makes features with distances that are still s of the road.
class ObjectReader {
 public:
  ObjectReader(Translation& translation, const RoadPlan& road) : translation_(translation), road_(road) {}

  std::vector<FeatureDescription> take() {
    for (const Object& object : road_.road->objects) add(object);
    return std::move(features_);
  }

 private:
  void add(const Object& object);
  void add_again(const Object& object, const Repeat& repeat, const FeatureDescription& first,
                 const std::vector<ObjectOutline>& outlines);
  void add_long(const Object& object, const Repeat& repeat, const FeatureDescription& first, double length_m);
  void add_one(const FeatureDescription& feature, const std::vector<ObjectOutline>& outlines,
               const Object& object);
  bool may_add();

  Translation& translation_;
  const RoadPlan& road_;
  std::vector<FeatureDescription> features_;
};

bool ObjectReader::may_add() {
  ObjectTidying& tidying = translation_.object_tidying;
  if (tidying.repeated < kMostObjects) {
    ++tidying.repeated;
    return true;
  }
  ++tidying.left_out;
  return false;
}

// Outlines of the road's frame move along with the object from the place that the file gives it.
void ObjectReader::add_one(const FeatureDescription& feature, const std::vector<ObjectOutline>& outlines,
                           const Object& object) {
  if (outlines.empty()) features_.push_back(feature);
  for (const ObjectOutline& outline : outlines) {
    FeatureDescription one = feature;
    one.outline_frame = outline.frame;
    one.outline = outline.corners;
    if (outline.height_m > 0) one.height = outline.height_m;
    if (outline.frame == OutlineFrame::road)
      for (network::FeatureCorner& corner : one.outline) {
        corner.along += feature.distance - object.s;
        corner.left += feature.offset - object.t;
        corner.up += feature.loft - object.z_offset_m;
      }
    features_.push_back(std::move(one));
  }
}

void ObjectReader::add_long(const Object& object, const Repeat& repeat, const FeatureDescription& first,
                            double length_m) {
  BACKLOT_ASSERT(length_m > 0, "an object that is repeated without gaps has a length");
  const double pieces = std::max(std::ceil(length_m / kPiece_m), 1.0);
  const bool is_outlined = has_outline(object, first.kind);
  double usual = object.width_m.value_or(2 * object.radius_m.value_or(0));
  if (!(usual > 0)) usual = breadth_of(object);
  if (!(usual > 0)) usual = kWallThickness_m;
  for (double k = 0; k < pieces && may_add(); ++k) {
    const auto share_at = [&](double at) { return at / pieces * (length_m / repeat.length_m); };
    const auto t_at = [&](double share) { return between(repeat.t_start, repeat.t_end, share); };
    const auto z_at = [&](double share) {
      return between(repeat.z_offset_start_m, repeat.z_offset_end_m, share);
    };
    const auto width_at = [&](double share) {
      return between(repeat.width_start_m, repeat.width_end_m, share, usual);
    };
    const double middle = share_at(k + 0.5);
    FeatureDescription one = first;
    one.distance = repeat.s + middle * repeat.length_m;
    one.offset = t_at(middle);
    one.loft = z_at(middle);
    one.length = length_m / pieces;
    one.width = between(repeat.width_start_m, repeat.width_end_m, middle, first.width);
    if (repeat.height_start_m > 0) one.height = between(repeat.height_start_m, repeat.height_end_m, middle);
    if (is_outlined) {
      one.outline_frame = OutlineFrame::road;
      const auto corner = [&](double share, double side) {
        one.outline.push_back(
            {repeat.s + share * repeat.length_m, t_at(share) + side * 0.5 * width_at(share), z_at(share)});
      };
      const double from = share_at(k), to = share_at(k + 1);
      corner(to, 1);
      corner(from, 1);
      corner(from, -1);
      corner(to, -1);
    }
    features_.push_back(std::move(one));
  }
}

// Repeats past the end of the road are left out.
void ObjectReader::add_again(const Object& object, const Repeat& repeat, const FeatureDescription& first,
                             const std::vector<ObjectOutline>& outlines) {
  const double length = std::min(repeat.length_m, road_.line.s_end() - repeat.s);
  const bool is_long = !(repeat.distance_m >= kClosest_m);
  if (is_long && repeat.distance_m != 0) ++translation_.object_tidying.too_close;
  if (is_long && length > 0) return add_long(object, repeat, first, length);
  const double count = is_long ? 1 : std::max(std::ceil(length / repeat.distance_m - 1e-9), 1.0);
  for (double k = 0; k < count && may_add(); ++k) {
    const double at = k * repeat.distance_m, share = repeat.length_m > 0 ? at / repeat.length_m : 0;
    FeatureDescription one = first;
    one.distance = repeat.s + at;
    one.offset = between(repeat.t_start, repeat.t_end, share);
    one.loft = between(repeat.z_offset_start_m, repeat.z_offset_end_m, share);
    if (repeat.height_start_m > 0) one.height = between(repeat.height_start_m, repeat.height_end_m, share);
    one.length = between(repeat.length_start_m, repeat.length_end_m, share, first.length);
    one.width = between(repeat.width_start_m, repeat.width_end_m, share, first.width);
    add_one(one, outlines, object);
  }
}

void ObjectReader::add(const Object& object) {
  const std::optional<FeatureKind> kind = kind_of(object);
  if (!kind) return;
  FeatureDescription feature;
  feature.kind = *kind;
  feature.name = object.name;
  feature.distance = object.s;
  feature.offset = object.t;
  feature.loft = object.z_offset_m;
  feature.heading_rad = object.heading_rad;
  feature.length = object.length_m.value_or(2 * object.radius_m.value_or(0));
  feature.width = object.width_m.value_or(2 * object.radius_m.value_or(0));
  feature.height = object.height_m.value_or(0);
  if (object.parking_space) {
    feature.text = object.parking_space->access;
    feature.restrictions = object.parking_space->restrictions;
  }
  feature.place = translation_.place(object.where);
  std::vector<ObjectOutline> outlines;
  if (has_outline(object, *kind))
    outlines = outlines_of(object, *kind == FeatureKind::crosswalk ? kZebra_m : kWallThickness_m);
  if (object.repeats.empty()) add_one(feature, outlines, object);
  for (const Repeat& repeat : object.repeats) add_again(object, repeat, feature, outlines);
}

}  // namespace

void add_objects(Translation& translation, const RoadPlan& plan, network::RoadDescription& road) {
  for (FeatureDescription& feature : ObjectReader(translation, plan).take()) {
    const double s = feature.distance;
    const SectionPlan& section = plan.section_with(s);
    const auto way = std::find_if(
        road.ways.begin(), road.ways.end(),
        [&](const network::WayDescription& one) { return !section.way.empty() && one.name == section.way; });
    const bool has_way = way != road.ways.end();
    const double low = has_way ? section.s_from : plan.line.s_start(),
                 high = has_way ? section.s_to : plan.line.s_end(), from = has_way ? section.from : 0;
    feature.distance = plan.line.plan_at(std::clamp(s, low, high)) - from;
    if (feature.outline_frame == OutlineFrame::road)
      for (network::FeatureCorner& corner : feature.outline)
        corner.along = plan.line.plan_at(corner.along) - from;
    (has_way ? way->features : road.features).push_back(std::move(feature));
  }
}

void report_objects(Translation& translation) {
  const ObjectTidying& tidying = translation.object_tidying;
  const base::Place place = translation.document.place(translation.document.where);
  if (tidying.too_close > 0)
    translation.found.warning("X320", place,
                              fmt::format("{} objects are repeated at less than 1 cm, and count as one long "
                                          "object each",
                                          tidying.too_close),
                              "a distance of 0 says that it is one");
  if (tidying.left_out > 0)
    translation.found.warning(
        "X321", place,
        fmt::format("repeats make more than {} objects; those of {} repeats are left out", kMostObjects,
                    tidying.left_out),
        "use greater distances, or one long object");
}

}  // namespace backlot::formats::opendrive
