#include "backlot/direct/director.h"

#include "backlot/base/assert.h"

namespace backlot::direct {

std::optional<Answer> Directing::find_answer(DirectiveNumber number) const {
  std::optional<Answer> last;  // accepted and done may come in one step
  for (const Answer& answer : stage.answers())
    if (answer.directive == number) last = answer;
  return last;
}

Directors::Directors(const Directors& other)
    : letters_(other.letters_),
      refused_(other.refused_),
      heard_(other.heard_),
      hash_(other.hash_),
      is_hashed_(other.is_hashed_) {
  for (const std::unique_ptr<Director>& director : other.all_) all_.push_back(director->copy());
}

Directors& Directors::operator=(const Directors& other) {
  if (this != &other) *this = Directors(other);
  return *this;
}

IssuerId Directors::add(std::unique_ptr<Director> director) {
  BACKLOT_ASSERT(director != nullptr, "a director is there");
  all_.push_back(std::move(director));
  is_hashed_ = false;
  return IssuerId::from_size(all_.size() - 1);
}

bool Directors::tell(IssuerId to, const hcsm::Message& message) {
  if (to.is_empty() || to.index() >= all_.size()) return false;
  letters_.push_back({to, message});
  is_hashed_ = false;
  return true;
}

void Directors::step(Stage& stage) {
  for (const Letter& letter : letters_) {
    if (all_[letter.to.index()]->take(letter.message) == hcsm::Answer::refused) ++refused_;
  }
  letters_.clear();
  for (std::size_t k = 0; k < all_.size(); ++k) all_[k]->step({stage, *this, IssuerId::from_size(k)});
  heard_.clear();
  is_hashed_ = false;
}

void Directors::hear(std::span<const Answer> answers) {
  if (!all_.empty()) heard_.insert(heard_.end(), answers.begin(), answers.end());
}

std::uint64_t Directors::hash() {
  if (all_.empty() || is_hashed_) return hash_;
  base::FieldHasher hasher;
  for (const std::unique_ptr<Director>& director : all_) director->hash(hasher);
  hasher(letters_, refused_);
  hash_ = hasher.value();
  is_hashed_ = true;
  return hash_;
}

}  // namespace backlot::direct
