// Props, sources and sinks.
#include <array>

#include <fmt/format.h>

#include "backlot/formats/scene/internal/read_condition.h"
#include "backlot/formats/scene/internal/read_set.h"

namespace backlot::scene_text {

namespace {

using Door = scene::BesideMark;
using SourcePlace = decltype(scene::SinkDescription::where);

// `at MARK`
SourcePlace at_mark(text::Cursor& c, const Reading& r) {
  return scene::BeforeMark{.mark = mark_name(c, r), .from_m = 0, .to_m = 0};
}

// `before MARK [between D and D]`
SourcePlace before_mark(text::Cursor& c, const Reading& r) {
  scene::BeforeMark where{.mark = mark_name(c, r)};
  if (!c.take("between")) return where;
  const std::size_t begin = c.position();
  const Window metres = window(c, r, text::kLength);
  if (metres.low < 0)
    c.fail_at(begin, "P118", "this must be at least zero", "write zero or a number above it");
  where.from_m = metres.low;
  where.to_m = metres.high;
  return where;
}

// `100 m before MARK`, `300 m ahead of subject`, `between 300 m and 500 m behind subject oncoming`
SourcePlace at_distance(text::Cursor& c, const Reading& r) {
  Window metres;
  const std::size_t begin = c.position();
  if (c.take("between"))
    metres = window(c, r, text::kLength);
  else
    metres.low = metres.high = quantity(c, r, text::kLength);
  if (metres.low < 0)
    c.fail_at(begin, "P118", "this must be at least zero", "write zero or a number above it");
  if (c.take("before")) return scene::BeforeMark{mark_name(c, r), metres.low, metres.high};
  constexpr std::array<std::string_view, 2> kSides{"ahead of subject", "behind subject"};
  const bool is_ahead = c.choose(kSides, "place beside the subject") == 0;
  scene::FromSubject where{is_ahead ? metres.low : -metres.high, is_ahead ? metres.high : -metres.low};
  where.is_oncoming = c.take("oncoming");
  if (c.take("on the left")) where.side = world::Side::left;
  if (c.take("on the right")) where.side = world::Side::right;
  return where;
}

SourcePlace source_place(text::Cursor& c, const Reading& r) {
  if (c.take("at")) return at_mark(c, r);
  if (c.take("before")) return before_mark(c, r);
  if (is_quantity_next(c) || c.is_next("between")) return at_distance(c, r);
  c.fail("P117", fmt::format("{} is no place of a source or sink", c.next_text()),
         "write at MARK, before MARK, 100 m before MARK, or 300 m ahead of subject");
  return {};
}

// `MARK [on the left | on the right][, D from the lane]`, behind "beside".
Door beside_mark(text::Cursor& c, const Reading& r) {
  Door where{.mark = mark_name(c, r)};
  constexpr std::array<std::string_view, 2> kSides{"on the left", "on the right"};
  if (const auto side = c.take_one_of(kSides))
    where.side = *side == 0 ? world::Side::left : world::Side::right;
  const std::size_t begin = c.position();
  if (c.take_symbol(',') && is_quantity_next(c)) {
    where.away_m = quantity_from_zero(c, r, text::kLength);
    c.expect("from the lane");
  } else {
    c.go_to(begin);
  }
  return where;
}

std::vector<world::ObjectKind> kinds(text::Cursor& c) {
  std::vector<world::ObjectKind> list;
  while (!c.has_failed()) {
    list.push_back(kind(c));
    const std::size_t begin = c.position();
    if (c.take_symbol(',') && is_kind_next(c)) continue;
    c.go_to(begin);
    break;
  }
  return list;
}

// What stands behind the place of a source, with commas or without.
void read_source_parts(text::Cursor& c, Reading& r, scene::SourceDescription& source) {
  Said said;
  while (!c.has_failed() && !c.is_at_end()) {
    c.take_symbol(',');
    if (c.take("out of sight of subject")) {
      said.once(c, "sight");
    } else if (c.take("in sight of subject")) {
      said.once(c, "sight");
      source.is_hidden = false;
    } else if (c.take("every")) {
      said.once(c, "every");
      source.every_s = quantity_above_zero(c, r, text::kTime);
    } else if (c.take("about every")) {
      said.once(c, "every");
      source.is_random = true;
      source.every_s = quantity_above_zero(c, r, text::kTime);
    } else if (c.take("sequence")) {
      said.once(c, "sequence");
      source.sequence = kinds(c);
    } else if (c.take("when")) {
      said.once(c, "when");
      source.when = read_condition(c, r);
    } else if (c.take("while")) {
      said.once(c, "while");
      source.during = read_condition(c, r);
    } else {
      c.fail("P117", fmt::format("{} says nothing about a source", c.next_text()),
             "write out of sight of subject, in sight of subject, every 20 s, about every 20 s, sequence "
             "car, truck, when ... or while ...");
    }
  }
}

}  // namespace

void read_prop(text::Cursor& c, Reading& r) {
  scene::PropDescription prop{.name = {}, .mark = {}, .place = place_of(c)};
  prop.name = c.new_word("the name of a prop");
  c.expect_symbol(':');
  prop.kind = kind(c);
  c.expect("parked");
  if (is_quantity_next(c)) {
    prop.before_m = quantity(c, r, text::kLength);
    c.expect("before");
  } else {
    c.take("at");
  }
  prop.mark = mark_name(c, r);
  if (c.take_symbol(',')) {
    prop.offset_m = quantity_from_zero(c, r, text::kLength);
    constexpr std::array<std::string_view, 4> kHow{"left of the middle", "right of the middle",
                                                   "beside the lane", "beside path of subject"};
    const std::size_t how = c.choose(kHow, "place across the lane");
    if (how == 1) prop.offset_m = -prop.offset_m;
    prop.is_beside = how >= 2;
  }
  if (c.finish()) r.scene.set.props.push_back(std::move(prop));
}

void read_source(text::Cursor& c, Reading& r) {
  scene::SourceDescription source{
      .name = {}, .every_s = {}, .sequence = {}, .when = {}, .during = {}, .place = place_of(c)};
  source.name = c.new_word("the name of a source");
  if (c.take("beside"))
    source.where = beside_mark(c, r);
  else
    std::visit([&](auto&& where) { source.where = std::forward<decltype(where)>(where); },
               source_place(c, r));
  read_source_parts(c, r, source);
  if (!c.finish_words()) return;
  source.mix = read_mix(c, r);
  r.scene.set.sources.push_back(std::move(source));
}

void read_sink(text::Cursor& c, Reading& r) {
  scene::SinkDescription sink{
      .name = {}, .kinds = {}, .per_metre = {}, .when = {}, .during = {}, .place = place_of(c)};
  sink.name = c.new_word("the name of a sink");
  sink.where = source_place(c, r);
  c.take_symbol(',');
  if (c.take("only")) sink.kinds = kinds(c);
  c.take_symbol(',');
  if (c.take("above")) sink.per_metre = read_per_length(c, r);
  c.take_symbol(',');
  if (c.take("when")) sink.when = read_condition(c, r);
  c.take_symbol(',');
  if (c.take("while")) sink.during = read_condition(c, r);
  if (c.finish()) r.scene.set.sinks.push_back(std::move(sink));
}

}  // namespace backlot::scene_text
