#include "backlot/formats/opendrive/lint.h"

#include "backlot/formats/opendrive/internal/check/findings.h"
#include "backlot/formats/opendrive/internal/check/lint_rules.h"
#include "backlot/formats/opendrive/read_document.h"

namespace backlot::formats::opendrive {

Index::Index(const Document& all) : document(all) {
  for (const Road& road : all.roads) roads.emplace(road.id, &road);
  for (const Junction& junction : all.junctions) junctions.emplace(junction.id, &junction);
}

const Road* Index::find_road(std::string_view id) const {
  const auto found = roads.find(id);
  return found == roads.end() ? nullptr : found->second;
}

const Junction* Index::find_junction(std::string_view id) const {
  const auto found = junctions.find(id);
  return found == junctions.end() ? nullptr : found->second;
}

bool Index::is_at_least(int major, int minor) const {
  const Header header = document.header.value_or(Header());
  return header.revision_major != major ? header.revision_major > major : header.revision_minor >= minor;
}

base::Diagnostics lint(const Document& document, const xml::Document& file, const LintSettings& settings) {
  const Index index(document);
  Findings findings(document);
  lint_file(index, file, findings);
  lint_ids(index, findings);
  lint_reference_lines(index, findings);
  lint_profiles(index, findings);
  lint_lanes(index, findings);
  lint_contacts(index, findings);
  lint_road_links(index, findings);
  lint_junctions(index, findings);
  lint_objects(index, findings);
  lint_signals(index, findings);
  return findings.take(settings.most_of_a_kind);
}

base::Diagnostics lint(std::string_view text, const std::string& file, const LintSettings& settings) {
  const base::Result<xml::Document> parsed = xml::parse(text, file);
  if (!parsed) return {};
  const base::Result<Document> document = read_document(*parsed);
  if (!document) return {};
  return lint(*document, *parsed, settings);
}

}  // namespace backlot::formats::opendrive
