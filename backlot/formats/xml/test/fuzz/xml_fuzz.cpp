// Any bytes: parse ends, and every element of what it could read stands inside of the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "backlot/formats/text/problems.h"
#include "backlot/formats/xml/attributes.h"
#include "backlot/formats/xml/document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace backlot;
  const std::string text(data, data + size);
  static_cast<void>(xml::find_root_name(text));
  const auto document = xml::parse(text, "fuzz.xml");
  for (const base::Diagnostic& diagnostic : document.diagnostics())
    if (diagnostic.place.line < 0 || diagnostic.place.column < 0) std::abort();
  if (!document) return 0;

  text::Problems problems;
  xml::Attributes attributes(*document, problems);
  const xml::Element root = document->root();
  for (xml::Element at = root; !at.is_none();) {
    if (at.where().line == 0 || at.where().column == 0) std::abort();
    for (const char* name : {"a", "s", "id"}) {
      const double value = attributes.number_or(at, name, 0);
      if (!(value >= -1e9 && value <= 1e9)) std::abort();
      static_cast<void>(attributes.find_whole(at, name));
      static_cast<void>(attributes.find_flag(at, name));
      static_cast<void>(at.where_of(name));
    }
    static_cast<void>(at.text());
    if (!at.first().is_none()) {
      at = at.first();
      continue;
    }
    while (at != root && at.next().is_none()) at = at.parent();
    if (at == root) break;
    at = at.next();
  }
  static_cast<void>(problems.take());
  return 0;
}
