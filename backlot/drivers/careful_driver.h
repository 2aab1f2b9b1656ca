// The shipped driver: it keeps its lane, drives no faster than limits and bends allow, follows its leader, obeys lights and signs, yields, and brakes
// for bodies that come into its way. It drives from its view and its mission alone. With the defaults of Manner it is the reference;
// other manners give drivers that fail in known ways.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "backlot/drivers/manner.h"
#include "backlot/drivers/road_plan.h"
#include "backlot/drivers/threats.h"
#include "backlot/sut/system.h"

namespace backlot::drivers {

class CarefulDriver : public sut::System {
 public:
  explicit CarefulDriver(const Manner& manner) : manner_(manner) {}

  std::optional<sut::Trouble> reset(const sut::Mission& mission) override;
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override;
  std::unique_ptr<sut::System> copy() const override { return std::make_unique<CarefulDriver>(*this); }

 protected:
  // An acceleration that the driver wants, and whether it may come at once.
  struct Wish {
    double accel_mps2 = 0;
    bool is_urgent = false;

    void lower(double accel, bool urgent = false) {
      if (accel < accel_mps2) *this = {accel, urgent};
    }
  };
  // How the driver brakes for other bodies. A derived driver may do it in another way.
  virtual void heed_bodies(const sut::View& view, double metre, Wish& wish);

  const Manner& manner() const { return manner_; }
  const sut::Mission& mission() const { return mission_; }
  const Threats& threats() const { return threats_; }
  const RoadPlan& plan() const { return *plan_; }
  double front_m(double metre) const { return metre + 0.5 * mission_.vehicle.length_m; }
  double follow(double v, double gap_m, double along_mps) const;

 private:
  // What the driver does at the line ahead.
  enum class LineChoice : std::uint8_t { open, stops, passes };

  const sut::View& as_seen(const sut::View& view);
  double steer(const sut::View& view, double metre) const;
  void heed_line(const sut::View& view, double metre, Wish& wish);
  void heed_ahead(const Ahead& ahead, double metre, double v, Wish& wish);
  void swerve(const Ahead& ahead, double metre);
  void heed_crossing(const Crossing& crossing, double metre, double v, Wish& wish) const;
  double line_room_m(double front) const;  // to the line ahead; below zero where none is ahead
  static void stay_at_line(double line_m, double v, Wish& wish);
  void show_yield(const Crossing& crossing, double front, double v, Wish& wish) const;
  YieldZone zone_ahead(const sut::RoadAhead& road) const;
  double eased(const Wish& wish, double v) const;

  Manner manner_;
  sut::Mission mission_;
  std::shared_ptr<const RoadPlan> plan_;
  ThreatFinder finder_;
  Threats threats_;
  std::deque<sut::View> past_;  // of a driver that is late
  sut::View late_view_;
  double accel_mps2_ = 0;  // of the last cycle
  std::int32_t line_ = -1;
  LineChoice choice_ = LineChoice::open;
  bool slows_ = false;        // it has begun to brake for the line
  bool has_stopped_ = false;  // at the line, as a stop sign asks
  double halted_s_ = 0;       // so long it has stood there
  double beside_m_ = 0;  // it drives so far to the left of the middle of its lane; below zero, to the right
};

}  // namespace backlot::drivers
