// Ids that are there twice, and ids that lead nowhere.
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/check/lint_rules.h"

namespace backlot::formats::opendrive {

namespace {

template <class Thing>
void find_twins(const std::vector<Thing>& things, std::string_view what, Findings& findings) {
  BACKLOT_ASSERT(!what.empty(), "things that are compared have a name");
  std::map<std::string_view, Where> seen;
  for (const Thing& thing : things) {
    const auto [first, is_new] = seen.emplace(thing.id, thing.where);
    if (!is_new)
      findings.warn(
          kUniqueIds, thing.where, fmt::format("{} \"{}\" is there twice", what, thing.id),
          fmt::format("the first one is in line {}, and is meant where this id is used", first->second.line));
  }
}

void check_link(const Index& index, const std::optional<RoadLink>& link, std::string_view which,
                Findings& findings) {
  BACKLOT_ASSERT(!which.empty(), "a link is that of one end");
  if (!link) return;
  const bool is_junction = link->type == ElementType::junction;
  const bool is_there =
      is_junction ? index.find_junction(link->element) != nullptr : index.find_road(link->element) != nullptr;
  if (!is_there)
    findings.warn(kDefinedIds, link->where,
                  fmt::format("the {} is {} \"{}\", which is not there", which,
                              is_junction ? "junction" : "road", link->element),
                  "the road ends here");
}

void check_connections(const Index& index, const Junction& junction, Findings& findings) {
  for (const Connection& connection : junction.connections)
    for (const std::string* road :
         {&connection.incoming_road, &connection.connecting_road, &connection.linked_road})
      if (!road->empty() && index.find_road(*road) == nullptr)
        findings.warn(
            kDefinedIds, connection.where,
            fmt::format(R"(connection "{}" is for road "{}", which is not there)", connection.id, *road),
            "the connection is left out");
}

}  // namespace

void lint_ids(const Index& index, Findings& findings) {
  const Document& document = index.document;
  find_twins(document.roads, "road", findings);
  find_twins(document.junctions, "junction", findings);
  find_twins(document.controllers, "controller", findings);

  std::set<std::string_view> signals, controllers;
  for (const Road& road : document.roads)
    for (const Signal& signal : road.signals) signals.insert(signal.id);
  for (const Controller& controller : document.controllers) controllers.insert(controller.id);

  for (const Road& road : document.roads) {
    check_link(index, road.predecessor, "predecessor", findings);
    check_link(index, road.successor, "successor", findings);
    if (!road.junction.empty() && index.find_junction(road.junction) == nullptr)
      findings.warn(
          kDefinedIds, road.where,
          fmt::format(R"(road "{}" belongs to junction "{}", which is not there)", road.id, road.junction));
    for (const SignalReference& reference : road.signal_references)
      if (!signals.contains(reference.id))
        findings.warn(kDefinedIds, reference.where, fmt::format("signal \"{}\" is not there", reference.id));
  }
  for (const Controller& controller : document.controllers)
    for (const Control& control : controller.controls)
      if (!signals.contains(control.signal))
        findings.warn(kDefinedIds, control.where, fmt::format("signal \"{}\" is not there", control.signal));
  for (const Junction& junction : document.junctions) {
    check_connections(index, junction, findings);
    for (const JunctionController& controller : junction.controllers)
      if (!controllers.contains(controller.id))
        findings.warn(kDefinedIds, controller.where,
                      fmt::format("controller \"{}\" is not there", controller.id));
  }
}

}  // namespace backlot::formats::opendrive
