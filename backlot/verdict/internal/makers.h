// One maker for each group of validators. Each answers null where the rule is not of its group.
#pragma once

#include <memory>

#include "backlot/scene/expectation_description.h"
#include "backlot/verdict/validator.h"

namespace backlot::verdict::internal {

using Made = std::unique_ptr<Validator>;

Made make_measure_validator(
    const scene::JudgeDescription& judge);  // a value at each moment: ttc, comfort, lane, signal ...
Made make_event_validator(
    const scene::JudgeDescription& judge);  // contact, red_light, stop_line, right_of_way
Made make_run_validator(
    const scene::JudgeDescription& judge);  // the whole run: progress, time_budget, pet, mission past
Made make_condition_validator(const scene::JudgeDescription& judge);  // never, always, eventually

Made make_contact_validator(std::string rule);

}  // namespace backlot::verdict::internal
