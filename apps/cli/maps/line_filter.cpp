#include "apps/cli/maps/line_filter.h"

#include <cerrno>

#include <unistd.h>

namespace backlot::cli {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16U;

bool write_all(int out, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(out, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

LineCounts answer_lines(int in, int out, const AnswerLine& answer_line) {
  LineCounts counts;
  std::string answers;
  const auto answer = [&](std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++counts.lines;
    if (!answer_line(line, answers)) ++counts.unreadable;
    answers += '\n';
  };

  std::string pending;  // read but not yet ended by a line break
  std::string chunk(kChunk, '\0');
  while (true) {
    const ssize_t count = ::read(in, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) counts.is_complete = false;
    if (count <= 0) break;

    std::string_view text(chunk.data(), static_cast<std::size_t>(count));
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      pending += text.substr(0, end);
      answer(pending);
      pending.clear();
      text.remove_prefix(end + 1);
    }
    pending += text;

    if (!write_all(out, answers)) {
      counts.is_complete = false;
      return counts;
    }
    answers.clear();
  }
  if (!pending.empty()) answer(pending);
  if (!write_all(out, answers)) counts.is_complete = false;
  return counts;
}

}  // namespace backlot::cli
