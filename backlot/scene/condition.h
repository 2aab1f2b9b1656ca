// Conditions: what triggers, premises, branches and expectations ask of a moment. A tree of questions.
//
// Objects are named: "subject", or a role. A condition about a role that is not cast, or an arrival that is not known, is not met.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "backlot/network/signal_description.h"
#include "backlot/network/text_place.h"

namespace backlot::scene {

inline constexpr std::string_view kSubject = "subject";

// What can be measured at a moment.
enum class Measure : std::uint8_t {
  speed,           // of the object
  share_of_limit,  // its speed / the limit where it is
  acceleration,    // below zero while it brakes
  gap,             // metres from the object's front to the rear of the other one, along the object's way
  time_gap,        // the same / the object's speed
  ttc,             // seconds until the two bodies touch if both keep their velocity
  distance,        // metres between the two bodies, anywhere
  way_to,          // metres from the object's front to the mark, along its way; below zero past it
  time_to,         // seconds until the object's front is at the mark, as predicted
  offset,          // metres of the object's middle to the left of the middle of its lane
  meeting,  // seconds until the fronts of two that come towards each other along the subject's way are level, whichever lane they are in,
            // if both keep their speed
  closing,  // speed of the object less that of the other one
};
constexpr std::uint32_t count_of(Measure) { return 12; }
std::string_view to_text(Measure measure);

struct Compared {
  Measure measure = Measure::speed;
  std::string object, other, mark;  // as far as the measure needs them
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  friend bool operator==(const Compared&, const Compared&) = default;
};
// The role can be at the mark so long before the subject, at the soonest; from the first moment on in which it would be later (SCENES 3).
struct CanBe {
  std::string role, mark;
  double before_s = 0;
  double ahead_s =
      4;  // a moving actor is kept on time until so long before it is there; then the beat commits
  friend bool operator==(const CanBe&, const CanBe&) = default;
};
// The person on foot can meet the front of the subject at this share of its width, if it crosses now straight over the way of the subject; from the
// first moment on in which it would be later. Shares count from the side from which it comes.
struct CanMeet {
  std::string role;
  double share = 0.5;
  friend bool operator==(const CanMeet&, const CanMeet&) = default;
};
// What the light shows at the line of a mark; with a tolerance, also so near to the middle of that aspect.
struct LightShows {
  std::string mark;  // a stop line
  network::Aspect aspect = network::Aspect::green;
  double middle_within_s = std::numeric_limits<double>::infinity();
  friend bool operator==(const LightShows&, const LightShows&) = default;
};
// No other body is on the way of the subject between its front and a mark, or a role; or within so far around the mark.
struct Clear {
  std::string mark;
  std::string role{};  // the next body on the way of the subject is that of the role
  bool is_around = false;
  double within_m = 0;
  friend bool operator==(const Clear&, const Clear&) = default;
};
struct Past {  // the front of the object is past the mark
  std::string object, mark;
  friend bool operator==(const Past&, const Past&) = default;
};
struct BeatIs {
  enum class Phase : std::uint8_t { begun, over };
  std::string beat;
  Phase phase = Phase::begun;
  friend bool operator==(const BeatIs&, const BeatIs&) = default;
};
// So long after a beat began; without one, after the subject started.
struct Elapsed {
  std::string beat;
  double seconds = 0;
  friend bool operator==(const Elapsed&, const Elapsed&) = default;
};
struct IsCast {
  std::string role;
  friend bool operator==(const IsCast&, const IsCast&) = default;
};
// Something from outside: a key, a message.
struct Signalled {
  std::string name;
  friend bool operator==(const Signalled&, const Signalled&) = default;
};
// A number that the system under test publishes by name lies between bounds. Only the judge of a run knows it.
struct Published {
  std::string name;
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  friend bool operator==(const Published&, const Published&) = default;
};
struct
    InPath {  // the body of the role covers a part of the strip that the subject's body sweeps along its route
  std::string role;
  friend bool operator==(const InPath&, const InPath&) = default;
};
struct Sees {  // nothing hides the body of the role from the subject, which is within sight
  std::string role;
  friend bool operator==(const Sees&, const Sees&) = default;
};
struct Contact {  // the two have touched; an empty other is any body
  std::string object, other;
  friend bool operator==(const Contact&, const Contact&) = default;
};

enum class Joint : std::uint8_t {
  one,   // the question itself
  all,   // every part
  any,   // some part
  none,  // not the part
};

struct Condition {
  using Question = std::variant<Compared, CanBe, LightShows, Clear, Past, BeatIs, Elapsed, IsCast, Signalled,
                                Contact, InPath, Sees, Published, CanMeet>;

  Joint joint = Joint::one;
  Question question{};           // of Joint::one
  std::vector<Condition> parts;  // of the others
  double lasts_s = 0;            // it counts when it has held for so long
  network::TextPlace place{};

  friend bool operator==(const Condition&, const Condition&) = default;
};

}  // namespace backlot::scene
