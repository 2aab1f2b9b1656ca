// A set of states of one machine, in one word. Ids grow from parents to children and from earlier to later siblings, so the
// order of the bits is the order of the machine: down from the lowest, up from the highest.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "backlot/hcsm/ids.h"

namespace backlot::hcsm {

constexpr std::size_t kMostStates = 64;  // the most that a machine may have

class StateSet {
 public:
  constexpr StateSet() = default;
  constexpr explicit StateSet(std::uint64_t bits) : bits_(bits) {}

  static constexpr StateSet of(StateId state) { return StateSet(std::uint64_t{1} << state.index()); }

  constexpr bool is_empty() const { return bits_ == 0; }
  constexpr bool has(StateId state) const { return (bits_ >> state.index() & 1U) != 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr std::uint64_t bits() const { return bits_; }  // for hashes and files

  friend constexpr StateSet operator&(StateSet a, StateSet b) { return StateSet(a.bits_ & b.bits_); }
  friend constexpr StateSet operator|(StateSet a, StateSet b) { return StateSet(a.bits_ | b.bits_); }
  friend constexpr StateSet operator-(StateSet a, StateSet b) { return StateSet(a.bits_ & ~b.bits_); }
  friend constexpr bool operator==(StateSet, StateSet) = default;

  static void visit(auto& self, auto& field) { field(self.bits_); }

  // Not to be asked of an empty set.
  constexpr StateId first() const { return StateId(static_cast<std::uint32_t>(std::countr_zero(bits_))); }
  constexpr StateId last() const { return StateId(static_cast<std::uint32_t>(63 - std::countl_zero(bits_))); }

  constexpr StateSet without_first() const { return StateSet(bits_ & (bits_ - 1)); }
  constexpr StateSet without_last() const { return *this - of(last()); }

  // For loops over the members: `for (const StateId s : set.down())` has parents first, `set.up()` is the same backwards.
  class Down;
  class Up;
  constexpr Down down() const;
  constexpr Up up() const;

 private:
  std::uint64_t bits_ = 0;
};

struct StateSetEnd {};

class StateSet::Down {
 public:
  constexpr explicit Down(StateSet rest) : rest_(rest) {}
  constexpr Down begin() const { return *this; }
  constexpr StateSetEnd end() const { return {}; }
  constexpr StateId operator*() const { return rest_.first(); }
  constexpr Down& operator++() {
    rest_ = rest_.without_first();
    return *this;
  }
  friend constexpr bool operator==(const Down& a, StateSetEnd) { return a.rest_.is_empty(); }

 private:
  StateSet rest_;
};

class StateSet::Up {
 public:
  constexpr explicit Up(StateSet rest) : rest_(rest) {}
  constexpr Up begin() const { return *this; }
  constexpr StateSetEnd end() const { return {}; }
  constexpr StateId operator*() const { return rest_.last(); }
  constexpr Up& operator++() {
    rest_ = rest_.without_last();
    return *this;
  }
  friend constexpr bool operator==(const Up& a, StateSetEnd) { return a.rest_.is_empty(); }

 private:
  StateSet rest_;
};

constexpr StateSet::Down StateSet::down() const { return Down(*this); }
constexpr StateSet::Up StateSet::up() const { return Up(*this); }

}  // namespace backlot::hcsm
