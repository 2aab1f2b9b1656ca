#include "apps/cli/json_output.h"

#include <string>

#include "apps/cli/output.h"

namespace backlot::cli {

Json to_json(const base::Diagnostic& diagnostic) {
  return {{"file", diagnostic.place.file},
          {"line", diagnostic.place.line},
          {"column", diagnostic.place.column},
          {"severity", std::string(base::to_text(diagnostic.severity))},
          {"code", diagnostic.code},
          {"message", diagnostic.message},
          {"hint", diagnostic.hint}};
}

ExitCode write_json(const Json& json) {
  // Names come from files: bytes that are no UTF-8 are replaced, not thrown about.
  return write_output("-", json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace backlot::cli
