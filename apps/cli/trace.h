// A trace: every vehicle at every step, a line each.
#pragma once

#include <string>

#include "apps/cli/line_file.h"
#include "backlot/network/network.h"
#include "backlot/record/frame.h"

namespace backlot::cli {

// Writes `time_s,id,x_m,y_m,z_m,heading_rad,length_m,width_m,speed_mps,way,lane,signal_state`; (x, y) is the centre of the body.
class TraceWriter {
 public:
  // The network stays where it is for as long as this writes.
  TraceWriter(const std::string& path, const network::Network& network);

  bool is_open() const { return file_.is_open(); }
  void write(const record::Frame& frame);
  // Whether everything was written.
  bool close() { return file_.close(); }

 private:
  const network::Network& network_;
  LineFile file_;
};

}  // namespace backlot::cli
