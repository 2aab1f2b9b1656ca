// Where lanes of two sections touch: inside of a road, from road to road, and in junctions.
#pragma once

#include <compare>
#include <cstddef>
#include <vector>

#include "backlot/formats/opendrive/internal/check/lint_rules.h"

namespace backlot::formats::opendrive {

// One end of a lane section.
struct SectionEnd {
  std::size_t road = 0, section = 0;  // indices in the document
  bool at_end = false;

  friend auto operator<=>(const SectionEnd&, const SectionEnd&) = default;
};

// A link of two lanes, and which side of the file says so.
struct LinkSaid {
  enum class By { first, second, connection };
  int first = 0, second = 0;  // lane ids
  By by = By::first;
  Where where;
};

struct Contact {
  SectionEnd first, second;
  std::vector<LinkSaid> links;
  bool is_inside_a_road = false;
};

// All of them, each pair of ends once: those of links between roads that are there and say at which end, and of connections of
// junctions.
std::vector<Contact> find_contacts(const Index& index);

// The end of a road that touches a junction; where both do, the one nearer to a place. False where neither does.
bool find_end_at(const Road& road, const Junction& junction, double x, double y, bool& at_end);

}  // namespace backlot::formats::opendrive
