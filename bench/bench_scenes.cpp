#include "bench/bench_scenes.h"

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backlot/formats/scene/scene_text.h"
#include "backlot/formats/text/loader.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "bench/grid_network.h"

namespace backlot::bench {

namespace {

// The value of a result; the end of the program with all that is wrong.
template <class Value>
Value need(base::Result<Value> result) {
  if (!result) {
    fmt::print(stderr, "{}", to_text(result.diagnostics()));
    std::exit(EXIT_FAILURE);
  }
  return *std::move(result);
}

constexpr std::size_t kCrossings = 26;  // along each side of the town
constexpr double kLongBlock_m = 200;    // 2 x 25 blocks are 10 km

network::Network town_network() {
  GridOptions options;
  options.rows = options.columns = kCrossings;
  options.block_m = kLongBlock_m;
  network::NetworkDescription town = grid_network(options);
  town.name = "town";
  return need(network::Network::build(town));
}

// For a network that is built in code: a scene may import it, and nothing is read.
class NothingToRead final : public text::Loader {
 public:
  std::optional<text::File> load(std::string_view path, std::string_view) const override {
    return text::File{std::string(path), ""};
  }
};

// The scene with the density that spreads so many vehicles over its roads.
template <class Build>
std::shared_ptr<const scene::Scene> with_vehicles(std::size_t vehicles, const Build& build) {
  constexpr double kTried_per_km = 10;
  const auto tried = static_cast<double>(build(kTried_per_km)->spread());
  return build(kTried_per_km * (static_cast<double>(vehicles) + 0.5) / tried);
}

std::string cut_in_text(int seconds, const std::string& density) {
  return fmt::format(R"(scene two_car_cut_in
import "study_motorway.way"
set {{
  network study_motorway
  subject from west R2 at 600 m to east
  mark begin = 5 m along route
  mark last = 5000 m along route
  traffic {{ {}warm up 0 s }}
  source spare between 110 m and 130 m ahead of subject on the right, in sight of subject
}}
cast {{
  role intruder: car {{
    is right of subject between 5 m and 300 m
    may be supplied by spare from 1000 s before subject at last
  }}
}}
script {{
  beat casting from subject at begin until cutting {{ cast intruder }}
  beat slow when intruder is cast until cutting {{ intruder drives at 70 km/h; intruder stays in its lane }}
  beat cutting when gap of subject to intruder below 40 m {{
    commit
    intruder swerves to the left at 1.2 m/s
  }}
  end when {} s after start
}}
expect {{ cutting: intruder acts within 0.5 s }}
judge {{
  never contact
  ttc over 1 s
  time_gap over 0.3 s
  drac below 6 m/s2
  comfort below 8 m/s2
  no lane
  no off_road
  no speed_limit
  no red_light
  no wrong_way
}}
)",
                     density, seconds);
}

std::string town_text(double per_km) {
  return fmt::format(R"(scene town_drive
import "town.way"
set {{
  network town
  subject from e0_0 R1 at 20 m to n{}_{}
  mark goal = 9700 m along route
  traffic {{ density {:.4f} per km; warm up 60 s }}
}}
script {{
  beat arrival when subject past goal {{
    commit
    note "the subject is there"
  }}
  end when 1 s after arrival, or 3000 s after start
}}
judge {{
  never contact
  no off_road
  no speed_limit
  no red_light
  no wrong_way
}}
)",
                     kCrossings - 2, kCrossings - 1, per_km);
}

}  // namespace

std::shared_ptr<const scene::Scene> cut_in(int seconds, std::size_t others) {
  if (others == 0) return need(harness::build_scene(cut_in_text(seconds, "")));
  return with_vehicles(others, [&](double per_km) {
    return need(harness::build_scene(cut_in_text(seconds, fmt::format("density {:.4f} per km; ", per_km))));
  });
}

TownDrive::TownDrive(std::size_t vehicles) : network_(town_network()), roads_(network_) {
  scene_ = with_vehicles(vehicles, [&](double per_km) {
    return need(scene::Scene::build(
        need(scene_text::read_scene(town_text(per_km), "town.scene", NothingToRead())), roads_));
  });
}

TownDrive::~TownDrive() = default;

}  // namespace backlot::bench
