// OpenDRIVE 1.4-1.8 text -> Document.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/xml/document.h"

namespace backlot::formats::opendrive {

// Elements may stand in any order; user data and what we do not know are skipped. A number that is needed and wrong is an error;
// records out of order are sorted, with a warning. Whether the file keeps the rules of OpenDRIVE is asked by lint().
base::Result<Document> read_document(const xml::Document& file);
base::Result<Document> read_document(std::string_view text, const std::string& file);

// By its root element.
bool looks_like_opendrive(std::string_view text);

}  // namespace backlot::formats::opendrive
