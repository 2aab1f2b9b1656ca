#include <array>

#include "backlot/base/assert.h"
#include "backlot/record/schema.h"

namespace backlot::record {

namespace {

using enum ColumnType;

std::string_view indicator_name(const FrameObject& object) {
  if (object.indicates_left) return object.indicates_right ? "both" : "left";
  return object.indicates_right ? "right" : "";
}

// The frame has the height of the ribbon's plane; kerbs and crowns of the surface are added to it.
double height_of_foot(const TraceRow& row) {
  const FrameObject& o = row.object;
  const double above = o.strip.is_empty() ? 0 : row.network.surface_height(o.strip, o.distance, o.offset);
  return o.centre.z + above;
}

Cell name_or_dash(const network::Network& network, auto id) {
  return Cell::of(id.is_empty() ? std::string_view("-") : std::string_view(network.name_of(id)));
}

Cell on_strip(const TraceRow& row, double value) {
  return row.object.strip.is_empty() ? Cell{} : Cell::of(value);
}

Cell shown_signal(const TraceRow& row) {
  return Cell::of(row.object.corridor.is_empty() ? std::string_view("-")
                                                 : network::to_text(row.object.signal));
}

Cell corridor_of(const TraceRow& row) {
  const network::CorridorId corridor = row.object.corridor;
  return name_or_dash(row.network, corridor.is_empty() ? network::StripId() : row.network.strip_of(corridor));
}

// The names of the first fifteen and their order are promised to users.
constexpr std::array<Column<TraceRow>, 22> kTraceColumns = {{
    {"time_s", "s", number, 3, "Simulated time at the end of the step.",
     [](const TraceRow& r) { return Cell::of(r.frame.time.seconds()); }},
    {"id", "", whole, 0, "Number of the object, the same in the events; it is never used again within a run.",
     [](const TraceRow& r) { return Cell::of(std::uint64_t{world::number_for_people(r.object.id)}); }},
    {"x_m", "m", number, 4, "East coordinate of the centre of the body.",
     [](const TraceRow& r) { return Cell::of(r.object.centre.x); }},
    {"y_m", "m", number, 4, "North coordinate of the centre of the body.",
     [](const TraceRow& r) { return Cell::of(r.object.centre.y); }},
    {"z_m", "m", number, 3, "Height of the surface that the body stands on.",
     [](const TraceRow& r) { return Cell::of(height_of_foot(r)); }},
    {"heading_rad", "rad", number, 6,
     "Where the front of the body points: 0 is east, positive turns to the left.",
     [](const TraceRow& r) { return Cell::of(r.object.heading_rad()); }},
    {"length_m", "m", number, 2, "Length of the body.",
     [](const TraceRow& r) { return Cell::of(static_cast<double>(r.object.length_m)); }},
    {"width_m", "m", number, 2, "Width of the body.",
     [](const TraceRow& r) { return Cell::of(static_cast<double>(r.object.width_m)); }},
    {"speed_mps", "m/s", number, 4, "Speed along the heading, negative in reverse.",
     [](const TraceRow& r) { return Cell::of(r.object.speed_mps); }},
    {"way", "", text, 0, "Name of the way or corridor that the object is on; `-` off the network.",
     [](const TraceRow& r) { return name_or_dash(r.network, r.object.strip); }},
    {"lane", "", text, 0, "Name of the lane of that way; `-` between lanes and off the network.",
     [](const TraceRow& r) { return name_or_dash(r.network, r.object.lane); }},
    {"signal_state", "", text, 0,
     "What the signals of its corridor show (`dark` where it has no signals); `-` where no corridor is "
     "known.",
     shown_signal},
    {"kind", "", text, 0, "`car`, `truck`, `bus`, `motorcycle`, `bicycle` or `pedestrian`.",
     [](const TraceRow& r) { return Cell::of(to_text(r.object.kind)); }},
    {"role", "", text, 0,
     "Name of the role that the object plays, `subject` for the subject; empty without a role.",
     [](const TraceRow& r) { return Cell::of(r.frame.role_name(r.object.role)); }},
    {"acceleration_mps2", "m/s2", number, 4, "Acceleration along the heading in the last step.",
     [](const TraceRow& r) { return Cell::of(r.object.accel_mps2); }},
    {"height_m", "m", number, 2, "Height of the body.",
     [](const TraceRow& r) { return Cell::of(static_cast<double>(r.object.height_m)); }},
    {"behaviour", "", text, 0,
     "What moves the object: `extra`, `external_pose`, `external_steering`, `external_path`, `scripted`, "
     "`parked` "
     "or `wrecked`.",
     [](const TraceRow& r) { return Cell::of(to_text(r.object.behaviour)); }},
    {"brake_light", "", whole, 0, "1 while its brake lights are on, else 0.",
     [](const TraceRow& r) { return Cell::of(std::uint64_t{r.object.brakes ? 1U : 0U}); }},
    {"indicator", "", text, 0, "Its indicators: `left`, `right` or `both`; empty while they are off.",
     [](const TraceRow& r) { return Cell::of(indicator_name(r.object)); }},
    {"corridor", "", text, 0,
     "Name of the corridor that the object is on, else of the next one; `-` where not known.", corridor_of},
    {"distance_m", "m", number, 3,
     "Distance along the way or corridor, from its start; empty off the network.",
     [](const TraceRow& r) { return on_strip(r, r.object.distance); }},
    {"offset_m", "m", number, 3,
     "Distance to the left of the spine of the way or corridor; empty off the network.",
     [](const TraceRow& r) { return on_strip(r, r.object.offset); }},
}};

}  // namespace

std::span<const Column<TraceRow>> trace_columns() { return kTraceColumns; }

}  // namespace backlot::record
