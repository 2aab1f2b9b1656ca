#include "apps/cli/traffic/trace.h"

#include "backlot/record/csv.h"
#include "backlot/record/schema.h"

namespace backlot::cli {

TraceWriter::TraceWriter(const std::string& path, const network::Network& network)
    : network_(network), file_(path) {
  if (file_.is_open()) record::append_header(record::trace_columns(), file_.lines());
}

void TraceWriter::write(const record::Frame& frame) {
  for (const std::uint32_t k : frame.by_place) {
    const record::TraceRow row{network_, frame, frame.objects[k]};
    record::append_row(record::trace_columns(), row, file_.lines());
  }
  file_.write();
}

}  // namespace backlot::cli
