// Reads the frames of a view as the page does. For tests, benchmarks and programs that look at a window's stream.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "apps/server/wire/frame_code.h"
#include "backlot/network/signal_description.h"

namespace backlot::server {

class FrameDecoder {
 public:
  // Applies one message. A sentence on what is wrong with it, or nothing; after a mistake the next key frame helps.
  std::string read(std::string_view message);

  std::uint32_t number() const { return number_; }
  double time_s() const { return time_s_; }
  unsigned shift() const { return shift_; }
  double unit_m() const { return kUnit_m * static_cast<double>(1U << shift_); }
  const std::map<std::uint32_t, CodedObject>& objects() const { return objects_; }  // by slot
  const std::map<std::uint32_t, network::Aspect>& signals() const { return signals_; }

 private:
  std::uint32_t number_ = 0;
  double time_s_ = 0;
  unsigned shift_ = 0;
  std::map<std::uint32_t, CodedObject> objects_;
  std::map<std::uint32_t, network::Aspect> signals_;
};

}  // namespace backlot::server
