// Serves a shipped driver: serve_driver NAME, or serve_driver NAME ADDRESS.
#include <cstdio>

#include "backlot/drivers/shipped.h"
#include "backlot/sut_link/serve.h"

int main(int count, char** arguments) {
  using namespace backlot;
  const drivers::Shipped* shipped = count > 1 ? drivers::find_shipped(arguments[1]) : nullptr;
  if (shipped == nullptr) return 2;
  const auto system = shipped->make();
  const std::string fault =
      count > 2 ? sut_link::serve_at(*system, arguments[2]) : sut_link::serve(*system, 3, 4);
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  return fault.empty() ? 0 : 1;
}
