// Results as a PostgreSQL server keeps them: texts that many results share have numbers, figures are arrays.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/campaign/internal/postgres.h"
#include "backlot/campaign/result.h"

namespace backlot::campaign {

// The key of a case but for its seed and driver: pair_key_of without its last part.
std::string stem_of(const Case& one);

// The names of the figures of a result, one a line, and their values in the same order: "{1.25,2}", each number with all its bits. Of two with one name the later
// counts.
std::string figure_names(const CaseResult& result);
std::string figure_values(const CaseResult& result);
std::vector<std::string> lines_of(const std::string& names);
std::vector<double> values_of(std::string_view array);

// Numbers that the database gives to texts. What is asked for is looked up, and added where it is missing, in one order, so that two processes never wait for each other.
class Numbers {
 public:
  using Texts = std::vector<std::string>;
  // Of a table, the statement that adds a row where it is missing, and the one that finds its number.
  Numbers(const char* add, const char* find) : add_(add), find_(find) {}

  bool knows(const Texts& key) const { return known_.contains(key); }
  int of(const Texts& key) const { return known_.at(key); }
  base::Diagnostics learn(PostgresLine& line, const std::map<Texts, Texts>& rows);

 private:
  const char* add_;
  const char* find_;
  std::map<Texts, int> known_;
};

}  // namespace backlot::campaign
