#include "backlot/formats/opendrive/read_document.h"

#include <utility>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/read/read_junction.h"
#include "backlot/formats/opendrive/internal/read/read_road.h"
#include "backlot/formats/opendrive/internal/read/read_signals.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/xml/attributes.h"

namespace backlot::formats::opendrive {

namespace {

Header read_header(xml::Attributes& in, xml::Element element) {
  Header header;
  header.where = element.where();
  header.revision_major = in.whole_or(element, "revMajor", header.revision_major);
  header.revision_minor = in.whole_or(element, "revMinor", header.revision_minor);
  header.name = in.word_or_empty(element, "name");
  header.version = in.word_or_empty(element, "version");
  header.date = in.word_or_empty(element, "date");
  header.vendor = in.word_or_empty(element, "vendor");
  header.geo_reference = std::string(element.child("geoReference").text());
  if (const xml::Element offset = element.child("offset"); !offset.is_none())
    header.offset = HeaderOffset{offset.where(), in.number_or(offset, "x", 0), in.number_or(offset, "y", 0),
                                 in.number_or(offset, "z", 0), in.number_or(offset, "hdg", 0)};
  return header;
}

// Content that stands in other files would be missing without a word.
void refuse_includes(xml::Attributes& in, xml::Element element) {
  for (const xml::Element child : element.children()) {
    if (child.name() == "include")
      in.error("X209", child.where(),
               fmt::format("the file includes \"{}\", which is not read", in.word_or_empty(child, "file")),
               "put the content of that file in the place of the include element");
    if (in.problems().is_full()) return;
    refuse_includes(in, child);
  }
}

Document read_root(xml::Attributes& in, const xml::Document& file) {
  Document document;
  document.file = file.file();
  document.where = file.root().where();
  for (const xml::Element element : file.root().children()) {
    const std::string_view name = element.name();
    if (name == "road")
      document.roads.push_back(read_road(in, element));
    else if (name == "junction")
      document.junctions.push_back(read_junction(in, element));
    else if (name == "controller")
      document.controllers.push_back(read_controller(in, element));
    else if (name == "header" && !document.header)
      document.header = read_header(in, element);
    if (in.problems().is_full()) break;
  }
  return document;
}

}  // namespace

base::Result<Document> read_document(const xml::Document& file) {
  text::Problems problems;
  xml::Attributes in(file, problems);
  if (file.root().name() != "OpenDRIVE") {
    in.error("X201", file.root().where(),
             fmt::format("the root element is {} (asam.net:xodr:1.0.0:xml.root_tag_is_opendrive)",
                         file.root().name()),
             "that of an OpenDRIVE file is OpenDRIVE");
    return base::Result<Document>::failure(problems.take());
  }
  refuse_includes(in, file.root());
  Document document = read_root(in, file);
  return base::Result<Document>::from(std::move(document), problems.take());
}

base::Result<Document> read_document(std::string_view text, const std::string& file) {
  base::Result<xml::Document> parsed = xml::parse(text, file);
  if (!parsed) return base::Result<Document>::failure(std::move(parsed).diagnostics());
  base::Result<Document> document = read_document(*parsed);
  base::Diagnostics diagnostics = parsed.diagnostics();
  diagnostics.append(document.diagnostics());
  if (!document) return base::Result<Document>::failure(std::move(diagnostics));
  return base::Result<Document>::success(*std::move(document), std::move(diagnostics));
}

bool looks_like_opendrive(std::string_view text) { return xml::find_root_name(text) == "OpenDRIVE"; }

}  // namespace backlot::formats::opendrive
