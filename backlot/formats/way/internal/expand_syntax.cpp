#include "backlot/formats/way/internal/expand_syntax.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "backlot/formats/text/imports.h"
#include "backlot/formats/way/internal/environment.h"
#include "backlot/formats/way/internal/network_reader.h"

namespace backlot::formats::way {

network::NetworkDescription expand_syntax(text::Syntax main, const text::Loader& imports,
                                          text::Problems& problems) {
  if (!main.is_sound() || problems.is_full()) {
    network::NetworkDescription nothing;
    nothing.is_incomplete = true;
    return nothing;
  }
  const text::Library library = load_imports(std::move(main), imports, problems);
  Reading reading{.problems = problems, .is_complete = library.is_complete};
  std::size_t statement_count = 0;
  for (const text::Syntax& file : library.files) statement_count += file.statements().size();
  reading.most_copies = std::min(kMostCopies, kFreeCopies + kCopiesPerStatement * statement_count);
  Environment environment;
  if (!library.is_complete) environment.scope().note_missing_names();
  NetworkReader reader(environment, reading);
  const auto for_each_file = [&](auto read) {
    for (const text::Syntax& file : library.files)
      if (file.is_sound() && !problems.is_full()) read(file.top());
  };
  for_each_file([&](text::Node::Range statements) { reader.declare_parameters(statements); });
  for_each_file([&](text::Node::Range statements) { reader.declare_profiles_and_templates(statements); });
  reader.read_header(library.files.back().top());
  for_each_file([&](text::Node::Range statements) { reader.read_contents(statements); });
  reader.attach_links();
  reader.check_unused_templates();
  network::NetworkDescription network = reader.take();
  if (!library.is_complete || problems.is_full()) network.is_incomplete = true;
  return network;
}

}  // namespace backlot::formats::way
