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

// The beats that must have begun where a condition holds.
void find_needed(const scene::Condition& condition, std::vector<std::string>& found) {
  if (condition.joint == scene::Joint::all)
    for (const scene::Condition& part : condition.parts) find_needed(part, found);
  if (condition.joint != scene::Joint::one) return;
  if (const auto* beat = std::get_if<scene::BeatIs>(&condition.question)) found.push_back(beat->beat);
  if (const auto* elapsed = std::get_if<scene::Elapsed>(&condition.question);
      elapsed != nullptr && !elapsed->beat.empty())
    found.push_back(elapsed->beat);
}

// By the order of the script and by its trigger.
std::vector<std::string> waits_for(const BeatDescription& beat) {
  std::vector<std::string> found = beat.after;
  if (beat.when) find_needed(*beat.when, found);
  return found;
}

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
      std::string how = fmt::format("beat \"{}\" waits for itself", beat.name);
      if (again + 1 != path_.end()) {
        how = "the order of the beats goes in a circle: ";
        for (auto at = again; at != path_.end(); ++at)
          how += fmt::format("{} waits for {}{}", *at, at + 1 == path_.end() ? *again : *(at + 1),
                             at + 1 == path_.end() ? "" : ", ");
      }
      r_.problems.error("P111", beat.place, how, "take one `order` out, or put the beats into `together`");
      for (const std::string& name : path_) done_.insert(name);
      return;
    }
    path_.push_back(beat.name);
    for (const std::string& name : waits_for(beat))
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

// The beats that have begun when a beat begins, itself among them.
std::set<std::string> begun_with(const scene::ScriptDescription& script, const std::string& beat) {
  std::set<std::string> begun;
  std::vector<std::string> open{beat};
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!begun.insert(name).second) continue;
    for (const BeatDescription& one : script.beats)
      if (one.name == name)
        for (std::string& before : waits_for(one)) open.push_back(std::move(before));
  }
  return begun;
}

// The beats that cast each role.
std::map<std::string, std::vector<std::string>> casting_beats(const scene::ScriptDescription& script) {
  std::map<std::string, std::vector<std::string>> found;
  for (const BeatDescription& beat : script.beats)
    for (const scene::ActionDescription& action : beat.actions)
      if (const auto* one = std::get_if<scene::CastRole>(&action.what)) found[one->role].push_back(beat.name);
  return found;
}

// A role that is told something must have been cast: by a beat that does not come later. False, with an error, where it was not.
bool check_told(Reading& r, const BeatDescription& beat, const scene::ActionDescription& action,
                const std::vector<std::string>& casts) {
  const std::string role = directed_role(action);
  if (casts.empty()) {
    r.problems.error(
        "P113", action.place, fmt::format("role \"{}\" is told something, and no beat casts it", role),
        fmt::format(
            "write a beat before this one: beat casting from 15 s before subject at MARK {{ cast {} }}",
            role));
    return false;
  }
  if (std::holds_alternative<scene::KeepPathFree>(action.what)) return true;  // of any future actor
  const bool is_later = std::all_of(casts.begin(), casts.end(), [&](const std::string& cast) {
    return cast != beat.name && begun_with(r.scene.script, cast).contains(beat.name) &&
           !begun_with(r.scene.script, beat.name).contains(cast);  // else it is a circle
  });
  if (is_later)
    r.problems.error("P113", action.place,
                     fmt::format("role \"{}\" is told something before beat \"{}\" casts it", role, casts[0]),
                     "let the casting come first");
  return !is_later;
}

void check_roles(Reading& r) {
  const std::map<std::string, std::vector<std::string>> casts = casting_beats(r.scene.script);
  std::set<std::string> props, told, reported;
  for (const scene::RoleDescription& role : r.scene.cast)
    if (is_prop(role)) props.insert(role.name);

  for (const BeatDescription& beat : r.scene.script.beats) {
    for (const scene::ActionDescription& action : beat.actions) {
      const std::string role = directed_role(action);
      if (role.empty() || props.contains(role) || reported.contains(role)) continue;
      told.insert(role);
      const auto found = casts.find(role);
      if (!check_told(r, beat, action, found == casts.end() ? std::vector<std::string>{} : found->second))
        reported.insert(role);
    }
  }
  for (const scene::RoleDescription& role : r.scene.cast)
    if (!casts.contains(role.name) && !props.contains(role.name) && !told.contains(role.name))
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
