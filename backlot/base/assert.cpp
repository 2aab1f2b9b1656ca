#include "backlot/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace backlot::base {

void fail_check(const char* file, int line, const char* expression, std::string_view message) {
  std::fprintf(stderr, "%s:%d: check failed: %s", file, line, expression);
  if (!message.empty()) {
    std::fprintf(stderr, ": %.*s", static_cast<int>(message.size()), message.data());
  }
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace backlot::base
