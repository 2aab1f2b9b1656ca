#include "apps/cli/scenes/seeds.h"

#include <charconv>
#include <string_view>

#include <sys/resource.h>

namespace backlot::cli {

namespace {

std::optional<std::uint64_t> read_whole(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<SeedRange> read_seeds(const std::string& text) {
  constexpr std::uint64_t kMost = 100'000'000;
  const std::size_t at = text.find("..");
  const auto first = read_whole(std::string_view(text).substr(0, at));
  const auto last = at == std::string::npos ? first : read_whole(std::string_view(text).substr(at + 2));
  if (!first || !last || (*last > *first && *last - *first >= kMost)) return std::nullopt;
  return SeedRange{*first, *last};
}

double cpu_seconds() {
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  double sum = 0;
  for (const auto whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(whose, &usage);
    sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  return sum;
}

}  // namespace backlot::cli
