// Numbers that can be read, and that no road has: slips of the pen such as a speed limit of 5000 km/h are warned of.
#pragma once

#include "backlot/formats/text/cursor.h"
#include "backlot/geometry/cubic_profile.h"
#include "backlot/network/lane_kind.h"

namespace backlot::formats::way {

// A length of an element of a spine: an error where it is below zero or beyond all coordinates (G101, G102), a warning
// where it is beyond all roads (W203).
double read_element_length(text::Cursor& c);

// A speed limit, with a warning (W201) beyond 300 km/h.
double read_speed_limit(text::Cursor& c);

// A warning (W202) for a lane that is wider than any, or for vehicles and narrower than any; `position` is that of its width.
void check_lane_width(text::Cursor& c, std::size_t position, network::LaneKind kind,
                      const geometry::CubicProfile& width);

// A warning (W204) for heights of a spine that climb steeper than any road, or for a bank beyond any.
void check_elevation(text::Cursor& c, const geometry::CubicProfile& elevation);
void check_bank(text::Cursor& c, const geometry::CubicProfile& bank_rad);

}  // namespace backlot::formats::way
