#include "apps/cli/scenes/subject_option.h"

#include "apps/cli/input.h"
#include "apps/cli/message.h"

namespace backlot::cli {

std::optional<subject::SubjectChoice> read_subject(const std::string& text) {
  if (text.empty()) return subject::SubjectChoice{};
  const auto read = [](const std::string& file) -> std::optional<std::string> {
    base::Result<std::string> content = open_input(file);
    if (!content) return std::nullopt;
    return *std::move(content);
  };
  auto choice = subject::parse_subject(text, read);
  for (const base::Diagnostic& diagnostic : choice.diagnostics())
    say(coloured(to_text(diagnostic), diagnostic.severity));
  if (!choice) return std::nullopt;
  return *choice;
}

}  // namespace backlot::cli
