#include "backlot/sim/director.h"

namespace backlot::sim {

std::optional<traffic::Answer> Directing::find_answer(traffic::DirectiveNumber number) const {
  std::optional<traffic::Answer> last;  // accepted and done may come in one step
  for (const traffic::Answer& answer : run.direction().answers())
    if (answer.directive == number) last = answer;
  return last;
}

traffic::IssuerId Directors::add(std::unique_ptr<Director> director) {
  all_.push_back(std::move(director));
  return traffic::IssuerId::from_size(all_.size() - 1);
}

bool Directors::tell(traffic::IssuerId to, const hcsm::Message& message) {
  if (to.is_empty() || to.index() >= all_.size()) return false;
  letters_.push_back({to, message});
  return true;
}

void Directors::step(Simulation& run) {
  for (const Letter& letter : letters_) {
    if (all_[letter.to.index()]->take(letter.message) == hcsm::Answer::refused) ++refused_;
  }
  letters_.clear();
  for (std::size_t k = 0; k < all_.size(); ++k) all_[k]->step({run, *this, traffic::IssuerId::from_size(k)});
}

}  // namespace backlot::sim
