// Header, version, and which element stands in which.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/check/lint_rules.h"

namespace backlot::formats::opendrive {

namespace {

// What may stand below an element, in words with a blank between; those that must are in the third column. Elements of one name
// in several places share a row. Below those without a row we do not look.
struct Grammar {
  std::string_view parent, children, needed;
};
constexpr std::array kGrammar = {
    Grammar{"OpenDRIVE", "header road controller junction junctionGroup station", ""},
    Grammar{"header", "geoReference offset license defaultRegulations", ""},
    Grammar{"road",
            "link type planView elevationProfile lateralProfile lanes objects signals surface railroad",
            "planView lanes"},
    Grammar{"link", "predecessor successor neighbor", ""},
    Grammar{"planView", "geometry", "geometry"},
    Grammar{"geometry", "line spiral arc poly3 paramPoly3", ""},
    Grammar{"elevationProfile", "elevation", ""},
    Grammar{"lateralProfile", "superelevation crossfall shape crossSectionSurface", ""},
    Grammar{"crossSectionSurface", "tOffset surfaceStrips", "surfaceStrips"},
    Grammar{"lanes", "laneOffset laneSection", "laneSection"},
    Grammar{"laneSection", "left center right", "center"},
    Grammar{"left", "lane", "lane"},
    Grammar{"center", "lane", "lane"},
    Grammar{"right", "lane", "lane"},
    Grammar{"lane", "link border width roadMark material visibility speed access height rule", ""},
    Grammar{"roadMark", "sway type explicit", ""},
    Grammar{"objects", "object objectReference tunnel bridge", ""},
    Grammar{"object",
            "repeat outline outlines skeleton material validity parkingSpace markings borders surface", ""},
    Grammar{"outlines", "outline", "outline"},
    Grammar{"outline", "cornerRoad cornerLocal curveLocal cornerLocalParamPoly3 markings", ""},
    Grammar{"markings", "marking", "marking"},
    Grammar{"marking", "cornerReference", ""},
    Grammar{"borders", "border", "border"},
    Grammar{"skeleton", "polyline", "polyline"},
    Grammar{"signals", "signal signalReference", ""},
    Grammar{"signal",
            "validity dependency reference positionInertial positionRoad staticBoard vmsBoard semantics "
            "signalGroup",
            ""},
    Grammar{"signalReference", "validity", ""},
    Grammar{"controller", "control", ""},
    Grammar{"junction",
            "connection crossPath priority controller roadSection surface boundary planView elevationGrid "
            "objects signals "
            "signalReference",
            ""},
    Grammar{"connection", "predecessor successor laneLink", ""},
};

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

const Grammar* find_grammar(std::string_view parent) {
  for (const Grammar& grammar : kGrammar)
    if (grammar.parent == parent) return &grammar;
  return nullptr;
}

// Data of others, which may stand anywhere and hold anything.
bool is_additional(std::string_view name) {
  return name == "userData" || name == "include" || name == "dataQuality";
}

// Each kind of misplaced element is told once, with how many there are: a converter makes the same mistake everywhere.
class Schema {
 public:
  void look_at(xml::Element element) {
    const Grammar* grammar = find_grammar(element.name());
    if (grammar == nullptr) return;
    for (const xml::Element child : element.children())
      if (!is_additional(child.name()) && !has_word(grammar->children, child.name()))
        note({fmt::format("{} does not belong into {}", child.name(), element.name())}, child.where());
    std::string_view needed = grammar->needed;
    while (!needed.empty()) {
      const std::string name(needed.substr(0, needed.find(' ')));
      if (element.child(name.c_str()).is_none())
        note(fmt::format("{} has no {}", element.name(), name), element.where());
      needed.remove_prefix(std::min(name.size() + 1, needed.size()));
    }
  }

  void report(Findings& findings) const {
    for (const auto& [message, seen] : seen_)
      findings.warn(kValidSchema, seen.first,
                    seen.count == 1
                        ? message
                        : fmt::format("{}, here and in {} other places", message, seen.count - 1));
  }

 private:
  struct Seen {
    Where first;
    int count = 0;
  };
  void note(const std::string& message, Where where) {
    Seen& seen = seen_[message];
    if (++seen.count == 1) seen.first = where;
  }

  std::map<std::string, Seen> seen_;
};

// All elements that OpenDRIVE knows, in the order of the file and without recursion.
void lint_schema(const xml::Document& file, Findings& findings) {
  Schema schema;
  const xml::Element root = file.root();
  for (xml::Element at = root; !at.is_none();) {
    schema.look_at(at);
    const bool goes_down = find_grammar(at.name()) != nullptr && !at.first().is_none();
    if (goes_down) {
      at = at.first();
      continue;
    }
    while (at != root && at.next().is_none()) at = at.parent();
    if (at == root) break;
    at = at.next();
  }
  schema.report(findings);
}

}  // namespace

void lint_file(const Index& index, const xml::Document& file, Findings& findings) {
  const xml::Element header = file.root().child("header");
  if (header.is_none())
    findings.warn(kHeaderPresent, index.document.where, "the file has no header",
                  "it is read as version 1.4; add a header with revMajor and revMinor");
  else if (!header.has("revMajor") || !header.has("revMinor"))
    findings.warn(kVersionDefined, header.where(),
                  "the header does not say which version of OpenDRIVE this is",
                  "it is read as version 1.4; add revMajor and revMinor");
  lint_schema(file, findings);
}

}  // namespace backlot::formats::opendrive
