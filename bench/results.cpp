#include "bench/results.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>

#include <fmt/format.h>

#include "backlot/base/diagnostic.h"

namespace backlot::bench {

namespace {

std::string first_line_of(const char* command) {
  std::string line;
  if (std::FILE* pipe = popen(command, "r")) {
    char buffer[256];
    if (std::fgets(buffer, sizeof buffer, pipe) != nullptr) line = buffer;
    pclose(pipe);
  }
  while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) line.pop_back();
  return line.empty() ? "unknown" : line;
}

std::string machine() {
  return first_line_of("sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1") + ", " +
         first_line_of("nproc") + " cores";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

const char* sign(Better better) { return better == Better::smaller ? "<=" : ">="; }

}  // namespace

void write_origin(std::ostream& file) {
  file << fmt::format("# machine: {}\n# commit: {}\n# date: {}\n", machine(),
                      first_line_of("git rev-parse --short HEAD 2>/dev/null"), today());
}

bool Results::all_hold() const {
  return std::all_of(figures_.begin(), figures_.end(), [](const Figure& f) { return f.holds(); });
}

void Results::print() const {
  fmt::print("{:<52} {:>9} {:>17} {:>8}  {:<28} {:>8}\n", name_ + " (median of rounds by turns)", "ns",
             "least..most", "ratio", "", "limit");
  for (const Figure& f : figures_) {
    fmt::print("{:<52} {:>9.1f} {:>17} {:>8.2f}  {:<28} {:>2} {:<5} {}\n", f.what, f.timing.median_ns,
               fmt::format("{:.1f}..{:.1f}", f.timing.least_ns, f.timing.most_ns), f.ratio, f.ratio_of,
               sign(f.better), f.limit, f.holds() ? "ok" : "MISSED");
  }
}

bool Results::write() const {
  const std::string path = folder_ + "/" + name_ + ".csv";
  std::ofstream file(path);
  write_origin(file);
  file << "what,median_ns,least_ns,most_ns,rounds,ratio,ratio_of,limit\n";
  for (const Figure& f : figures_) {
    file << fmt::format("\"{}\",{:.2f},{:.2f},{:.2f},{},{:.3f},\"{}\",{} {}\n", f.what, f.timing.median_ns,
                        f.timing.least_ns, f.timing.most_ns, f.timing.rounds_ns.size(), f.ratio, f.ratio_of,
                        sign(f.better), f.limit);
  }
  file.close();
  if (!file) {
    fmt::print(stderr, "bench: cannot write {}\n", path);
    return false;
  }
  for (const auto& [name, sheet] : plots_) {
    const base::Diagnostics found = sheet.write(folder_ + "/" + name);
    if (!found.is_empty()) {
      std::fputs(base::to_text(found).c_str(), stderr);
      return false;
    }
  }
  return true;
}

}  // namespace backlot::bench
