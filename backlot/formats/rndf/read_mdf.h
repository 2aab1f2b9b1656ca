// Missions from text.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/rndf/mdf_document.h"

namespace backlot::formats::rndf {

// All that is wrong with the text, by place (docs/diagnostics.md, R1xx and R2xx); what it says of a route network is not looked at.
base::Result<MdfDocument> read_mdf(std::string_view text, std::string file_name);

// Whether the first statement is that of a mission.
bool looks_like_mdf(std::string_view text);

}  // namespace backlot::formats::rndf
