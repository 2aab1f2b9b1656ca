#include "backlot/formats/text/imports.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/text/cursor.h"
#include "backlot/formats/text/limits.h"

namespace backlot::text {

namespace {

class Importer {
 public:
  Importer(const Loader& loader, Problems& problems) : loader_(loader), problems_(problems) {}

  void add(Syntax syntax) {
    active_.push_back(syntax.source()->name());
    known_.insert(syntax.source()->name());
    if (!syntax.is_sound()) library_.is_complete = false;
    for (const Node node : syntax.top()) {
      const auto tokens = node.tokens();
      const bool is_import = !node.statement().is_comment && !tokens.empty() &&
                             tokens.front().kind == TokenKind::word && node.text(tokens.front()) == "import";
      if (is_import && syntax.is_sound()) follow(node);
      if (!node.statement().is_readable) library_.is_complete = false;
    }
    BACKLOT_ASSERT(!active_.empty(), "a file that was read was begun");
    active_.pop_back();
    library_.files.push_back(std::move(syntax));
  }

  Library take() { return std::move(library_); }

 private:
  void follow(Node node) {
    const Scope nothing;
    Cursor c(node, nothing, problems_);
    c.expect("import");
    const std::size_t position = c.position();
    const std::string path = c.string("the name of a file");
    if (!c.finish()) {
      library_.is_complete = false;
      return;
    }
    BACKLOT_ASSERT(!active_.empty(), "a file is imported by another one");
    std::optional<File> file = loader_.load(path, active_.back());
    if (!file) {
      const std::vector<std::string> known = loader_.paths_like(path, active_.back());
      const std::vector<std::string_view> words(known.begin(), known.end());
      std::string hint = base::did_you_mean(path, words);
      if (hint.empty()) hint = "paths count from the folder of this file";
      c.fail_at(position, "T130", fmt::format("there is no file \"{}\"", path), std::move(hint));
      library_.is_complete = false;
      return;
    }
    for (const std::string& name : active_) {
      if (name != file->name) continue;
      c.fail_at(position, "T131", fmt::format("\"{}\" is imported by what it imports itself", path),
                "take one of the imports out");
      return;
    }
    if (known_.count(file->name) > 0) return;
    if (known_.size() >= kMostImports || active_.size() >= kDeepestNesting) {
      c.fail_at(position, "T132", "too many files are imported here, or one from the other");
      library_.is_complete = false;
      return;
    }
    add(Syntax::parse(std::make_shared<Source>(std::move(file->name), std::move(file->text)), problems_));
  }

  const Loader& loader_;
  Problems& problems_;
  Library library_;
  std::vector<std::string> active_;  // from the first file to the one that is read now
  std::set<std::string> known_;
};

}  // namespace

Library load_imports(Syntax main, const Loader& loader, Problems& problems) {
  Importer importer(loader, problems);
  importer.add(std::move(main));
  return importer.take();
}

}  // namespace backlot::text
