#include "apps/server/web/web_server.h"

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "apps/server/test/web_client.h"
#include "apps/server/web/assets.h"

namespace backlot::server::web_server_test {
namespace {

using test::fetch;
using test::fetch_raw;
using test::Fetched;
using test::IdleConnection;
using test::SocketClient;

// Answers each message with the same text; sends a greeting.
class Echo final : public Guests {
 public:
  void opened(ViewerId viewer, Door) override {
    const std::lock_guard lock(mutex);
    open.insert(viewer);
    waiting[viewer].push_back("hello");
  }
  void closed(ViewerId viewer) override {
    const std::lock_guard lock(mutex);
    open.erase(viewer);
    waiting.erase(viewer);
  }
  void said(ViewerId viewer, std::string_view text) override {
    const std::lock_guard lock(mutex);
    waiting[viewer].emplace_back(text);
  }
  std::optional<Outgoing> next(ViewerId viewer) override {
    const std::lock_guard lock(mutex);
    if (is_flooding) return Outgoing{std::make_shared<const std::string>(100'000, 'x'), true};
    auto& queue = waiting[viewer];
    if (queue.empty()) return std::nullopt;
    const Outgoing out{std::make_shared<const std::string>(queue.front()), false};
    queue.pop_front();
    return out;
  }
  std::size_t count() {
    const std::lock_guard lock(mutex);
    return open.size();
  }

  std::mutex mutex;
  std::set<ViewerId> open;
  std::map<ViewerId, std::deque<std::string>> waiting;
  std::atomic<bool> is_flooding{false};
};

class WebServerTest : public ::testing::Test {
 protected:
  void start(WebSettings settings = {}) {
    settings.token = "secret";
    server = std::make_unique<WebServer>(settings, guests);
    ASSERT_EQ(server->open(), "");
    port = server->port();
    host = fmt::format("127.0.0.1:{}", port);
    thread = std::thread([this] { server->run({}); });
  }
  void TearDown() override {
    if (!server) return;
    server->stop();
    thread.join();
    server.reset();
    EXPECT_EQ(guests.count(), 0U);  // all of them were told
  }

  Echo guests;
  std::unique_ptr<WebServer> server;
  std::uint16_t port = 0;
  std::string host;
  std::thread thread;
};

TEST_F(WebServerTest, ServesThePageWithItsHeaders) {
  start();
  const Fetched page = fetch(port, "/?token=secret", host);
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, find_asset("")->bytes);
  for (const char* header : {"Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff",
                             "Cache-Control: no-store", "Referrer-Policy: no-referrer",
                             "HttpOnly; SameSite=Strict", "Content-Type: text/html"})
    EXPECT_NE(page.head.find(header), std::string::npos) << header << "\n" << page.head;
  EXPECT_EQ(page.head.find("Server:"), std::string::npos);
}

TEST_F(WebServerTest, RefusesWhatItMust) {
  start();
  const std::string cookie = fmt::format("Cookie: backlot_{}=secret\r\n", port);
  EXPECT_EQ(fetch(port, "/", host).status, 403);
  EXPECT_EQ(fetch(port, "/?token=wrong!", host).status, 403);
  EXPECT_EQ(fetch(port, "/?token=secret", "evil.example").status, 403);
  EXPECT_EQ(fetch(port, "/index.html", host, cookie).status, 200);
  for (const char* path : {"/../../etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/index.html/",
                           "/INDEX.HTML", "/assets/../index.html", "/%69ndex.html", "/index.html%00", "/."})
    EXPECT_EQ(fetch(port, path, host, cookie).status, 404) << path;
  EXPECT_EQ(fetch(port, "/socket", host, cookie).status, 403);  // no page of ours asks
  EXPECT_EQ(
      fetch_raw(port,
                fmt::format("POST /?token=secret HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n\r\n", host))
          .status,
      405);
  EXPECT_GE(server->counts().refused, 12U);
}

TEST_F(WebServerTest, SurvivesMalformedRequests) {
  start({.request_s = 2});
  for (const std::string& bytes :
       {std::string("\r\n\r\n"), std::string("GARBAGE\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"),
        "GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: " + std::string(100'000, 'a') + "\r\n\r\n",
        fmt::format("POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 99999999999\r\n\r\n", host),
        std::string("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"),
        std::string("\x16\x03\x01\x02\x00\x01\x00\x01", 8), std::string(3000, '\0')})
    EXPECT_NE(fetch_raw(port, bytes).status, 200);
  EXPECT_EQ(fetch(port, "/?token=secret", host).status, 200);
}

TEST_F(WebServerTest, ASocketTalksBothWays) {
  start();
  SocketClient client(port, "secret");
  ASSERT_TRUE(client.is_open());
  EXPECT_EQ(client.read()->bytes, "hello");
  EXPECT_TRUE(client.send("{\"do\":\"ping\"}"));
  EXPECT_EQ(client.read()->bytes, "{\"do\":\"ping\"}");
  SocketClient own_page(port, "secret", fmt::format("http://localhost:{}", port));
  EXPECT_TRUE(own_page.is_open());
}

TEST_F(WebServerTest, ForeignPagesGetNoSocket) {
  start();
  EXPECT_FALSE(SocketClient(port, "wrong!").is_open());
  EXPECT_FALSE(SocketClient(port, "").is_open());
  EXPECT_FALSE(SocketClient(port, "secret", "http://evil.example").is_open());
  EXPECT_EQ(guests.count(), 0U);
}

TEST_F(WebServerTest, OversizedAndBinaryAndBrokenMessagesEndOneConnectionOnly) {
  start({.request_s = 1});
  SocketClient good(port, "secret");
  EXPECT_EQ(good.read()->bytes, "hello");
  const auto is_ended = [&](const std::function<void(SocketClient&)>& attack) {
    SocketClient bad(port, "secret");
    if (!bad.is_open() || !bad.read()) return false;
    attack(bad);
    return !bad.read().has_value();
  };
  EXPECT_TRUE(is_ended([](SocketClient& c) { c.send(std::string(65'537, ' ')); }));
  EXPECT_TRUE(is_ended([](SocketClient& c) { c.send("abc", true); }));
  EXPECT_TRUE(is_ended([](SocketClient& c) { c.send("\xff\xfe not UTF-8"); }));
  EXPECT_TRUE(is_ended([](SocketClient& c) { c.send_raw(std::string("\x81\x05hello", 7)); }));  // not masked
  EXPECT_TRUE(
      is_ended([](SocketClient& c) { c.send_raw(std::string("\xf1\x80\0\0\0\0", 6)); }));  // reserved bits
  EXPECT_TRUE(is_ended(
      [](SocketClient& c) { c.send_raw(std::string("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10)); }));
  EXPECT_TRUE(
      is_ended([](SocketClient& c) { c.send_raw(std::string("\x83\x80\0\0\0\0", 6)); }));  // no such kind
  EXPECT_TRUE(is_ended([](SocketClient& c) {
    for (int k = 0; k < 1000; ++k) c.send("{}");  // far more than the rate
    while (c.read()) {
    }
  }));
  EXPECT_TRUE(good.send("still here"));
  EXPECT_EQ(good.read()->bytes, "still here");
}

TEST_F(WebServerTest, AHundredIdleConnectionsDoNotKeepOthersOut) {
  start({.most_connections = 40, .request_s = 1});
  SocketClient good(port, "secret");
  EXPECT_EQ(good.read()->bytes, "hello");
  std::deque<IdleConnection> idle;
  for (int k = 0; k < 100; ++k) idle.emplace_back(port);
  EXPECT_TRUE(good.send("go on"));
  EXPECT_EQ(good.read()->bytes, "go on");
  // those that say nothing are closed in time, and there is room again
  int status = 0;
  for (int k = 0; k < 600 && status != 200; ++k) {
    status = fetch(port, "/?token=secret", host).status;
    if (status != 200) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(status, 200);
  EXPECT_GE(server->counts().refused, 60U);
}

TEST_F(WebServerTest, NoMoreViewersThanTheLimit) {
  start({.most_viewers = 2});
  SocketClient a(port, "secret"), b(port, "secret");
  ASSERT_TRUE(a.read() && b.read());
  EXPECT_FALSE(SocketClient(port, "secret").is_open());
}

// A page that never reads stops its own stream, and nothing else.
TEST_F(WebServerTest, ASlowReaderStopsNobodyElse) {
  start();
  SocketClient slow(port, "secret"), good(port, "secret");
  ASSERT_TRUE(slow.is_open() && good.is_open());
  guests.is_flooding = true;
  server->wake();
  for (int k = 0; k < 100; ++k)
    ASSERT_TRUE(good.read());  // 10 MB: more than the buffers of the slow one hold
  guests.is_flooding = false;
}

}  // namespace
}  // namespace backlot::server::web_server_test
