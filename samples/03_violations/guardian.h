// A director written by hand that plays beside the director of a scene. It keeps a study calm around its participant:
//
//   the vehicle behind the subject keeps a headway of 3 s, whichever vehicle that is;
//   a subject that is much too fast is spared the event: the guardian presses the button "skip events" of the scene.
#pragma once

#include <memory>

#include "backlot/direct/director.h"
#include "backlot/look/leader.h"
#include "backlot/scene/scene.h"

namespace violations {

class Guardian final : public backlot::direct::Director {
 public:
  static constexpr double kHeadway_s = 3;
  static constexpr double kTooFast = 1.25;  // of the limit

  Guardian(std::shared_ptr<const backlot::scene::Scene> scene, backlot::world::ObjectId subject,
           backlot::direct::IssuerId scene_director);

  void step(const backlot::direct::Directing& directing) override;

  // How often another vehicle came to be behind the subject, and how often one of them could not do what it was told.
  std::uint64_t followers() const { return followers_; }
  std::uint64_t refusals() const { return refusals_; }
  bool has_skipped() const { return has_skipped_; }

  // ---- part of the state of a run: what changes is listed once, then saved, restored and hashed with the run
  static void visit(auto& self, auto& field) {
    field(self.metre_, self.follower_, self.told_, self.followers_, self.refusals_, self.has_skipped_);
  }
  std::unique_ptr<Director> copy() const override { return std::make_unique<Guardian>(*this); }
  void save(backlot::base::FieldWriter& field) const override { field(*this); }
  void hash(backlot::base::FieldHasher& field) const override { field(*this); }
  void restore(backlot::base::FieldReader& field) override { field(*this); }
  // It has no panel: no other director can direct it.
  backlot::hcsm::Answer take(const backlot::hcsm::Message&) override {
    return backlot::hcsm::Answer::refused;
  }

 private:
  void let_go(const backlot::direct::Directing& directing);

  std::shared_ptr<const backlot::scene::Scene> scene_;
  backlot::world::ObjectId subject_;
  backlot::direct::IssuerId scene_director_;
  backlot::look::PathNeighbours neighbours_;

  double metre_ = 0;  // of the route: where the subject is
  backlot::world::ObjectId follower_{};
  backlot::direct::DirectiveNumber told_ = 0;
  std::uint64_t followers_ = 0, refusals_ = 0;
  bool has_skipped_ = false;
};

}  // namespace violations
