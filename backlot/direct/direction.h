// The directives of a run: those that wait, the leases that actors hold, the claims on actors.
//
//   issue --> waits --> the next step: refused, or a lease on the actor's panel --> its dials --> done, expired, ...
//
// All of it happens at the beginning of a step, in order of issue and of the actors' numbers, on one thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/direct/actors.h"
#include "backlot/direct/directive_table.h"
#include "backlot/direct/lease.h"
#include "backlot/record/event.h"
#include "backlot/traffic/pedestrian/foot_dials.h"
#include "backlot/traffic/vehicle/dials.h"

namespace backlot::direct {

// A claim on an actor: from then on only its holder may direct the actor.
enum class ClaimAnswer : std::uint8_t {
  granted,
  released,
  held_by_another,
  unknown_actor,
  no_issuer,
  not_held
};

struct Claim {
  world::ObjectId actor{};
  IssuerId issuer{};

  static void visit(auto& self, auto& field) { field(self.actor, self.issuer); }
};

class Direction {
 public:
  DirectiveNumber issue(Directive directive);
  // Takes a directive back: it is answered as cancelled at the next step. False where it has been answered for good.
  bool cancel(DirectiveNumber number);

  ClaimAnswer claim(const world::ObjectNumbers& numbers, world::ObjectId actor, IssuerId issuer);
  ClaimAnswer release(world::ObjectId actor, IssuerId issuer);
  // Empty where no director has claimed the actor.
  IssuerId holder(world::ObjectId actor) const;

  // ---- in a step
  // The caller asked for a step: the answers of the one before are forgotten. A long step is taken in parts; each of them is directed.
  void begin_step();
  // Whether direct() would do nothing.
  bool is_idle() const { return waiting_.empty() && panels_.empty() && claims_.empty(); }
  // At the beginning of a part: answers what was issued, sees how leases stand, and sets the dials.
  void direct(const Actors& actors);
  // At the end of a part: what happened in it, for leases that are held until an event.
  void notice(std::span<const record::Event> events);

  // Of the last step with all its parts, in order.
  std::span<const Answer> answers() const { return answers_; }
  // Of its last part.
  std::span<const Answer> new_answers() const { return std::span(answers_).subspan(first_new_answer_); }
  // Claims that ended in its last part, since their actors left.
  std::span<const Claim> given_back() const { return given_back_; }
  // What an actor's leases ask of its driver; null for an actor without leases.
  const traffic::Dials* find_dials(std::uint32_t number) const {
    BACKLOT_ASSERT(panels_.empty() || number < panel_of_.size(), "there is no such actor");
    if (panels_.empty()) return nullptr;
    const std::uint32_t at = panel_of_[number];
    return at == 0 ? nullptr : &panels_[at - 1].dials;
  }
  // The extras that held a lease at the beginning of the part, or got one, by number: their minds and trails may have changed.
  std::span<const std::uint32_t> touched() const { return touched_; }
  // By channel; empty for an actor without leases.
  std::vector<Lease> leases(world::ObjectId actor) const;
  std::size_t directed() const { return panels_.size(); }

  // Of the answers of the step and the leases that are held now, by their numbers; 0 where there are neither. This is what a frame is
  // hashed by; the hash of the whole state is that of the field list.
  std::uint64_t hash() const;
  // All state. A reader calls has_restored() afterwards.
  static void visit(auto& self, auto& field) {
    field(self.last_, self.waiting_, self.cancelled_, self.panels_, self.claims_, self.answers_,
          self.first_new_answer_);
  }
  // After a reader filled the fields. False where they cannot be of a run with these numbers of objects and tracks.
  bool has_restored(std::size_t numbers, std::size_t tracks);

 private:
  struct Panel {
    world::ObjectId actor{};
    std::array<std::optional<Lease>, kChannels> leases{};
    bool returns_home = false;  // to where its driver keeps in the lane by itself
    // ---- made in every step: one of them, by the kind of the actor
    traffic::Dials dials{};
    traffic::FootDials foot_dials{};

    bool is_idle() const;
    static void visit(auto& self, auto& field) { field(self.actor, self.leases, self.returns_home); }
  };
  struct Waiting {
    DirectiveNumber number = 0;
    Directive directive;

    static void visit(auto& self, auto& field) { field(self.number, self.directive); }
  };

  void answer(const Actors& actors, Waiting& waiting);
  template <class Actor>
  void answer_for(const Actor& actor, Waiting& waiting);
  void go_on(const Actors& actors, Panel& panel);
  template <class Actor, class Dials>
  void go_on_for(const Actor& actor, Dials& dials, Panel& panel);
  void end(std::optional<Lease>& lease, AnswerKind kind, const Progress& progress, Panel& panel);
  void return_home(const DirectedActor& actor, Panel& panel);
  Panel& panel_of(world::ObjectId actor);
  void drop_idle_panels();
  void tell(DirectiveNumber number, const Directive& d, AnswerKind kind, Refusal why = Refusal::none,
            double first_s = 0, double second_s = 0);

  DirectiveNumber last_ = 0;
  std::vector<Waiting> waiting_;
  std::vector<DirectiveNumber> cancelled_;
  std::vector<Panel> panels_;  // by number of the actor
  std::vector<Claim> claims_;  // by actor
  std::vector<Answer> answers_;
  std::uint64_t first_new_answer_ = 0;  // of answers_: of the last part
  // ---- made in every step
  std::vector<std::uint32_t> panel_of_;  // by number of the actor: which panel, and one; 0 for none
  std::vector<std::uint32_t> touched_;
  std::vector<Claim> given_back_;
  bool awaits_events_ = false;  // some lease does
  Scratch scratch_;
};

}  // namespace backlot::direct
