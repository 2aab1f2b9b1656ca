// The events of a run, a line each.
#pragma once

#include <span>
#include <string>

#include "apps/cli/traffic/line_file.h"
#include "backlot/network/network.h"
#include "backlot/record/event.h"
#include "backlot/record/names.h"

namespace backlot::cli {

// Writes the columns of record::event_columns(); docs/outputs.md explains them.
class EventsWriter {
 public:
  // The network and the tables of names must outlive the writer.
  EventsWriter(const std::string& path, const network::Network& network, const record::EventNames& names);

  bool is_open() const { return file_.is_open(); }
  void write(std::span<const record::Event> events);
  // True where everything was written.
  bool close() { return file_.close(); }

 private:
  const network::Network& network_;
  record::EventNames names_;
  LineFile file_;
};

}  // namespace backlot::cli
