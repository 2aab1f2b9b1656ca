// The option --subject: what drives the subject.
#pragma once

#include <optional>
#include <string>

#include "backlot/subject/choice.h"

namespace backlot::cli {

// An empty text is a model driver with a style that goes by the seed. Empty where the text makes no subject; then it was said why.
std::optional<subject::SubjectChoice> read_subject(const std::string& text);

}  // namespace backlot::cli
