#include "backlot/formats/opendrive/internal/read/read_signals.h"

#include <optional>
#include <string>
#include <utility>

#include "backlot/formats/opendrive/internal/read/records.h"
#include "backlot/formats/text/number.h"

namespace backlot::formats::opendrive {

namespace {

Board read_board(xml::Element element, bool is_static) {
  Board board;
  board.where = element.where();
  board.is_static = is_static;
  for (const xml::Element part : element.children())
    if (part.name() == (is_static ? "sign" : "displayArea")) board.parts.push_back(part.where());
  return board;
}

// Real files have words in it ("STOP"); that is no mistake worth a word.
std::optional<double> find_value(xml::Attributes& in, xml::Element element) {
  const auto found = element.find("value");
  if (!found || text::read_number(*found).error == text::NumberError::malformed) return std::nullopt;
  return in.find_number(element, "value");
}

Signal read_signal(xml::Attributes& in, xml::Element element) {
  Signal signal;
  signal.where = element.where();
  signal.id = in.word_or_empty(element, "id");
  signal.name = in.word_or_empty(element, "name");
  signal.s = in.number(element, "s");
  signal.t = in.number(element, "t");
  signal.z_offset_m = in.number_or(element, "zOffset", 0);
  signal.orientation = read_orientation(element);
  signal.heading_offset_rad = in.number_or(element, "hOffset", 0);
  signal.is_dynamic = in.find_flag(element, "dynamic").value_or(false);
  signal.country = in.word_or_empty(element, "country");
  signal.type = in.word_or_empty(element, "type");
  signal.subtype = in.word_or_empty(element, "subtype");
  signal.value = find_value(in, element);
  signal.unit = in.word_or_empty(element, "unit");
  signal.text = in.word_or_empty(element, "text");
  signal.width_m = in.find_number(element, "width");
  signal.height_m = in.find_number(element, "height");
  signal.validities = read_validities(in, element);
  for (const xml::Element child : element.children()) {
    const std::string_view name = child.name();
    if (name == "dependency")
      signal.dependencies.push_back(
          {child.where(), in.word_or_empty(child, "id"), in.word_or_empty(child, "type")});
    if (name == "staticBoard" || name == "vmsBoard")
      signal.boards.push_back(read_board(child, name == "staticBoard"));
  }
  return signal;
}

}  // namespace

void read_signals(xml::Attributes& in, xml::Element element, Road& road) {
  for (const xml::Element child : element.children()) {
    if (child.name() == "signal") road.signals.push_back(read_signal(in, child));
    if (child.name() == "signalReference")
      road.signal_references.push_back({child.where(), in.word_or_empty(child, "id"), in.number(child, "s"),
                                        in.number(child, "t"), read_orientation(child),
                                        read_validities(in, child)});
  }
}

Controller read_controller(xml::Attributes& in, xml::Element element) {
  Controller controller;
  controller.where = element.where();
  controller.id = in.word_or_empty(element, "id");
  controller.name = in.word_or_empty(element, "name");
  controller.sequence = in.find_whole(element, "sequence");
  for (const xml::Element child : element.children())
    if (child.name() == "control")
      controller.controls.push_back(
          {child.where(), in.word_or_empty(child, "signalId"), in.word_or_empty(child, "type")});
  return controller;
}

}  // namespace backlot::formats::opendrive
