// What lint() has found so far.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/opendrive/rules.h"

namespace backlot::formats::opendrive {

class Findings {
 public:
  explicit Findings(const Document& document) : document_(document) {}

  void warn(const Rule& rule, Where where, const std::string& message, std::string hint = {});
  void error(const Rule& rule, Where where, const std::string& message, std::string hint = {});

  // By place; of each code as many as are asked for, then a note with the number of the others.
  base::Diagnostics take(std::size_t most_of_a_kind);

 private:
  const Document& document_;
  base::Diagnostics list_;
};

}  // namespace backlot::formats::opendrive
