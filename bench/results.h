// A benchmark's table: printed for people, written as CSV for the README (tools/readme_table.sh).
#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "backlot/draw/svg.h"
#include "bench/timing.h"

namespace backlot::bench {

// Machine, commit and date, as comments at the head of a file of results.
void write_origin(std::ostream& file);

enum class Better { smaller, larger };

// One line: what was measured, how long it took, and the ratio that has a limit.
struct Figure {
  std::string what;
  Timing timing;
  double ratio = 0;
  std::string ratio_of;
  double limit = 0;
  Better better = Better::smaller;

  bool holds() const { return better == Better::smaller ? ratio <= limit : ratio >= limit; }
};

class Results {
 public:
  // `name` becomes name.csv in the folder.
  Results(std::string name, std::string folder) : name_(std::move(name)), folder_(std::move(folder)) {}

  void add(Figure figure) { figures_.push_back(std::move(figure)); }
  void add_plot(const std::string& file, draw::Sheet sheet) { plots_.emplace_back(file, std::move(sheet)); }

  bool all_hold() const;
  void print() const;
  // False, with a message, where a file could not be written.
  bool write() const;

 private:
  std::string name_, folder_;
  std::vector<Figure> figures_;
  std::vector<std::pair<std::string, draw::Sheet>> plots_;
};

}  // namespace backlot::bench
