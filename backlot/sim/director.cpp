#include "backlot/sim/director.h"

namespace backlot::sim {

std::optional<direct::Answer> Directing::find_answer(direct::DirectiveNumber number) const {
  std::optional<direct::Answer> last;  // accepted and done may come in one step
  for (const direct::Answer& answer : run.direction().answers())
    if (answer.directive == number) last = answer;
  return last;
}

direct::IssuerId Directors::add(std::unique_ptr<Director> director) {
  all_.push_back(std::move(director));
  return direct::IssuerId::from_size(all_.size() - 1);
}

bool Directors::tell(direct::IssuerId to, const hcsm::Message& message) {
  if (to.is_empty() || to.index() >= all_.size()) return false;
  letters_.push_back({to, message});
  return true;
}

void Directors::step(Simulation& run) {
  for (const Letter& letter : letters_) {
    if (all_[letter.to.index()]->take(letter.message) == hcsm::Answer::refused) ++refused_;
  }
  letters_.clear();
  for (std::size_t k = 0; k < all_.size(); ++k) all_[k]->step({run, *this, direct::IssuerId::from_size(k)});
}

}  // namespace backlot::sim
