// A driver that drives a recorded speed profile, whatever happens on the road.
#pragma once

#include <memory>

#include "backlot/subject/driver.h"
#include "backlot/subject/speed_profile.h"

namespace backlot::subject {

class ProfileDriver final : public Driver {
 public:
  // The time of the profile counts from the driver's first step on.
  explicit ProfileDriver(std::shared_ptr<const SpeedProfile> profile) : profile_(std::move(profile)) {}

  double drive(const record::Frame& frame, base::Duration dt) override;
  std::unique_ptr<Driver> copy() const override;
  void save(base::FieldWriter& field) const override { field(driven_); }
  void hash(base::FieldHasher& field) const override { field(driven_); }
  void restore(base::FieldReader& field) override { field(driven_); }

 private:
  std::shared_ptr<const SpeedProfile> profile_;
  base::Duration driven_;  // since its start
};

}  // namespace backlot::subject
