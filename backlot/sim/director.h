// Directors: machines that look at a run between two steps and tell actors what to do, or other directors.
//
//   Directors directors;
//   const IssuerId stop = directors.add(std::make_unique<MachineDirector<StopCar>>(machine, StopCar{...}));
//   ...
//   directors.step(run);        // each looks, and tells
//   run.step(dt);               // actors answer
//
// A director is known by its number as an issuer: what it tells carries that number, and claims are held by it. Its control panel is how
// others direct it: a message that one director sends to another in a step counts from the other's next step on, whichever of them comes
// first in the list.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "backlot/hcsm/machine.h"
#include "backlot/sim/simulation.h"

namespace backlot::sim {

class Directors;

// What a director has in hand during its step.
struct Directing {
  Simulation& run;
  Directors& others;
  direct::IssuerId self;

  // In its own name.
  direct::DirectiveNumber direct(direct::Directive directive) const {
    directive.issuer = self;
    return run.direct(std::move(directive));
  }
  direct::ClaimAnswer claim(world::ObjectId actor) const { return run.claim(actor, self); }
  direct::ClaimAnswer release(world::ObjectId actor) const { return run.release(actor, self); }
  // What became of a directive in the last step of the run; none where nothing did.
  std::optional<direct::Answer> find_answer(direct::DirectiveNumber number) const;
};

class Director {
 public:
  virtual ~Director() = default;
  virtual void step(const Directing& directing) = 0;
  // Between two of its steps.
  virtual hcsm::Answer take(const hcsm::Message& message) = 0;
};

// A context of machines that direct: it has a panel, and is given what is in hand for the length of a step.
template <class Context>
concept DirectorContext = hcsm::HasPanel<Context> && requires(Context& context) {
  { context.directing } -> std::same_as<const Directing*&>;
};

template <DirectorContext Context>
class MachineDirector final : public Director {
 public:
  MachineDirector(hcsm::Machine<Context> machine, Context context)
      : machine_(std::move(machine)), context_(std::move(context)) {
    context_.panel = machine_.panel().at_rest();
  }

  void step(const Directing& directing) override {
    context_.directing = &directing;
    if (has_started_) {
      hcsm::step(machine_, state_, context_);
    } else {
      hcsm::start(machine_, state_, context_);
      has_started_ = true;
    }
    context_.directing = nullptr;
  }
  hcsm::Answer take(const hcsm::Message& message) override {
    return hcsm::deliver(machine_.panel(), context_.panel, message);
  }

  const Context& context() const { return context_; }
  bool is_in(std::string_view state) const {
    const hcsm::StateId id = machine_.find_state(state);
    return !id.is_empty() && state_.active.has(id);
  }

 private:
  hcsm::Machine<Context> machine_;
  hcsm::MachineState state_;
  Context context_;
  bool has_started_ = false;
};

class Directors {
 public:
  // Their numbers as issuers are given in order, from 0 on.
  direct::IssuerId add(std::unique_ptr<Director> director);
  // For the other's next step. False where there is no such director.
  bool tell(direct::IssuerId to, const hcsm::Message& message);
  // What was told is delivered, then each takes its step, in order of numbers.
  void step(Simulation& run);

  std::size_t size() const { return all_.size(); }
  // Messages that a panel refused, since they were delivered.
  std::size_t refused() const { return refused_; }

 private:
  struct Letter {
    direct::IssuerId to;
    hcsm::Message message;
  };

  std::vector<std::unique_ptr<Director>> all_;
  std::vector<Letter> letters_;
  std::size_t refused_ = 0;
};

}  // namespace backlot::sim
