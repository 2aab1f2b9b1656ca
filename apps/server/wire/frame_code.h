// What the encoder and the decoder of frames have in common: the numbers that a reader keeps of each object (viewer/PROTOCOL.md).
#pragma once

#include <cstdint>

#include "backlot/base/math.h"

namespace backlot::server {

inline constexpr std::uint8_t kMeshMessage = 1, kFrameMessage = 2;
inline constexpr std::size_t kFrameHead = 20;  // bytes before the lists
inline constexpr std::uint8_t kKeyFrame = 1;
inline constexpr double kUnit_m = 0.01;  // of places, at shift 0
inline constexpr double kSpeedUnit_mps = 0.1;
inline constexpr double kTurn = 65536;  // units of a full turn
inline constexpr unsigned kMostShift = 10;
inline constexpr unsigned kRoughShift = 4;  // from here on headings and speeds are coarse, too

// Parts of a record that are there.
enum Part : std::uint8_t {
  kPlace = 1,
  kHeight = 2,
  kHeading = 4,
  kSpeed = 8,
  kLights = 16,
  kRole = 32,
  kNew = 128,
};

enum Light : std::uint8_t {
  kBrakes = 1,
  kLeft = 2,
  kRight = 4,
  kWrecked = 8,
  kParked = 16,
};

// One object as a reader keeps it, in units.
struct CodedObject {
  std::uint32_t id = 0;
  std::uint32_t shape = 0;
  std::int32_t x = 0, y = 0, z = 0;
  std::int32_t dx = 0, dy = 0;  // of the last frame
  std::uint16_t heading = 0;
  std::int16_t speed = 0;
  std::uint8_t lights = 0;
  std::uint8_t behaviour = 0;
  std::uint32_t role = 0;  // 0: none

  friend bool operator==(const CodedObject&, const CodedObject&) = default;
};

}  // namespace backlot::server
