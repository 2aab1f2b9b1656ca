// What each page has been sent, and what it is sent next: static worlds once, the newest of every topic, and frames as changes against the one before. On the
// thread of the server.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/show/board.h"
#include "apps/server/show/inbox.h"
#include "apps/server/web/guests.h"
#include "apps/server/wire/frame_encoder.h"
#include "apps/server/wire/shape_table.h"

namespace backlot::server {

class Window final : public Guests {
 public:
  Window(Board& board, Inbox& inbox) : board_(board), inbox_(inbox) {}

  void opened(ViewerId viewer, Door door) override;
  void closed(ViewerId viewer) override;
  void said(ViewerId viewer, std::string_view text) override;
  std::optional<Outgoing> next(ViewerId viewer) override;

  std::uint64_t encoded() const { return encoded_; }  // frames, of all views together

 private:
  // The frames of one view of one stream, encoded once for all that look at it.
  struct Chain {
    FrameEncoder encoder;
    std::uint64_t version = 0;                      // of the frame that was encoded last
    std::shared_ptr<const std::string> delta, key;  // of that frame
    std::vector<std::string> roles;                 // as that frame has them
  };
  struct Seen {
    std::shared_ptr<Chain> chain;
    std::uint32_t number = 0;  // of the last frame that was sent; 0: none
  };
  struct Viewer {
    Door door = Door::viewer;
    std::optional<View> view{};
    std::uint64_t world = 0, hello = 0, announced = 0;
    std::size_t meshes = 0;  // sent of the world
    bool has_world = false;
    std::array<std::uint64_t, kTopics> topics{};
    std::deque<Text> answers{};
    std::size_t shapes = 0;
    std::vector<std::string> roles{};
    std::vector<Seen> seen{};  // by stream
  };

  void take_news();
  void view_asked(Viewer& viewer, const Json& body);
  void answer(Viewer& viewer, Text text);
  std::optional<Outgoing> next_static(Viewer& viewer);
  Text hello_for(Door door);
  std::optional<Outgoing> next_frame(Viewer& viewer);
  std::shared_ptr<Chain> chain_for(const View& view, std::size_t stream);

  Board& board_;
  Inbox& inbox_;
  Shown shown_;
  Versioned<std::string> participant_hello_{};  // made of the one that is shown
  std::uint64_t epoch_ = 0;
  ShapeTable shapes_;
  std::map<ViewerId, Viewer> viewers_;
  std::vector<std::vector<std::weak_ptr<Chain>>> chains_;  // by stream
  std::uint64_t encoded_ = 0;
};

}  // namespace backlot::server
