// The place of the subject in a run: whatever drives it gives one command for each step.
//
//   Frame --> model driver ------------------------------------> speed along its course
//         \-> view --> system under test --> command --> link --> steering and acceleration
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>

#include "backlot/base/sim_time.h"
#include "backlot/harness/latest_frame.h"
#include "backlot/harness/system_options.h"
#include "backlot/sim/external.h"
#include "backlot/subject/driver.h"
#include "backlot/sut/system.h"
#include "backlot/view/route_road.h"
#include "backlot/view/view_maker.h"
#include "backlot/world/course.h"
#include "backlot/world/ids.h"

namespace backlot::harness {

class SubjectSlot {
 public:
  virtual ~SubjectSlot() = default;
  // Called once before each step, with the frame that it begins with. Fills the command, or says how the system failed; the run ends then.
  virtual std::optional<sut::Trouble> drive(LatestFrame& frame, base::Duration dt,
                                            sim::ExternalCommand& command) = 0;
  // For a fork of the run in which the subject goes on undisturbed. Null where it cannot be copied.
  virtual std::unique_ptr<SubjectSlot> copy() const { return nullptr; }
  // What the system under test published in its last cycle.
  virtual std::span<const sut::WhiteBoxSignal> signals() const { return {}; }
};

// A model driver, or a speed profile.
class ModelSlot final : public SubjectSlot {
 public:
  ModelSlot(std::unique_ptr<subject::Driver> driver, world::ObjectId self)
      : driver_(std::move(driver)), self_(self) {}

  std::optional<sut::Trouble> drive(LatestFrame& frame, base::Duration dt,
                                    sim::ExternalCommand& command) override;
  std::unique_ptr<SubjectSlot> copy() const override {
    return std::make_unique<ModelSlot>(driver_->copy(), self_);
  }

 private:
  std::unique_ptr<subject::Driver> driver_;
  world::ObjectId self_;
};

// What a system is told before a run.
struct SlotPlan {
  view::CourseRoad road;
  sut::Mission mission;
};
// The mission of a subject of this shape that starts at a metre of its course.
SlotPlan make_slot_plan(const world::Course& course, double start_m, const world::BodyShape& shape,
                        const sim::ExternalSettings& limits, const SystemOptions& options);

class SystemSlot final : public SubjectSlot {
 public:
  // Roads and course stay where they are for as long as this is used. The seed decides noise, jitter and losses.
  SystemSlot(const world::Roads& roads, const world::Course& course, SlotPlan plan, world::ObjectId self,
             const SystemOptions& options, std::uint64_t seed);

  // Before the first step; a system that fails here has failed the run.
  std::optional<sut::Trouble> reset(base::SimTime now);
  std::optional<sut::Trouble> drive(LatestFrame& frame, base::Duration dt,
                                    sim::ExternalCommand& command) override;
  const sut::Command& last_command() const { return command_; }
  std::span<const sut::WhiteBoxSignal> signals() const override { return command_.signals; }

 private:
  // A command on its way.
  struct Sent {
    base::SimTime arrives;
    sut::Command command;
  };
  std::optional<sut::Trouble> ask(const record::Frame& frame);
  void send(base::SimTime now);

  SlotPlan plan_;
  world::ObjectId self_;
  SystemOptions options_;
  std::uint64_t seed_;
  view::ViewMaker maker_;
  sut::View view_;
  sut::Command command_;  // the last answer
  std::deque<Sent> on_its_way_;
  sut::Command in_force_;
  base::SimTime next_cycle_;
  std::uint64_t cycle_ = 0;
};

}  // namespace backlot::harness
