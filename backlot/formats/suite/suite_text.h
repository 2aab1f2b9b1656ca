// The language of suites, from text to descriptions.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/campaign/suite.h"
#include "backlot/formats/text/loader.h"

namespace backlot::formats::suite {

// The suite of a text, with the cases of the suites that it plays, or all errors of it and of the suites that it imports. Scenes are looked for by the
// loader, and not read: what is wrong with them, and with the parameters that they are given, is found when they are loaded.
base::Result<campaign::SuiteDescription> read_suite(std::string_view text, std::string file_name,
                                                    const text::Loader& imports);

// The same statements in the canonical format, or why the text has none.
base::Result<std::string> format_suite(std::string_view text, std::string file_name);

// Whether the text seems to be a suite, by the first statement that tells.
bool looks_like_suite(std::string_view text);

}  // namespace backlot::formats::suite
