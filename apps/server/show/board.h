// Where a run puts what it shows, and from where sockets take the newest. The run never waits for a socket: it only holds a lock for as long as a pointer
// takes to be copied.
//
//   run --> Board --> Window --> WebServer --> page
//    ^                   |
//    '----- Inbox <------'
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "apps/server/web/guests.h"
#include "backlot/geometry/points.h"
#include "backlot/record/frame.h"

namespace backlot::server {

using Text = std::shared_ptr<const std::string>;

// What stands still: sent to each page once.
struct StaticWorld {
  Text world;                                       // the message `world`
  std::vector<Text> meshes;                         // binary
  geometry::Vec3 origin{};                          // of all places in messages
  std::vector<geometry::WorldPoint> signal_places;  // by signal group
};

// Messages of which only the newest counts.
enum class Topic : std::uint8_t {
  run,
  scene,
  verdict,
  forks,        // of a failure
  sensors,      // what the driver sees
  session,      // of a study, for its operator
  participant,  // the same as the participant may know it
};
inline constexpr std::size_t kTopics = 7;

template <class T>
struct Versioned {
  std::uint64_t version = 0;  // 0: no value yet
  std::shared_ptr<const T> value{};
};

// A message for all pages that must not be left out.
struct Announcement {
  std::uint64_t serial = 0;
  Text text;
};

struct Answered {
  ViewerId viewer = 0;  // 0: all that are there
  Text text;
};

// All of it at one moment.
struct Shown {
  Versioned<StaticWorld> world{};
  Versioned<std::string> hello{};
  std::uint64_t epoch = 0;  // grows when ids of objects begin anew
  std::array<Versioned<std::string>, kTopics> topics{};
  std::vector<Versioned<record::Frame>> frames{};  // by stream
  std::deque<Announcement> announcements{};        // the last ones
};

class Board {
 public:
  // Called after each change, from the thread that makes it.
  void set_listener(std::function<void()> listener);

  // ---- from the run
  void set_world(std::shared_ptr<const StaticWorld> world, std::string hello);
  void set_hello(std::string hello);  // the same world; ids begin anew
  void set_topic(Topic topic, std::string text);
  void set_frame(std::size_t stream, std::shared_ptr<const record::Frame> frame);
  void forget_streams(std::size_t kept);  // all but the first ones
  void announce(std::string text);
  // To all pages that are there now. Unlike an announcement it is not gone with the world, and pages that come later do not get it.
  void tell_all(std::string text);
  void answer(ViewerId viewer, std::string text);

  // ---- from sockets
  Shown shown() const;
  std::vector<Answered> take_answers();

 private:
  void changed() const;

  mutable std::mutex mutex_;
  Shown shown_;
  std::uint64_t last_version_ = 0;
  std::vector<Answered> answers_;
  std::function<void()> listener_;
};

}  // namespace backlot::server
