#include "backlot/storyboard/rehearsal_page.h"

#include <fstream>

#include "backlot/page/html.h"
#include "backlot/storyboard/internal/page_parts.h"

namespace backlot::storyboard {

std::string to_html(const RehearsalPage& data) {
  std::string html = page::begin_page("Rehearsal of " + data.scene);
  html += internal::head_part(data);
  html += internal::styles_part(data);
  html += internal::limits_part(data);
  html += internal::story_part(data);
  html += internal::roles_part(data);
  html += internal::events_part(data);
  html += internal::charts_part(data);
  html += internal::causes_part(data);
  html += internal::parameters_part(data);
  html += internal::foot_part(data);
  return html + page::end_page();
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
