// Threads that do the same to many things at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace backlot::sim {

// A fixed number of threads, the caller's own included. Work is cut into chunks of a fixed size, whatever the number of
// threads; which thread does which chunk is not defined, so a chunk must write nothing that another one reads.
class Workers {
 public:
  explicit Workers(std::size_t threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t size() const { return threads_.size() + 1; }

  // Calls work(chunk, first, last) for all chunks of [0, count), and returns when all are done.
  template <class Work>
  void for_chunks(std::size_t count, std::size_t chunk_size, const Work& work) {
    const std::size_t chunks = (count + chunk_size - 1) / chunk_size;
    const auto do_chunk = [&](std::size_t k) {
      work(k, k * chunk_size, k + 1 == chunks ? count : (k + 1) * chunk_size);
    };
    if (threads_.empty() || chunks <= 1) {
      for (std::size_t k = 0; k < chunks; ++k) do_chunk(k);
      return;
    }
    using Do = decltype(do_chunk);
    run(
        chunks, [](const void* context, std::size_t k) { (*static_cast<const Do*>(context))(k); }, &do_chunk);
  }

 private:
  using DoChunk = void (*)(const void* context, std::size_t chunk);

  void run(std::size_t chunks, DoChunk work, const void* context);
  void take_chunks();
  void serve();

  std::vector<std::thread> threads_;
  DoChunk work_ = nullptr;
  const void* context_ = nullptr;
  std::size_t chunks_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> busy_{0};
  std::atomic<std::uint32_t> round_{0};
  std::atomic<bool> ends_{false};
};

}  // namespace backlot::sim
