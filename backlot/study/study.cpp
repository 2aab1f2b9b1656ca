#include "backlot/study/study.h"

namespace backlot::study {

std::vector<Coded> usual_abort_codes() {
  return {{"sickness", "The participant feels unwell"},
          {"request", "The participant wants to stop"},
          {"equipment", "Something does not work"},
          {"mistake", "The trial was started by mistake"}};
}

}  // namespace backlot::study
