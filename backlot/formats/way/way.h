// The way language from end to end: text to network and back.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/text/loader.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::way {

// All errors of the text, by place. A network that was read here still has to be built, which may find more.
base::Result<network::NetworkDescription> read_way(std::string_view text, std::string file_name,
                                                   const text::Loader& imports);

// The same with what could be read of a text with errors, so that more can be checked: parts that are not whole say so.
struct PartialReading {
  network::NetworkDescription network;
  base::Diagnostics found;
};
PartialReading read_way_partly(std::string_view text, std::string file_name, const text::Loader& imports);

// In the canonical format. read_way() gives an equal network; see document_of().
std::string write_way(const network::NetworkDescription& network);

// The same statements in the canonical format, or why the text has none.
base::Result<std::string> format_way(std::string_view text, std::string file_name);

// Whether the text seems to be in this language, by the first statement that tells.
bool looks_like_way(std::string_view text);

}  // namespace backlot::formats::way
