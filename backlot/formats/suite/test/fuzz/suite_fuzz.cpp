// Any bytes: reading a suite ends, every diagnostic says where, and formatting changes nothing twice. For libFuzzer:
//   clang++ -fsanitize=fuzzer,address,undefined ... suite_fuzz.cpp && ./suite_fuzz corpus/ -max_len=4096
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "backlot/campaign/plan.h"
#include "backlot/formats/suite/suite_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace backlot;
  static const text::FilesInMemory files(
      {{"a.scene", "scene a\n"}, {"b.suite", "suite b\ncase one { scene \"a.scene\"; tags t }\n"}});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(formats::suite::looks_like_suite(text));
  const auto formatted = formats::suite::format_suite(text, "fuzz.suite");
  if (formatted) {
    const auto twice = formats::suite::format_suite(*formatted, "fuzz.suite");
    if (!twice || *twice != *formatted) std::abort();
  }
  const auto suite = formats::suite::read_suite(text, "fuzz.suite", files);
  for (const base::Diagnostic& one : suite.diagnostics())
    if ((one.place.line <= 0 || one.place.file.empty()) && one.code != "T112") std::abort();
  if (!suite) return 0;
  for (const campaign::CaseDescription& one : suite->cases) {
    if (one.scene_file.empty() || one.seeds.empty() || one.drivers.empty()) std::abort();
    for (const campaign::ParameterValues& parameter : one.parameters)
      if (parameter.values.empty()) std::abort();
  }
  return 0;
}
