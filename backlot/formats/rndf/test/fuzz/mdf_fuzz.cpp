// Any bytes: reading a mission ends.
#include <cstddef>
#include <cstdint>
#include <string>

#include "backlot/formats/rndf/read_mdf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace backlot;
  const std::string text(data, data + size);
  static_cast<void>(rndf::looks_like_mdf(text));
  static_cast<void>(rndf::read_mdf(text, "fuzz.mdf"));
  return 0;
}
