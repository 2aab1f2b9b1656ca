#include "backlot/formats/way/internal/network_reader.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/text/parameters.h"
#include "backlot/formats/way/internal/move.h"
#include "backlot/formats/way/internal/plausible.h"
#include "backlot/formats/way/internal/read/read_intersection.h"
#include "backlot/formats/way/internal/read/read_lanes.h"
#include "backlot/formats/way/internal/read/read_spine.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using text::Cursor;

constexpr std::array<std::string_view, 14> kStatements = {
    "network", "traffic", "priority from", "speed limit", "projection", "import",       "parameter",
    "profile", "way",     "road",          "joint",       "place",      "intersection", "template"};

network::GeoReference read_geo_reference(Cursor& c) {
  network::GeoReference geo;
  geo.projection = c.string("the projection, as PROJ writes it");
  if (c.take("moved by")) {
    geometry::WorldPoint by;
    read_point(c, by);
    geo.x = by.x;
    geo.y = by.y;
    geo.z = by.z;
  }
  if (c.take("turned by")) geo.heading_rad = c.quantity(text::kAngle);
  return geo;
}

}  // namespace

template <class Read>
void NetworkReader::for_each(text::Node::Range statements, Read read) {
  for (const text::Node node : statements) {
    if (node.statement().is_comment) continue;
    Cursor c(node, environment_.scope(), reading_.problems);
    if (c.has_failed())
      network_.is_incomplete = true;
    else
      read(c);
    if (reading_.problems.is_full()) return;
  }
}

// ---- declarations ----

void NetworkReader::declare_parameters(text::Node::Range statements) {
  for_each(statements, [this](Cursor& c) {
    if (c.take("parameter")) text::read_parameter(c, environment_.scope());
  });
}

void NetworkReader::declare_profiles_and_templates(text::Node::Range statements) {
  for_each(statements, [this](Cursor& c) {
    if (c.take("template")) return declare_template(c);
    if (!c.take("profile")) return;
    const std::size_t position = c.position();
    const std::string name = c.name("the profile's name");
    if (c.has_failed()) return;
    std::optional<LaneProfile> profile;
    if (c.finish_before_block("the profile")) profile = read_lanes(c, environment_, reading_);
    environment_.add_profile(name, std::move(profile));
    note_name(profiles_, name, c.place(position), "a profile");
  });
}

void NetworkReader::declare_template(Cursor& c) {
  const std::size_t position = c.position();
  const std::string name{c.new_word("the template's name")};
  const std::size_t list_position = c.position();
  text::check_parameter_list(c);
  const bool is_network = c.take("is network");
  if (c.has_failed() && name.empty()) return;
  c.finish_before_block("the template");
  environment_.add_template(name, {c.node(), list_position, is_network, &environment_});
  if (!note_name(template_names_, name, c.place(position), "a template")) return;
  if (!c.has_failed()) templates_.push_back(name);
}

void NetworkReader::read_header(text::Node::Range statements) {
  for_each(statements, [this](Cursor& c) {
    if (c.take("network")) {
      if (given_.once(c, "network")) network_.name = c.name("the network's name");
      c.finish();
    } else if (c.take("traffic")) {
      c.expect("on the");
      if (given_.once(c, "traffic"))
        network_.side = static_cast<network::TrafficSide>(c.choose(kSideWords, "side of the road"));
      c.finish();
    } else if (c.take("priority from")) {
      c.expect("the");
      if (given_.once(c, "priority from"))
        network_.goes_first = static_cast<network::TrafficSide>(c.choose(kSideWords, "side that goes first"));
      c.finish();
    } else if (c.take("speed limit")) {
      network_.speed_limit_place = {c.place()};
      if (given_.once(c, "speed limit")) network_.speed_limit_mps = read_speed_limit(c);
      c.finish();
    } else if (c.take("projection")) {
      if (given_.once(c, "projection")) network_.geo_reference = read_geo_reference(c);
      c.finish();
    }
  });
}

// ---- contents ----

void NetworkReader::read_contents(text::Node::Range statements) {
  for_each(statements, [this](Cursor& c) { read_statement(c); });
}

void NetworkReader::read_statement(Cursor& c) {
  if (c.take("way")) return add_way(c);
  if (c.take("intersection")) return add_intersection(c);
  if (c.take("road")) return add_road(c);
  if (c.take("joint")) return add_joint(c);
  if (c.take("place")) return add_placed(c);
  const std::string_view word = c.peek();
  const bool is_read_elsewhere = word == "network" || word == "traffic" || word == "priority" ||
                                 word == "speed" || word == "projection" || word == "import" ||
                                 word == "parameter" || word == "profile" || word == "template";
  if (!is_read_elsewhere) fail_unknown_statement(c, "of a network", kStatements);
}

// False, with an error, for the second of a name.
bool NetworkReader::note_name(NamePlaces& names, const std::string& name, const base::Place& place,
                              std::string_view what) {
  BACKLOT_ASSERT(!what.empty(), "what has a name has a word for it");
  const auto [first, is_new] = names.emplace(name, place);
  if (is_new) return true;
  // what is left out may be what others lead to
  if (&names != &profiles_ && &names != &template_names_) network_.is_incomplete = true;
  reading_.problems.error("W106", place, fmt::format("there is {} \"{}\" already", what, name),
                          fmt::format("the first stands at {}; rename one of them", to_text(first->second)));
  return false;
}

void NetworkReader::add_way(Cursor& c) {
  const std::size_t failures = reading_.problems.failures();
  std::optional<SingleWay> single = read_single_way(c, environment_, reading_);
  if (!single) {
    network_.is_incomplete = true;
    return;
  }
  single->road.is_incomplete = reading_.problems.failures() > failures;
  const std::string& name = single->road.name;
  if (!note_name(ways_, name, c.place(1), "a way") || !note_name(roads_, name, c.place(1), "a road")) return;
  network_.roads.push_back(std::move(single->road));
  if (single->link.from || single->link.to)
    links_.push_back({c.node(), network_.roads.size() - 1, std::move(single->link)});
}

void NetworkReader::add_road(Cursor& c) {
  const std::size_t failures = reading_.problems.failures();
  std::optional<network::RoadDescription> road = read_road(c, environment_, reading_);
  if (!road) {
    network_.is_incomplete = true;
    return;
  }
  road->is_incomplete = reading_.problems.failures() > failures;
  if (!note_name(roads_, road->name, c.place(1), "a road")) return;
  std::erase_if(road->ways, [&](const network::WayDescription& way) {
    return !note_name(ways_, way.name, way.place, "a way");
  });
  network_.roads.push_back(std::move(*road));
}

void NetworkReader::add_intersection(Cursor& c) {
  network::IntersectionDescription intersection;
  const std::size_t failures = reading_.problems.failures();
  const std::string name = c.name("the intersection's name");
  if (c.has_failed()) {
    network_.is_incomplete = true;
    return;
  }
  if (c.take("is")) {
    intersection = read_instance(c, name);
  } else {
    intersection.name = name;
    if (c.finish_before_block("the intersection"))
      read_intersection_block(c, intersection, BlockOf::whole, environment_, reading_);
  }
  intersection.name = name;
  intersection.place = place_of(c);
  intersection.is_incomplete = reading_.problems.failures() > failures;
  if (!note_name(intersection_names_, name, c.place(1), "an intersection")) return;
  intersections_.emplace(name, network_.intersections.size());
  network_.intersections.push_back(std::move(intersection));
}

void NetworkReader::add_joint(Cursor& c) {
  network::IntersectionDescription joint;
  joint.kind = network::IntersectionKind::zero_length;
  joint.place = place_of(c);
  joint.name = c.name("the joint's name");
  if (!c.finish_before_block("the joint")) {
    network_.is_incomplete = true;
    return;
  }
  const std::size_t failures = reading_.problems.failures();
  read_intersection_block(c, joint, BlockOf::whole, environment_, reading_);
  joint.is_incomplete = reading_.problems.failures() > failures;
  if (!note_name(intersection_names_, joint.name, c.place(1), "an intersection")) return;
  intersections_.emplace(joint.name, network_.intersections.size());
  network_.intersections.push_back(std::move(joint));
}

// ---- templates ----

// A template where it is used: its names with the values given, and its place.
struct NetworkReader::Use {
  const Template* entry = nullptr;  // null when something is wrong
  std::string name;
  std::unique_ptr<Environment> environment;
  network::Placement placement;
};

// TEMPLATE(ARGUMENTS) [at POINT] [turned ANGLE]
NetworkReader::Use NetworkReader::read_use(Cursor& c, bool is_network) {
  Use use;
  const std::size_t position = c.position();
  use.name = c.name("a template");
  if (c.has_failed()) return use;
  const Template* const entry = environment_.find_template(use.name);
  if (entry == nullptr) {
    if (!reading_.is_complete) {
      reading_.problems.note_failure();
      return use;
    }
    std::string hint = base::did_you_mean(use.name, environment_.template_names());
    if (hint.empty()) hint = fmt::format("declare it: template {} {{ ... }}", use.name);
    c.fail_at(position, "W103", fmt::format("there is no template \"{}\"", use.name), hint);
    return use;
  }
  if (entry->is_network != is_network) {
    c.fail_at(
        position, "W120",
        fmt::format("\"{}\" is a template of {}", use.name, is_network ? "an intersection" : "a network"),
        is_network ? "write intersection NAME is ..." : "write place NAME is ...");
    return use;
  }
  use.environment = std::make_unique<Environment>(entry->home);
  Cursor head(entry->node, use.environment->scope(), reading_.problems);
  head.go_to(entry->list_position);
  text::bind_arguments(c, head, use.environment->scope(), fmt::format("template \"{}\"", use.name));
  if (c.take("at")) read_point(c, use.placement.at);
  if (c.take("turned")) use.placement.turn_rad = c.quantity(text::kAngle);
  if (c.finish_words() && !head.has_failed() && enter(c, *entry)) use.entry = entry;
  return use;
}

// Whether the block of a template may be read here. The caller takes it from the list of instances when it is done.
bool NetworkReader::enter(Cursor& c, const Template& entry) {
  const text::Statement* const statement = &entry.node.statement();
  if (std::find(reading_.instances.begin(), reading_.instances.end(), statement) !=
      reading_.instances.end()) {
    c.fail_at(0, "W115", "this template contains itself");
    return false;
  }
  if (reading_.instances.size() >= kDeepestInstances) {
    c.fail_at(0, "W116",
              fmt::format("templates stand in templates more than {} times here", kDeepestInstances));
    return false;
  }
  if (!reading_.may_copy(c, entry.node.block_size() + 1)) return false;
  reading_.instances.push_back(statement);
  reading_.used.insert(statement);
  return true;
}

network::IntersectionDescription NetworkReader::read_instance(Cursor& c, const std::string& name) {
  network::IntersectionDescription pattern;
  const Use use = read_use(c, false);
  if (use.entry == nullptr) return pattern;
  pattern.name = use.name;
  Cursor body(use.entry->node, use.environment->scope(), reading_.problems);
  read_intersection_block(body, pattern, BlockOf::whole, *use.environment, reading_);
  BACKLOT_ASSERT(!reading_.instances.empty(), "an instance that ends was begun");
  reading_.instances.pop_back();

  network::IntersectionDescription instance = network::instantiate(pattern, name, use.placement);
  if (c.node().statement().has_block)
    read_intersection_block(c, instance, BlockOf::edits, environment_, reading_);
  return instance;
}

// NAME is TEMPLATE(...) at (0 m, 0 m) turned 90 deg
void NetworkReader::add_placed(Cursor& c) {
  const std::string name = c.name("a name for this copy");
  c.expect("is");
  const Use use = read_use(c, true);
  if (use.entry == nullptr) {
    network_.is_incomplete = true;
    return;
  }
  NetworkReader inner(*use.environment, reading_);
  inner.read_block(use.entry->node);
  BACKLOT_ASSERT(!reading_.instances.empty(), "an instance that ends was begun");
  reading_.instances.pop_back();
  const bool is_new = c.finish() && note_name(placed_, name, c.place(1), "a copy");
  if (!is_new) {
    network_.is_incomplete = true;
    return;
  }

  network::NetworkDescription part = inner.take();
  if (part.is_incomplete) network_.is_incomplete = true;
  if (!reading_.may_copy(c, part.roads.size() + part.intersections.size())) return;
  move(part, name, use.placement);
  const base::Place place = c.place(1);
  for (network::RoadDescription& road : part.roads) {
    if (!note_name(roads_, road.name, place, "a road")) continue;
    std::erase_if(road.ways, [&](const network::WayDescription& way) {
      return !note_name(ways_, way.name, place, "a way");
    });
    network_.roads.push_back(std::move(road));
  }
  for (network::IntersectionDescription& intersection : part.intersections) {
    if (!note_name(intersection_names_, intersection.name, place, "an intersection")) continue;
    intersections_.emplace(intersection.name, network_.intersections.size());
    network_.intersections.push_back(std::move(intersection));
  }
}

void NetworkReader::read_block(const text::Node& node) {
  declare_parameters(node.block());
  declare_profiles_and_templates(node.block());
  read_contents(node.block());
  attach_links();
}

void NetworkReader::attach_links() {
  way::attach_links(network_, intersections_, links_, environment_, reading_);
}

void NetworkReader::check_unused_templates() {
  for (const std::string& name : templates_) {
    const Template& entry = *environment_.find_template(name);
    if (reading_.used.count(&entry.node.statement()) > 0) continue;
    Environment inside(&environment_);
    Cursor head(entry.node, inside.scope(), reading_.problems);
    head.go_to(entry.list_position);
    text::declare_defaults(head, inside.scope());
    if (reading_.problems.is_full() || !enter(head, entry)) return;
    if (entry.is_network) {
      NetworkReader(inside, reading_).read_block(entry.node);
    } else {
      network::IntersectionDescription unused;
      read_intersection_block(head, unused, BlockOf::whole, inside, reading_);
    }
    BACKLOT_ASSERT(!reading_.instances.empty(), "an instance that ends was begun");
    reading_.instances.pop_back();
  }
}

}  // namespace backlot::formats::way
