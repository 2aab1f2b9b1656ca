// What a document holds, and its elements refer to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "backlot/formats/xml/internal/line_table.h"
#include "backlot/formats/xml/where.h"

namespace backlot::formats::xml {

struct Tree {
  Tree(std::string file_name, std::string own_text, std::string_view text_to_read)
      : file(std::move(file_name)),
        owned(std::move(own_text)),
        text(owned.empty() ? text_to_read : owned),
        lines(text) {}

  std::string file;
  std::string owned;      // the text in UTF-8, where it was not
  std::string_view text;  // of the caller, or the one owned
  LineTable lines;
  std::size_t skipped = 0;  // bytes before the part that pugixml saw
  pugi::xml_document nodes;
  pugi::xml_node root;
  const char* buffer = nullptr;  // pugixml's copy of the text: names and values point into it

  // The place of a name or value in the copy.
  Where where(const char* in_buffer) const {
    return lines.at(static_cast<std::size_t>(in_buffer - buffer) + skipped);
  }
};

}  // namespace backlot::formats::xml
