#include "backlot/sim/workers.h"

namespace backlot::sim {

Workers::Workers(std::size_t threads) {
  for (std::size_t k = 1; k < threads; ++k) threads_.emplace_back([this] { serve(); });
}

Workers::~Workers() {
  ends_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void Workers::run(std::size_t chunks, DoChunk work, const void* context) {
  work_ = work;
  context_ = context;
  chunks_ = chunks;
  next_ = 0;
  busy_ = threads_.size();
  round_.fetch_add(1);
  round_.notify_all();
  take_chunks();
  // a step has several such rounds: waiting in the kernel would cost more than the rounds
  while (busy_.load(std::memory_order_acquire) != 0) std::this_thread::yield();
}

void Workers::take_chunks() {
  for (std::size_t k = next_.fetch_add(1); k < chunks_; k = next_.fetch_add(1)) work_(context_, k);
}

void Workers::serve() {
  constexpr int kSpins = 2000;
  std::uint32_t seen = 0;
  while (true) {
    int spins = 0;
    while (round_.load(std::memory_order_acquire) == seen) {
      if (++spins > kSpins) round_.wait(seen, std::memory_order_acquire);
    }
    seen = round_.load(std::memory_order_acquire);
    if (ends_) return;
    take_chunks();
    busy_.fetch_sub(1, std::memory_order_acq_rel);
  }
}

}  // namespace backlot::sim
