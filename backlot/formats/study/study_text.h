// The language of studies, from text to descriptions.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/formats/text/loader.h"
#include "backlot/study/study.h"

namespace backlot::formats::study {

// The study of a text, or all errors of it. Scenes are looked for by the loader, and not read: what is wrong with them, and with the parameters that they are
// given, is found when they are loaded.
base::Result<backlot::study::StudyDescription> read_study(std::string_view text, std::string file_name,
                                                          const text::Loader& scenes);

// The same statements in the canonical format, or why the text has none.
base::Result<std::string> format_study(std::string_view text, std::string file_name);

// Whether the text seems to be a study, by the first statement that tells.
bool looks_like_study(std::string_view text);

}  // namespace backlot::formats::study
