#include "apps/cli/events.h"

#include <string_view>

namespace backlot::cli {

namespace {

using record::Event;
using record::EventKind;

bool is_of_directive(EventKind kind) { return kind >= EventKind::issued; }

std::string number_or_nothing(bool is_there, std::uint32_t number) {
  return is_there ? fmt::format("{}", number) : std::string();
}

std::string_view lane_name(const network::Network& network, network::LaneId lane) {
  return lane.is_empty() ? std::string_view() : std::string_view(network.name_of(lane));
}

// Of the way or corridor on which it happened.
std::string_view way_name(const network::Network& network, const Event& e) {
  const network::LaneId lane = e.to.is_empty() ? e.from : e.to;
  return lane.is_empty() ? std::string_view() : std::string_view(network.name_of(network.lane(lane).strip));
}

std::string_view corridor_name(const network::Network& network, network::CorridorId corridor) {
  return corridor.is_empty() ? std::string_view()
                             : std::string_view(network.name_of(network.strip_of(corridor)));
}

}  // namespace

EventsWriter::EventsWriter(const std::string& path, const network::Network& network)
    : network_(network), file_(path) {
  if (file_.is_open())
    fmt::format_to(file_.end(),
                   "time_s,event,id,other_id,way,lane,to_lane,side,corridor,signal_state,other_corridor,"
                   "right_of_way,relative_speed_mps,directive,issuer,reason\n");
}

void EventsWriter::write(std::span<const Event> events) {
  for (const Event& e : events) {
    const bool is_contact = e.kind == EventKind::contact, is_directive = is_of_directive(e.kind);
    fmt::format_to(
        file_.end(), "{:.3f},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", e.time.seconds(),
        record::to_text(e.kind), e.object.is_empty() ? "" : fmt::format("{}", e.object.slot()),
        e.other.is_empty() ? "" : fmt::format("{}", e.other.slot()), way_name(network_, e),
        lane_name(network_, e.from), lane_name(network_, e.to),
        e.side == world::Side::none ? "" : record::to_text(e.side), corridor_name(network_, e.corridor),
        e.kind == EventKind::crossed_line ? network::to_text(e.aspect) : "",
        corridor_name(network_, e.other_corridor), is_contact ? record::to_text(e.right_of_way) : "",
        is_contact ? fmt::format("{:.3f}", e.relative_speed_mps) : "",
        number_or_nothing(is_directive, e.directive), number_or_nothing(is_directive, e.issuer),
        number_or_nothing(is_directive && e.reason != 0, e.reason));
  }
  file_.write();
}

}  // namespace backlot::cli
