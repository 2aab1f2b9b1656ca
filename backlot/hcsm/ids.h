// Names of the things of a machine: dense indices in the order of its description.
#pragma once

#include "backlot/base/id.h"

namespace backlot::hcsm {

using StateId = base::Id<struct StateTag>;  // a parent before its children, children in order of declaration
using DialId = base::Id<struct DialTag>;
using ButtonId = base::Id<struct ButtonTag>;
using MonitorId = base::Id<struct MonitorTag>;

}  // namespace backlot::hcsm
