// A .way file as it was written: its statements with expressions, templates and comments. Two documents are equal when
// they say the same with the same words, wherever those stand.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/text/loader.h"
#include "backlot/formats/text/syntax.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::way {

struct Document {
  text::Syntax syntax;

  friend bool operator==(const Document&, const Document&) = default;
};

// Looks at the shape of the text only; expand() asks for the meaning.
base::Result<Document> parse(std::string_view text, std::string file_name);

// In the canonical format. Never changes the meaning; comments and groups of lines stay.
std::string print(const Document& document);

// The network that the document describes: imports followed, names found, units converted, templates instanced. Every
// part knows its place in the text.
base::Result<network::NetworkDescription> expand(Document document, const text::Loader& imports);

// A document that expands to an equal network, to the last bit of its numbers, which must be finite. Equal lists of
// lanes become profiles. An interval of signals must have one aspect for each group.
Document document_of(const network::NetworkDescription& network);

}  // namespace backlot::formats::way
