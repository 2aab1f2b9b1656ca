#include "apps/server/web/web_server.h"

#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>

#include "apps/server/web/admission.h"
#include "apps/server/web/assets.h"

namespace backlot::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using beast::error_code;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kMostHeaderBytes = 8 * 1024;
constexpr auto kLookEvery = std::chrono::milliseconds(100);

Clock::duration seconds(double s) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

std::string_view to_view(beast::string_view text) { return {text.data(), text.size()}; }

// Lets messages through at a rate in the mean, with bursts of two seconds.
class Rate {
 public:
  explicit Rate(double per_s) : per_s_(per_s), left_(2 * per_s), last_(Clock::now()) {}

  bool take() {
    const Clock::time_point now = Clock::now();
    left_ = std::min(2 * per_s_, left_ + per_s_ * std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double per_s_, left_;
  Clock::time_point last_;
};

class ViewerSocket;

// What connections share. All of it is used on the thread of the server, but for the counts.
struct Shared {
  WebSettings settings;
  Guests& guests;
  std::optional<Doorkeeper> doorkeeper{};
  ViewerId last_viewer = 0;
  std::size_t connections = 0;
  std::map<ViewerId, std::weak_ptr<ViewerSocket>> viewers{};
  std::atomic<std::uint64_t> counted_connections{0}, counted_refused{0}, counted_viewers{0},
      counted_messages{0};
};

// Counts a connection for as long as it lives.
class Place {
 public:
  explicit Place(Shared& shared) : shared_(shared) { ++shared_.connections; }
  ~Place() { --shared_.connections; }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  Shared& shared_;
};

// One page that looks.
class ViewerSocket : public std::enable_shared_from_this<ViewerSocket> {
 public:
  ViewerSocket(beast::tcp_stream&& stream, Shared& shared, std::shared_ptr<Place> place, Door door)
      : socket_(std::move(stream)),
        shared_(shared),
        place_(std::move(place)),
        rate_(shared.settings.most_messages_per_s),
        id_(++shared.last_viewer),
        door_(door) {}
  ~ViewerSocket() {
    shared_.viewers.erase(id_);
    if (is_open_) shared_.guests.closed(id_);
  }

  void accept(const http::request<http::empty_body>& request) {
    beast::get_lowest_layer(socket_).expires_never();  // the socket has limits of its own
    websocket::stream_base::timeout limits{};
    limits.handshake_timeout = seconds(shared_.settings.request_s);
    limits.idle_timeout = seconds(shared_.settings.idle_s);
    limits.keep_alive_pings = true;
    socket_.set_option(limits);
    socket_.read_message_max(shared_.settings.most_bytes);
    socket_.auto_fragment(false);
    socket_.async_accept(request, [self = shared_from_this()](error_code error) {
      if (error) return;
      self->is_open_ = true;
      self->shared_.viewers[self->id_] = self;
      ++self->shared_.counted_viewers;
      self->shared_.guests.opened(self->id_, self->door_);
      self->read();
      self->write();
    });
  }

  // Asks for the next message, unless one is on its way.
  void write() {
    if (!is_open_ || is_writing_) return;
    std::optional<Outgoing> next = shared_.guests.next(id_);
    if (!next) return;
    is_writing_ = true;
    message_ = std::move(next->bytes);
    socket_.binary(next->is_binary);
    socket_.async_write(asio::buffer(*message_), [self = shared_from_this()](error_code error, std::size_t) {
      self->is_writing_ = false;
      self->message_.reset();
      if (error)
        self->leave();
      else
        self->write();
    });
  }

  void close() {
    if (!is_open_) return;
    leave();
    beast::get_lowest_layer(socket_).cancel();
  }

 private:
  void read() {
    socket_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error || !self->is_open_) return self->leave();
      ++self->shared_.counted_messages;
      if (!self->rate_.take() || !self->socket_.got_text()) {
        ++self->shared_.counted_refused;
        return self->close();
      }
      const auto data = self->buffer_.cdata();
      self->shared_.guests.said(self->id_, {static_cast<const char*>(data.data()), data.size()});
      self->buffer_.consume(self->buffer_.size());
      self->write();  // it may have an answer
      self->read();
    });
  }

  void leave() {
    if (!is_open_) return;
    is_open_ = false;
    shared_.guests.closed(id_);
    beast::get_lowest_layer(socket_).close();
  }

  websocket::stream<beast::tcp_stream> socket_;
  Shared& shared_;
  std::shared_ptr<Place> place_;
  Rate rate_;
  ViewerId id_;
  Door door_;
  beast::flat_buffer buffer_;
  std::shared_ptr<const std::string> message_;
  bool is_open_ = false, is_writing_ = false;
};

// One connection that asks for pages, until it becomes a socket.
class PageConnection : public std::enable_shared_from_this<PageConnection> {
 public:
  PageConnection(tcp::socket&& socket, Shared& shared)
      : stream_(std::move(socket)), shared_(shared), place_(std::make_shared<Place>(shared)) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kMostHeaderBytes);
    parser_->body_limit(0);
    stream_.expires_after(seconds(shared_.settings.request_s));
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->close();
      self->answer();
    });
  }

 private:
  void answer() {
    const auto& request = parser_->get();
    const auto field = [&](http::field name) { return to_view(request[name]); };
    const Admission admission = shared_.doorkeeper->admit(
        {to_view(request.method_string()), to_view(request.target()), field(http::field::host),
         field(http::field::origin), field(http::field::cookie), websocket::is_upgrade(request)});
    switch (admission.kind) {
      case AdmissionKind::asset:
        if (const Asset* asset = find_asset(admission.name))
          return send(http::status::ok, asset->type, asset->bytes,
                      admission.sets_cookie ? std::optional(admission.door) : std::nullopt);
        return refuse(http::status::not_found, "There is no such page.\n");
      case AdmissionKind::socket:
        if (shared_.viewers.size() >= shared_.settings.most_viewers)
          return refuse(http::status::service_unavailable, "Too many pages look at this run already.\n");
        std::make_shared<ViewerSocket>(std::move(stream_), shared_, std::move(place_), admission.door)
            ->accept({request});
        return;
      case AdmissionKind::forbidden:
        return refuse(http::status::forbidden, admission.why + "\n");
      case AdmissionKind::not_found:
        return refuse(http::status::not_found, admission.why + "\n");
      case AdmissionKind::bad_method:
        return refuse(http::status::method_not_allowed, admission.why + "\n");
    }
  }

  void refuse(http::status status, const std::string& why) {
    ++shared_.counted_refused;
    own_text_ = why;
    send(status, "text/plain; charset=utf-8", own_text_, std::nullopt);
  }

  void send(http::status status, std::string_view type, std::string_view body, std::optional<Door> cookie_of) {
    const auto& request = parser_->get();
    const bool is_kept = request.keep_alive() && status == http::status::ok;
    response_.emplace(status, request.version());
    const auto text = [](std::string_view s) { return beast::string_view(s.data(), s.size()); };
    response_->set(http::field::content_type, text(type));
    response_->set("Content-Security-Policy", text(content_security_policy()));
    response_->set("X-Content-Type-Options", "nosniff");
    response_->set("X-Frame-Options", "DENY");
    response_->set("Referrer-Policy", "no-referrer");
    response_->set("Cross-Origin-Opener-Policy", "same-origin");
    response_->set("Cross-Origin-Resource-Policy", "same-origin");
    response_->set(http::field::cache_control, "no-store");
    if (cookie_of) response_->set(http::field::set_cookie, shared_.doorkeeper->cookie(*cookie_of));
    response_->keep_alive(is_kept);
    if (request.method() != http::verb::head) {
      response_->body().data = const_cast<char*>(body.data());  // it is only read
      response_->body().size = body.size();
    }
    response_->body().more = false;
    response_->content_length(body.size());
    serializer_.emplace(*response_);
    stream_.expires_after(seconds(shared_.settings.request_s));
    http::async_write(stream_, *serializer_,
                      [self = shared_from_this(), is_kept](error_code error, std::size_t) {
                        if (error || !is_kept) return self->close();
                        self->read();
                      });
  }

  void close() {
    error_code ignored;  // the other side may be gone already
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.close();
  }

  beast::tcp_stream stream_;
  Shared& shared_;
  std::shared_ptr<Place> place_;
  beast::flat_buffer buffer_{kMostHeaderBytes + 4096};
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<http::response<http::buffer_body>> response_;
  std::optional<http::response_serializer<http::buffer_body>> serializer_;
  std::string own_text_;
};

}  // namespace

struct WebServer::Inside {
  Inside(const WebSettings& settings, Guests& guests)
      : shared{.settings = settings, .guests = guests}, acceptor(context), timer(context) {}

  void accept() {
    acceptor.async_accept([this](error_code error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (error) {  // out of descriptors, perhaps: it is tried again in a moment
        retry.expires_after(kLookEvery);
        return retry.async_wait([this](error_code stopped) {
          if (!stopped) accept();
        });
      }
      ++shared.counted_connections;
      if (shared.connections >= shared.settings.most_connections)
        ++shared.counted_refused;  // the socket closes
      else
        std::make_shared<PageConnection>(std::move(socket), shared)->read();
      accept();
    });
  }

  void look(const std::function<bool()>& is_stopped) {
    timer.expires_after(kLookEvery);
    timer.async_wait([this, &is_stopped](error_code error) {
      if (error) return;
      if (is_stopped && is_stopped()) return context.stop();
      look(is_stopped);
    });
  }

  void wake_all() {
    is_waking = false;
    // a viewer that leaves meanwhile is no longer in the list
    std::vector<std::shared_ptr<ViewerSocket>> all;
    for (const auto& [id, viewer] : shared.viewers)
      if (auto kept = viewer.lock()) all.push_back(std::move(kept));
    for (const auto& viewer : all) viewer->write();
  }

  Shared shared;  // ends after the context, which holds connections
  asio::io_context context{1};
  tcp::acceptor acceptor;
  asio::steady_timer timer, retry{context};
  std::atomic<bool> is_waking{false};
  std::uint16_t port = 0;
};

WebServer::WebServer(const WebSettings& settings, Guests& guests)
    : inside_(std::make_unique<Inside>(settings, guests)) {}

WebServer::~WebServer() {
  // sockets end before what they share
  for (const auto& [id, viewer] : std::map(inside_->shared.viewers))
    if (auto kept = viewer.lock()) kept->close();
  error_code ignored;  // nothing is left that could be told
  inside_->acceptor.close(ignored);
  inside_->context.restart();
  inside_->context.poll();
}

std::string WebServer::open() {
  Inside& in = *inside_;
  error_code error;
  const asio::ip::address address = asio::ip::make_address(in.shared.settings.address, error);
  if (error) return fmt::format("\"{}\" is no address of this machine", in.shared.settings.address);
  const tcp::endpoint at(address, in.shared.settings.port);
  in.acceptor.open(at.protocol(), error);
  if (!error) in.acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) in.acceptor.bind(at, error);
  if (!error) in.acceptor.listen(128, error);
  if (error)
    return fmt::format("port {} of {} cannot be used: {}", in.shared.settings.port,
                       in.shared.settings.address, error.message());
  in.port = in.acceptor.local_endpoint().port();
  std::string token = in.shared.settings.token.empty() ? make_token() : in.shared.settings.token;
  in.shared.doorkeeper.emplace(in.shared.settings.address, in.port, std::move(token),
                              in.shared.settings.participant_token);
  in.accept();
  return {};
}

std::uint16_t WebServer::port() const { return inside_->port; }
std::string WebServer::link(Door door) const { return inside_->shared.doorkeeper->link(door); }

void WebServer::run(const std::function<bool()>& is_stopped) {
  inside_->look(is_stopped);
  inside_->context.run();
  inside_->timer.cancel();
}

void WebServer::wake() {
  if (inside_->is_waking.exchange(true)) return;
  asio::post(inside_->context, [in = inside_.get()] { in->wake_all(); });
}

void WebServer::stop() { inside_->context.stop(); }

WebCounts WebServer::counts() const {
  const Shared& shared = inside_->shared;
  return {shared.counted_connections, shared.counted_refused, shared.counted_viewers,
          shared.counted_messages};
}

}  // namespace backlot::server
