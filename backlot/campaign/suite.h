// A suite as its file says it, with everything that cases take from their base and from the suite filled in. Loose and editable; a plan (plan.h)
// makes single runs of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/campaign/case.h"

namespace backlot::campaign {

// First and last seed, both included.
struct Seeds {
  std::uint64_t first = 1, last = 1;

  std::uint64_t count() const { return last < first ? 0 : last - first + 1; }
  friend bool operator==(const Seeds&, const Seeds&) = default;
};

// A parameter of the scene with the values that a case gives to it, as texts of the scene language. More than one value: the case is played with each of them.
struct ParameterValues {
  std::string name;
  std::vector<std::string> values;
  base::Place place{};

  friend bool operator==(const ParameterValues&, const ParameterValues&) = default;
};

enum class Combination : std::uint8_t {
  all,       // every value of each parameter with every value of each other one
  pairwise,  // every value of each parameter at least once with every value of each other one
};

// What is to be demonstrated, with its text.
struct Requirement {
  std::string id, text;
  base::Place place{};
  bool is_suspect =
      false;  // a case was linked to another text: `verifies ID as of "DIGEST"` has the digest of that one

  friend bool operator==(const Requirement&, const Requirement&) = default;
};

// Eight hexadecimal digits that stand for a text. Blanks and ends of lines between its words make no difference.
std::string digest_of(std::string_view text);

struct CaseDescription {
  std::string name, title{};
  std::string scene_file{};  // as the program opens it
  std::vector<std::string> tags{}, requirements{};
  std::vector<ParameterValues> parameters{};
  Combination combination = Combination::all;
  std::vector<Seeds> seeds{{1, 1}};
  std::vector<std::string> drivers{};  // empty: the reference driver
  std::optional<double> timeout_s{};
  double evaded_at_most = kEvadedAtMost;
  std::string judge{};  // rules that replace those of the scene, with semicolons between them
  base::Place place{}, scene_place{}, judge_place{};

  friend bool operator==(const CaseDescription&, const CaseDescription&) = default;
};

// What becomes of runs that were not staged.
struct NotStaged {
  bool is_skipped = false;
  std::uint64_t tries = 3;  // further ones, with derived seeds

  friend bool operator==(const NotStaged&, const NotStaged&) = default;
};

struct SuiteDescription {
  std::string name, title{};
  std::vector<Requirement> requirements{};
  std::vector<CaseDescription> cases{};
  std::optional<NotStaged> not_staged{};
  base::Place place{};

  friend bool operator==(const SuiteDescription&, const SuiteDescription&) = default;
};

}  // namespace backlot::campaign
