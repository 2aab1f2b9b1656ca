// What signals of a file mean to traffic.
#pragma once

#include "backlot/formats/opendrive/signal.h"

namespace backlot::formats::opendrive {

enum class SignMeaning {
  none,
  light,  // for vehicles
  stop,   // a stop sign
  yield,
  priority,   // this is the priority road
  speed,      // a limit, from here on
  stop_line,  // where one waits
};

// By type and country. The numbers of Germany are used for OpenDRIVE as well: its own list begins with them.
SignMeaning meaning_of(const Signal& signal);

// Whether a signal or reference counts for a lane and a direction of travel on it. The lanes that it names decide; a
// range from lane 0 to lane 0 names no lane, and the thing only stands there. Orientation decides where it names no
// lane, or lanes of both sides. Files disagree on whether it is the way that the sign faces or the way of the traffic that sees it.
bool concerns(const std::vector<Validity>& validities, Orientation orientation, int lane, bool is_along);

}  // namespace backlot::formats::opendrive
