#include "apps/cli/stage_input.h"

#include "apps/cli/message.h"
#include "backlot/formats/text/render.h"

namespace backlot::cli {

void say_all(const base::Diagnostics& found, const Sources& sources) {
  for (const base::Diagnostic& diagnostic : found) {
    const text::Source* source = nullptr;
    for (const auto& one : sources)
      if (one->name() == diagnostic.place.file) source = one.get();
    say(coloured(source == nullptr ? to_text(diagnostic) : text::render(diagnostic, *source),
                 diagnostic.severity));
  }
}

std::optional<StageText> StageText::open(const std::string& path) {
  base::Result<std::string> content = open_input(path);
  if (!content) {
    say_all(content.diagnostics(), {});
    return std::nullopt;
  }
  StageText text;
  text.path_ = path;
  text.text_ = *std::move(content);
  return text;
}

std::unique_ptr<const StageRoads> StageRoads::load(const std::string& file) {
  if (file.empty()) {
    say_error("the scene names no network", "import \"NAME.way\" at its top");
    return nullptr;
  }
  Loading loading = load_network(file);
  if (loading.has_failed(false)) {
    report(loading);
    return nullptr;
  }
  return std::unique_ptr<const StageRoads>(new StageRoads(std::move(loading)));
}

}  // namespace backlot::cli
