// Directors: machines, or any other code, that look at a run at the beginning of a step and tell actors and lights what to do, or other
// directors. They are part of the state of a run: saved, restored, copied and hashed with it.
//
//   const IssuerId stop = run.add_director(std::make_unique<MachineDirector<StopCar>>(machine, StopCar{...}));
//   run.step(dt);        // within it: each director looks and tells, then actors answer
//
// A director is known by its number as an issuer: what it tells carries that number, and it holds claims by it. Its control panel is how
// others direct it: a message that one director sends to another in a step counts from the other's next step on, whichever of them comes
// first in the list.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/base/fields.h"
#include "backlot/direct/stage.h"
#include "backlot/hcsm/machine.h"

namespace backlot::direct {

class Directors;

// What a director has in hand during its step.
struct Directing {
  Stage& stage;
  Directors& others;
  IssuerId self;

  // In its own name.
  DirectiveNumber direct(Directive directive) const {
    directive.issuer = self;
    return stage.direct(std::move(directive));
  }
  ClaimAnswer claim(world::ObjectId actor) const { return stage.claim(actor, self); }
  ClaimAnswer release(world::ObjectId actor) const { return stage.release(actor, self); }
  LightAnswer ask(LightRequest request) const {
    request.issuer = self;
    return stage.ask(request);
  }
  // What became of a directive in the step before; empty where nothing did.
  std::optional<Answer> find_answer(DirectiveNumber number) const;
};

class Director {
 public:
  virtual ~Director() = default;
  virtual void step(const Directing& directing) = 0;
  // Between two of its steps.
  virtual hcsm::Answer take(const hcsm::Message& message) = 0;

  // ---- its block of the state of a run. What is built once and never changes (a machine, a set) is not in it
  virtual std::unique_ptr<Director> copy() const = 0;
  virtual void save(base::FieldWriter& field) const = 0;
  virtual void hash(base::FieldHasher& field) const = 0;
  // The reader fails where the bytes cannot be a block of this director.
  virtual void restore(base::FieldReader& field) = 0;
};

// A context of machines that direct. It has a panel, gets what is in hand for the length of a step, and lists the fields that are state.
template <class Context>
concept DirectorContext = hcsm::HasPanel<Context> && std::copyable<Context> &&
    requires(Context& context, base::FieldReader& reader) {
  { context.directing } -> std::same_as<const Directing*&>;
  Context::visit(context, reader);
};

template <DirectorContext Context>
class MachineDirector final : public Director {
 public:
  MachineDirector(hcsm::Machine<Context> machine, Context context)
      : machine_(std::make_shared<const hcsm::Machine<Context>>(std::move(machine))),
        context_(std::move(context)) {
    context_.panel = machine_->panel().at_rest();
  }

  void step(const Directing& directing) override {
    context_.directing = &directing;
    if (has_started_) {
      hcsm::step(*machine_, state_, context_);
    } else {
      hcsm::start(*machine_, state_, context_);
      has_started_ = true;
    }
    context_.directing = nullptr;
  }
  hcsm::Answer take(const hcsm::Message& message) override {
    return hcsm::deliver(machine_->panel(), context_.panel, message);
  }

  std::unique_ptr<Director> copy() const override { return std::make_unique<MachineDirector>(*this); }
  void save(base::FieldWriter& field) const override { field(*this); }
  void hash(base::FieldHasher& field) const override { field(*this); }
  void restore(base::FieldReader& field) override {
    field(*this);
    if (!hcsm::is_sound(machine_->outline(), state_)) field.fail();
  }
  static void visit(auto& self, auto& field) {
    field(self.has_started_, self.state_, self.context_.panel, self.context_);
  }

  const Context& context() const { return context_; }
  bool is_in(std::string_view state) const {
    const hcsm::StateId id = machine_->find_state(state);
    return !id.is_empty() && state_.active.has(id);
  }

 private:
  std::shared_ptr<const hcsm::Machine<Context>> machine_;
  hcsm::MachineState state_;
  Context context_;
  bool has_started_ = false;
};

// All directors of a run. A copy has copies of them.
class Directors {
 public:
  Directors() = default;
  Directors(const Directors& other);
  Directors& operator=(const Directors& other);
  Directors(Directors&&) noexcept = default;
  Directors& operator=(Directors&&) noexcept = default;
  ~Directors() = default;

  // Their numbers as issuers are given in order, from 0 on.
  IssuerId add(std::unique_ptr<Director> director);
  // For the other's next step. False where there is no such director.
  bool tell(IssuerId to, const hcsm::Message& message);
  // What was told is delivered, then each takes its step, in order of numbers. What they have heard is forgotten then.
  void step(Stage& stage);
  // What became of directives in a step of the run, for the next step of the directors.
  void hear(std::span<const Answer> answers);
  std::span<const Answer> heard() const { return heard_; }

  std::size_t size() const { return all_.size(); }
  const Director& operator[](std::size_t number) const { return *all_[number]; }
  // Messages that a panel refused when they were delivered.
  std::size_t refused() const { return refused_; }
  // Of all blocks; 0 where there are no directors. It is made anew only after a step of theirs, or a message to one.
  std::uint64_t hash();

  // Each block with its length before it. A reader needs the same directors, added in the same order, before it begins.
  static void visit(auto& self, auto& field) {
    std::uint64_t count = self.all_.size();
    field(count);
    if (count != self.all_.size()) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, base::FieldReader>) field.fail();
      return;
    }
    for (auto& director : self.all_) {
      std::string block;
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, base::FieldReader>) {
        field(block);
        base::FieldReader inner(block);
        director->restore(inner);
        if (inner.has_failed() || inner.left() > 0) field.fail();
      } else {
        base::FieldWriter inner;
        director->save(inner);
        block = inner.take_bytes();
        field(block);
      }
    }
    field(self.letters_, self.refused_, self.heard_);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, base::FieldReader>)
      self.is_hashed_ = false;
  }

 private:
  struct Letter {
    IssuerId to;
    hcsm::Message message;

    static void visit(auto& self, auto& field) {
      field(self.to, self.message.dial, self.message.button, self.message.value);
    }
  };

  std::vector<std::unique_ptr<Director>> all_;
  std::vector<Letter> letters_;
  std::uint64_t refused_ = 0;
  std::vector<Answer> heard_;  // since their last step
  std::uint64_t hash_ = 0;     // of their state as it is, where it is hashed
  bool is_hashed_ = false;
};

}  // namespace backlot::direct
