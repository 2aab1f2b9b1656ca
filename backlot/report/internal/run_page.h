// The page of one run.
#pragma once

#include <cstddef>
#include <string>

#include "backlot/report/internal/report_model.h"

namespace backlot::report::internal {

// A whole document; it lies one folder below the first page. `run` is the run of that number, with its details.
std::string run_page(const ReportModel& model, std::size_t number, const Run& run);

// What became of a run, in one sentence: "Failed: contact with the violator at 12.3 s; r157_attentive would have avoided it."
std::string outcome_sentence(const Run& run);

// The curves of the run, and the forks of reference drivers beside them; empty where there are none.
std::string series_part(const Run& run);
std::string forks_part(const Run& run);

}  // namespace backlot::report::internal
