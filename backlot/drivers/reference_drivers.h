// The four reference drivers of METRICS: the careful driver's lane keeping, speeds and lights, with the braking of a published model for other
// vehicles (subject/reference_model.h) in the place of its own. A failed run is driven again by them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "backlot/drivers/careful_driver.h"
#include "backlot/subject/reference_model.h"

namespace backlot::drivers {

class ReferenceModelDriver final : public CarefulDriver {
 public:
  explicit ReferenceModelDriver(subject::ReferenceKind kind) : CarefulDriver(Manner{}), kind_(kind) {}

  std::optional<sut::Trouble> reset(const sut::Mission& mission) override;
  std::unique_ptr<sut::System> copy() const override { return std::make_unique<ReferenceModelDriver>(*this); }

 protected:
  void heed_bodies(const sut::View& view, double metre, Wish& wish) override;

 private:
  subject::ReferenceKind kind_;
  std::map<std::uint32_t, subject::ReferenceState> states_;  // by object
};

}  // namespace backlot::drivers
