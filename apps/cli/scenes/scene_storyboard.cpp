#include "apps/cli/scenes/scene_storyboard.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/output.h"
#include "backlot/scene/script_words.h"

namespace backlot::cli {
namespace {

constexpr double kFollowed_s = 15;  // so long after an event its actor is followed

std::string sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + ".";
}

std::string caption_of(const scene::BeatDescription& beat) {
  std::string text = scene::deeds_in_words(beat);
  if (beat.when) text += (text.empty() ? "trigger: " : "; trigger: ") + scene::in_words(*beat.when);
  return sentence(text);
}

// The role that acts in a beat; empty where none does.
std::string actor_of(const scene::BeatDescription& beat) {
  for (const scene::ActionDescription& action : beat.actions)
    if (const std::string* role = scene::find_directed_role(action)) return *role;
  return {};
}

// Letters, digits, - and _ stay.
std::string file_name(std::string name) {
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '_';
  return name;
}

}  // namespace

StoryboardRecorder::StoryboardRecorder(std::shared_ptr<const scene::Scene> scene)
    : scene_(std::move(scene)), has_begun_(scene_->description().script.beats.size()) {}

void StoryboardRecorder::watch(const harness::Moment& moment) {
  if (subject_.is_empty()) started_s_ = moment.play.started_s;
  subject_ = moment.subject;
  trails_.take(moment.frame);
  for (std::size_t k = 0; k < has_begun_.size(); ++k) {
    if (has_begun_[k] || moment.play.beats[k].began_s < 0) continue;
    has_begun_[k] = true;
    begin_beat(k, moment);
  }
  for (Encounter& encounter : encounters_) follow(encounter, moment);
}

void StoryboardRecorder::begin_beat(std::size_t beat, const harness::Moment& moment) {
  const scene::BeatDescription& description = scene_->description().script.beats[beat];
  panels_.push_back({description.name, caption_of(description), moment.frame.time.seconds(), moment.frame});
  const std::uint32_t role = scene_->find_role(actor_of(description));
  if (!description.commits || role == scene::Scene::kNone || moment.play.roles[role].actor.is_empty()) return;
  Encounter encounter{.beat = beat, .actor = moment.play.roles[role].actor};
  encounter.began_s = moment.frame.time.seconds();
  encounter.nearest_m = std::numeric_limits<double>::infinity();
  encounters_.push_back(std::move(encounter));
}

void StoryboardRecorder::follow(Encounter& encounter, const harness::Moment& moment) {
  const double now_s = moment.frame.time.seconds();
  const record::FrameObject* actor = record::find(moment.frame, encounter.actor);
  const record::FrameObject* subject = record::find(moment.frame, moment.subject);
  if (actor == nullptr || subject == nullptr || now_s > encounter.began_s + kFollowed_s) return;
  const double away_m = distance_between(actor->centre, subject->centre);
  if (away_m >= encounter.nearest_m) return;
  encounter.nearest_m = away_m;
  encounter.panel.time_s = now_s;
  encounter.panel.frame = moment.frame;
}

storyboard::Storyboard StoryboardRecorder::board() const {
  const scene::SceneDescription& description = scene_->description();
  storyboard::Storyboard board;
  board.scene = description.name;
  board.title = description.title.empty() ? description.name : description.title;
  board.subject = subject_;
  for (const scene::PlacedMark& mark : scene_->marks()) board.marks.push_back({mark.name, mark.point});
  board.course.assign(scene_->course().points().begin(), scene_->course().points().end());
  board.trails = trails_.trails();
  board.panels = panels_;
  for (const Encounter& encounter : encounters_) {
    const double later_s = encounter.panel.time_s - encounter.began_s;
    if (encounter.panel.frame.objects.empty() || later_s <= 0) continue;
    const scene::BeatDescription& beat = description.script.beats[encounter.beat];
    storyboard::Panel panel = encounter.panel;
    panel.beat = beat.name + " nearest";
    panel.caption = fmt::format(
        "{:.1f} s later: {} and subject are nearest to each other, {:.1f} m from middle to middle.", later_s,
        actor_of(beat), encounter.nearest_m);
    board.panels.push_back(std::move(panel));
  }
  std::stable_sort(
      board.panels.begin(), board.panels.end(),
      [](const storyboard::Panel& a, const storyboard::Panel& b) { return a.time_s < b.time_s; });
  return board;
}

ExitCode write_storyboard(const network::Network& network, const storyboard::Storyboard& board,
                          const std::string& folder) {
  if (const ExitCode made = make_folder(folder); made != ExitCode::clean) return made;
  for (std::size_t k = 0; k < board.panels.size(); ++k) {
    const std::string path = fmt::format("{}/{}_{}.svg", folder, k + 1, file_name(board.panels[k].beat));
    const ExitCode written = write_output(path, storyboard::draw_panel(network, board, k).to_svg());
    if (written != ExitCode::clean) return written;
  }
  return write_output(folder + "/strip.svg", storyboard::draw_strip(network, board).to_svg());
}

}  // namespace backlot::cli
