// Frames as the window gets them: what changed in a view since the frame before.
//
//   FrameEncoder encoder(view, places);
//   encoder.advance(frame, shapes);          // once for each frame
//   send(encoder.delta());                   // to all that have the frame before
//   send(encoder.key());                     // to one that has not
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/wire/frame_code.h"
#include "apps/server/wire/shape_table.h"
#include "backlot/geometry/points.h"
#include "backlot/record/frame.h"

namespace backlot::server {

// Seen from above, metres of the world.
struct ViewBox {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  bool holds(const geometry::WorldPoint& p) const { return p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1; }
  friend bool operator==(const ViewBox&, const ViewBox&) = default;
};

// What a camera sees, and how finely. Equal views get equal bytes.
struct View {
  std::optional<ViewBox> box{};  // none: everything
  unsigned shift = 0;            // the unit of places is 2^shift cm

  friend bool operator==(const View&, const View&) = default;
};

// The view for what a page asks: its box and a margin, snapped to a grid so that cameras that look alike share a view. The unit of places is a
// quarter of a pixel at most.
View make_view(const std::optional<ViewBox>& asked, double metres_per_pixel);

class FrameEncoder {
 public:
  // `signal_places` has the place of each signal group; the caller keeps it.
  FrameEncoder(const View& view, const geometry::Vec3& origin,
               std::span<const geometry::WorldPoint> signal_places, std::uint8_t stream = 0);

  void advance(const record::Frame& frame, ShapeTable& shapes);

  const View& view() const { return view_; }
  std::uint32_t number() const { return number_; }  // of the last frame; 0: there was none
  std::string_view delta() const {
    return delta_;
  }                          // against number() - 1; with the first frame, all of it is new
  const std::string& key();  // the last frame by itself; made when it is first asked for

 private:
  struct Kept : CodedObject {
    double heading_x = 0, heading_y = 0;  // from which the heading was made
    std::uint32_t serial = 0;             // of the frame in which it was last seen; 0: nothing in this slot
  };
  void begin(std::string& message, bool is_key, double time_s) const;
  void encode_object(const record::FrameObject& object, Kept& kept, ShapeTable& shapes);
  void encode_gone(std::string& message);
  void encode_signals(const network::SignalState& signals);
  std::uint16_t heading_of(const record::FrameObject& object, Kept& kept) const;

  View view_;
  geometry::Vec3 origin_;
  std::uint8_t stream_;
  double per_metre_;                             // units
  std::vector<std::uint32_t> groups_;            // of signals, in the view
  network::SignalState shown_;                   // by their order there
  std::vector<Kept> kept_;                       // by slot
  std::vector<std::uint32_t> present_, before_;  // slots in the view, growing
  std::uint32_t number_ = 0;
  double time_s_ = 0;
  // ---- of the last frame
  std::vector<unsigned char> records_;  // room for all records
  unsigned char* end_ = nullptr;
  std::uint32_t record_count_ = 0;
  std::uint32_t last_slot_ = 0;
  std::vector<std::uint32_t> changed_signals_;  // by their order in groups_
  std::string delta_, key_;
  bool has_key_ = false;
};

}  // namespace backlot::server
