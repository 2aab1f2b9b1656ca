#include "apps/server/show/static_world.h"

#include <cstring>

#include "apps/server/wire/frame_code.h"
#include "backlot/base/math.h"
#include "backlot/draw/wayside.h"
#include "backlot/draw/world_mesh.h"
#include "backlot/network/locate.h"
#include "backlot/record/frame.h"

namespace backlot::server {

namespace {

constexpr int kProtocol = 1;
constexpr std::size_t kMostVertices = 400'000;  // of one part of a message: below 16 MB
constexpr double kBesideCrosswalk_m = 0.3;      // from its edge to the pole of a head for walkers

template <class T>
void append_value(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

// A message of one part: the triangles of a part from one on, as many as fit. Vertices are copied for each triangle that is cut off.
std::string mesh_message(const draw::MeshPart& part, std::span<const std::uint32_t> indices) {
  std::uint32_t low = 0xffffffffU, high = 0;
  for (const std::uint32_t i : indices) {
    low = std::min(low, i);
    high = std::max(high, i);
  }
  const std::uint32_t count = indices.empty() ? 0 : high - low + 1;
  std::string bytes;
  bytes.reserve(16 + 12 * std::size_t{count} + 4 * indices.size());
  bytes.push_back(static_cast<char>(kMeshMessage));
  bytes.push_back(0);
  append_value<std::uint16_t>(bytes, 1);
  append_value<std::uint16_t>(bytes, static_cast<std::uint16_t>(part.material));
  append_value<std::uint16_t>(bytes, 0);
  append_value<std::uint32_t>(bytes, count);
  append_value<std::uint32_t>(bytes, static_cast<std::uint32_t>(indices.size()));
  for (std::size_t k = 3 * std::size_t{low}; k < 3 * (std::size_t{low} + count); ++k)
    append_value<float>(bytes, part.positions[k]);
  for (const std::uint32_t i : indices) append_value<std::uint32_t>(bytes, i - low);
  return bytes;
}

// Vertices of a part come in the order of its triangles, so that a run of triangles needs few others.
std::vector<Text> mesh_messages(const draw::WorldMesh& mesh) {
  std::vector<std::string> messages;
  for (const draw::MeshPart& part : mesh.parts) {
    const std::size_t step = 3 * kMostVertices;
    for (std::size_t k = 0; k < part.indices.size(); k += step)
      messages.push_back(
          mesh_message(part, std::span(part.indices).subspan(k, std::min(step, part.indices.size() - k))));
  }
  if (messages.empty()) messages.push_back(mesh_message({}, {}));
  messages.back()[1] = 1;  // the last one
  std::vector<Text> texts;
  for (std::string& message : messages)
    texts.push_back(std::make_shared<const std::string>(std::move(message)));
  return texts;
}

const char* sign_kind(network::FeatureKind kind) {
  switch (kind) {
    case network::FeatureKind::stop_sign:
      return "stop";
    case network::FeatureKind::yield_sign:
      return "yield";
    case network::FeatureKind::priority_sign:
      return "priority";
    case network::FeatureKind::speed_sign:
      return "speed";
    default:
      return "other";
  }
}

class WorldWriter {
 public:
  WorldWriter(const network::Network& network, const Set& set) : network_(network), set_(set) {}

  Json write(const draw::Wayside& wayside, std::span<const scene::PlacedMark> marks) {
    Json world = {{"is", "world"},          {"trees", Json::array()},
                  {"poles", Json::array()}, {"benches", Json::array()},
                  {"signs", Json::array()}, {"signal_groups", Json::array()},
                  {"heads", Json::array()}, {"walker_heads", Json::array()},
                  {"names", Json::array()}, {"marks", Json::array()}};
    for (const draw::WaysideThing& thing : wayside.things) add(world, thing);
    for (const network::SignalGroup& group : network_.signal_groups())
      world["signal_groups"].push_back(
          {{"name", group.name}, {"intersection", network_.name_of(group.intersection)}});
    for (const draw::SignalHead& head : wayside.heads) {
      Json place = set_.at(head.at);
      place.push_back(head.heading_rad);
      place.push_back(head.group.index());
      world["heads"].push_back(std::move(place));
    }
    add_walker_heads(world["walker_heads"]);
    add_names(world["names"]);
    for (const scene::PlacedMark& mark : marks)
      world["marks"].push_back(
          {{"name", mark.name}, {"at", set_.at(mark.point)}, {"heading", heading_of(mark)}});
    return world;
  }

 private:
  void add(Json& world, const draw::WaysideThing& thing) const {
    Json place = set_.at(thing.at);
    switch (thing.kind) {
      case network::FeatureKind::tree:
        place.push_back(thing.height_m > 0 ? thing.height_m : 7);
        world["trees"].push_back(std::move(place));
        return;
      case network::FeatureKind::pole:
      case network::FeatureKind::custom:
        place.push_back(thing.height_m > 0 ? thing.height_m : 5);
        world["poles"].push_back(std::move(place));
        return;
      case network::FeatureKind::bench:
        place.push_back(thing.heading_rad);
        world["benches"].push_back(std::move(place));
        return;
      default:
        world["signs"].push_back({{"kind", sign_kind(thing.kind)},
                                  {"at", std::move(place)},
                                  {"heading", thing.heading_rad},
                                  {"text", thing.text}});
    }
  }

  // At both ends of each crosswalk with a signal, at the right of those who walk towards it; its lights shine at them.
  void add_walker_heads(Json& heads) const {
    for (const network::Corridor& corridor : network_.corridors()) {
      if (corridor.signal_group.is_empty()) continue;
      if (network_.lane(corridor.lane).kind != network::LaneKind::crosswalk) continue;
      const double length = network_.strip(corridor.strip).length();
      for (const bool is_end : {false, true}) {
        const double distance = is_end ? length : 0;
        const network::LaneEdges edges = network_.edges(corridor.lane, distance);
        const double offset = is_end ? edges.right - kBesideCrosswalk_m : edges.left + kBesideCrosswalk_m;
        const auto pose = network::place(network_, corridor.strip, {distance, offset, 0});
        Json place = set_.at(pose.position);
        place.push_back(base::wrap_angle(pose.heading_rad + (is_end ? base::kPi : 0)));
        place.push_back(corridor.signal_group.index());
        heads.push_back(std::move(place));
      }
    }
  }

  void add_names(Json& names) const {
    for (const network::Way& way : network_.ways()) {
      const double middle = 0.5 * network_.strip(way.strip).length();
      const auto pose =
          network::place(network_, way.strip, {middle, network_.edges(way.strip, middle).centre(), 0});
      names.push_back({{"text", network_.name_of(way.strip)},
                       {"at", set_.at(pose.position)},
                       {"heading", pose.heading_rad},
                       {"what", "way"}});
    }
    for (std::size_t i = 0; i < network_.intersections().size(); ++i) {
      const auto id = network::IntersectionId::from_size(i);
      const auto corners = network_.boundary(id);
      if (!network_.intersection(id).whole.is_empty() || corners.empty()) continue;
      geometry::WorldPoint middle{};
      for (const geometry::WorldPoint& p : corners) {
        const double share = 1.0 / static_cast<double>(corners.size());
        middle = {middle.x + share * p.x, middle.y + share * p.y, middle.z + share * p.z};
      }
      names.push_back({{"text", network_.name_of(id)},
                       {"at", set_.at(middle)},
                       {"heading", 0},
                       {"what", "intersection"}});
    }
  }

  double heading_of(const scene::PlacedMark& mark) const {
    network::LocateScratch scratch;
    const network::NetworkLocated at = network::locate(network_, mark.point, scratch);
    if (at.strip.is_empty()) return 0;
    return network::place(network_, at.strip, at.point).heading_rad;
  }

  const network::Network& network_;
  const Set& set_;
};

template <class Enum>
Json names_of() {
  Json names = Json::array();
  for (std::uint32_t k = 0; k < count_of(Enum{}); ++k) names.push_back(to_text(static_cast<Enum>(k)));
  return names;
}

std::vector<geometry::WorldPoint> places_of_signals(const network::Network& network) {
  std::vector<geometry::WorldPoint> places;
  for (const network::SignalGroup& group : network.signal_groups()) {
    const auto corners = network.boundary(group.intersection);
    const auto arms = network.arms(group.intersection);
    places.push_back(!corners.empty() ? corners.front()
                     : !arms.empty()  ? arms.front().position
                                      : geometry::WorldPoint{});
  }
  return places;
}

}  // namespace

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Set make_set(const network::Network& network, std::span<const scene::PlacedMark> marks) {
  const draw::WorldMesh mesh = draw::make_world_mesh(network);
  auto world = std::make_shared<StaticWorld>();
  world->origin = mesh.origin;
  world->meshes = mesh_messages(mesh);
  world->signal_places = places_of_signals(network);
  Set set{world, {}};
  world->world = std::make_shared<const std::string>(
      dumped(WorldWriter(network, set).write(draw::find_wayside(network), marks)));

  Json materials = Json::array();
  for (std::uint32_t k = 0; k < draw::kMaterials; ++k)
    materials.push_back(to_text(static_cast<draw::Material>(k)));
  Json bounds = set.at(mesh.low);
  for (const Json& n : set.at(mesh.high)) bounds.push_back(n);
  set.hello = {{"is", "hello"},
               {"protocol", kProtocol},
               {"title", network.name()},
               {"origin", {mesh.origin.x, mesh.origin.y, mesh.origin.z}},
               {"bounds", std::move(bounds)},
               {"materials", std::move(materials)},
               {"aspects", names_of<network::Aspect>()},
               {"behaviours", names_of<record::Behaviour>()},
               {"kinds", names_of<world::ObjectKind>()},
               {"shapes", Json::array()},
               {"roles", Json::array()},
               {"time_range", nullptr},
               {"seed", nullptr},
               {"subject_id", nullptr},
               {"subject", ""},
               {"styles", Json::array()},
               {"drivers", Json::array()},
               {"parameters", Json::array()},
               {"columns", Json::array()},
               {"runs", Json::array()}};
  return set;
}

}  // namespace backlot::server
