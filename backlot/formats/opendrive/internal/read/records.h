// Records along s: cubics, and their order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/opendrive/cubic.h"
#include "backlot/formats/opendrive/junction.h"
#include "backlot/formats/xml/attributes.h"

namespace backlot::formats::opendrive {

// A record with s (or sOffset) and the coefficients a ... d. Missing coefficients are zero.
Cubic read_cubic(xml::Attributes& in, xml::Element element, const char* s_name = "s");

// "start", "end", or none for all else.
ContactPoint read_contact(xml::Element element);

Orientation read_orientation(xml::Element element);

// The validity elements below this one.
std::vector<Validity> read_validities(xml::Attributes& in, xml::Element element);

// A record whose s goes back by rounding alone, as 137.69999999 behind 137.7 does, begins where the one before it does.
inline constexpr double kRounding_m = 1e-7;

template <class Record>
void undo_rounding(std::vector<Record>& records) {
  for (std::size_t i = 1; i < records.size(); ++i)
    if (records[i].s < records[i - 1].s && records[i - 1].s - records[i].s <= kRounding_m)
      records[i].s = records[i - 1].s;
}

// Sorts records by s where they are not, and says so at the first one that comes too late. What only rounding has put out of order
// keeps the order of the file.
template <class Record>
void put_in_order(xml::Attributes& in, std::vector<Record>& records, std::string_view what) {
  undo_rounding(records);
  const auto by_s = [](const Record& a, const Record& b) { return a.s < b.s; };
  const auto late = std::is_sorted_until(records.begin(), records.end(), by_s);
  if (late == records.end()) return;
  in.warning("X203", late->where,
             fmt::format("{} is out of order: s = {} comes after s = {}", what, late->s, (late - 1)->s),
             "records are sorted by s (asam.net:xodr:1.4.0:...elem_asc_order)");
  std::stable_sort(records.begin(), records.end(), by_s);
}

}  // namespace backlot::formats::opendrive
