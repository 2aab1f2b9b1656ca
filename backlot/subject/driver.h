// The driver of the subject. It sees frames and nothing else of a run, and it says how fast the subject goes along its course.
//
//   frame -> drive() -> speed at the end of the step -> command for the external object that is the subject
#pragma once

#include <cstdint>
#include <memory>

#include "backlot/base/fields.h"
#include "backlot/base/sim_time.h"
#include "backlot/record/frame.h"

namespace backlot::subject {

class Driver {
 public:
  virtual ~Driver() = default;

  // Called once before each step, with the frame of the moment and the length of the step. The frame has signals
  // (record::FrameOptions::has_signals). Returns the speed at the end of the step, 0 or more; 0 where the subject is not in the frame.
  virtual double drive(const record::Frame& frame, base::Duration dt) = 0;

  // ---- its state, between two steps. What the driver was made from (choice, course, seed) is not in it
  virtual std::unique_ptr<Driver> copy() const = 0;
  virtual void save(base::FieldWriter& field) const = 0;
  virtual void hash(base::FieldHasher& field) const = 0;
  // The reader fails where the bytes cannot be the state of this driver. The driver then drives on from an undefined, but safe state.
  virtual void restore(base::FieldReader& field) = 0;
};

}  // namespace backlot::subject
