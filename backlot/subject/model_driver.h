// A driver as a model: it keeps to its share of the limit, follows its leader, stops at red, gives way, and brakes for bodies that come into
// its way, after its reaction time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backlot/subject/attention.h"
#include "backlot/subject/bodies_ahead.h"
#include "backlot/subject/cruise.h"
#include "backlot/subject/driver.h"
#include "backlot/subject/line.h"
#include "backlot/subject/line_choice.h"
#include "backlot/subject/style.h"
#include "backlot/world/building.h"
#include "backlot/world/course.h"

namespace backlot::subject {

// What a model driver is made from; const, shared by its copies.
struct ModelPlan {
  // The course stays where it is for as long as the driver is used.
  ModelPlan(const world::Course& course, const Style& style, std::uint64_t seed,
            std::optional<double> stop_m);

  const world::Course* course;
  Style style;
  Cruise cruise;
  std::vector<Line> lines;
  Attention attention;
  world::BuildingIndex buildings;
  std::optional<double> stop_m;  // the metre at which the driver stops for no reason, and stays
};

struct ModelState {
  world::ObjectId self{};
  bool has_started = false;  // the metre is known
  double metre = 0;          // of the middle of the subject, on the course
  double accel_mps2 = 0;     // of the last step
  bool stays = false;        // it has come to its stop, and never goes on
  LineState line;
  AttentionState attention;

  static void visit(auto& self, auto& field) {
    field(self.self, self.has_started, self.metre, self.accel_mps2, self.stays, self.line, self.attention);
  }
};

class ModelDriver final : public Driver {
 public:
  ModelDriver(std::shared_ptr<const ModelPlan> plan, world::ObjectId self);

  // For a driver that takes over a subject under way: what it accelerates with, and whether it has already stopped at the line ahead, as
  // a stop sign asks.
  void take_over(double accel_mps2, bool has_stopped) {
    state_.accel_mps2 = accel_mps2;
    state_.line.has_stopped = has_stopped;
  }

  double drive(const record::Frame& frame, base::Duration dt) override;
  std::unique_ptr<Driver> copy() const override;
  void save(base::FieldWriter& field) const override;
  void hash(base::FieldHasher& field) const override;
  void restore(base::FieldReader& field) override;

 private:
  // An acceleration that the driver wants, and whether it may come as suddenly as the car can brake.
  struct Wish {
    double accel_mps2 = 0;
    bool is_urgent = false;
  };
  struct Moment;

  Wish wish(const Moment& moment);
  void heed_bodies(const Moment& moment, Wish& wish);
  void heed_stop(const Moment& moment, Wish& wish);
  bool lifts_off(const Moment& moment) const;
  double eased(const Wish& wish, double v, double dt_s) const;

  std::shared_ptr<const ModelPlan> plan_;
  ModelState state_;
  // ---- of the last frame; not state
  BodiesAhead ahead_;
  std::vector<world::BuildingIndex::Near> near_;
};

}  // namespace backlot::subject
