// A trace: every object at every step, a line each.
#pragma once

#include <string>

#include "apps/cli/traffic/line_file.h"
#include "backlot/network/network.h"
#include "backlot/record/frame.h"

namespace backlot::cli {

// Writes the columns of record::trace_columns(); docs/outputs.md explains them.
class TraceWriter {
 public:
  // The network must outlive the writer.
  TraceWriter(const std::string& path, const network::Network& network);

  bool is_open() const { return file_.is_open(); }
  void write(const record::Frame& frame);
  // True where everything was written.
  bool close() { return file_.close(); }

 private:
  const network::Network& network_;
  LineFile file_;
};

}  // namespace backlot::cli
