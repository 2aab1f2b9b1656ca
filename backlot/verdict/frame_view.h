// A moment of a scene, seen in a frame.
#pragma once

#include <span>

#include "backlot/scene/play_state.h"
#include "backlot/scene/scene_view.h"
#include "backlot/sut/command.h"
#include "backlot/verdict/lazy_snapshot.h"

namespace backlot::verdict {

class FrameView final : public scene::SceneView {
 public:
  FrameView(const scene::Scene& scene, const record::Frame& frame, LazySnapshot& snapshot,
            world::ObjectId subject, const scene::PlayState& play, double started_s, bool subject_was_hit,
            std::span<const sut::WhiteBoxSignal> signals = {})
      : scene_(scene),
        frame_(frame),
        snapshot_(snapshot),
        subject_(subject),
        play_(play),
        started_s_(started_s),
        subject_was_hit_(subject_was_hit),
        signals_(signals) {}

  const scene::Scene& scene() const override { return scene_; }
  double now_s() const override { return frame_.time.seconds(); }
  double started_s() const override { return started_s_; }
  std::optional<record::FrameObject> find(std::string_view object) const override;
  std::optional<double> seconds_to(std::string_view object, const scene::PlacedMark& mark) const override;
  std::optional<double> metres_to(std::string_view object, const scene::PlacedMark& mark) const override;
  bool can_be(const scene::CanBe&, const scene::PlacedMark&) const override { return false; }
  bool can_meet(const scene::CanMeet&) const override { return false; }
  network::Aspect aspect(const scene::PlacedMark& line) const override;
  // Asked of the whole run, not of a frame (SceneJudge::judge_light): here it never stands against it.
  std::optional<double> from_middle_s(const scene::PlacedMark&) const override { return 0; }
  bool is_clear(const scene::Clear& clear) const override;
  std::optional<double> began_s(std::string_view beat) const override;
  std::optional<double> over_s(std::string_view beat) const override;
  bool is_signalled(std::string_view name) const override;
  std::optional<double> published(std::string_view name) const override;
  bool is_visible(std::string_view role) const override;
  bool has_touched(std::string_view object, std::string_view other) const override;

 private:
  double front_m() const;

  const scene::Scene& scene_;
  const record::Frame& frame_;
  LazySnapshot& snapshot_;
  world::ObjectId subject_;
  const scene::PlayState& play_;
  double started_s_;
  bool subject_was_hit_;
  std::span<const sut::WhiteBoxSignal> signals_;
};

}  // namespace backlot::verdict
