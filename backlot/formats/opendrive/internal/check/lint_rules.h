// The parts of lint(), one file each.
#pragma once

#include <map>
#include <string_view>

#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/opendrive/internal/check/findings.h"
#include "backlot/formats/xml/document.h"

namespace backlot::formats::opendrive {

// Cracks up to this are told of nowhere: the surface is continuous enough for a wheel.
inline constexpr double kCrack_m = 0.02;

// A document with its ids looked up; of things with one id the first.
struct Index {
  explicit Index(const Document& all);

  const Road* find_road(std::string_view id) const;
  const Junction* find_junction(std::string_view id) const;
  // Rules of a later version than the file's do not bind it.
  bool is_at_least(int major, int minor) const;

  const Document& document;
  std::map<std::string_view, const Road*> roads;
  std::map<std::string_view, const Junction*> junctions;
};

void lint_file(const Index& index, const xml::Document& file, Findings& findings);
void lint_ids(const Index& index, Findings& findings);
void lint_reference_lines(const Index& index, Findings& findings);
void lint_profiles(const Index& index, Findings& findings);
void lint_lanes(const Index& index, Findings& findings);
void lint_contacts(const Index& index, Findings& findings);
void lint_road_links(const Index& index, Findings& findings);
void lint_junctions(const Index& index, Findings& findings);
void lint_objects(const Index& index, Findings& findings);
void lint_signals(const Index& index, Findings& findings);

}  // namespace backlot::formats::opendrive
