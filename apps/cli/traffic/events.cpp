#include "apps/cli/traffic/events.h"

#include "backlot/record/csv.h"
#include "backlot/record/schema.h"

namespace backlot::cli {

EventsWriter::EventsWriter(const std::string& path, const network::Network& network,
                           const record::EventNames& names)
    : network_(network), names_(names), file_(path) {
  if (file_.is_open()) record::append_header(record::event_columns(), file_.lines());
}

void EventsWriter::write(std::span<const record::Event> events) {
  for (const record::Event& event : events)
    record::append_row(record::event_columns(), record::EventRow{network_, names_, event}, file_.lines());
  file_.write();
}

}  // namespace backlot::cli
