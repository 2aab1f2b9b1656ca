#include <array>

#include "backlot/record/schema.h"

namespace backlot::record {

namespace {

using enum ColumnType;

bool is_of_directive(EventKind kind) { return kind >= EventKind::issued && kind <= EventKind::released; }
bool is_of_signals(EventKind kind) { return kind >= EventKind::light_requested; }

Cell number_of(world::ObjectId id) {
  return id.is_empty() ? Cell{} : Cell::of(std::uint64_t{world::number_for_people(id)});
}

Cell lane_name(const EventRow& row, network::LaneId lane) {
  return lane.is_empty() ? Cell{} : Cell::of(std::string_view(row.network.name_of(lane)));
}

// The way of the lanes that the event names.
Cell way_name(const EventRow& row) {
  const network::LaneId lane = row.event.to.is_empty() ? row.event.from : row.event.to;
  return lane.is_empty() ? Cell{}
                         : Cell::of(std::string_view(row.network.name_of(row.network.lane(lane).strip)));
}

Cell corridor_name(const EventRow& row, network::CorridorId corridor) {
  return corridor.is_empty()
             ? Cell{}
             : Cell::of(std::string_view(row.network.name_of(row.network.strip_of(corridor))));
}

// Each programme belongs to one intersection. Events of signals are rare, so a search is good enough.
Cell intersection_name(const EventRow& row) {
  if (row.event.programme == kNoProgramme) return {};
  const std::span<const network::Intersection> all = row.network.intersections();
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k].group_count > 0 && all[k].programme == row.event.programme)
      return Cell::of(std::string_view(row.network.name_of(network::IntersectionId::from_size(k))));
  return {};
}

Cell name_or_number(std::span<const std::string_view> names, std::uint32_t number) {
  const std::string_view name = find_name(names, number);
  return name.empty() ? Cell::of(std::uint64_t{number}) : Cell::of(name);
}

Cell side_name(const EventRow& row) {
  return row.event.side == world::Side::none ? Cell{} : Cell::of(to_text(row.event.side));
}

Cell signal_of(const EventRow& row) {
  return row.event.kind == EventKind::crossed_line ? Cell::of(network::to_text(row.event.aspect)) : Cell{};
}

Cell of_contact(const EventRow& row, const Cell& cell) {
  return row.event.kind == EventKind::contact ? cell : Cell{};
}

Cell issuer_of(const EventRow& row) {
  const EventKind kind = row.event.kind;
  return is_of_directive(kind) || is_of_signals(kind) ? Cell::of(std::uint64_t{row.event.issuer}) : Cell{};
}

Cell reason_of(const EventRow& row) {
  return row.event.reason == 0 ? Cell{} : name_or_number(row.names.reasons, row.event.reason);
}

Cell directive_kind_of(const EventRow& row) {
  const std::uint8_t kind = row.event.directive_kind;
  return kind == kNoDirectiveKind ? Cell{} : name_or_number(row.names.directive_kinds, kind);
}

// A cell is empty where the column does not belong to the kind of the event.
constexpr std::array<Column<EventRow>, 18> kEventColumns = {{
    {"time_s", "s", number, 3, "Simulated time of the event.",
     [](const EventRow& r) { return Cell::of(r.event.time.seconds()); }},
    {"event", "", text, 0, "Kind of the event, see below.",
     [](const EventRow& r) { return Cell::of(to_text(r.event.kind)); }},
    {"id", "", whole, 0, "Number of the object, the same as in the trace.",
     [](const EventRow& r) { return number_of(r.event.object); }},
    {"other_id", "", whole, 0,
     "Number of the other object: of a contact, or the one that a directive refers to.",
     [](const EventRow& r) { return number_of(r.event.other); }},
    {"way", "", text, 0, "Name of the way of the lanes in the next two columns.", way_name},
    {"lane", "", text, 0, "Name of the lane that the object left, or changes from.",
     [](const EventRow& r) { return lane_name(r, r.event.from); }},
    {"to_lane", "", text, 0, "Name of the lane that the object entered, or changes to.",
     [](const EventRow& r) { return lane_name(r, r.event.to); }},
    {"side", "", text, 0, "Side of a lane change, as the driver sees it: `left` or `right`.", side_name},
    {"corridor", "", text, 0,
     "Name of the corridor behind the line that was crossed; of a contact, the corridor that the object is "
     "on.",
     [](const EventRow& r) { return corridor_name(r, r.event.corridor); }},
    {"signal_state", "", text, 0, "What the signals of the line that was crossed showed to the driver.",
     signal_of},
    {"other_corridor", "", text, 0, "Name of the corridor that the other object of a contact is on.",
     [](const EventRow& r) { return corridor_name(r, r.event.other_corridor); }},
    {"right_of_way", "", text, 0,
     "Which of the two objects of a contact had the right of way: `first`, `second`, `neither` or `unknown`.",
     [](const EventRow& r) { return of_contact(r, Cell::of(to_text(r.event.right_of_way))); }},
    {"relative_speed_mps", "m/s", number, 3, "Length of the difference of the two velocities at a contact.",
     [](const EventRow& r) {
       return of_contact(r, Cell::of(static_cast<double>(r.event.relative_speed_mps)));
     }},
    {"directive", "", whole, 0, "Number of the directive; 0 in the events of a claim.",
     [](const EventRow& r) { return is_of_directive(r.event.kind) ? Cell::of(r.event.directive) : Cell{}; }},
    {"issuer", "", whole, 0, "Number of the director that issued the directive or asked for the signals.",
     issuer_of},
    {"reason", "", text, 0, "Why a directive or a request was refused, or failed.", reason_of},
    {"directive_kind", "", text, 0, "Kind of the directive.", directive_kind_of},
    {"intersection", "", text, 0, "Name of the intersection whose signals a director asked for.",
     intersection_name},
}};

}  // namespace

std::span<const Column<EventRow>> event_columns() { return kEventColumns; }

}  // namespace backlot::record
