#include "guardian.h"

#include <utility>

#include "backlot/scene/scene_director.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

constexpr double kBehind_m = 120;  // further off a vehicle is no follower
constexpr double kHeld_s = 600;    // longer than any scene

}  // namespace

Guardian::Guardian(std::shared_ptr<const scene::Scene> scene, world::ObjectId subject,
                   direct::IssuerId scene_director)
    : scene_(std::move(scene)),
      subject_(subject),
      scene_director_(scene_director),
      metre_(scene_->start_m()) {}

void Guardian::let_go(const direct::Directing& directing) {
  if (follower_.is_empty()) return;
  directing.stage.cancel(told_);
  directing.release(follower_);
  follower_ = {};
  told_ = 0;
}

void Guardian::step(const direct::Directing& directing) {
  const std::optional<record::FrameObject> subject = directing.stage.find(subject_);
  if (!subject) return let_go(directing);
  metre_ = scene_->course().metre_near(subject->centre, metre_);

  // a subject that is much too fast: the scene goes on without its event
  if (!has_skipped_ && subject->speed_mps > kTooFast * scene_->course().limit_at(metre_)) {
    const hcsm::ButtonId skip = scene::machine_of(*scene_).panel().find_button(scene::kSkipEvents);
    has_skipped_ = directing.others.tell(scene_director_, hcsm::press(skip));
  }

  // what became of what the follower was told
  if (const auto answer = directing.find_answer(told_); answer && told_ != 0) {
    const bool is_refused =
        answer->answer == direct::AnswerKind::refused || answer->answer == direct::AnswerKind::failed;
    refusals_ += is_refused ? 1 : 0;
  }

  // the first vehicle behind the subject on its route, where no other director has claimed it
  const double rear_m = metre_ - 0.5 * static_cast<double>(subject->length_m);
  const auto behind = neighbours_.find_follower(directing.stage.snapshot(), scene_->path(),
                                                {.from_m = rear_m, .within_m = kBehind_m, .self = subject_});
  if (behind && behind->id == follower_) return;
  let_go(directing);
  if (!behind || !directing.stage.holder(behind->id).is_empty()) return;
  if (directing.claim(behind->id) != direct::ClaimAnswer::granted) return;
  follower_ = behind->id;
  told_ = directing.direct({.actor = follower_,
                            .hold = direct::ForTime{kHeld_s},
                            .what = direct::KeepHeadway{.object = subject_, .headway_s = kHeadway_s}});
  ++followers_;
}

}  // namespace violations
