// Reads pages back with pugixml, which shares no code with what writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <pugixml.hpp>

namespace backlot::report::test {

// The document of a page; a failure of the test where it is not well-formed.
inline pugi::xml_document read_page(const std::string& html) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(
      html.data(), html.size(), pugi::parse_default | pugi::parse_doctype | pugi::parse_ws_pcdata);
  EXPECT_TRUE(result) << result.description() << " at "
                      << html.substr(
                             static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, result.offset - 60)), 120);
  return document;
}

// All text of a node, as a reader sees it.
inline std::string text_of(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      text += child.value();
    else if (std::string_view(child.name()) != "script" && std::string_view(child.name()) != "style")
      text += text_of(child);
  }
  return text;
}

inline std::vector<pugi::xml_node> all_of(const pugi::xml_node& root, const char* path) {
  std::vector<pugi::xml_node> list;
  for (const pugi::xpath_node& found : root.select_nodes(path)) list.push_back(found.node());
  return list;
}

inline bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace backlot::report::test
