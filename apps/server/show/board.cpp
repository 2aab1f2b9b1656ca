#include "apps/server/show/board.h"

#include <utility>

namespace backlot::server {

namespace {

constexpr std::size_t kMostAnnouncements = 256;
constexpr std::size_t kMostAnswers = 1024;

Text as_text(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

}  // namespace

void Board::set_listener(std::function<void()> listener) {
  const std::lock_guard lock(mutex_);
  listener_ = std::move(listener);
}

void Board::changed() const {
  std::function<void()> listener;
  {
    const std::lock_guard lock(mutex_);
    listener = listener_;
  }
  if (listener) listener();
}

void Board::set_world(std::shared_ptr<const StaticWorld> world, std::string hello) {
  {
    const std::lock_guard lock(mutex_);
    shown_ = {};
    shown_.world = {++last_version_, std::move(world)};
    shown_.hello = {++last_version_, as_text(std::move(hello))};
    shown_.epoch = last_version_;
  }
  changed();
}

void Board::set_hello(std::string hello) {
  {
    const std::lock_guard lock(mutex_);
    shown_.hello = {++last_version_, as_text(std::move(hello))};
    shown_.epoch = last_version_;
    shown_.frames.clear();
    shown_.topics = {};
  }
  changed();
}

void Board::set_topic(Topic topic, std::string text) {
  {
    const std::lock_guard lock(mutex_);
    shown_.topics[static_cast<std::size_t>(topic)] = {++last_version_, as_text(std::move(text))};
  }
  changed();
}

void Board::set_frame(std::size_t stream, std::shared_ptr<const record::Frame> frame) {
  {
    const std::lock_guard lock(mutex_);
    if (shown_.frames.size() <= stream) shown_.frames.resize(stream + 1);
    shown_.frames[stream] = {++last_version_, std::move(frame)};
  }
  changed();
}

void Board::forget_streams(std::size_t kept) {
  const std::lock_guard lock(mutex_);
  if (shown_.frames.size() > kept) shown_.frames.resize(kept);
}

void Board::announce(std::string text) {
  {
    const std::lock_guard lock(mutex_);
    shown_.announcements.push_back({++last_version_, as_text(std::move(text))});
    if (shown_.announcements.size() > kMostAnnouncements) shown_.announcements.pop_front();
  }
  changed();
}

void Board::tell_all(std::string text) { answer(0, std::move(text)); }

void Board::answer(ViewerId viewer, std::string text) {
  {
    const std::lock_guard lock(mutex_);
    if (answers_.size() < kMostAnswers) answers_.push_back({viewer, as_text(std::move(text))});
  }
  changed();
}

Shown Board::shown() const {
  const std::lock_guard lock(mutex_);
  return shown_;
}

std::vector<Answered> Board::take_answers() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

}  // namespace backlot::server
