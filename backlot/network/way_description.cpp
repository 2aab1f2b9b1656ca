#include "backlot/network/way_description.h"

namespace backlot::network {

geometry::CubicProfile constant_profile(double value) { return {{{.from = 0, .a = value}}}; }

}  // namespace backlot::network
