// Reads back what a sheet has written, by its text alone.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace backlot::storyboard::test {

struct Element {
  std::string name;  // "rect"; "/g" ends a group
  std::map<std::string, std::string> attributes;
  std::string text;  // up to the next tag

  double number(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? 0 : std::strtod(found->second.c_str(), nullptr);
  }
  std::string get(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? "" : found->second;
  }
  // Of a polygon or line: x, y, x, y ...
  std::vector<double> points() const {
    std::vector<double> list;
    const std::string all = get("points");
    const char* at = all.c_str();
    while (*at != 0) {
      char* end = nullptr;
      list.push_back(std::strtod(at, &end));
      if (end == at) break;
      at = *end == 0 ? end : end + 1;
    }
    return list;
  }
};

inline std::vector<Element> elements_of(std::string_view svg) {
  std::vector<Element> elements;
  for (std::size_t i = svg.find('<'); i != std::string_view::npos;) {
    const std::size_t end = svg.find('>', i), next = std::min(svg.find('<', i + 1), svg.size());
    const std::string_view tag = svg.substr(i + 1, end - i - 1);
    Element element{std::string(tag.substr(0, tag.find_first_of(" /", 1))), {}, {}};
    for (std::size_t eq = tag.find("=\""); eq != std::string_view::npos; eq = tag.find("=\"", eq + 1)) {
      const std::size_t from = tag.rfind(' ', eq) + 1, to = tag.find('"', eq + 2);
      element.attributes[std::string(tag.substr(from, eq - from))] = tag.substr(eq + 2, to - eq - 2);
    }
    element.text = svg.substr(end + 1, next - end - 1);
    elements.push_back(element);
    i = next == svg.size() ? std::string_view::npos : next;
  }
  return elements;
}

// An upright rectangle.
struct Rect {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};
inline bool overlap(const Rect& a, const Rect& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

struct Vehicle {
  std::string title;               // "violator: car 7, 22 km/h"
  std::vector<double> body;        // all corners of its polygons: x, y, x, y ...
  std::vector<std::string> fills;  // of all its polygons, the body's first

  Rect bounds() const {
    Rect r{1e9, 1e9, -1e9, -1e9};
    for (std::size_t i = 0; i + 1 < body.size(); i += 2) {
      r.x0 = std::min(r.x0, body[i]), r.x1 = std::max(r.x1, body[i]);
      r.y0 = std::min(r.y0, body[i + 1]), r.y1 = std::max(r.y1, body[i + 1]);
    }
    return r;
  }
};

// The vehicles of a panel, in the order in which they are drawn.
inline std::vector<Vehicle> vehicles_of(const std::vector<Element>& elements) {
  std::vector<Vehicle> vehicles;
  bool is_inside = false;
  for (const Element& e : elements) {
    if (e.name == "title") {
      is_inside = e.text.find("km/h") != std::string::npos;
      if (is_inside) vehicles.push_back({e.text, {}, {}});
    }
    if (e.name == "/g") is_inside = false;
    if (!is_inside || e.name != "polygon") continue;
    const std::vector<double> points = e.points();
    vehicles.back().body.insert(vehicles.back().body.end(), points.begin(), points.end());
    vehicles.back().fills.push_back(e.get("fill"));
  }
  return vehicles;
}

// The rectangles behind names.
inline std::vector<Rect> labels_of(const std::vector<Element>& elements) {
  std::vector<Rect> labels;
  for (const Element& e : elements) {
    if (e.name != "rect" || (e.get("fill") != "#fffffc" && e.get("fill") != "#fffffb")) continue;
    labels.push_back({e.number("x"), e.number("y"), e.number("x") + e.number("width"),
                      e.number("y") + e.number("height")});
  }
  return labels;
}

inline std::size_t texts_equal_to(const std::vector<Element>& elements, std::string_view text) {
  return static_cast<std::size_t>(std::count_if(elements.begin(), elements.end(), [&](const Element& e) {
    return e.name == "text" && e.text == text;
  }));
}

}  // namespace backlot::storyboard::test
