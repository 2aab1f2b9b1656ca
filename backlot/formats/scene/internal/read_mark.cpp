// Marks: named places.
#include <array>

#include <fmt/format.h>

#include "backlot/formats/scene/internal/read_set.h"

namespace backlot::scene_text {

namespace {

using Where = decltype(scene::MarkDescription::where);

// `on the SIDE`, where SIDE is a parameter whose value is left or right; empty where something else is next.
std::optional<scene::Approach> approach_by_parameter(text::Cursor& c, const Reading& r) {
  const std::size_t begin = c.position();
  if (!c.take("on the")) return std::nullopt;
  const auto word = r.words.find(std::string(c.peek()));
  if (word == r.words.end() || (word->second != "left" && word->second != "right")) {
    c.go_to(begin);
    return std::nullopt;
  }
  c.take(c.peek());
  return word->second == "left" ? scene::Approach::left : scene::Approach::right;
}

// Behind "stop line".
Where stop_line(text::Cursor& c, const Reading& r) {
  constexpr std::array<std::string_view, 4> kApproaches{"of subject", "on the left of subject",
                                                        "on the right of subject", "opposite subject"};
  scene::StopLine line;
  if (const std::optional<scene::Approach> side = approach_by_parameter(c, r)) {
    line.approach = *side;
    c.expect("of subject");
    c.expect("at");
    line.crossing = crossing(c, r);
    return line;
  }
  line.approach = static_cast<scene::Approach>(c.choose(kApproaches, "stop line"));
  c.expect("at");
  line.crossing = crossing(c, r);
  return line;
}

// Behind "where traffic".
Where conflict(text::Cursor& c, const Reading& r) {
  scene::Conflict answer;
  if (c.take("turning"))
    answer.turn = turn(c);
  else
    c.expect("straight on");
  c.expect("from");
  answer.line = mark_name(c, r);
  c.expect("meets subject");
  return answer;
}

// `300 m along route`, `20 m before line`, `20 m after line`
Where measured(text::Cursor& c, const Reading& r) {
  const double metres = quantity_from_zero(c, r, text::kLength);
  if (c.take("along route")) return scene::AlongRoute{metres};
  constexpr std::array<std::string_view, 3> kHow{"before", "after", "along route"};
  const bool is_before = c.choose(kHow, "place of a mark") == 0;
  return scene::FromMark{mark_name(c, r), is_before ? -metres : metres};
}

Where where(text::Cursor& c, const Reading& r) {
  if (c.take("stop line")) return stop_line(c, r);
  if (c.take("oncoming lane at")) return scene::OncomingLane{mark_name(c, r)};
  if (c.take("where traffic")) return conflict(c, r);
  if (c.take("where")) {
    scene::Merge merge{place_name(c, r, "the name of a way")};
    c.expect("joins subject");
    return merge;
  }
  constexpr std::array<std::string_view, 2> kKerbs{"left kerb of path of subject at",
                                                   "right kerb of path of subject at"};
  if (const auto kerb = c.take_one_of(kKerbs))
    return scene::AlongRoute{quantity_from_zero(c, r, text::kLength),
                             *kerb == 0 ? world::Side::left : world::Side::right};
  if (is_quantity_next(c)) return measured(c, r);
  const std::size_t begin = c.position();
  scene::OnLane place{.way = place_name(c, r, "a place"), .lane = {}};
  if (c.is_name_next()) place.lane = place_name(c, r, "the name of a lane");
  if (place.lane.empty() || !c.take("at")) {
    c.fail_at(
        begin, "P117", "this is no place of a mark",
        "write stop line of subject at CROSSING, where traffic straight on from MARK meets subject, 300 m "
        "along route, right kerb of path of subject at 300 m, 20 m before MARK, or WAY LANE at DISTANCE");
    return place;
  }
  place.at_m = quantity_from_zero(c, r, text::kLength);
  return place;
}

}  // namespace

void read_mark(text::Cursor& c, Reading& r) {
  scene::MarkDescription mark{.name = {}, .place = place_of(c)};
  mark.name = c.new_word("the name of a mark");
  c.expect_symbol('=');
  const std::size_t begin = c.position();
  mark.where = where(c, r);
  if (const auto* from = std::get_if<scene::FromMark>(&mark.where);
      from != nullptr && from->mark == mark.name)
    c.fail_at(begin, "P111", fmt::format("the mark \"{}\" is declared by itself", mark.name),
              "name another mark");
  if (c.finish()) r.scene.set.marks.push_back(std::move(mark));
}

}  // namespace backlot::scene_text
