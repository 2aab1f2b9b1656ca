#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "backlot/formats/scene/internal/check_scene.h"

namespace backlot::scene_text {

namespace {

using scene::BeatDescription;

constexpr std::size_t kMostBeats = 14;  // the machine of a scene has a state for each, in one word

// ---- the order of beats

class Order {
 public:
  explicit Order(Reading& r) : r_(r) {
    for (const BeatDescription& beat : r.scene.script.beats) beats_.emplace(beat.name, &beat);
  }

  void check() {
    for (const BeatDescription& beat : r_.scene.script.beats) visit(beat);
  }

 private:
  // Depth first. A script has few beats; those beyond the limit are not looked at.
  void visit(const BeatDescription& beat) {
    if (done_.contains(beat.name) || path_.size() > 10 * kMostBeats) return;
    if (const auto again = std::find(path_.begin(), path_.end(), beat.name); again != path_.end()) {
      r_.problems.error("P111", beat.place,
                        fmt::format("the order of the beats goes in a circle: {} waits for {}", beat.name,
                                    fmt::join(again + 1 == path_.end() ? again : again + 1, path_.end(),
                                              ", which waits for ")) +
                            fmt::format(", which waits for {}", beat.name),
                        "take one `order` out, or put the beats into `together`");
      for (const std::string& name : path_) done_.insert(name);
      return;
    }
    path_.push_back(beat.name);
    for (const std::string& name : beat.after)
      if (const auto before = beats_.find(name); before != beats_.end()) visit(*before->second);
    path_.pop_back();
    done_.insert(beat.name);
  }

  Reading& r_;
  std::map<std::string, const BeatDescription*> beats_;
  std::set<std::string> done_;
  std::vector<std::string> path_;
};

// ---- times before a mark

// A condition of the kind "the subject is so near to a mark", by time or by distance.
struct Nearness {
  std::string mark;
  scene::Measure measure;
  double limit;
  bool is_past;  // at the mark: a limit of zero by time and by distance
};

std::optional<Nearness> nearness(const std::optional<scene::Condition>& condition) {
  if (!condition || condition->joint != scene::Joint::one) return std::nullopt;
  if (const auto* past = std::get_if<scene::Past>(&condition->question);
      past != nullptr && past->object == scene::kSubject)
    return Nearness{past->mark, scene::Measure::time_to, 0, true};
  const auto* const compared = std::get_if<scene::Compared>(&condition->question);
  if (compared == nullptr || compared->object != scene::kSubject || compared->mark.empty())
    return std::nullopt;
  return Nearness{compared->mark, compared->measure, compared->high, false};
}

bool comes_first(const std::optional<scene::Condition>& a, const std::optional<scene::Condition>& b) {
  const std::optional<Nearness> x = nearness(a), y = nearness(b);
  if (!x || !y || x->mark != y->mark) return false;
  if (x->measure != y->measure && !x->is_past && !y->is_past) return false;
  return x->limit >= y->limit;
}

void check_times(Reading& r, const BeatDescription& beat) {
  if (comes_first(beat.deadline, beat.when))
    r.problems.error(
        "P112", beat.deadline->place,
        fmt::format("the deadline of beat \"{}\" is over before its trigger can fire", beat.name),
        "let the deadline be nearer to the mark than the trigger");
  if (comes_first(beat.until, beat.when))
    r.problems.error("P112", beat.until->place,
                     fmt::format("beat \"{}\" ends before it can begin", beat.name),
                     "let the end be nearer to the mark than the trigger");
}

// ---- roles

std::string directed_role(const scene::ActionDescription& action) {
  return std::visit(
      [](const auto& what) -> std::string {
        if constexpr (requires { what.role; } &&
                      !std::is_same_v<std::decay_t<decltype(what)>, scene::CastRole>)
          return what.role;
        else
          return {};
      },
      action.what);
}

bool is_prop(const scene::RoleDescription& role) {
  return std::any_of(role.requirements.begin(), role.requirements.end(), [](const scene::Requirement& one) {
    return std::holds_alternative<scene::IsProp>(one.what);
  });
}

void check_roles(Reading& r) {
  std::set<std::string> cast;
  for (const BeatDescription& beat : r.scene.script.beats)
    for (const scene::ActionDescription& action : beat.actions)
      if (const auto* one = std::get_if<scene::CastRole>(&action.what)) cast.insert(one->role);
  for (const scene::RoleDescription& role : r.scene.cast)
    if (is_prop(role)) cast.insert(role.name);

  for (const BeatDescription& beat : r.scene.script.beats) {
    for (const scene::ActionDescription& action : beat.actions) {
      const std::string role = directed_role(action);
      if (role.empty() || !cast.insert(role).second) continue;
      r.problems.error(
          "P113", action.place, fmt::format("role \"{}\" is told something, and no beat casts it", role),
          fmt::format(
              "write a beat before this one: beat casting from 15 s before subject at MARK {{ cast {} }}",
              role));
    }
  }
  for (const scene::RoleDescription& role : r.scene.cast)
    if (!cast.contains(role.name))
      r.problems.warning("P201", role.place, fmt::format("no beat casts the role \"{}\"", role.name),
                         fmt::format("write cast {} in a beat, or leave the role out", role.name));
}

}  // namespace

void check_script(Reading& r) {
  const scene::ScriptDescription& script = r.scene.script;
  if (script.beats.size() > kMostBeats) {
    r.problems.error("P114", script.beats[kMostBeats].place,
                     fmt::format("a script has at most {} beats and branches, this one has {}", kMostBeats,
                                 script.beats.size()),
                     "divide it into two scenes of a scenario");
    return;
  }
  const bool has_event = std::any_of(script.beats.begin(), script.beats.end(),
                                     [](const BeatDescription& beat) { return beat.commits; });
  if (!has_event)
    r.problems.error("P108", script.place, "no beat of the script commits",
                     "write `commit` in the beat that is the event of the scene");
  Order(r).check();
  for (const BeatDescription& beat : script.beats) check_times(r, beat);
  check_roles(r);
}

}  // namespace backlot::scene_text
