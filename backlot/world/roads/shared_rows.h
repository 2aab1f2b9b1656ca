// Rows of many lists, one after the other; lists that are equal are stored once. In a town of many equal crossings,
// what they have in common then stays in the nearest cache, however large the town.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/huge_pages.h"

namespace backlot::world {

template <class Row>
class SharedRows {
 public:
  // Where the list begins. No more are added once `end_adding` was called.
  std::uint32_t add(const std::vector<Row>& list) {
    BACKLOT_ASSERT(!has_ended_, "no list is added after end_adding()");
    const auto [at, is_new] = known_.try_emplace(list, static_cast<std::uint32_t>(rows_.size()));
    if (is_new) rows_.insert(rows_.end(), list.begin(), list.end());
    return at->second;
  }
  void end_adding() {
    has_ended_ = true;
    known_.clear();
    rows_.shrink_to_fit();
  }

  std::span<const Row> rows() const { return rows_; }
  std::size_t bytes() const { return rows_.capacity() * sizeof(Row); }

 private:
  std::vector<Row, base::HugePages<Row>> rows_;
  std::map<std::vector<Row>, std::uint32_t> known_;
  bool has_ended_ = false;
};

}  // namespace backlot::world
