// What happened in a run, a line for each event.
#pragma once

#include <span>
#include <string>

#include "apps/cli/line_file.h"
#include "backlot/network/network.h"
#include "backlot/record/event.h"

namespace backlot::cli {

// Writes these columns; what does not belong to an event is empty:
//
//   time_s                when
//   event                 entered, left, crossed_line, began_lane_change, ended_lane_change, contact; issued, accepted ... of directives
//   id, other_id          numbers of the objects, as in a trace; a number is used again after its owner left
//   way                   of the lanes: where one entered or left, or changes lanes
//   lane                  where one left, or changes from
//   to_lane               where one entered, or changes to
//   side                  of a lane change: left, right
//   corridor              behind the line that was crossed; of a contact, that the first is in
//   signal_state          of that line, as it was shown then
//   other_corridor        of a contact, that the other one is in
//   right_of_way          of a contact: first, second, neither, unknown
//   relative_speed_mps    of a contact
//   directive, issuer, reason   numbers
class EventsWriter {
 public:
  // The network stays where it is for as long as this writes.
  EventsWriter(const std::string& path, const network::Network& network);

  bool is_open() const { return file_.is_open(); }
  void write(std::span<const record::Event> events);
  // Whether everything was written.
  bool close() { return file_.close(); }

 private:
  const network::Network& network_;
  LineFile file_;
};

}  // namespace backlot::cli
