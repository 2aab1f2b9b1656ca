#include "backlot/storyboard/rehearsal_page.h"

#include <fstream>

#include "backlot/draw/svg.h"
#include "backlot/storyboard/internal/page_parts.h"
#include "backlot/storyboard/internal/page_style.h"

namespace backlot::storyboard {

std::string to_html(const RehearsalPage& page) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n";
  html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
  html += "<meta name=\"color-scheme\" content=\"light dark\"/>\n";
  html += "<title>Rehearsal of " + draw::escaped(page.scene) + "</title>\n<style>";
  html += internal::kPageStyle;
  html += "</style>\n</head>\n<body>\n<main>\n";
  html += internal::head_part(page);
  html += internal::styles_part(page);
  html += internal::limits_part(page);
  html += internal::story_part(page);
  html += internal::roles_part(page);
  html += internal::events_part(page);
  html += internal::charts_part(page);
  html += internal::causes_part(page);
  html += internal::parameters_part(page);
  html += internal::foot_part(page);
  return html + "</main>\n</body>\n</html>\n";
}

base::Diagnostics write_page(const RehearsalPage& page, const std::string& path) {
  base::Diagnostics found;
  std::ofstream file(path, std::ios::binary);
  if (file) file << to_html(page);
  file.close();
  if (!file) {
    found.error("D103", {.file = path}, "the page cannot be written",
                "check that the folder exists and may be written");
  }
  return found;
}

}  // namespace backlot::storyboard
