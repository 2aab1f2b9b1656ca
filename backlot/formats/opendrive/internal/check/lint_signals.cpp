// Signals: boards that hold boards.
#include <algorithm>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/check/lint_rules.h"

namespace backlot::formats::opendrive {

void lint_signals(const Index& index, Findings& findings) {
  for (const Road& road : index.document.roads)
    for (const Signal& signal : road.signals) {
      if (signal.type != "multiBoard") continue;
      const auto has = [&signal](bool is_static) {
        return std::any_of(signal.boards.begin(), signal.boards.end(),
                           [is_static](const Board& board) { return board.is_static == is_static; });
      };
      if (!has(true) || !has(false))
        findings.warn(kMultiBoard, signal.where,
                      fmt::format("signal \"{}\" is a multiBoard without a {}", signal.id,
                                  has(true) ? "vmsBoard" : "staticBoard"),
                      "it has at least one of each");
    }
}

}  // namespace backlot::formats::opendrive
