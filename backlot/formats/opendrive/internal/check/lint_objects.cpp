// Objects: outlines, markings, and which parts belong to which type.
#include <array>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/check/lint_rules.h"

namespace backlot::formats::opendrive {

namespace {

// Parts of an object, one bit each.
constexpr unsigned kSkeletonPart = 1, kMarkingPart = 2, kBorderPart = 4, kMaterialPart = 8, kSurfacePart = 16,
                   kParkingPart = 32;

// OpenDRIVE 1.8, 13.14: the parts that an object of a type may have.
struct TypeParts {
  std::string_view type;
  unsigned allowed;
};
constexpr std::array kTypes = {
    TypeParts{"barrier", 0},
    TypeParts{"building", 0},
    TypeParts{"crosswalk", kMarkingPart | kSurfacePart | kMaterialPart},
    TypeParts{"gantry", kSkeletonPart},
    TypeParts{"obstacle", 0},
    TypeParts{"parkingSpace", kParkingPart | kMaterialPart | kMarkingPart | kSurfacePart},
    TypeParts{"pole", kSkeletonPart},
    TypeParts{"roadMark", kMarkingPart | kMaterialPart | kSurfacePart},
    TypeParts{"roadSurface", kMaterialPart | kSurfacePart},
    TypeParts{"trafficIsland", kMaterialPart | kBorderPart | kMarkingPart},
    TypeParts{"tree", kSkeletonPart},
    TypeParts{"vegetation", 0},
};

void check_parts(const Object& object, Findings& findings) {
  for (const TypeParts& type : kTypes) {
    if (type.type != object.type) continue;
    const auto check = [&](unsigned part, bool is_there, Where where, std::string_view name) {
      if (is_there && (type.allowed & part) == 0)
        findings.warn(
            kObjectParts, where,
            fmt::format("object \"{}\" is a {}, which cannot have {}", object.id, object.type, name),
            "section 13.14 of OpenDRIVE 1.8 tells which parts a type can have");
    };
    check(kSkeletonPart, !object.skeleton.empty(),
          object.skeleton.empty() ? Where() : object.skeleton[0].where, "a skeleton");
    check(kMarkingPart, !object.markings.empty(),
          object.markings.empty() ? Where() : object.markings[0].where, "markings");
    check(kBorderPart, !object.borders.empty(), object.borders.empty() ? Where() : object.borders[0].where,
          "borders");
    check(kMaterialPart, !object.materials.empty(), object.materials.empty() ? Where() : object.materials[0],
          "a material");
    check(kSurfacePart, !object.surfaces.empty(), object.surfaces.empty() ? Where() : object.surfaces[0],
          "a surface");
    check(kParkingPart, object.parking_space.has_value(),
          object.parking_space ? object.parking_space->where : Where(), "a parkingSpace");
  }
}

void check_outline(const Outline& outline, Findings& findings) {
  const std::size_t road = outline.road_corners.size(), local = outline.local_corners.size();
  if (road == 0 && local == 0) {
    findings.warn(kOutlineCorners, outline.where, "an outline has no corners",
                  "it has two or more; it is left out");
    return;
  }
  if (local == 1)
    findings.warn(kLocalCorners, outline.where, "an outline has one cornerLocal",
                  "it has two or more; it is left out");
  if (road == 1)
    findings.warn(kRoadCorners, outline.where, "an outline has one cornerRoad",
                  "it has two or more; it is left out");
  if (road > 0 && local > 0)
    findings.warn(kOutlineCorners, outline.where, "an outline has corners of two kinds",
                  "either cornerRoad or cornerLocal");
}

// Markings refer to corners by their ids.
void check_markings(const Object& object, Findings& findings) {
  std::set<int> corners;
  for (const Outline& outline : object.outlines) {
    for (const CornerRoad& corner : outline.road_corners)
      if (corner.id) corners.insert(*corner.id);
    for (const CornerLocal& corner : outline.local_corners)
      if (corner.id) corners.insert(*corner.id);
  }
  for (const Marking& marking : object.markings)
    for (const CornerReference& reference : marking.corners)
      if (!corners.contains(reference.id)) {
        findings.warn(
            kCornerReference, reference.where,
            object.outlines.empty()
                ? fmt::format("a marking refers to corner {}, and there is no outline", reference.id)
                : fmt::format("a marking refers to corner {}, which no outline has", reference.id),
            "the marking is left out");
        break;
      }
}

}  // namespace

void lint_objects(const Index& index, Findings& findings) {
  for (const Road& road : index.document.roads) {
    for (const Object& object : road.objects) {
      for (const Outline& outline : object.outlines) check_outline(outline, findings);
      check_markings(object, findings);
      for (const SkeletonLine& line : object.skeleton)
        if (line.vertices_road < 2 && line.vertices_local < 2)
          findings.warn(kSkeleton, line.where, "a polyline has fewer than two vertices of one kind");
      if (index.is_at_least(1, 8)) check_parts(object, findings);
    }
  }
}

}  // namespace backlot::formats::opendrive
