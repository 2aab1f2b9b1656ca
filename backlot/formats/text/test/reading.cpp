#include "backlot/formats/text/test/reading.h"

#include <fmt/format.h>

namespace backlot::text {

Parsed parsed(std::string_view text) {
  Problems problems;
  Parsed result;
  result.syntax = Syntax::parse(std::make_shared<Source>("test", std::string(text)), problems);
  result.diagnostics = problems.take();
  return result;
}

std::string formatted(std::string_view text) {
  const Parsed result = parsed(text);
  return result.diagnostics.is_empty() ? print(result.syntax) : to_text(result.diagnostics);
}

std::string codes(const base::Diagnostics& diagnostics) {
  std::string out;
  for (const base::Diagnostic& d : diagnostics) {
    if (!out.empty()) out += ", ";
    out += d.place.line > 0 ? fmt::format("{} {}:{}", d.code, d.place.line, d.place.column) : d.code;
  }
  return out;
}

std::string value_of(std::string_view expression, const Scope& scope) {
  Problems problems;
  const Syntax syntax = Syntax::parse(std::make_shared<Source>("test", std::string(expression)), problems);
  std::string value;
  for (const Node node : syntax.top()) {
    Cursor c(node, scope, problems);
    const Quantity quantity = c.any_quantity();
    c.finish();
    value = fmt::format("{} {}", quantity.value, to_text(quantity.dimension));
  }
  const base::Diagnostics found = problems.take();
  return found.is_empty() ? value : fmt::format("{}: {}", found[0].code, found[0].message);
}

}  // namespace backlot::text
