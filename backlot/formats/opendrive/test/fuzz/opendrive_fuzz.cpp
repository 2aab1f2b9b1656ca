// Any bytes: reading, linting, translating and writing again end, each with a value or with errors that have a code.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "backlot/formats/opendrive/lint.h"
#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/read_document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace backlot;
  const std::string text(data, data + size);
  static_cast<void>(opendrive::looks_like_opendrive(text));
  const auto document = opendrive::read_document(text, "fuzz.xodr");
  for (const base::Diagnostic& finding : opendrive::lint(text, "fuzz.xodr"))
    if (finding.code.empty() || finding.message.empty()) std::abort();

  const auto network = opendrive::read_opendrive(text, "fuzz.xodr");
  if (network.has_value() && !document.has_value()) std::abort();
  if (network) {
    const auto again = opendrive::write_opendrive(*network);
    for (const base::Diagnostic& finding : again.diagnostics())
      if (finding.code.empty() || finding.message.empty()) std::abort();
  }
  return 0;
}
