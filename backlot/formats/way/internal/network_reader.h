// Reads the statements of a network: those of the files, or of a network template.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "backlot/formats/way/internal/attach_links.h"
#include "backlot/formats/way/internal/environment.h"
#include "backlot/formats/way/internal/read/read_road.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::way {

// In four turns, each over all statements, since profiles may use parameters that stand below them, ways profiles, and
// ways between arms intersections.
class NetworkReader {
 public:
  NetworkReader(Environment& environment, Reading& reading) : environment_(environment), reading_(reading) {}

  void declare_parameters(text::Node::Range statements);
  void declare_profiles_and_templates(text::Node::Range statements);
  // What a network says about itself: only in the file that was asked for.
  void read_header(text::Node::Range statements);
  void read_contents(text::Node::Range statements);
  // Ways that lead from arm to arm get their spines.
  void attach_links();

  // All of that for the block of a template.
  void read_block(const text::Node& node);

  // Reads templates that are never used, with the values of their own, for their errors.
  void check_unused_templates();

  network::NetworkDescription take() { return std::move(network_); }

 private:
  struct Use;

  template <class Read>
  void for_each(text::Node::Range statements, Read read);
  void declare_template(text::Cursor& c);
  void read_statement(text::Cursor& c);
  void add_way(text::Cursor& c);
  void add_road(text::Cursor& c);
  void add_intersection(text::Cursor& c);
  void add_joint(text::Cursor& c);
  void add_placed(text::Cursor& c);
  network::IntersectionDescription read_instance(text::Cursor& c, const std::string& name);
  Use read_use(text::Cursor& c, bool is_network);
  bool enter(text::Cursor& c, const Template& entry);
  using NamePlaces = std::unordered_map<std::string, base::Place>;  // where names were declared
  bool note_name(NamePlaces& names, const std::string& name, const base::Place& place, std::string_view what);

  Environment& environment_;
  Reading& reading_;
  network::NetworkDescription network_;
  Given given_;
  std::vector<PendingLink> links_;
  IntersectionsByName intersections_;
  NamePlaces ways_, roads_, intersection_names_, placed_, profiles_, template_names_;
  std::vector<std::string> templates_;  // declared here
};

}  // namespace backlot::formats::way
