#include "apps/server/show/inbox.h"

#include <cmath>

namespace backlot::server {

namespace {
constexpr std::size_t kMostWaiting = 1000;
}

double Request::number(const char* key, double otherwise) const {
  const auto at = body.find(key);
  if (at == body.end() || !at->is_number()) return otherwise;
  const double value = at->get<double>();
  return std::isfinite(value) ? value : otherwise;
}

std::string Request::text(const char* key, const std::string& otherwise) const {
  const auto at = body.find(key);
  return at != body.end() && at->is_string() ? at->get<std::string>() : otherwise;
}

bool Inbox::put(Request request) {
  {
    const std::lock_guard lock(mutex_);
    if (requests_.size() >= kMostWaiting) return false;
    requests_.push_back(std::move(request));
  }
  has_come_.notify_one();
  return true;
}

std::optional<Request> Inbox::take(WallClock::time_point until) {
  std::unique_lock lock(mutex_);
  has_come_.wait_until(lock, until, [&] { return is_closed_ || !requests_.empty(); });
  if (is_closed_ || requests_.empty()) return std::nullopt;
  Request request = std::move(requests_.front());
  requests_.pop_front();
  return request;
}

void Inbox::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  has_come_.notify_all();
}

bool Inbox::is_closed() const {
  const std::lock_guard lock(mutex_);
  return is_closed_;
}

void Inbox::set_viewers(std::size_t count) {
  const std::lock_guard lock(mutex_);
  viewers_ = count;
}

std::size_t Inbox::viewers() const {
  const std::lock_guard lock(mutex_);
  return viewers_;
}

}  // namespace backlot::server
