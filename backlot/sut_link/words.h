// A command line, split into words as a shell splits it, without a shell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace backlot::sut_link {

// Words stand between blanks. In single quotes everything is as it is written; in double quotes a backslash takes the meaning off ", \, $ and `;
// outside of quotes a backslash takes it off any character. Variables, wildcards and pipes have no meaning. Empty where a quote is not
// closed, or a backslash is the last character.
std::optional<std::vector<std::string>> split_words(std::string_view text);

}  // namespace backlot::sut_link
