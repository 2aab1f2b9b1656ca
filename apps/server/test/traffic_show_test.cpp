// Shows of traffic behind a real server: what pages get, and that none of them changes the run.
#include "apps/server/show/traffic_show.h"

#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "apps/server/test/served.h"
#include "apps/server/test/town.h"
#include "apps/server/test/web_client.h"
#include "apps/server/wire/frame_decoder.h"

namespace backlot::server::traffic_show_test {
namespace {

using test::Served;
using test::SocketClient;

TrafficShowSettings settings_of(double seconds, double factor) {
  return {
      .file = "town.way", .vehicles = 60, .seed = 5, .factor = factor, .is_paused = true, .seconds = seconds};
}

// Waits for the end of the run, as a page sees it.
void read_to_the_end(SocketClient& client) {
  while (const auto text = client.read_until("run"))
    if (Json::parse(*text)["time_s"].get<double>() >= 19.99) return;
  FAIL() << "the connection ended";
}

std::uint64_t hash_alone(const std::shared_ptr<const network::Network>& town) {
  const world::Roads roads(*town);
  sim::Simulation run(roads, {.seed = 5, .drivers = traffic::suiting_drivers(roads.tracks)});
  run.insert_spread(60);
  for (int k = 0; k < 400; ++k) run.step(base::Duration::from_milliseconds(50));
  return run.hash();
}

TEST(TrafficShow, APageGetsTheWorldAndThenFrames) {
  const auto town = test::make_town(2, 3);
  TrafficShow show(town, settings_of(1e6, 1));
  Served served(show);
  SocketClient page(served.port(), "secret");
  ASSERT_TRUE(page.is_open());
  const Json hello = Json::parse(page.read()->bytes);
  EXPECT_EQ(hello["is"], "hello");
  EXPECT_EQ(hello["protocol"], 1);
  EXPECT_EQ(hello["mode"], "traffic");
  EXPECT_EQ(hello["materials"][0], "asphalt");
  const Json world = Json::parse(page.read()->bytes);
  EXPECT_EQ(world["is"], "world");
  EXPECT_GT(world["heads"].size(), 10U);
  std::size_t vertices = 0;
  for (;;) {
    const auto mesh = page.read();
    ASSERT_TRUE(mesh && mesh->is_binary);
    ASSERT_EQ(mesh->bytes[0], 1);
    std::uint32_t count = 0, indices = 0;
    std::memcpy(&count, mesh->bytes.data() + 8, 4);
    std::memcpy(&indices, mesh->bytes.data() + 12, 4);
    EXPECT_EQ(mesh->bytes.size(), 16 + 12 * std::size_t{count} + 4 * std::size_t{indices});
    for (std::uint32_t k = 0; k < indices; ++k) {
      std::uint32_t index = 0;
      std::memcpy(&index, mesh->bytes.data() + 16 + 12 * std::size_t{count} + 4 * std::size_t{k}, 4);
      ASSERT_LT(index, count);
    }
    vertices += count;
    if (mesh->bytes[1] == 1) break;
  }
  EXPECT_GT(vertices, 500U);
  page.send(R"({"do":"view"})");
  page.send(R"({"do":"step"})");
  const Json shapes = Json::parse(*page.read_until("shapes"));
  EXPECT_EQ(shapes["shapes"][0]["kind"], "car");
  FrameDecoder decoder;
  while (decoder.objects().empty()) {
    const auto message = page.read();
    ASSERT_TRUE(message);
    if (message->is_binary) {
      ASSERT_EQ(decoder.read(message->bytes), "");
    }
  }
  EXPECT_EQ(decoder.objects().size(), 60U);
  EXPECT_FALSE(decoder.signals().empty());

  const std::uint32_t id = decoder.objects().begin()->second.id;
  page.send(fmt::format(R"({{"do":"select","id":{}}})", id));
  const Json actor = Json::parse(*page.read_until("actor"));
  EXPECT_EQ(actor["id"], id);
  EXPECT_FALSE(actor["states"].empty());
  EXPECT_NE(actor["limit_text"], "");
  page.send(R"({"do":"find","text":"c_1_1"})");
  const Json results = Json::parse(*page.read_until("found"))["results"];
  EXPECT_FALSE(results.empty());
  page.send(R"({"do":"find","text":"C 1 1"})");  // as names are shown
  EXPECT_EQ(Json::parse(*page.read_until("found"))["results"], results);
  page.send(R"({"do":"find","text":"c 1_nowhere"})");
  EXPECT_TRUE(Json::parse(*page.read_until("found"))["results"].empty());
  page.send(R"({"do":"locate","x":75,"y":-1.75})");
  EXPECT_FALSE(Json::parse(*page.read_until("located"))["places"].empty());
  page.send("no JSON");
  EXPECT_TRUE(page.read_until("error"));
  page.send(R"({"do":"seek","time_s":3})");
  EXPECT_TRUE(page.read_until("error"));
}

TEST(TrafficShow, RestartsWithAnotherSeed) {
  TrafficShow show(test::make_town(2, 2), settings_of(1e6, 1));
  Served served(show);
  SocketClient page(served.port(), "secret");
  EXPECT_EQ(Json::parse(*page.read_until("hello"))["seed"], 5);
  page.send(R"({"do":"restart","seed":8})");
  EXPECT_EQ(Json::parse(*page.read_until("hello"))["seed"], 8);
}

// The same hash without a viewer, with one, with ten, and with one that never reads.
TEST(TrafficShow, ViewersChangeNothing) {
  const auto town = test::make_town(2, 3);
  const std::uint64_t alone = hash_alone(town);
  {
    auto settings = settings_of(20, 0);
    settings.is_paused = false;
    TrafficShow show(town, settings);
    Served served(show);
    SocketClient late(served.port(), "secret");  // the run may be over already
    read_to_the_end(late);
    served.stop();
    EXPECT_EQ(show.hash(), alone);
  }
  for (const std::size_t viewers : {1U, 10U}) {
    TrafficShow show(town, settings_of(20, 0));
    Served served(show);
    std::vector<std::unique_ptr<SocketClient>> pages;
    for (std::size_t k = 0; k < viewers; ++k) {
      pages.push_back(std::make_unique<SocketClient>(served.port(), "secret"));
      pages.back()->send(
          fmt::format(R"({{"do":"view","box":[0,0,{},{}],"metres_per_pixel":0.1}})", 100 + 100 * k, 200));
      pages.back()->send(R"({"do":"select","id":3})");
    }
    SocketClient slow(served.port(), "secret");  // it looks, and never reads
    slow.send(R"({"do":"view"})");
    pages[0]->send(R"({"do":"play"})");
    for (const auto& page : pages) read_to_the_end(*page);
    served.stop();
    EXPECT_EQ(show.steps(), 400U);
    EXPECT_EQ(show.hash(), alone);
  }
}

}  // namespace
}  // namespace backlot::server::traffic_show_test
