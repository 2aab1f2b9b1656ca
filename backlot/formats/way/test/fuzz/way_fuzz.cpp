// Any bytes: read_way ends, and what it could read is written and read back as an equal network. For libFuzzer:
//   clang++ -fsanitize=fuzzer,address,undefined ... way_fuzz.cpp && ./way_fuzz corpus/ -max_len=4096
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "backlot/formats/text/loader.h"
#include "backlot/formats/way/way.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace backlot;
  const std::string text(data, data + size);
  static_cast<void>(way::looks_like_way(text));

  const auto formatted = way::format_way(text, "fuzz.way");
  if (formatted) {
    const auto twice = way::format_way(*formatted, "fuzz.way");
    if (!twice || *twice != *formatted) std::abort();
  }

  const auto network = way::read_way(text, "fuzz.way", text::NoFiles());
  if (!network) return 0;
  const auto again = way::read_way(way::write_way(*network), "again.way", text::NoFiles());
  if (!again || !(*again == *network)) std::abort();
  return 0;
}
