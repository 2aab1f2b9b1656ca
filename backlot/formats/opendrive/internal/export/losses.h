// What a file cannot hold, counted by kind.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "backlot/base/diagnostic.h"

namespace backlot::formats::opendrive {

// One warning for each kind, at the first place and with the number of places: a town has hundreds of crosswalks.
class Losses {
 public:
  void add(const std::string& what, const base::Place& place) {
    Loss& loss = losses_[what];
    if (loss.count++ == 0) loss.first = place;
  }
  base::Diagnostics take(const std::string& code) const;

 private:
  struct Loss {
    std::size_t count = 0;
    base::Place first;
  };
  std::map<std::string, Loss> losses_;
};

}  // namespace backlot::formats::opendrive
