#include "apps/cli/trace.h"

#include <string_view>

namespace backlot::cli {

TraceWriter::TraceWriter(const std::string& path, const network::Network& network)
    : network_(network), file_(path) {
  if (file_.is_open())
    fmt::format_to(file_.end(),
                   "time_s,id,x_m,y_m,z_m,heading_rad,length_m,width_m,speed_mps,way,lane,signal_state\n");
}

void TraceWriter::write(const record::Frame& frame) {
  const double time_s = frame.time.seconds();
  for (const std::uint32_t k : frame.by_place) {
    const record::FrameObject& o = frame.objects[k];
    const std::string_view way = o.strip.is_empty() ? "-" : std::string_view(network_.name_of(o.strip)),
                           lane = o.lane.is_empty() ? "-" : std::string_view(network_.name_of(o.lane));
    const std::string_view signal = o.corridor.is_empty() ? "-" : network::to_text(o.signal);
    // traffic moves in the ribbon's plane; what is seen of it stands on the surface
    const double height_m = o.strip.is_empty() ? 0 : network_.surface_height(o.strip, o.distance, o.offset);
    fmt::format_to(file_.end(), "{:.3f},{},{:.4f},{:.4f},{:.3f},{:.6f},{:.2f},{:.2f},{:.4f},{},{},{}\n",
                   time_s, o.id.slot(), o.centre.x, o.centre.y, o.centre.z + height_m, o.heading_rad(),
                   o.length_m, o.width_m, o.speed_mps, way, lane, signal);
  }
  file_.write();
}

}  // namespace backlot::cli
