#include "backlot/formats/xml/element.h"

#include "backlot/base/assert.h"
#include "backlot/formats/xml/internal/tree.h"

namespace backlot::formats::xml {

namespace {

pugi::xml_node element_from(pugi::xml_node node) {
  while (!node.empty() && node.type() != pugi::node_element) node = node.next_sibling();
  return node;
}

}  // namespace

Where Element::where() const {
  if (is_none()) return {};
  return tree_->where(node_.name() - 1);  // of the "<"
}

std::optional<std::string_view> Element::find(const char* attribute) const {
  BACKLOT_ASSERT(attribute != nullptr, "an attribute has a name");
  const pugi::xml_attribute found = node_.attribute(attribute);
  if (found.empty()) return std::nullopt;
  return std::string_view(found.value());
}

Where Element::where_of(const char* attribute) const {
  BACKLOT_ASSERT(attribute != nullptr, "an attribute has a name");
  const pugi::xml_attribute found = node_.attribute(attribute);
  return found.empty() ? where() : tree_->where(found.name());
}

std::string_view Element::text() const {
  const std::string_view text = node_.child_value();
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Element Element::next() const { return {element_from(node_.next_sibling()), tree_}; }
Element Element::first() const { return {element_from(node_.first_child()), tree_}; }

}  // namespace backlot::formats::xml
