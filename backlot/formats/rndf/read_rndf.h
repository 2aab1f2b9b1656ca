// Route networks from text.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/rndf/rndf_document.h"

namespace backlot::formats::rndf {

// All that is wrong with the text, by place (docs/diagnostics.md, R1xx and R2xx). Of the document that comes with no error this holds:
// ids are unique and belong to the block in which they stand; exits, stops and checkpoints speak of waypoints that exist; degrees are
// on earth, and all within 100 km of the first. Lines may have any number of waypoints, none too.
base::Result<RndfDocument> read_rndf(std::string_view text, std::string file_name);

// Whether the first statement is that of a route network.
bool looks_like_rndf(std::string_view text);

}  // namespace backlot::formats::rndf
