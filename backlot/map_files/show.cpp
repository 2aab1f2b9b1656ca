#include "backlot/map_files/show.h"

#include "backlot/formats/text/render.h"

namespace backlot::map_files {

std::string to_text(const base::Diagnostic& diagnostic, const Sources& sources) {
  for (const auto& source : sources)
    if (source->name() == diagnostic.place.file) return text::printable(text::render(diagnostic, *source));
  return text::printable(base::to_text(diagnostic));
}

std::string to_text(const base::Diagnostics& diagnostics, const Sources& sources) {
  std::string text;
  for (const base::Diagnostic& diagnostic : diagnostics) text += to_text(diagnostic, sources) + "\n";
  return text;
}

}  // namespace backlot::map_files
