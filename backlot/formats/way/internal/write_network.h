// From a network to the text that describes it.
#pragma once

#include <string>

#include "backlot/formats/way/internal/writer.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::way {

std::string network_text(const network::NetworkDescription& network);

// ---- its parts ----
void write_spine(Writer& out, const std::variant<geometry::PlanSpine, geometry::PointSpine>& spine);
void write_lanes(Writer& out, const network::WayDescription& way);
void write_attribute(Writer& out, const network::AttributeDescription& attribute);
void write_feature(Writer& out, const network::FeatureDescription& feature);
void write_intersection(Writer& out, const network::IntersectionDescription& intersection);
void write_corridor(Writer& out, const network::CorridorDescription& corridor);
void write_arm(Writer& out, const network::ArmDescription& arm);

}  // namespace backlot::formats::way
