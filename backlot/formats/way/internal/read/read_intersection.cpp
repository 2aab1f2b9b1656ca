#include "backlot/formats/way/internal/read/read_intersection.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/suggest.h"
#include "backlot/formats/way/internal/read/read_arm.h"
#include "backlot/formats/way/internal/read/read_corridor.h"
#include "backlot/formats/way/internal/read/read_signals.h"
#include "backlot/formats/way/internal/read/read_spine.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using network::ArmDescription;
using network::CorridorDescription;
using network::IntersectionDescription;
using text::Cursor;

constexpr std::array<std::string_view, 16> kIntersectionStatements = {"arm",
                                                                      "corridor",
                                                                      "crosswalk",
                                                                      "control",
                                                                      "signals",
                                                                      "signal",
                                                                      "rule",
                                                                      "boundary",
                                                                      "part",
                                                                      "link",
                                                                      "u turns allowed",
                                                                      "no automatic corridors",
                                                                      "made from",
                                                                      "only what is listed",
                                                                      "zero length",
                                                                      "remove"};

class BlockReader {
 public:
  BlockReader(IntersectionDescription& into, BlockOf block_of, const Environment& environment,
              Reading& reading)
      : into_(into), block_of_(block_of), environment_(environment), reading_(reading) {}

  void read(const text::Node& node) {
    index_corridors();
    for_each_statement(node, environment_, reading_, [this](Cursor& c) { read_statement(c); });
  }

 private:
  void read_statement(Cursor& c) {
    if (c.take("arm")) return read_arm_statement(c);
    if (c.take("corridor")) return add(c, read_corridor(c, environment_, reading_));
    if (c.take("crosswalk")) return add(c, read_free_crosswalk(c, environment_, reading_));
    if (c.take("part")) return read_part(c);
    if (c.take("remove")) return read_remove(c);
    if (c.take("boundary")) {
      if (may_say(c, "boundary")) into_.boundary = read_points(c, environment_, reading_);
      return;
    }
    if (c.take("signals")) {
      if (may_say(c, "signals")) into_.signals = read_signals(c, environment_, reading_);
      return;
    }
    if (!read_short(c)) return fail_unknown_statement(c, "in an intersection", kIntersectionStatements);
    c.finish();
  }

  // Statements of a few words. False when the statement is not one of them.
  bool read_short(Cursor& c) {
    if (c.take("control")) {
      if (may_say(c, "control"))
        into_.control = static_cast<network::Control>(c.choose(kControlWords, "control"));
    } else if (c.take("signal")) {
      read_governs(c);
    } else if (c.take("rule")) {
      read_rule(c);
    } else if (c.take("link")) {
      read_link(c);
    } else if (c.take("made from")) {
      into_.made_from = c.name("a template");
    } else if (c.take("no automatic corridors") || c.take("only what is listed")) {
      into_.has_automatic_corridors = false;
    } else if (c.take("automatic corridors")) {
      into_.has_automatic_corridors = true;
    } else if (c.take("u turns allowed")) {
      into_.allows_u_turns = true;
    } else if (c.take("no u turns")) {
      into_.allows_u_turns = false;
    } else if (c.take("zero length")) {
      into_.kind = network::IntersectionKind::zero_length;
    } else {
      return read_meets(c);
    }
    return true;
  }

  // Edits may say again what the template said; a block may not say it twice.
  bool may_say(Cursor& c, std::string_view what) { return given_.once(c, what); }

  ArmDescription* find_arm(std::string_view name) {
    const auto found = std::find_if(into_.arms.begin(), into_.arms.end(),
                                    [name](const ArmDescription& arm) { return arm.name == name; });
    return found == into_.arms.end() ? nullptr : &*found;
  }

  std::string arm_hint(std::string_view name) const {
    std::vector<std::string_view> names;
    for (const ArmDescription& arm : into_.arms) names.push_back(arm.name);
    std::string hint = base::did_you_mean(name, names);
    return hint.empty() && !names.empty() ? fmt::format("its arms are: {}", fmt::join(names, ", ")) : hint;
  }

  void read_arm_statement(Cursor& c) {
    const std::size_t position = c.position();
    const std::string name = c.name("the arm's name");
    if (c.has_failed()) return;
    if (ArmDescription* const old = find_arm(name)) {
      if (block_of_ == BlockOf::edits) return read_arm(c, *old, environment_, reading_);
      return c.fail_at(position, "W106", fmt::format("there is an arm \"{}\" already", name),
                       fmt::format("the first stands at {}", to_text(old->place)));
    }
    if (into_.arms.size() >= kMostArms)
      return c.fail_at(0, "W127", fmt::format("an intersection has at most {} arms", kMostArms));
    ArmDescription arm;
    arm.name = name;
    read_arm(c, arm, environment_, reading_);
    into_.arms.push_back(std::move(arm));
  }

  // `avenue_west.end meets avenue_east.start`: two arms, a and b.
  bool read_meets(Cursor& c) {
    const auto tokens = c.node().tokens();
    const bool has_verb = std::any_of(tokens.begin(), tokens.end(), [&c](const text::Token& token) {
      return token.kind == text::TokenKind::word && c.node().text(token) == "meets";
    });
    if (!has_verb) return false;
    for (const char* const name : {"a", "b"}) {
      if (*name == 'b') c.expect("meets");
      ArmDescription arm;
      arm.name = name;
      arm.place = arm.attached_place = {c.place()};
      arm.attached = read_end(c);
      if (find_arm(name) != nullptr)
        c.fail_at(0, "W106", fmt::format("there is an arm \"{}\" already", name));
      into_.arms.push_back(std::move(arm));
    }
    return true;
  }

  // A lane by itself is one of the first arm, or behind "to" of the second.
  network::LaneReference read_linked_lane(Cursor& c, std::size_t arm) {
    const std::size_t position = c.position();
    std::vector<std::string> parts = c.name_parts("a lane");
    if (c.has_failed()) return {};
    const std::string lane = std::move(parts.back());
    parts.pop_back();
    if (!parts.empty()) return {fmt::format("{}", fmt::join(parts, ".")), lane};
    if (arm < into_.arms.size()) return {into_.arms[arm].name, lane};
    c.fail_at(position, "W105", "the arm of this lane is not known here", "say first which ways meet");
    return {};
  }

  void read_link(Cursor& c) {
    network::LaneLink link;
    link.from = read_linked_lane(c, 0);
    c.expect("to");
    link.to = read_linked_lane(c, 1);
    if (!c.has_failed()) into_.links.push_back(link);
  }

  void add(Cursor& c, CorridorDescription corridor) {
    if (c.has_failed()) return;
    if (into_.corridors.size() >= kMostCorridors)
      return c.fail_at(0, "W127", fmt::format("an intersection has at most {} corridors", kMostCorridors));
    by_name_.emplace(corridor.name, into_.corridors.size());
    into_.corridors.push_back(std::move(corridor));
  }

  void read_part(Cursor& c) {
    IntersectionDescription part;
    part.place = place_of(c);
    part.name = c.name("the part's name");
    if (!c.finish_before_block("the part")) return;
    read_intersection_block(c, part, BlockOf::whole, environment_, reading_);
    into_.parts.push_back(std::move(part));
  }

  // By the names that they have, and those that they had in their template.
  void index_corridors() {
    by_name_.clear();
    const std::string prefix = into_.name + ".";
    for (std::size_t i = 0; i < into_.corridors.size(); ++i) {
      const std::string& name = into_.corridors[i].name;
      by_name_.emplace(name, i);
      const bool is_own = block_of_ == BlockOf::edits && name.compare(0, prefix.size(), prefix) == 0;
      if (is_own) by_name_.emplace(name.substr(prefix.size()), i);
    }
  }

  CorridorDescription* find_corridor(const std::string& name) {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &into_.corridors[found->second];
  }

  // A rule may speak of corridors that are only made when the network is built; those have the name of their
  // intersection before their own.
  std::string corridor_name(Cursor& c) {
    const std::string name = c.name("a corridor");
    const CorridorDescription* const corridor = find_corridor(name);
    return corridor != nullptr ? corridor->name : name;
  }

  void read_rule(Cursor& c) {
    network::DependencyOverride rule;
    rule.place = place_of(c);
    rule.corridor = corridor_name(c);
    rule.rule =
        static_cast<network::DependencyOverride::Rule>(c.choose(kRuleWords, "rule between corridors"));
    rule.other = corridor_name(c);
    if (!c.has_failed()) into_.overrides.push_back(std::move(rule));
  }

  // GROUP governs ARM-OR-CORRIDOR ...
  void read_governs(Cursor& c) {
    const std::string group = c.name("a signal group");
    c.expect("governs");
    do {
      const std::size_t position = c.position();
      const std::string name = c.name("an arm or a corridor");
      if (c.has_failed()) return;
      if (ArmDescription* const arm = find_arm(name)) {
        arm->signal_group = group;
      } else if (CorridorDescription* const corridor = find_corridor(name)) {
        corridor->signal_group = group;
      } else {
        c.fail_at(position, "W105", fmt::format("no arm and no corridor here is called \"{}\"", name),
                  arm_hint(name));
      }
    } while (!c.has_failed() && !c.is_at_end());
  }

  void read_remove(Cursor& c) {
    constexpr std::array<std::string_view, 4> kThings = {"corridor", "arm", "part", "signals"};
    const std::size_t thing = c.choose(kThings, "thing that can be removed");
    const std::string name = thing == 3 ? std::string() : c.name("a name");
    if (!c.finish()) return;
    const auto remove = [&](auto& list, const auto& is_meant) {
      const auto end = std::remove_if(list.begin(), list.end(), is_meant);
      const bool is_found = end != list.end();
      list.erase(end, list.end());
      if (!is_found)
        c.fail_at(2, "W119", fmt::format("there is no {} \"{}\" to remove", kThings[thing], name));
    };
    const std::string own = into_.name + "." + name;
    const auto has_name = [&](const auto& item) { return item.name == name || item.name == own; };
    // a corridor that is not written here may be one that build() finds
    const bool is_written = std::any_of(into_.corridors.begin(), into_.corridors.end(), has_name);
    if (thing == 0 && !is_written) into_.removed_corridors.push_back({name, {c.place(2)}});
    if (thing == 0 && is_written) remove(into_.corridors, has_name);
    if (thing == 1) remove(into_.arms, has_name);
    if (thing == 2) remove(into_.parts, has_name);
    if (thing == 3) into_.signals.reset();
    if (thing == 0) index_corridors();
  }

  IntersectionDescription& into_;
  BlockOf block_of_;
  const Environment& environment_;
  Reading& reading_;
  Given given_;
  std::unordered_map<std::string, std::size_t> by_name_;  // corridors
};

}  // namespace

void read_intersection_block(Cursor& c, IntersectionDescription& intersection, BlockOf block_of,
                             const Environment& environment, Reading& reading) {
  BlockReader(intersection, block_of, environment, reading).read(c.node());
}

}  // namespace backlot::formats::way
