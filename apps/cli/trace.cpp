#include "apps/cli/trace.h"

#include <iterator>

#include "backlot/base/math.h"
#include "backlot/traffic/signal/signal_view.h"

namespace backlot::cli {

namespace {

// What the signals say to a vehicle: of the corridor that it is on, or that comes next.
std::string_view signal_state(const sim::Simulation& simulation, const world::Mover& mover) {
  const world::Tracks& tracks = simulation.roads().tracks;
  for (std::uint32_t k = 0; k <= mover.trail.ahead(); ++k) {
    const world::Track& track = tracks[k == 0 ? mover.trail.current() : mover.trail.ahead(k - 1)];
    if (!track.is_corridor()) continue;
    traffic::SignalView signals(simulation.roads().conflicts, simulation.signal_clocks(),
                                simulation.tick().time);
    return network::to_text(signals.aspect(track.corridor));
  }
  return "-";
}

}  // namespace

TraceWriter::TraceWriter(const std::string& path) : file_(std::fopen(path.c_str(), "w")) {
  if (file_)
    fmt::format_to(std::back_inserter(buffer_),
                   "time_s,id,x_m,y_m,z_m,heading_rad,length_m,width_m,speed_mps,way,lane,signal_state\n");
}

void TraceWriter::write(const sim::Simulation& simulation) {
  const network::Network& network = simulation.roads().tracks.network();
  const double time_s = simulation.tick().time.seconds();
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const sim::VehicleView v = simulation.vehicle(k);
    const world::BodyBox box = world::box_of(v.shape, v.mover);
    const world::Track& track = simulation.roads().tracks[v.mover.trail.current()];
    fmt::format_to(
        std::back_inserter(buffer_), "{:.3f},{},{:.4f},{:.4f},{:.3f},{:.6f},{:.2f},{:.2f},{:.4f},{},{},{}\n",
        time_s, v.id.slot(), box.centre.x, box.centre.y, box.centre.z,
        base::atan2(box.heading_y, box.heading_x), v.shape.length_m, v.shape.width_m, v.mover.speed_mps,
        network.name_of(track.strip), network.name_of(track.lane), signal_state(simulation, v.mover));
  }
  std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get());
  buffer_.clear();
}

bool TraceWriter::close() {
  if (!file_) return false;
  std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get());
  const bool is_whole = std::ferror(file_.get()) == 0;
  return std::fclose(file_.release()) == 0 && is_whole;
}

}  // namespace backlot::cli
