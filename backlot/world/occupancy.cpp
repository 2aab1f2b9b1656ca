#include "backlot/world/occupancy.h"

#include <algorithm>

namespace backlot::world {

namespace {

bool is_before(const Entry& a, const Entry& b) { return a.from != b.from ? a.from < b.from : a.id < b.id; }

bool touches(const Entry& e, const Window& w) {
  return !e.has(EntryFlag::approaches) && e.to >= w.from && e.from <= w.to &&
         static_cast<double>(e.left) >= w.right && static_cast<double>(e.right) <= w.left;
}

}  // namespace

void Occupancy::fill(std::span<EntryBatch> batches) {
  begin(batches);
  for (const EntryBatch& batch : batches) place(batch);
  for (const std::uint32_t strip : active_) sort(network::StripId(strip));
}

void Occupancy::begin(std::span<EntryBatch> batches) {
  ++epoch_;
  active_.clear();
  longest_ = 0;
  // how many on each strip
  for (EntryBatch& batch : batches) {
    batch.tickets_.resize(batch.size());
    for (std::size_t k = 0; k < batch.size(); ++k) {
      List& list = lists_[batch.strips_[k].index()];
      if (list.epoch != epoch_) {
        list = {epoch_, 0, 0};
        active_.push_back(batch.strips_[k].index());
      }
      batch.tickets_[k] = list.count++;
    }
    longest_ = std::max(longest_, batch.longest_);
  }
  // where each strip's list begins
  std::uint32_t first = 0;
  for (const std::uint32_t strip : active_) {
    lists_[strip].first = first;
    first += lists_[strip].count;
  }
  entries_.resize(first);
  // a difference is rounded: without this the longest one would be missed by who looks from its very end
  constexpr double kRounding_m = 1e-9;
  if (longest_ > 0) longest_ += kRounding_m;
}

void Occupancy::place(const EntryBatch& batch) {
  for (std::size_t k = 0; k < batch.size(); ++k)
    entries_[lists_[batch.strips_[k].index()].first + batch.tickets_[k]] = batch.entries_[k];
}

// Objects come sorted by place, or nearly so: most entries are where they belong.
void Occupancy::sort(network::StripId strip) {
  const List& list = lists_[strip.index()];
  Entry* begin = entries_.data() + list.first;
  for (std::uint32_t k = 1; k < list.count; ++k) {
    if (!is_before(begin[k], begin[k - 1])) continue;
    const Entry e = begin[k];
    std::uint32_t at = k;
    for (; at > 0 && is_before(e, begin[at - 1]); --at) begin[at] = begin[at - 1];
    begin[at] = e;
  }
}

const Entry* Occupancy::first_between(network::StripId strip, const Window& window, bool looks_back) const {
  const std::span<const Entry> list = on(strip);
  if (!looks_back) {
    auto at = std::partition_point(list.begin(), list.end(),
                                   [&](const Entry& e) { return e.from < window.from - longest_; });
    for (; at != list.end() && at->from <= window.to; ++at) {
      if (touches(*at, window)) return &*at;
    }
    return nullptr;
  }
  // seen from the other side the first is the one that reaches furthest
  const Entry* best = nullptr;
  auto at =
      std::partition_point(list.begin(), list.end(), [&](const Entry& e) { return e.from <= window.to; });
  while (at != list.begin()) {
    --at;
    if (at->from < window.from - longest_ || (best != nullptr && at->from + longest_ < best->to)) break;
    if (touches(*at, window) &&
        (best == nullptr || at->to > best->to || (at->to == best->to && at->id < best->id)))
      best = &*at;
  }
  return best;
}

void Occupancy::all_between(network::StripId strip, const Window& window, std::vector<const Entry*>& found,
                            bool looks_back) const {
  found.clear();
  const std::span<const Entry> list = on(strip);
  auto at = std::partition_point(list.begin(), list.end(),
                                 [&](const Entry& e) { return e.from < window.from - longest_; });
  for (; at != list.end() && at->from <= window.to; ++at) {
    if (touches(*at, window)) found.push_back(&*at);
  }
  if (looks_back) {
    std::sort(found.begin(), found.end(),
              [](const Entry* a, const Entry* b) { return a->to != b->to ? a->to > b->to : a->id < b->id; });
  }
}

}  // namespace backlot::world
