#include "backlot/formats/scene/internal/read_script.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "backlot/formats/scene/internal/read_condition.h"

namespace backlot::scene_text {

namespace {

using Names = std::vector<std::string>;

class ScriptReader {
 public:
  explicit ScriptReader(Reading& r) : r_(r) {}

  void read(const text::Node& block) {
    constexpr std::array<std::string_view, 5> kKnown{"beat", "together", "order", "if", "end when"};
    r_.scene.script.place = {block.place()};
    for_each_statement(block.block(), r_, [&](text::Cursor& c) {
      if (c.is_next("beat") || c.is_next("if")) {
        Names begun;
        read_beat_or_branch(c, begun);
        if (!begun.empty()) before_ = std::move(begun);
      } else if (c.take("together")) {
        read_together(c);
      } else if (c.take("end when")) {
        if (said_.once(c, "end when")) read_end(c);
      } else if (!c.is_next("order")) {
        fail_unknown_statement(c, "in a script", kKnown);
      }
    });
    // When all beats are there.
    for_each_statement(block.block(), r_, [&](text::Cursor& c) {
      if (c.take("order")) read_order(c);
    });
  }

 private:
  void read_together(text::Cursor& c) {
    constexpr std::array<std::string_view, 2> kKnown{"beat", "if"};
    c.finish_before_block("together");
    Names begun;
    for_each_statement(c.node().block(), r_, [&](text::Cursor& inner) {
      if (inner.is_next("beat") || inner.is_next("if"))
        read_beat_or_branch(inner, begun);
      else
        fail_unknown_statement(inner, "in a together", kKnown);
    });
    if (!begun.empty()) before_ = std::move(begun);
  }

  // The names of beats go into `begun`: the beats behind them wait for them. Branches hold nothing up.
  void read_beat_or_branch(text::Cursor& c, Names& begun) {
    scene::BeatDescription beat{.name = {},
                                .when = {},
                                .until = {},
                                .deadline = {},
                                .after = before_,
                                .actions = {},
                                .place = place_of(c)};
    if (c.take("if")) {
      read_branch_head(c, beat);
    } else {
      c.expect("beat");
      read_beat_head(c, beat);
      begun.push_back(beat.name);
    }
    c.finish_before_block(beat.is_branch ? "a branch" : "a beat");
    read_block(c, beat);
    r_.scene.script.beats.push_back(std::move(beat));
  }

  void read_beat_head(text::Cursor& c, scene::BeatDescription& beat) {
    beat.name = c.new_word("the name of a beat");
    if (c.take("from") || c.take("when")) beat.when = read_condition(c, r_);
    if (c.take("until")) beat.until = read_condition(c, r_);
    if (c.take("deadline")) beat.deadline = read_condition(c, r_);
  }

  // `if CONDITION [within T after BEAT]`
  void read_branch_head(text::Cursor& c, scene::BeatDescription& beat) {
    do {
      beat.name = fmt::format("if_{}", ++branches_);
    } while (std::find(r_.names.beats.begin(), r_.names.beats.end(), beat.name) != r_.names.beats.end());
    beat.is_branch = true;
    scene::Condition condition = read_condition(c, r_);
    if (!c.take("within")) {
      beat.when = std::move(condition);
      return;
    }
    const double seconds = quantity_above_zero(c, r_, text::kTime);
    c.expect("after");
    const std::string after = beat_name(c, r_);
    const network::TextPlace place = condition.place;
    const auto one = [&](scene::Condition::Question question) {
      return scene::Condition{.question = std::move(question), .parts = {}, .place = place};
    };
    scene::Condition in_time{
        .joint = scene::Joint::none, .parts = {one(scene::Elapsed{after, seconds})}, .place = place};
    beat.when = scene::Condition{
        .joint = scene::Joint::all,
        .parts = {std::move(condition), one(scene::BeatIs{after, scene::BeatIs::Phase::begun}),
                  std::move(in_time)},
        .place = place};
    beat.after = {after};
  }

  void read_block(text::Cursor& c, scene::BeatDescription& beat) {
    Said said;
    for_each_statement(c.node().block(), r_, [&](text::Cursor& inner) {
      if (inner.take("commit")) {
        if (beat.is_branch)
          inner.fail_at(0, "P129", "a branch cannot commit: it may never come", "commit in a beat");
        else if (said.once(inner, "commit"))
          beat.commits = true;
        inner.finish();
      } else if (inner.take("until")) {
        read_limit(inner, beat.until, "until");
      } else if (inner.take("deadline")) {
        read_limit(inner, beat.deadline, "deadline");
      } else if (auto action = read_action(inner, r_)) {
        beat.actions.push_back(std::move(*action));
      }
    });
  }

  void read_limit(text::Cursor& c, std::optional<scene::Condition>& limit, std::string_view word) {
    if (limit) c.fail_at(0, "P107", fmt::format("\"{}\" is said twice", word), "keep one of them");
    limit = read_condition(c, r_);
    c.finish();
  }

  void read_order(text::Cursor& c) {
    std::string before = beat_name(c, r_);
    c.expect("before");
    do {
      std::string beat = beat_name(c, r_);
      if (c.has_failed()) return;
      for (scene::BeatDescription& b : r_.scene.script.beats) {
        const bool is_new = std::find(b.after.begin(), b.after.end(), before) == b.after.end();
        if (b.name == beat && is_new) b.after.push_back(before);
      }
      before = std::move(beat);
    } while (c.take("before"));
    c.finish();
  }

  // `end when subject 5 s past line, or 600 s after start`: the time after the start is the longest that the scene takes.
  void read_end(text::Cursor& c) {
    scene::ScriptDescription& script = r_.scene.script;
    script.end = read_condition(c, r_);
    if (!c.finish()) return;
    const auto limit = [&](const scene::Condition& part) {
      const auto* const elapsed = std::get_if<scene::Elapsed>(&part.question);
      const bool is_limit = part.joint == scene::Joint::one && elapsed != nullptr && elapsed->beat.empty();
      if (is_limit) script.most_s = elapsed->seconds;
    };
    limit(*script.end);
    if (script.end->joint == scene::Joint::any)
      for (const scene::Condition& part : script.end->parts) limit(part);
  }

  Reading& r_;
  Said said_;
  Names before_;  // the beats that the next one waits for
  int branches_ = 0;
};

// The first role that a committing beat directs.
std::string find_event_actor(const scene::ScriptDescription& script) {
  for (const scene::BeatDescription& beat : script.beats) {
    if (!beat.commits) continue;
    for (const scene::ActionDescription& action : beat.actions)
      if (const std::string* role = scene::find_directed_role(action)) return *role;
  }
  return {};
}

}  // namespace

void read_script(const text::Node& block, Reading& r) {
  ScriptReader(r).read(block);
  r.event_actor = find_event_actor(r.scene.script);
}

}  // namespace backlot::scene_text
