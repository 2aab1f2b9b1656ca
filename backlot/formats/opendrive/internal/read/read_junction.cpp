#include "backlot/formats/opendrive/internal/read/read_junction.h"

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/read/records.h"

namespace backlot::formats::opendrive {

namespace {

Connection read_connection(xml::Attributes& in, xml::Element element) {
  Connection connection;
  connection.where = element.where();
  connection.id = in.word_or_empty(element, "id");
  connection.type = in.word_or_empty(element, "type");
  connection.incoming_road = in.word_or_empty(element, "incomingRoad");
  connection.connecting_road = in.word_or_empty(element, "connectingRoad");
  connection.linked_road = in.word_or_empty(element, "linkedRoad");
  connection.contact = read_contact(element);
  for (const xml::Element link : element.children())
    if (link.name() == "laneLink")
      connection.lane_links.push_back(
          {link.where(), in.whole(link, "from"), in.whole(link, "to"), in.find_number(link, "overlapZone")});
  return connection;
}

CrossPath::End read_end(xml::Attributes& in, xml::Element path, const char* road, const char* link) {
  BACKLOT_ASSERT(road != nullptr && link != nullptr, "an end of a path names a road and lanes");
  const xml::Element element = path.child(link);
  return {in.word_or_empty(path, road), in.number_or(element, "s", 0), in.whole_or(element, "from", 0),
          in.whole_or(element, "to", 0)};
}

CrossPath read_cross_path(xml::Attributes& in, xml::Element element) {
  return {element.where(), in.word_or_empty(element, "id"), in.word_or_empty(element, "crossingRoad"),
          read_end(in, element, "roadAtStart", "startLaneLink"),
          read_end(in, element, "roadAtEnd", "endLaneLink")};
}

JunctionType read_type(xml::Attributes& in, xml::Element element) {
  const std::string_view type = element.find("type").value_or("");
  if (type == "direct") return JunctionType::direct;
  if (type == "virtual") return JunctionType::virtual_;
  if (type == "crossing") return JunctionType::crossing;
  if (type != "default" && !type.empty())
    in.warning("X207", element.where_of("type"),
               fmt::format("a junction of type \"{}\" is taken for a default one", type));
  return JunctionType::standard;
}

}  // namespace

Junction read_junction(xml::Attributes& in, xml::Element element) {
  Junction junction;
  junction.where = element.where();
  junction.id = in.word(element, "id");
  junction.name = in.word_or_empty(element, "name");
  junction.type = read_type(in, element);
  junction.main_road = in.word_or_empty(element, "mainRoad");
  junction.s_start = in.find_number(element, "sStart");
  junction.s_end = in.find_number(element, "sEnd");
  junction.orientation = read_orientation(element);
  for (const xml::Element child : element.children()) {
    const std::string_view name = child.name();
    if (name == "connection")
      junction.connections.push_back(read_connection(in, child));
    else if (name == "priority")
      junction.priorities.push_back(
          {child.where(), in.word_or_empty(child, "high"), in.word_or_empty(child, "low")});
    else if (name == "controller")
      junction.controllers.push_back({child.where(), in.word_or_empty(child, "id"),
                                      in.word_or_empty(child, "type"), in.find_whole(child, "sequence")});
    else if (name == "crossPath")
      junction.cross_paths.push_back(read_cross_path(in, child));
  }
  return junction;
}

}  // namespace backlot::formats::opendrive
