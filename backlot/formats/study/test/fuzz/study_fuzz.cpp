// Any bytes: reading a study ends, every diagnostic says where, plans are made of what was read, and formatting changes nothing twice. For libFuzzer:
//   clang++ -fsanitize=fuzzer,address,undefined ... study_fuzz.cpp && ./study_fuzz corpus/ -max_len=4096
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "backlot/formats/study/study_text.h"
#include "backlot/study/plan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace backlot;
  static const text::FilesInMemory scenes({{"a.scene", "scene a\n"}, {"b.scene", "scene b\n"}});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(formats::study::looks_like_study(text));
  const auto formatted = formats::study::format_study(text, "fuzz.study");
  if (formatted) {
    const auto twice = formats::study::format_study(*formatted, "fuzz.study");
    if (!twice || *twice != *formatted) std::abort();
  }
  const auto study = formats::study::read_study(text, "fuzz.study", scenes);
  for (const base::Diagnostic& one : study.diagnostics())
    if ((one.place.line <= 0 || one.place.file.empty()) && one.code != "T112") std::abort();
  if (!study) return 0;
  constexpr std::size_t kMostTrials = 10'000;
  const std::size_t trials = study::trials_of(*study);
  if (study->participants.empty() || trials == 0 || trials > kMostTrials) return 0;
  std::size_t planned = 0;
  for (const study::PlannedStep& step : study::plan_of(*study, study->participants.size() - 1)) {
    if (step.kind != study::StepKind::trial) continue;
    ++planned;
    if (step.trial.condition >= study->conditions.size()) std::abort();
  }
  if (planned != trials) std::abort();
  return 0;
}
