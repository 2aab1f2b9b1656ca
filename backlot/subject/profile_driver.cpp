#include "backlot/subject/profile_driver.h"

namespace backlot::subject {

double ProfileDriver::drive(const record::Frame&, base::Duration dt) {
  driven_ += dt;
  return profile_->speed_at(driven_.seconds());
}

std::unique_ptr<Driver> ProfileDriver::copy() const { return std::make_unique<ProfileDriver>(*this); }

}  // namespace backlot::subject
