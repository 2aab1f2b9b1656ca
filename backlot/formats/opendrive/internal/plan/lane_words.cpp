#include "backlot/formats/opendrive/internal/plan/lane_words.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace backlot::formats::opendrive {

namespace {

using network::LaneDirection;
using network::LaneKind;
using Paint = network::Marking;

template <class Value, std::size_t n>
Value looked_up(const std::array<std::pair<std::string_view, Value>, n>& words, std::string_view word,
                Value otherwise) {
  for (const auto& [known, value] : words)
    if (known == word) return value;
  return otherwise;
}

// A lane for both directions in the middle of a road is for turning: no traffic travels along it.
constexpr std::array<std::pair<std::string_view, LaneKind>, 29> kKinds{{
    {"driving", LaneKind::vehicle},  {"entry", LaneKind::vehicle},     {"exit", LaneKind::vehicle},
    {"onRamp", LaneKind::vehicle},   {"offRamp", LaneKind::vehicle},   {"connectingRamp", LaneKind::vehicle},
    {"slipLane", LaneKind::vehicle}, {"mwyEntry", LaneKind::vehicle},  {"mwyExit", LaneKind::vehicle},
    {"HOV", LaneKind::vehicle},      {"bus", LaneKind::bus},           {"taxi", LaneKind::bus},
    {"biking", LaneKind::bicycle},   {"sidewalk", LaneKind::sidewalk}, {"walking", LaneKind::sidewalk},
    {"shared", LaneKind::sidewalk},  {"parking", LaneKind::parking},   {"shoulder", LaneKind::shoulder},
    {"stop", LaneKind::shoulder},    {"median", LaneKind::median},     {"bidirectional", LaneKind::median},
    {"border", LaneKind::border},    {"curb", LaneKind::border},       {"restricted", LaneKind::border},
    {"tram", LaneKind::border},      {"rail", LaneKind::border},       {"roadWorks", LaneKind::border},
    {"none", LaneKind::verge},       {"roadSurface", LaneKind::verge},
}};

constexpr std::array<std::pair<std::string_view, double>, 13> kSpeeds_kmh{{
    {"motorway", 130},
    {"rural", 100},
    {"townExpressway", 80},
    {"townArterial", 60},
    {"town", 50},
    {"townCollector", 50},
    {"townLocal", 50},
    {"lowSpeed", 30},
    {"townPrivate", 30},
    {"townPlayStreet", 10},
    {"pedestrian", 10},
    {"bicycle", 30},
    {"unknown", 0},
}};

// Records at one s belong together. Of a list of groups that are allowed, those that are not in it are kept out; a word without a
// rule is of the versions before 1.5, which said whom it restricts.
bool keeps_cars_out(const Lane& lane) {
  const auto names_cars = [](const std::string& group) {
    return group == "passengerCar" || group == "autonomousTraffic" || group == "autonomous traffic";
  };
  std::map<double, std::pair<bool, bool>>
      allowed;  // by s: whether there is a list, and whether cars are on it
  for (const LaneAccess& access : lane.accesses)
    for (const std::string& group : access.restrictions) {
      if (group.empty() || group == "none") continue;
      if (access.rule == "allow") {
        auto& [has_list, has_cars] = allowed[access.s];
        has_list = true;
        has_cars = has_cars || names_cars(group);
      } else if (names_cars(group)) {
        return true;
      }
    }
  return std::ranges::any_of(allowed, [](const auto& at) { return !at.second.second; });
}

}  // namespace

LaneKind lane_kind(const Lane& lane) {
  const LaneKind kind = looked_up(kKinds, std::string_view(lane.type), LaneKind::border);
  return kind == LaneKind::vehicle && keeps_cars_out(lane) ? LaneKind::bus : kind;
}

LaneDirection lane_direction(const Lane& lane, LaneKind kind, TrafficRule rule) {
  if (network::use_of(kind) == network::Use::none) return LaneDirection::none;
  if (network::use_of(kind) == network::Use::pedestrians) return LaneDirection::both;
  if (lane.direction == "both") return LaneDirection::both;
  const bool runs_along =
      ((lane.id < 0) == (rule == TrafficRule::right_hand)) != (lane.direction == "reversed");
  return runs_along ? LaneDirection::forward : LaneDirection::backward;
}

Paint marking_of(std::string_view type, int lane) {
  const bool is_left = lane > 0;
  if (type == "none") return Paint::none;
  if (type == "solid" || type == "edge") return Paint::solid;
  if (type == "broken" || type == "broken broken" || type == "botts dots") return Paint::broken;
  if (type == "solid solid") return Paint::double_solid;
  if (type == "solid broken") return is_left ? Paint::broken_solid : Paint::solid_broken;
  if (type == "broken solid") return is_left ? Paint::solid_broken : Paint::broken_solid;
  if (type == "curb" || type == "grass") return Paint::kerb;
  return Paint::automatic;
}

double usual_speed_mps(std::string_view road_type) { return looked_up(kSpeeds_kmh, road_type, 0.0) / 3.6; }

std::string plain_name(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f' || c == ';') c = '_';
  return name.empty() ? "_" : name;
}

}  // namespace backlot::formats::opendrive
