#include "backlot/world/occupancy.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::world {

namespace {

constexpr std::size_t kAsk = 16;  // entries ahead, for the lists that they go to
// A difference is rounded: without this the longest entry would be missed by a search from its very end.
constexpr double kEntryRounding_m = 1e-9;
constexpr std::uint32_t kSpare = 4;  // places of a list that begins to grow

bool is_before(const Listed& a, const Listed& b) {
  return a.from != b.from ? a.from < b.from : a.entry->id < b.entry->id;
}

bool touches(const Entry& e, const Window& w) {
  return !e.has(EntryFlag::approaches) && e.to >= w.from && e.from <= w.to &&
         static_cast<double>(e.left) >= w.right && static_cast<double>(e.right) <= w.left;
}

}  // namespace

void Occupancy::fill(std::span<const EntryBatch> batches) {
  begin(batches);
  for (std::size_t k = 0; k < batches.size(); ++k) place(batches, k);
  for (const std::uint32_t strip : active_) sort(network::StripId(strip));
}

void Occupancy::begin(std::span<const EntryBatch> batches) {
  ++epoch_;
  active_.clear();
  tickets_.clear();
  first_tickets_.clear();
  longest_ = 0;
  std::size_t entries = 0;
  for (const EntryBatch& batch : batches) {
    first_tickets_.push_back(entries);
    entries += batch.size();
  }
  tickets_.resize(entries);
  std::uint32_t* ticket = tickets_.data();
  // how many on each strip
  for (const EntryBatch& batch : batches) {
    for (std::size_t k = 0; k < batch.size(); ++k) {
      if (k + kAsk < batch.size()) prefetch_list(batch.strip(k + kAsk));
      List& list = lists_[batch.strip(k).index()];
      if (list.epoch != epoch_) {
        list = {epoch_, 0, 0};
        active_.push_back(batch.strip(k).index());
      }
      *ticket++ = list.count++;
    }
    longest_ = std::max(longest_, batch.longest_);
  }
  // where each strip's list begins
  std::uint32_t first = 0;
  for (const std::uint32_t strip : active_) {
    lists_[strip].first = first;
    first += lists_[strip].count;
  }
  listed_.resize(first);
  packed_ = first;
  if (longest_ > 0) longest_ += kEntryRounding_m;
}

void Occupancy::place(std::span<const EntryBatch> batches, std::size_t which) {
  BACKLOT_ASSERT(which < first_tickets_.size(), "begin() was given other batches");
  const EntryBatch& batch = batches[which];
  const std::uint32_t* tickets = tickets_.data() + first_tickets_[which];
  for (std::size_t k = 0; k < batch.size(); ++k)
    listed_[lists_[batch.strip(k).index()].first + tickets[k]] = Listed::of(batch.entries_[k]);
}

// Objects come sorted by place, or nearly so: most entries are where they belong.
void Occupancy::sort(network::StripId strip) {
  BACKLOT_ASSERT(strip.index() < lists_.size(), "a strip of another network");
  const List& list = lists_[strip.index()];
  Listed* begin = listed_.data() + list.first;
  for (std::uint32_t k = 1; k < list.count; ++k) {
    if (!is_before(begin[k], begin[k - 1])) continue;
    const Listed moved = begin[k];
    std::uint32_t at = k;
    for (; at > 0 && is_before(moved, begin[at - 1]); --at) begin[at] = begin[at - 1];
    begin[at] = moved;
  }
}

void Occupancy::remove(const EntryBatch& batch, std::size_t first, std::size_t last) {
  BACKLOT_ASSERT(first <= last && last <= batch.size(), "there are not so many entries");
  for (std::size_t k = first; k < last; ++k) {
    List& list = lists_[batch.strip(k).index()];
    Listed* begin = listed_.data() + list.first;
    Listed* at = begin + number_of(batch, k);
    std::copy(at + 1, begin + list.count, at);
    --list.count;
  }
}

void Occupancy::insert(const EntryBatch& batch, std::size_t first, std::size_t last) {
  BACKLOT_ASSERT(first <= last && last <= batch.size(), "there are not so many entries");
  for (std::size_t k = first; k < last; ++k) {
    const network::StripId strip = batch.strip(k);
    const Entry& entry = batch.entries_[k];
    if (is_full(strip)) make_room(strip);
    List& list = lists_[strip.index()];
    Listed* begin = listed_.data() + list.first;
    const Listed added = Listed::of(entry);
    Listed* at = std::upper_bound(begin, begin + list.count, added, is_before);
    std::copy_backward(at, begin + list.count, begin + list.count + 1);
    *at = added;
    ++list.count;
    longest_ = std::max(longest_, entry.to - entry.from + kEntryRounding_m);
  }
}

std::uint32_t Occupancy::number_of(const EntryBatch& batch, std::size_t which) const {
  const EntryList list = on(batch.strip(which));
  auto at = list.first_from(batch[which].from);
  BACKLOT_ASSERT(at != list.end(), "the entry is in no list");
  for (; &*at != &batch[which]; ++at) BACKLOT_ASSERT(at + 1 != list.end(), "the entry is in no list");
  return static_cast<std::uint32_t>(at - list.begin());
}

std::uint32_t Occupancy::find_own(network::StripId strip, double from, std::uint32_t id) const {
  const EntryList list = on(strip);
  auto at = list.first_from(from);
  BACKLOT_ASSERT(at != list.end(), "the object is not in the list of its strip");
  for (; at->id != id || !at->has(EntryFlag::own); ++at)
    BACKLOT_ASSERT(at + 1 != list.end(), "the object is not in the list of its strip");
  return static_cast<std::uint32_t>(at - list.begin());
}

// Lists that lie among the others have no room: a place that one entry left may be all there is.
bool Occupancy::is_full(network::StripId strip) const {
  BACKLOT_ASSERT(strip.index() < lists_.size(), "the network has no such strip");
  const List& list = lists_[strip.index()];
  return list.epoch != epoch_ || list.first < packed_ || list.first + list.count == ends_[strip.index()];
}

// Takes a list behind all others, once in a step and when it has grown to twice its length.
void Occupancy::make_room(network::StripId strip) {
  BACKLOT_ASSERT(strip.index() < lists_.size(), "the network has no such strip");
  if (ends_.empty()) ends_.resize(lists_.size());
  List& list = lists_[strip.index()];
  if (list.epoch != epoch_) {
    list = {epoch_, 0, 0};
    active_.push_back(strip.index());
  }
  const auto first = static_cast<std::uint32_t>(listed_.size());
  listed_.resize(first + 2 * list.count + kSpare);
  std::copy_n(listed_.begin() + list.first, list.count, listed_.begin() + first);
  list.first = first;
  ends_[strip.index()] = static_cast<std::uint32_t>(listed_.size());
}

const Entry* Occupancy::first_between(network::StripId strip, const Window& window, bool looks_back) const {
  BACKLOT_ASSERT(window.from <= window.to, "a window reaches from one place to another");
  const EntryList list = on(strip);
  if (!looks_back) {
    for (auto at = list.first_from(window.from - longest_); at != list.end() && at.from() <= window.to;
         ++at) {
      if (touches(*at, window)) return &*at;
    }
    return nullptr;
  }
  // seen from the other side the first is the one that reaches furthest
  const Entry* best = nullptr;
  const EntryList begun = list.between(-std::numeric_limits<double>::infinity(), window.to);
  for (auto at = begun.end(); at != begun.begin();) {
    --at;
    if (at.from() < window.from - longest_ || (best != nullptr && at.from() + longest_ < best->to)) break;
    if (touches(*at, window) &&
        (best == nullptr || at->to > best->to || (at->to == best->to && at->id < best->id)))
      best = &*at;
  }
  return best;
}

void Occupancy::all_between(network::StripId strip, const Window& window, std::vector<const Entry*>& found,
                            bool looks_back) const {
  found.clear();
  const EntryList list = on(strip);
  for (auto at = list.first_from(window.from - longest_); at != list.end() && at.from() <= window.to; ++at) {
    if (touches(*at, window)) found.push_back(&*at);
  }
  if (looks_back) {
    std::sort(found.begin(), found.end(),
              [](const Entry* a, const Entry* b) { return a->to != b->to ? a->to > b->to : a->id < b->id; });
  }
}

}  // namespace backlot::world
