// Why a system under test sees an object, or does not: for people who look at a run. A system is never told.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "backlot/look/frame_snapshot.h"
#include "backlot/look/line_of_sight.h"
#include "backlot/record/frame.h"
#include "backlot/sut/view.h"
#include "backlot/view/sensing.h"
#include "backlot/world/ids.h"

namespace backlot::view {

enum class Sight : std::uint8_t {
  seen,    // the view reports it
  lost,    // a sensor could see it, and its report was lost or is still on the way
  hidden,  // it is in the field of a sensor, behind bodies or buildings
  outside  // in the field of no sensor
};
constexpr std::uint32_t count_of(Sight) { return 4; }
std::string_view to_text(Sight sight);

struct Sighting {
  world::ObjectId object{};
  Sight sight = Sight::outside;
};

class SightingMaker {
 public:
  // The roads stay where they are for as long as this is used.
  explicit SightingMaker(const world::Roads& roads) : snapshot_(roads) {}

  // One for each object of the frame but the subject, in its order; none where the subject is not in the frame. The view is that of the same
  // frame, made with this sensing.
  std::vector<Sighting> make(const record::Frame& frame, world::ObjectId subject, const Sensing& sensing,
                             const sut::View& view);

 private:
  Sight unseen(const Sensing& sensing, const record::FrameObject& own, const record::FrameObject& other);

  look::FrameSnapshot snapshot_;
  look::LineOfSight sight_;
};

}  // namespace backlot::view
