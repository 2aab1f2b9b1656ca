// The table of all runs.
#pragma once

#include <string>

#include "backlot/report/internal/report_model.h"

namespace backlot::report::internal {

std::string runs_page(const ReportModel& model);

}  // namespace backlot::report::internal
