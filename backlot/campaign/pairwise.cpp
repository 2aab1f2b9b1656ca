#include "backlot/campaign/pairwise.h"

#include <algorithm>
#include <cstdint>

#include "backlot/base/assert.h"

namespace backlot::campaign {

namespace {

// The pairs of values that are in no row yet.
class OpenPairs {
 public:
  explicit OpenPairs(std::span<const std::size_t> counts) : counts_(counts.begin(), counts.end()) {
    first_.push_back(0);
    for (const std::size_t count : counts_) first_.push_back(first_.back() + count);
    is_open_.assign(first_.back() * first_.back(), 0);
    for (std::size_t p = 0; p < counts_.size(); ++p)
      for (std::size_t q = p + 1; q < counts_.size(); ++q)
        for (std::size_t v = 0; v < counts_[p]; ++v)
          for (std::size_t w = 0; w < counts_[q]; ++w) {
            at(p, v, q, w) = 1;
            ++left_;
          }
  }

  std::size_t left() const { return left_; }
  std::size_t parameters() const { return counts_.size(); }
  std::size_t values(std::size_t parameter) const {
    BACKLOT_ASSERT(parameter < counts_.size(), "there is no such parameter");
    return counts_[parameter];
  }
  bool is_open(std::size_t p, std::size_t v, std::size_t q, std::size_t w) const {
    return (p < q ? is_open_[index(p, v, q, w)] : is_open_[index(q, w, p, v)]) != 0;
  }
  // How many open pairs a value has with values of one other parameter, or of all.
  std::size_t count(std::size_t p, std::size_t v) const {
    std::size_t sum = 0;
    for (std::size_t q = 0; q < counts_.size(); ++q)
      for (std::size_t w = 0; q != p && w < counts_[q]; ++w) sum += is_open(p, v, q, w) ? 1U : 0U;
    return sum;
  }
  void close(const Row& row) {
    for (std::size_t p = 0; p < row.size(); ++p)
      for (std::size_t q = p + 1; q < row.size(); ++q) {
        std::uint8_t& open = at(p, row[p], q, row[q]);
        left_ -= open;
        open = 0;
      }
  }

 private:
  std::size_t index(std::size_t p, std::size_t v, std::size_t q, std::size_t w) const {
    BACKLOT_ASSERT(v < counts_[p] && w < counts_[q], "a parameter has no such value");
    return (first_[p] + v) * first_.back() + first_[q] + w;
  }
  std::uint8_t& at(std::size_t p, std::size_t v, std::size_t q, std::size_t w) {
    return is_open_[index(p, v, q, w)];
  }

  std::vector<std::size_t> counts_, first_;  // first_: the number of the first value of each parameter
  std::vector<std::uint8_t> is_open_;        // by two numbers of values
  std::size_t left_ = 0;
};

constexpr std::size_t kNotChosen = static_cast<std::size_t>(-1);

// One row: begins with the value that has most open pairs, then gives each further parameter the value that closes most pairs with those chosen.
Row next_row(const OpenPairs& open) {
  Row row(open.parameters(), kNotChosen);
  std::size_t best_p = 0, best_v = 0, most = 0;
  for (std::size_t p = 0; p < open.parameters(); ++p)
    for (std::size_t v = 0; v < open.values(p); ++v)
      if (const std::size_t count = open.count(p, v); count > most) {
        most = count;
        best_p = p;
        best_v = v;
      }
  row[best_p] = best_v;
  for (std::size_t k = 1; k < open.parameters(); ++k) {
    std::size_t p = (best_p + k) % open.parameters(), chosen = 0, most_closed = 0, most_left = 0;
    for (std::size_t v = 0; v < open.values(p); ++v) {
      std::size_t closed = 0;
      for (std::size_t q = 0; q < row.size(); ++q)
        if (row[q] != kNotChosen) closed += open.is_open(p, v, q, row[q]) ? 1U : 0U;
      const std::size_t left = open.count(p, v);
      if (v == 0 || closed > most_closed || (closed == most_closed && left > most_left)) {
        chosen = v;
        most_closed = closed;
        most_left = left;
      }
    }
    row[p] = chosen;
  }
  return row;
}

}  // namespace

std::vector<Row> pairwise_rows(std::span<const std::size_t> counts) {
  if (counts.size() < 2) return all_rows(counts);
  BACKLOT_ASSERT(std::find(counts.begin(), counts.end(), 0) == counts.end(), "a parameter has no value");
  std::vector<Row> rows;
  for (OpenPairs open(counts); open.left() > 0;) {
    rows.push_back(next_row(open));
    open.close(rows.back());
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<Row> all_rows(std::span<const std::size_t> counts) {
  std::vector<Row> rows{Row{}};
  for (const std::size_t count : counts) {
    BACKLOT_ASSERT(count > 0, "a parameter has no value");
    std::vector<Row> longer;
    longer.reserve(rows.size() * count);
    for (const Row& row : rows)
      for (std::size_t v = 0; v < count; ++v) {
        longer.push_back(row);
        longer.back().push_back(v);
      }
    rows = std::move(longer);
  }
  return rows;
}

}  // namespace backlot::campaign
