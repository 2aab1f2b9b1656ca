#include "backlot/formats/xml/writer.h"

#include <utility>

#include "backlot/base/assert.h"
#include "backlot/formats/text/number.h"

namespace backlot::formats::xml {

namespace {

// Line breaks within an attribute would be read as blanks, so they are escaped too. Control characters cannot stand in XML at
// all.
void append_escaped(std::string_view value, bool is_attribute, std::string& out) {
  for (const char c : value) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += is_attribute ? "&quot;" : "\"";
        break;
      case '\n':
      case '\t':
      case '\r':
        if (is_attribute || c == '\r')
          out += "&#" + std::to_string(static_cast<int>(c)) + ";";
        else
          out += c;
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
}

}  // namespace

Writer::Writer() : out_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

void Writer::indent(std::size_t levels) { out_.append(4 * levels, ' '); }

void Writer::open(std::string_view name) {
  BACKLOT_ASSERT(!name.empty(), "an element has a name");
  if (!open_.empty()) {
    BACKLOT_CHECK(open_.back().inside != Inside::text, "an element has text or elements, not both");
    if (open_.back().inside == Inside::start) out_ += ">\n";
    open_.back().inside = Inside::elements;
  }
  indent(open_.size());
  out_ += '<';
  out_ += name;
  open_.push_back({name});
}

void Writer::close() {
  BACKLOT_CHECK(!open_.empty(), "no element is open");
  const Open last = open_.back();
  open_.pop_back();
  if (last.inside == Inside::start) {
    out_ += "/>\n";
    return;
  }
  if (last.inside == Inside::elements) indent(open_.size());
  out_ += "</";
  out_ += last.name;
  out_ += ">\n";
}

void Writer::attribute(std::string_view name, std::string_view value) {
  BACKLOT_ASSERT(!name.empty(), "an attribute has a name");
  BACKLOT_CHECK(!open_.empty() && open_.back().inside == Inside::start, "attributes come first");
  out_ += ' ';
  out_ += name;
  out_ += "=\"";
  append_escaped(value, true, out_);
  out_ += '"';
}

void Writer::attribute(std::string_view name, double value) {
  attribute(name, std::string_view(text::number_text(value == 0 ? 0 : value)));  // no -0
}

void Writer::attribute(std::string_view name, int value) {
  attribute(name, std::string_view(std::to_string(value)));
}

void Writer::attribute(std::string_view name, bool value) {
  attribute(name, std::string_view(value ? "true" : "false"));
}

void Writer::text(std::string_view value) {
  BACKLOT_CHECK(!open_.empty() && open_.back().inside != Inside::elements,
                "an element has text or elements, not both");
  if (value.empty()) return;
  if (open_.back().inside == Inside::start) out_ += '>';
  open_.back().inside = Inside::text;
  append_escaped(value, false, out_);
}

std::string Writer::take() {
  BACKLOT_CHECK(open_.empty(), "an element is still open");
  return std::exchange(out_, {});
}

}  // namespace backlot::formats::xml
