// The judge: looks at frames and events, as any observer could, and says whether the violation was staged. It knows nothing of
// directors.
//
// A vehicle that crosses its line and soon has its body in the way of the subject has done it. When it crossed the line, the subject was somewhere, at
// some speed: from there on the judge goes on by itself as if the subject had kept that speed, so that what the subject did about it does
// not count.
//
//      time left    the subject would have come to the place so long after the other one came into its way
//      light        the subject's is green; and when the subject would have come to its line, it was so far from the middle of its green
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"

namespace violations {

enum class Violation : std::uint8_t { runs_red, turns_left };

enum class Fault : std::uint8_t { none, nobody, not_green, not_mid_green, too_early, too_late };
std::string_view to_text(Fault fault);

struct Verdict {
  Fault fault = Fault::nobody;
  backlot::world::ObjectId who{};
  double line_s = 0;       // when it crossed the line, in the subject's time to the place
  double left_s = 0;       // when it came into its way
  double mid_green_s = 0;  // how late the subject would have come to its line, against the middle of green
  bool has_touched = false;

  bool is_staged() const { return fault == Fault::none; }
};

class Judge {
 public:
  // The time that it leaves to the subject: a vehicle that turns left is in the way for longer than one that goes straight through.
  struct TimeLeft {
    double least_s, most_s;
  };
  static constexpr TimeLeft kRunner{0.2, 2}, kTurner{0.5, 3};
  static constexpr double kMidGreen_s = 1;  // so near to the middle of its green the light is

  Judge(const backlot::network::Network& network, Violation violation, backlot::world::ObjectId subject,
        backlot::network::CorridorId subject_corridor);

  // After each step.
  void watch(const backlot::record::Frame& frame, std::span<const backlot::record::Event> events);
  // All is known: a vehicle did it, and the green that followed is over.
  bool is_over() const { return deed_.has_value() && green_ended_s_.has_value(); }
  // When it had just come into the subject's way.
  bool is_moment() const { return is_moment_; }
  Verdict verdict() const;

 private:
  // The subject, had it kept its speed since a moment.
  struct Ghost {
    double time_s = 0, front_x = 0, front_y = 0, heading_x = 1, heading_y = 0, speed_mps = 0,
           half_width_m = 0;
  };
  // One who crossed a line, and may be coming into the way.
  struct Suspect {
    backlot::world::ObjectId who{};
    Ghost ghost;
    bool is_green = false;
  };
  struct Deed {
    Suspect by;
    double place_m = 0;  // from where the ghost began
    double time_s = 0;   // when it was there
  };
  // Since when a vehicle stands.
  struct Standing {
    backlot::world::ObjectId who{};
    double since_s = 0, until_s = 0;
  };

  void note_standing(const backlot::record::Frame& frame);
  bool has_stood(backlot::world::ObjectId who, double time_s) const;
  void suspect(const backlot::record::Frame& frame, const backlot::record::Event& event);
  void look_at_suspects(const backlot::record::Frame& frame);
  double green_length_s() const;

  const backlot::network::Network& network_;
  Violation violation_;
  backlot::world::ObjectId subject_;
  backlot::network::CorridorId corridor_;
  backlot::network::SignalGroupId light_;
  double line_x_ = 0, line_y_ = 0;  // the subject's
  std::vector<Standing> standing_;  // by id
  std::vector<Suspect> suspects_;
  std::optional<Deed> deed_;
  std::optional<double> green_ended_s_;
  bool is_moment_ = false, has_touched_ = false;
};

}  // namespace violations
