#include "backlot/study/plan.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::study {

namespace {

constexpr std::uint64_t kSpareSeeds = 1'000'000;  // from one try to the next

std::uint64_t seed_of(const StudyDescription& study, const ConditionDescription& condition,
                      std::size_t participant, std::size_t trial) {
  BACKLOT_ASSERT(trial >= 1, "trials count from 1 on");
  const SeedChoice& seed = condition.seed ? *condition.seed : study.seed;
  switch (seed.rule) {
    case SeedRule::fixed: return seed.first;
    case SeedRule::by_participant: return seed.first + participant;
    case SeedRule::by_trial: return seed.first + participant * trials_of(study) + (trial - 1);
  }
  return seed.first;
}

class SessionPlanner {
 public:
  SessionPlanner(const StudyDescription& study, std::size_t participant)
      : study_(study), participant_(participant) {}

  void add(const Instruction& item) { tell(item.text); }
  void add(const RestDescription& item) { rest(item); }
  void add(const BlockDescription& block) {
    BACKLOT_ASSERT(!block.rest || block.rest_every > 0, "a rest comes after some trials");
    if (!block.instruction.empty()) tell(block.instruction);
    std::size_t played = 0;
    const std::size_t all = block.conditions.size() * block.repetitions;
    for (std::size_t repetition = 0; repetition < block.repetitions; ++repetition) {
      // of a square each repetition takes another row, of a random order another draw
      const std::size_t row = block.order == Order::random ? participant_ * block.repetitions + repetition
                                                           : participant_ + repetition;
      const std::vector<std::size_t> order =
          order_of(block.order, block.conditions.size(), row, block.order_seed);
      for (std::size_t place = 0; place < order.size(); ++place) {
        add_trial(block, block.conditions[order[place]], place + 1, repetition + 1);
        if (block.rest && ++played % block.rest_every == 0 && played < all) rest(*block.rest);
      }
    }
  }
  std::vector<PlannedStep> take() { return std::move(steps_); }

 private:
  void tell(const std::string& text) {
    steps_.push_back({.kind = StepKind::instruction, .text = text});
  }
  void rest(const RestDescription& item) {
    steps_.push_back({.kind = StepKind::rest, .text = item.text, .least_s = item.least_s});
  }
  void add_trial(const BlockDescription& block, std::size_t condition, std::size_t place,
                 std::size_t repetition) {
    BACKLOT_ASSERT(condition < study_.conditions.size(), "a block has a condition that there is not");
    const ConditionDescription& what = study_.conditions[condition];
    PlannedStep step{.kind = StepKind::trial, .text = what.instruction};
    step.trial = {.number = ++trials_,
                  .condition = condition,
                  .block = block.name,
                  .order = place,
                  .repetition = repetition,
                  .seed = seed_of(study_, what, participant_, trials_)};
    steps_.push_back(std::move(step));
  }

  const StudyDescription& study_;
  std::size_t participant_;
  std::size_t trials_ = 0;
  std::vector<PlannedStep> steps_;
};

}  // namespace

std::vector<PlannedStep> plan_of(const StudyDescription& study, std::size_t participant) {
  BACKLOT_ASSERT(participant < study.participants.size(), "there is no such participant");
  SessionPlanner planner(study, participant);
  for (const SessionItem& item : study.session)
    std::visit([&](const auto& one) { planner.add(one); }, item);
  return planner.take();
}

std::size_t trials_of(const StudyDescription& study) {
  std::size_t count = 0;
  for (const SessionItem& item : study.session)
    if (const auto* block = std::get_if<BlockDescription>(&item))
      count += block->conditions.size() * block->repetitions;
  return count;
}

std::uint64_t seed_of_spare(std::uint64_t seed, std::size_t spare) {
  return seed + kSpareSeeds * (static_cast<std::uint64_t>(spare) + 1);
}

std::string numbered_participant(std::size_t number, std::size_t count) {
  BACKLOT_ASSERT(number >= 1 && number <= count, "participants count from 1 on");
  const std::size_t width = std::max<std::size_t>(2, std::to_string(count).size());
  std::string digits = std::to_string(number);
  return "P" + std::string(width - std::min(width, digits.size()), '0') + digits;
}

}  // namespace backlot::study
