#pragma once

#include "backlot/base/diagnostic.h"

namespace backlot::network {

// Where a thing was written, for diagnostics. It does not count when descriptions are compared.
struct TextPlace : base::Place {
  friend bool operator==(const TextPlace&, const TextPlace&) { return true; }
};

}  // namespace backlot::network
