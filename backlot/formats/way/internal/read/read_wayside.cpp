#include "backlot/formats/way/internal/read/read_wayside.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/suggest.h"
#include "backlot/formats/way/internal/plausible.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using network::AttributeDescription;
using network::AttributeKind;
using network::FeatureDescription;
using network::FeatureKind;
using text::Cursor;

void fail_unknown_clause(Cursor& c, std::span<const std::string_view> known) {
  std::string hint = base::did_you_mean(c.peek(), known);
  if (hint.empty()) hint = fmt::format("here may follow: {}", fmt::join(known, ", "));
  c.fail("W111", fmt::format("{} has no meaning here", c.next_text()), hint);
}

bool is_speed(AttributeKind kind) {
  return kind == AttributeKind::speed_limit || kind == AttributeKind::advised_speed;
}

// The clauses behind the words of an attribute, in any order; `lanes` takes the rest of the line.
void read_attribute_clauses(Cursor& c, AttributeDescription& attribute) {
  constexpr std::array<std::string_view, 10> kClauses = {"from", "to",      "at",       "lanes", "value",
                                                         "name", "forward", "backward", "both",  "none"};
  while (!c.has_failed() && !c.is_at_end()) {
    if (c.take("from")) {
      attribute.from = c.length();
    } else if (c.take("to end")) {
      attribute.to = kToTheEnd;
    } else if (c.take("to")) {
      attribute.to = c.length();
    } else if (c.take("at")) {
      attribute.from = attribute.to = c.length();
    } else if (c.take("value")) {
      attribute.value = c.quantity(text::kPlain);
    } else if (c.take("name")) {
      attribute.name = c.name("a name");
    } else if (c.take("lanes")) {
      attribute.lanes = c.names("a lane");
    } else if (const auto direction = c.take_one_of(kDirectionWords)) {
      attribute.direction = static_cast<network::LaneDirection>(*direction);
    } else {
      fail_unknown_clause(c, kClauses);
    }
  }
}

// Places in parentheses, as many as there are.
void read_outline(Cursor& c, FeatureDescription& feature) {
  feature.outline_frame = c.take("on road") ? network::OutlineFrame::road : network::OutlineFrame::own;
  if (!c.is_symbol('('))
    c.fail("W109", "an outline has no corners", "write them one after the other: (0 m, 0 m) (4 m, 0 m) ...");
  while (!c.has_failed() && c.is_symbol('(')) {
    std::array<double, 3> corner{};
    c.tuple(text::kLength, corner, 2);
    feature.outline.push_back({corner[0], corner[1], corner[2]});
  }
}

void read_feature_clauses(Cursor& c, FeatureDescription& feature, bool& has_place) {
  constexpr std::array<std::string_view, 14> kClauses = {
      "at",   "offset",       "loft",    "heading", "size",     "value", "text",
      "name", "restrictions", "outline", "forward", "backward", "both",  "none"};
  while (!c.has_failed() && !c.is_at_end()) {
    if (c.take("at")) {
      feature.distance = c.length();
      has_place = true;
    } else if (c.take("offset")) {
      feature.offset = c.length();
    } else if (c.take("loft")) {
      feature.loft = c.length();
    } else if (c.take("heading")) {
      feature.heading_rad = c.quantity(text::kAngle);
    } else if (c.take("size")) {
      std::array<double, 3> size{};
      c.tuple(text::kLength, size, size.size());
      feature.length = size[0];
      feature.width = size[1];
      feature.height = size[2];
    } else if (c.take("value")) {
      feature.value = c.quantity(text::kPlain);
    } else if (c.take("text")) {
      feature.text = c.string("a text");
    } else if (c.take("name")) {
      feature.name = c.name("a name");
    } else if (c.take("restrictions")) {
      feature.restrictions = c.string("what restricts it");
    } else if (c.take("outline")) {
      feature.outline.clear();
      read_outline(c, feature);
    } else if (const auto direction = c.take_one_of(kDirectionWords)) {
      feature.direction = static_cast<network::LaneDirection>(*direction);
    } else {
      fail_unknown_clause(c, kClauses);
    }
  }
}

}  // namespace

bool take_attribute(Cursor& c, network::WayDescription& way) {
  const auto kind = c.take_one_of(kAttributeWords);
  if (!kind) return false;
  AttributeDescription attribute{.kind = static_cast<AttributeKind>(*kind), .to = kToTheEnd};
  attribute.place = place_of(c);
  if (is_speed(attribute.kind)) attribute.value = read_speed_limit(c);
  if (attribute.kind == AttributeKind::flag_man)
    if (const auto word = c.take_one_of(kFlagManWords)) attribute.value = static_cast<double>(*word);
  if (attribute.kind == AttributeKind::custom) attribute.name = c.name("the attribute's name");

  const bool needs_place = attribute.kind == AttributeKind::stop_line && c.is_at_end();
  if (needs_place) c.fail("W109", "it is not said where this line is", "write at and the distance");
  read_attribute_clauses(c, attribute);
  if (c.finish()) way.attributes.push_back(attribute);
  return true;
}

bool take_feature(Cursor& c, std::vector<FeatureDescription>& features) {
  const auto kind = c.take_one_of(kFeatureWords);
  if (!kind) return false;
  FeatureDescription feature{.kind = static_cast<FeatureKind>(*kind)};
  feature.place = place_of(c);
  if (feature.kind == FeatureKind::speed_sign) feature.value = c.quantity(text::kSpeed);
  if (feature.kind == FeatureKind::sign) feature.text = c.string("what the sign says");
  if (feature.kind == FeatureKind::signal_head) feature.text = c.name("the signal group");

  bool has_place = false;
  read_feature_clauses(c, feature, has_place);
  if (!has_place)
    c.fail("W109", "it is not said where this stands", "write at and the distance along the way");
  if (c.finish()) features.push_back(std::move(feature));
  return true;
}

}  // namespace backlot::formats::way
