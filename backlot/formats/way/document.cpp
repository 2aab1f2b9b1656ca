#include "backlot/formats/way/document.h"

#include <memory>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/formats/text/print.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/way/internal/expand_syntax.h"
#include "backlot/formats/way/internal/write_network.h"

namespace backlot::formats::way {

base::Result<Document> parse(std::string_view text, std::string file_name) {
  text::Problems problems;
  Document document;
  document.syntax =
      text::Syntax::parse(std::make_shared<text::Source>(std::move(file_name), std::string(text)), problems);
  return base::Result<Document>::from(std::move(document), problems.take());
}

std::string print(const Document& document) { return text::print(document.syntax); }

base::Result<network::NetworkDescription> expand(Document document, const text::Loader& imports) {
  text::Problems problems;
  network::NetworkDescription network = expand_syntax(std::move(document.syntax), imports, problems);
  return base::Result<network::NetworkDescription>::from(std::move(network), problems.take());
}

Document document_of(const network::NetworkDescription& network) {
  base::Result<Document> document = parse(network_text(network), {});
  BACKLOT_CHECK(document.has_value(), "what is written can be read");
  return std::move(document).value();
}

}  // namespace backlot::formats::way
