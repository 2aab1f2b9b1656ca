// A crossing, and the four questions of an agent that drives there: where am I, where am I going, what is around me,
// what rules apply to me? A network is read from its text, built, asked and drawn.

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/draw/network_picture.h"
#include "backlot/formats/way/way.h"
#include "backlot/network/locate.h"
#include "backlot/network/path.h"
#include "backlot/network/right_of_way.h"

using namespace backlot;           // NOLINT(google-build-using-namespace): a sample reads better so
using namespace backlot::network;  // NOLINT(google-build-using-namespace)

namespace {

constexpr std::string_view kText = R"(
network a_crossing
traffic on the right

profile street {
  sidewalk 2 m
  vehicle backward 3.25 m
  spine
  vehicle forward 3.25 m
  sidewalk 2 m
}

way west { profile street;  begin at (-100 m, 0 m) heading 0 deg;  line 86 m;  start open;  stop line at 85 m forward }
way east { profile street;  begin at (14 m, 0 m) heading 0 deg;  line 40 m;  arc left radius 60 m length 50 m;  end open }
way south { profile street;  begin at (0 m, -100 m) heading 90 deg;  line 86 m;  start open;  speed limit 30 km/h }
way north { profile street;  begin at (0 m, 100 m) heading 270 deg;  line 86 m;  start open }

intersection market {
  arm west: west.end yield { crosswalk width 3 m setback 0.5 m }
  arm east: east.start yield
  arm south: south.end priority road
  arm north: north.end priority road
}
)";

// From the lane on to the way with this name, over the corridor that leads there.
bool extend_to(const Network& network, Path& path, std::string_view way) {
  for (const DirectedLane corridor : network.onward(path.last().lane))
    for (const DirectedLane lane : network.onward(corridor))
      if (network.name_of(network.lane(lane.lane).strip) == way)
        return path.extend(network, corridor) && path.extend(network, lane);
  return false;
}

std::string_view to_text(Precedence precedence) {
  switch (precedence) {
    case Precedence::goes:
      return "yields to us";
    case Precedence::yields:
      return "goes before us";
    case Precedence::by_arrival:
      return "who came first goes";
    case Precedence::equal:
      return "we take turns";
  }
  return "";
}

}  // namespace

int main() {
  // Text to description, description to model: both say what is wrong, all of it.
  const base::Result<NetworkDescription> description =
      formats::way::read_way(kText, "crossing.way", text::NoFiles());
  if (!description) return fmt::print(stderr, "{}", to_text(description.diagnostics())), 1;
  const base::Result<Network> built = Network::build(*description);
  if (!built) return fmt::print(stderr, "{}", to_text(built.diagnostics())), 1;
  const Network& network = *built;
  fmt::print("{} lanes, {} corridors\n\n", network.lanes().size(), network.corridors().size());

  // Where am I? From a place in the world to way, lane and coordinates.
  LocateScratch scratch;
  const geometry::WorldPoint here{-60, -1.5, 0};
  const NetworkLocated at = locate(network, here, scratch);
  fmt::print("Where am I?          on {}, lane {}, {:.2f} m along, {:.2f} m from its spine\n",
             network.name_of(at.strip), network.name_of(at.lane), at.point.distance, at.point.offset);

  // Where am I going? A path joins lanes and corridors to one coordinate.
  Path path(network, {at.lane, true}, network.metres_at(at.lane, at.point.distance));
  if (!extend_to(network, path, "east")) return 1;
  PathCursor cursor;
  for (const double ahead : {10.0, 40.0, 60.0, 120.0}) {
    const PathPose pose = pose_at(network, path, ahead, 0, cursor);
    fmt::print(
        "Where am I going?    in {:3.0f} m at ({:6.2f}, {:6.2f}), heading {:5.1f} degrees, curvature {:.4f} "
        "1/m\n",
        ahead, pose.position.x, pose.position.y, pose.heading_rad * 180 / base::kPi,
        curvature_at(network, path, ahead, cursor));
  }

  // What rules apply to me? The limit here, the line to stop at, and the right of way.
  fmt::print("What rules apply?    {:.0f} km/h\n", 3.6 * speed_limit_at(network, path, 0, cursor));
  const std::optional<CorridorAhead> next = next_corridor(network, path, 0, cursor);
  if (!next) return 1;
  fmt::print("                     stop line in {:.1f} m; {} is {:.1f} m long\n", next->stop_m,
             network.name_of(network.strip_of(next->corridor)), next->leave_m - next->enter_m);

  // What is around me? The corridors that touch mine, where, and which of us yields.
  const SignalState signals(network.signal_groups().size(), Aspect::dark);
  for (const Dependency& other : network.dependencies(next->corridor)) {
    const std::optional<Stretches> stretches = network.find_stretches(other, 0.9, 0.9);
    if (!stretches || other.kind == DependencyKind::diverging) continue;
    fmt::print("What is around me?   {:<24} touches from {:4.1f} to {:4.1f} m: {}\n",
               network.name_of(network.strip_of(other.other)), stretches->own.from, stretches->own.to,
               to_text(precedence(network, next->corridor, other, signals)));
  }

  const base::Diagnostics problems = draw::draw_network(network).write("a_crossing.svg");
  if (problems.has_errors()) return fmt::print(stderr, "{}", to_text(problems)), 1;
  fmt::print("\nThe picture is a_crossing.svg\n");
  return 0;
}
