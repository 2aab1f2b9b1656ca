// An onlooker that compares what the lights show, frame by frame, with the programmes of the network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/record/frame.h"

namespace backlot::harness {

class LightWatch {
 public:
  // Frames come so often.
  LightWatch(const network::Network& network, double step_s);

  void watch(const record::Frame& frame);

  // States that were skipped, repeated or reversed; a yellow or all-red that was shorter than programmed, or more than 1.2 times as long.
  const std::vector<std::string>& faults() const { return faults_; }
  // Changes so far, and yellows and all-reds that were seen from their beginning to their end: a watch without any has shown nothing.
  std::size_t changes() const { return changes_; }
  std::size_t intergreens() const { return intergreens_; }

 private:
  struct Light {
    const network::SignalProgramme* programme = nullptr;
    std::vector<std::size_t> groups;  // of the network, in the order of the programme
    std::vector<network::Aspect> shown;
    std::optional<std::size_t> interval;  // of the programme, once it is known
    std::optional<double> since_s;        // of a state that was seen to begin
  };

  void watch(const record::Frame& frame, Light& light);
  void check_length(const record::Frame& frame, const Light& light);

  double step_s_;
  std::vector<Light> lights_;
  std::vector<std::string> faults_;
  std::size_t changes_ = 0, intergreens_ = 0;
};

}  // namespace backlot::harness
