// Our lanes, marks and signs in the words of the file: lane_words.h and sign_words.h the other way round.
#pragma once

#include <string_view>

#include "backlot/formats/opendrive/road.h"
#include "backlot/network/lane_kind.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::opendrive {

std::string_view lane_type(network::LaneKind kind);

// The `direction` of a lane: empty where its side and the rule of the road say it.
std::string_view direction_word(int lane, network::LaneKind kind, network::LaneDirection direction,
                                TrafficRule rule);

// Empty where there is nothing to say.
std::string_view mark_type(network::Marking marking, int lane);

// A kind of road on which such a speed is usual.
std::string_view road_type(double speed_mps);

// The number of a sign, as in Germany; empty for features that are no signs.
std::string_view sign_type(network::FeatureKind kind);

// Empty for features that are no objects.
std::string_view object_type(const network::FeatureDescription& feature);

Orientation orientation_of(network::LaneDirection direction);

}  // namespace backlot::formats::opendrive
