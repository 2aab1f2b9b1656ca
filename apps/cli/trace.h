// A trace: every vehicle at every step, a line each.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"

namespace backlot::cli {

// Writes `time_s,id,x_m,y_m,z_m,heading_rad,length_m,width_m,speed_mps,way,lane,signal_state`; (x, y) is the centre of the body.
class TraceWriter {
 public:
  explicit TraceWriter(const std::string& path);

  bool is_open() const { return file_ != nullptr; }
  void write(const sim::Simulation& simulation);
  // Whether everything was written.
  bool close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  fmt::memory_buffer buffer_;
};

}  // namespace backlot::cli
