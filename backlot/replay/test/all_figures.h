// Every figure that a validator can measure, of every moment of a run: a live run and its recording have to agree in all of them.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "backlot/verdict/validator.h"

namespace backlot::replay {

struct Figure {
  std::string name;
  std::size_t moments = 0;  // that had a value
  double sum = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  friend bool operator==(const Figure&, const Figure&) = default;
};
using Figures = std::vector<Figure>;

// A validator that finds nothing and adds to the figures, which stay where they are.
std::unique_ptr<verdict::Validator> make_figure_taker(Figures& figures);

}  // namespace backlot::replay
