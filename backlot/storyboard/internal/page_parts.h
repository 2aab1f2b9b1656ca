// The parts of a rehearsal page. Each gives a section, or an empty text where the page has no data for it.
#pragma once

#include <string>

#include "backlot/storyboard/rehearsal_page.h"

namespace backlot::storyboard::internal {

std::string head_part(const RehearsalPage& page);
std::string story_part(const RehearsalPage& page);
std::string styles_part(const RehearsalPage& page);
std::string roles_part(const RehearsalPage& page);
std::string events_part(const RehearsalPage& page);
std::string charts_part(const RehearsalPage& page);
std::string limits_part(const RehearsalPage& page);
std::string causes_part(const RehearsalPage& page);
std::string parameters_part(const RehearsalPage& page);
std::string foot_part(const RehearsalPage& page);

}  // namespace backlot::storyboard::internal
