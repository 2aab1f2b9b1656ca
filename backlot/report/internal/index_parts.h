// The parts of the first page, from top to bottom. Each gives a section, or an empty text where the campaign has no data for it.
#pragma once

#include <string>

#include "backlot/report/internal/report_model.h"

namespace backlot::report::internal {

std::string head_part(const ReportModel& model);
std::string verdict_part(const ReportModel& model);
std::string baseline_part(const ReportModel& model);
std::string failures_part(const ReportModel& model);
std::string causes_part(const ReportModel& model);  // of runs that were evaded or not staged
std::string requirements_part(const ReportModel& model);
std::string matrix_part(const ReportModel& model);
std::string figures_part(const ReportModel& model);
std::string coverage_part(const ReportModel& model);
std::string trend_part(const ReportModel& model);
std::string foot_part(const ReportModel& model);

}  // namespace backlot::report::internal
