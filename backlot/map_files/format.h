// The formats of maps that are read and written: one row each, in format.cpp.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/formats/text/loader.h"
#include "backlot/network/network_description.h"

namespace backlot::map_files {

struct Format {
  std::string_view name;    // as options and JSON call it: "way"
  std::string_view ending;  // ".way"
  bool (*looks_like)(std::string_view content);
  base::Result<network::NetworkDescription> (*read)(std::string_view content, const std::string& file,
                                                    const text::Loader& imports);
  // The text, with a warning for each kind of thing that the format cannot hold. Null: only read.
  base::Result<std::string> (*write)(const network::NetworkDescription& network);
  base::Result<std::string> (*format)(std::string_view content, const std::string& file);  // null: not by fmt
  // Whether an error of this code means that the text is not of this format at all, rather than a wrong network.
  bool (*is_syntax)(std::string_view code);
  // What `check` says besides: rules of the format that are broken, though the file can be read. Null: the format has no such rules.
  base::Diagnostics (*lint)(std::string_view content, const std::string& file) = nullptr;
  // What could be read of a text with errors, which `read` has reported. Null: nothing of it.
  network::NetworkDescription (*salvage)(std::string_view content, const std::string& file,
                                         const text::Loader& imports) = nullptr;
  // What `read` gives, without roads that cannot become ribbons: by the names that they have in the network. Null: of such a format
  // these are errors of its author, and no map is made.
  base::Result<network::NetworkDescription> (*read_without)(std::string_view content, const std::string& file,
                                                            const std::set<std::string>& roads) = nullptr;
};

std::span<const Format> formats();

// Whether a code of formats/text means that there is no telling what a text says: those about characters and braces.
bool is_text_syntax(std::string_view code);

// The format of a file: by what it holds, else by the ending of its name; null where neither tells.
const Format* recognise(std::string_view content, std::string_view path);

// The format by the ending of a name or by its own name; null where no format has it.
const Format* find_format_by_ending(std::string_view path);
const Format* find_format(std::string_view name);

// "way (.way), ...": those that can be read, or written.
std::string readable_formats();
std::string writable_formats();

}  // namespace backlot::map_files
