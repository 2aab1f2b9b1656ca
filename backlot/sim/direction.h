// Who is told what by whom: directives that wait, leases that are held, claims on actors.
//
//   issue --> waits --> the next step: refused, or a lease on the actor's panel --> its dials --> done, expired, ...
//
// All of it happens between two steps, in order of issue and of the actors' numbers, on one thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "backlot/traffic/vehicle/dials.h"
#include "backlot/traffic/vehicle/directive.h"
#include "backlot/traffic/vehicle/lease.h"
#include "backlot/world/nose_guiding.h"
#include "backlot/world/object_numbers.h"

namespace backlot::sim {

// A claim on an actor: from then on only its holder may direct him.
enum class ClaimAnswer : std::uint8_t {
  granted,
  released,
  held_by_another,
  unknown_actor,
  no_issuer,
  not_held
};
// The actors of a run, as far as directing needs them.
struct Stage {
  const world::Tracks& tracks;
  const traffic::Turning& turning;
  const world::ObjectNumbers& numbers;
  std::span<const std::uint64_t> streams;  // by number
  std::span<world::Mover> movers;          // by slot
  std::span<traffic::Driver> drivers;
  const std::array<world::LongShape, world::kObjectKinds>& shapes;
  base::Tick tick;
};

class Direction {
 public:
  traffic::DirectiveNumber issue(traffic::Directive directive);
  // That the next one will have.
  traffic::DirectiveNumber next_number() const { return last_ + 1; }
  // Whether anybody was ever told anything.
  bool has_issued() const { return last_ > 0; }
  // Takes one back: it is answered as cancelled at the next step. False where it has been answered for good.
  bool cancel(traffic::DirectiveNumber number);

  ClaimAnswer claim(const world::ObjectNumbers& numbers, world::ObjectId actor, traffic::IssuerId issuer);
  ClaimAnswer release(world::ObjectId actor, traffic::IssuerId issuer);
  // Empty where nobody has claimed him.
  traffic::IssuerId holder(world::ObjectId actor) const;

  // At the beginning of a step: answers what was issued, sees how leases stand, and sets the dials.
  void direct(const Stage& stage);

  // Of that step.
  std::span<const traffic::Answer> answers() const { return answers_; }
  // Claims that ended in that step, since their actors left.
  struct Claim {
    world::ObjectId actor{};
    traffic::IssuerId issuer{};

    static void visit(auto& self, auto& field) { field(self.actor, self.issuer); }
  };
  std::span<const Claim> given_back() const { return given_back_; }
  // What an actor's leases ask of him; null for who is under none.
  const traffic::Dials* find_dials(std::uint32_t number) const {
    if (panels_.empty()) return nullptr;
    const std::uint32_t at = panel_of_[number];
    return at == 0 ? nullptr : &panels_[at - 1].dials;
  }
  // Who were under a lease at the beginning of the step, or came under one: their minds and trails may have changed. By number.
  std::span<const std::uint32_t> touched() const { return touched_; }
  // By channel; empty for who is under none.
  std::vector<traffic::Lease> leases(world::ObjectId actor) const;
  std::size_t directed() const { return panels_.size(); }
  // Of what is held now, and of what was answered in this step; 0 where there is nothing of both.
  std::uint64_t hash() const;

  static void visit(auto& self, auto& field) {
    field(self.last_, self.waiting_, self.cancelled_, self.panels_, self.claims_);
  }
  // After reading: false where these cannot be of a run with so many numbers of objects and tracks.
  bool settle(std::size_t numbers, std::size_t tracks);

 private:
  struct Panel {
    world::ObjectId actor{};
    std::array<std::optional<traffic::Lease>, traffic::kChannels> leases{};
    bool returns_home = false;  // to where he drives in his lane by himself
    traffic::Dials dials{};

    bool is_idle() const;
    static void visit(auto& self, auto& field) { field(self.actor, self.leases, self.returns_home); }
  };
  struct Waiting {
    traffic::DirectiveNumber number = 0;
    traffic::Directive directive;

    static void visit(auto& self, auto& field) { field(self.number, self.directive); }
  };

  traffic::DirectedActor actor_of(const Stage& stage, std::uint32_t slot, const traffic::Directive& d) const;
  void answer(const Stage& stage, Waiting& waiting);
  void go_on(const Stage& stage, Panel& panel);
  void return_home(const Stage& stage, Panel& panel);
  Panel& panel_of(world::ObjectId actor);
  void drop_idle_panels();
  void tell(traffic::DirectiveNumber number, const traffic::Directive& d, traffic::AnswerKind kind,
            traffic::Refusal why = traffic::Refusal::none, double first_s = 0, double second_s = 0);

  traffic::DirectiveNumber last_ = 0;
  std::vector<Waiting> waiting_;
  std::vector<traffic::DirectiveNumber> cancelled_;
  std::vector<Panel> panels_;  // by number of the actor
  std::vector<Claim> claims_;  // by actor
  // ---- made in every step
  std::vector<std::uint32_t> panel_of_;  // by number of the actor: which one, and one; 0 for none
  std::vector<std::uint32_t> touched_;
  std::vector<traffic::Answer> answers_;
  std::vector<Claim> given_back_;
};

}  // namespace backlot::sim
