// An element of an XML document: a light handle, valid as long as its document lives.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "backlot/formats/xml/where.h"

namespace backlot::formats::xml {

struct Tree;

class Element {
 public:
  class Iterator;
  class Children;

  Element() = default;  // none
  Element(pugi::xml_node node, const Tree* tree) : node_(node), tree_(tree) {}

  bool is_none() const { return node_.empty(); }
  std::string_view name() const { return node_.name(); }
  Where where() const;

  // As the file has it, entities replaced; none where the element has no such attribute.
  std::optional<std::string_view> find(const char* attribute) const;
  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }
  // Where the name of the attribute stands; the element's own place where it has none of this name.
  Where where_of(const char* attribute) const;

  // The first piece of text inside, with blanks at its ends removed.
  std::string_view text() const;

  // Elements right below this one, in the order of the file.
  Children children() const;
  // The first one of this name, or none.
  Element child(const char* name) const { return {node_.child(name), tree_}; }
  Element parent() const { return {node_.parent(), tree_}; }
  Element next() const;   // the next element at this level, or none
  Element first() const;  // the first one below, or none

  friend bool operator==(const Element& a, const Element& b) { return a.node_ == b.node_; }

 private:
  pugi::xml_node node_;
  const Tree* tree_ = nullptr;
};

class Element::Iterator {
 public:
  explicit Iterator(Element at) : at_(at) {}
  Element operator*() const { return at_; }
  Iterator& operator++() {
    at_ = at_.next();
    return *this;
  }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

 private:
  Element at_;
};

class Element::Children {
 public:
  explicit Children(Element first) : first_(first) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(Element()); }

 private:
  Element first_;
};

inline Element::Children Element::children() const { return Children(first()); }

}  // namespace backlot::formats::xml
