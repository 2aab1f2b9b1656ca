#include "apps/server/show/questions.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "backlot/direct/directive_table.h"
#include "backlot/network/locate.h"
#include "backlot/world/course.h"

namespace backlot::server {

using network::Network;

namespace {

constexpr std::size_t kMostFound = 20;
constexpr double kPathAhead_m = 200;

Json source_of(const Network& network, const network::NetworkLocated& at) {
  const network::Strip& strip = network.strip(at.strip);
  const network::SourceFrame* frame = network.source(strip.ribbon);
  if (frame == nullptr) return nullptr;
  return {
      {"road", frame->road}, {"s", frame->to_source(strip.from + at.point.distance)}, {"t", at.point.offset}};
}

Json place_json(const Network& network, const network::NetworkLocated& at) {
  const geometry::PlacedPose pose = network::place(network, at.strip, at.point);
  return {{"way", network.name_of(at.strip)},
          {"lane", at.lane.is_empty() ? "" : network.name_of(at.lane)},
          {"intersection", at.intersection.is_empty() ? "" : network.name_of(at.intersection)},
          {"distance", at.point.distance},
          {"offset", at.point.offset},
          {"loft", at.point.loft},
          {"z", pose.position.z},
          {"source", source_of(network, at)}};
}

// Names are shown with spaces for their underscores, so they are found by either; capitals do not matter.
std::string as_searched(std::string text) {
  for (char& c : text)
    if (c == ' ')
      c = '_';
    else if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return text;
}
bool contains(const std::string& name, const std::string& text) {
  return as_searched(name).find(as_searched(text)) != std::string::npos;
}

// Until when a lease is held, for people.
std::string until_text(const direct::Lease& lease) {
  const direct::Directive& directive = lease.directive;
  if (directive.expires != direct::Directive::kEnd)
    return fmt::format("{:.1f} s", directive.expires.seconds());
  if (const auto* time = std::get_if<direct::ForTime>(&directive.hold)) {
    if (lease.held_from == direct::Directive::kEnd)
      return fmt::format("{:.1f} s after it has begun", time->hold_s);
    return fmt::format("{:.1f} s", lease.held_from.seconds() + time->hold_s);
  }
  return std::holds_alternative<direct::Once>(directive.hold) ? "done" : "an event";
}

}  // namespace

const record::FrameObject* find_number(const record::Frame& frame, std::uint32_t number) {
  for (const record::FrameObject& object : frame.objects)
    if (world::number_for_people(object.id) == number) return &object;
  return nullptr;
}

Json located(const Network& network, const Request& request) {
  const double x = request.number("x", 0), y = request.number("y", 0);
  Json message = {{"is", "located"}, {"x", x}, {"y", y}, {"places", Json::array()}, {"nearest_m", 0}};
  network::LocateScratch scratch;
  std::vector<network::NetworkLocated> answers;
  if (request.has("z"))
    network::locate_all(network, {x, y, request.number("z", 0)}, scratch, answers);
  else
    network::locate_column(network, x, y, scratch, answers);
  if (answers.empty()) answers.push_back(network::locate(network, {x, y, request.number("z", 0)}, scratch));
  for (const network::NetworkLocated& at : answers) {
    if (at.on == network::On::nowhere) continue;
    if (at.on == network::On::nothing) message["nearest_m"] = at.gap_m;
    message["places"].push_back(place_json(network, at));
  }
  return message;
}

Json found(const Set& set, const Network& network, const record::Frame& frame, const std::string& text,
           std::span<const scene::PlacedMark> marks) {
  Json results = Json::array();
  const auto add = [&](const char* what, const std::string& name, Json id, const geometry::WorldPoint& at) {
    if (results.size() < kMostFound)
      results.push_back({{"what", what}, {"name", name}, {"id", std::move(id)}, {"at", set.at(at)}});
  };
  if (!text.empty()) {
    for (const record::FrameObject& object : frame.objects) {
      const std::uint32_t number = world::number_for_people(object.id);
      const std::string role(frame.role_name(object.role));
      if (std::to_string(number) == text)
        add("object", fmt::format("{} {}", to_text(object.kind), number), number, object.centre);
      else if (!role.empty() && contains(role, text))
        add("role", role, number, object.centre);
    }
    for (const scene::PlacedMark& mark : marks)
      if (contains(mark.name, text)) add("mark", mark.name, nullptr, mark.point);
    for (const network::Way& way : network.ways()) {
      const std::string& name = network.name_of(way.strip);
      const double middle = 0.5 * network.strip(way.strip).length();
      if (contains(name, text))
        add("way", name, nullptr, network::place(network, way.strip, {middle, 0, 0}).position);
    }
    for (std::size_t i = 0; i < network.intersections().size(); ++i) {
      const auto id = network::IntersectionId::from_size(i);
      if (contains(network.name_of(id), text) && !network.arms(id).empty())
        add("intersection", network.name_of(id), nullptr, network.arms(id).front().position);
    }
  }
  return {{"is", "found"}, {"text", text}, {"results", std::move(results)}};
}

std::string_view in_words(traffic::Limit limit) {
  using traffic::Limit;
  switch (limit) {
    case Limit::free_road:
      return "nothing: it gains speed on a free road";
    case Limit::speed_limit:
      return "the speed limit, here or soon";
    case Limit::bend:
      return "a bend, here or soon";
    case Limit::leader:
      return "the vehicle ahead";
    case Limit::crossing:
      return "a vehicle that crosses its path";
    case Limit::merging:
      return "a vehicle that comes into its lane";
    case Limit::red_light:
      return "a traffic light";
    case Limit::stop_line:
      return "a stop line";
    case Limit::gap:
      return "a gap in priority traffic that it waits for";
    case Limit::exit_room:
      return "no room behind the intersection";
    case Limit::lane_end:
      return "the end of its lane";
    case Limit::oncoming:
      return "an oncoming vehicle";
    case Limit::overtaken:
      return "a vehicle that overtakes it";
    case Limit::reaction:
      return "the moment that it needs to start";
    case Limit::directive:
      return "a directive";
  }
  return "";
}

Json actor_of(const Set& set, const Network& network, const record::Frame& frame, std::uint32_t number) {
  Json message = {{"is", "actor"}, {"id", number}, {"gone", true}};
  const record::FrameObject* object = find_number(frame, number);
  if (object == nullptr) return message;
  message["gone"] = false;
  message["kind"] = to_text(object->kind);
  message["role"] = frame.role_name(object->role);
  message["behaviour"] = to_text(object->behaviour);
  message["speed_mps"] = object->speed_mps;
  message["accel_mps2"] = object->accel_mps2;
  message["at"] = set.at(object->centre);
  message["heading"] = object->heading_rad();
  message["signal"] = to_text(object->signal);
  message["place"] = nullptr;
  if (!object->strip.is_empty())
    message["place"] = {
        {"way", network.name_of(object->strip)},
        {"lane", object->lane.is_empty() ? "" : network.name_of(object->lane)},
        {"distance", object->distance},
        {"offset", object->offset},
        {"corridor", object->corridor.is_empty() ? "" : network.name_of(network.strip_of(object->corridor))}};
  message["states"] = Json::array();
  message["limit"] = message["limit_text"] = "";
  message["leader"] = message["waits_for"] = message["gap"] = nullptr;
  message["leases"] = Json::array();
  message["path"] = Json::array();
  return message;
}

Json actor_of(const Set& set, sim::Simulation& run, const record::Frame& frame, std::uint32_t number) {
  const world::Tracks& tracks = run.roads().tracks;
  Json message = actor_of(set, tracks.network(), frame, number);
  const record::FrameObject* object = find_number(frame, number);
  if (object == nullptr) return message;
  if (const std::optional<traffic::Why> why = run.explain(object->id)) {
    message["states"] = why->states;
    message["limit"] = to_text(why->limit);
    message["limit_text"] = in_words(why->limit);
    if (why->leader)
      message["leader"] = {
          {"id", why->leader->number}, {"gap_m", why->leader->gap_m}, {"speed_mps", why->leader->speed_mps}};
    if (why->waits_for) message["waits_for"] = *why->waits_for;
    if (why->gap) message["gap"] = {{"gap_s", why->gap->gap_s}, {"asked_s", why->gap->asked_s}};
  }
  for (const direct::Lease& lease : run.direction().leases(object->id))
    message["leases"].push_back({{"directive", lease.number},
                                 {"kind", direct::row_of(lease.directive).name},
                                 {"issuer", fmt::format("director {}", lease.directive.issuer.raw())},
                                 {"until", until_text(lease)}});
  if (const auto vehicle = run.find(object->id)) {
    std::vector<world::TrackId> ahead = {vehicle->mover.trail.current()};
    for (std::uint32_t k = 0; k < vehicle->mover.trail.ahead(); ++k)
      ahead.push_back(vehicle->mover.trail.ahead(k));
    const auto points = world::points_along(tracks, ahead, std::max(0.0, vehicle->mover.metres));
    for (std::size_t k = 0;
         k < points.size() && static_cast<double>(k) * world::Course::kStep_m < kPathAhead_m; k += 2)
      message["path"].push_back(set.at(points[k]));
  }
  return message;
}

}  // namespace backlot::server
