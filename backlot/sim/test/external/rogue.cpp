#include "backlot/sim/test/external/rogue.h"

#include <algorithm>
#include <string>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/network/signals.h"

namespace backlot::sim {

using base::Duration;
using world::ObjectKind;
using world::Track;
using world::TrackId;

std::unique_ptr<TestRoads> signalled_grid() {
  std::string text = R"(
network grid
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
template crossing(offset = 0 s) {
  arm west at (-15 m, 0 m) heading 0 deg signal ew { vehicle out; vehicle in }
  arm east at (15 m, 0 m) heading 180 deg signal ew { vehicle out; vehicle in }
  arm south at (0 m, -15 m) heading 90 deg signal ns { vehicle out; vehicle in }
  arm north at (0 m, 15 m) heading 270 deg signal ns { vehicle out; vehicle in }
  signals {
    groups ew ns
    programme offset offset {
      25 s: ew green, ns red
      3 s: ew yellow, ns red
      2 s: ew red, ns red
      25 s: ew red, ns green
      3 s: ew red, ns yellow
      2 s: ew red, ns red
    }
  }
}
)";
  const auto street = [&](const std::string& name, double x, double y, double heading_deg, double length,
                          bool is_open) {
    text += "way " + name + " { profile street;  begin at (" + std::to_string(x) + " m, " +
            std::to_string(y) + " m) heading " + std::to_string(heading_deg) + " deg;  line " +
            std::to_string(length) + " m" + (is_open ? ";  end open" : "") + " }\n";
  };
  const std::string names[] = {"a", "b", "c", "d"};
  for (int k = 0; k < 4; ++k) {
    const double x = 180.0 * (k % 2), y = 180.0 * (k / 2);
    const std::string& n = names[k];
    const bool is_right = k % 2 == 1, is_top = k / 2 == 1;
    const std::string west = is_right ? names[k - 1] + "_east.end" : n + "_west.start";
    const std::string south = is_top ? names[k - 2] + "_north.end" : n + "_south.start";
    text += "intersection " + n + " is crossing(offset = " + std::to_string(13 * k) + " s) at (" +
            std::to_string(x) + " m, " + std::to_string(y) + " m) {\n  arm west: " + west +
            "\n  arm east: " + n + "_east.start\n  arm south: " + south + "\n  arm north: " + n +
            "_north.start\n}\n";
    street(n + "_east", x + 15, y, 0, 150, is_right);
    street(n + "_north", x, y + 15, 90, 150, is_top);
    if (!is_right) street(n + "_west", x - 15, y, 180, 150, true);
    if (!is_top) street(n + "_south", x, y - 15, 270, 150, true);
  }
  return roads_of(text);
}

std::string_view to_text(Deed deed) {
  switch (deed) {
    case Deed::crosses_on_red:
      return "crosses on red";
    case Deed::wrong_way:
      return "wrong way";
    case Deed::stops_in_the_box:
      return "stops in the box";
    case Deed::reverses:
      return "reverses";
    case Deed::parks_across:
      return "parks across";
  }
  return "";
}

Rogue::Rogue(const TestRoads& roads, Deed deed, std::uint64_t seed)
    : net_(roads.network), tracks_(roads.roads.tracks), deed_(deed), random_{seed, 1, 2} {
  for (std::uint32_t k = 0; k < tracks_.all().size(); ++k) {
    const Track& track = tracks_.all()[k];
    if (!track.is_corridor() && track.length > 70 && track.onward_count > 0) lanes_.push_back(TrackId(k));
  }
}

bool Rogue::act(Simulation& simulation) {
  if (!id_) {
    try_to_begin(simulation);
    return false;
  }
  ++age_;
  if (deed_ == Deed::stops_in_the_box && simulation.find_external(*id_)) {
    const bool is_in_box = box_m_ < way_m(simulation);
    const ExternalCommand command{*id_, simulation.tick().time,
                                  PaceCommand{is_in_box && age_ < 250 ? 0 : speed_mps_}};
    commands_ = {command};
  }
  if (age_ < kActs) return false;
  while (simulation.external_count() > 0) simulation.remove(simulation.external(0).id);
  id_.reset();
  commands_.clear();
  return true;
}

double Rogue::way_m(const Simulation& simulation) const {
  const geometry::WorldPoint& at = simulation.find_external(*id_)->external.body.middle;
  return distance_between(at, start_);
}

void Rogue::try_to_begin(Simulation& simulation) {
  const TrackId lane = lanes_[random_.below(lanes_.size())];
  const Track& track = tracks_[lane];
  const std::span<const TrackId> onward = tracks_.onward(track);
  const TrackId next = onward[random_.below(onward.size())];
  const bool leads_through = tracks_[next].is_corridor() && tracks_[next].onward_count > 0;
  speed_mps_ = random_.uniform(6, 15);
  double from_m = random_.uniform(20, track.length - 25), turned = 0;
  if (deed_ == Deed::crosses_on_red || deed_ == Deed::stops_in_the_box) {
    if (!leads_through) return;
    from_m = track.length - random_.uniform(15, 45);
    if (deed_ == Deed::crosses_on_red && !is_red(simulation, next)) return;
    box_m_ = track.length - from_m + random_.uniform(3, 12);
  }
  // no vehicle near it, and none ahead of it on its lane up to the line
  const geometry::WorldPoint at = place(track, from_m);
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    const bool is_before = v.mover.trail.current() == lane && v.mover.metres > from_m;
    if (distance_between(v.mover.guide, at) < 12 || (is_before && deed_ != Deed::parks_across)) return;
  }
  std::vector<geometry::WorldPoint> path;
  if (leads_through) {
    const TrackId list[] = {lane, next, tracks_.onward(tracks_[next]).front()};
    path = points_along(tracks_, list, from_m);
  } else {
    const TrackId list[] = {lane};
    path = points_along(tracks_, list, from_m);
  }
  Behaviour behaviour = ByPath{path, speed_mps_};
  double speed = speed_mps_;
  if (deed_ == Deed::wrong_way) {
    const TrackId list[] = {lane};
    path = points_along(tracks_, list, 0);
    std::reverse(path.begin(), path.end());
    path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(0.5 * (track.length - from_m)));
    // and on, straight over whatever comes there
    const geometry::Vec3 last = path.back() - path[path.size() - 2];
    for (int k = 0; k < 20; ++k) path.push_back(path.back() + last);
    behaviour = ByPath{path, speed_mps_};
    turned = base::kPi;
  } else if (deed_ == Deed::reverses) {
    const auto s = [](double seconds) { return Duration::from_seconds(seconds); };
    const double back = random_.uniform(2, 7);
    behaviour = ByPattern{
        {{s(1.5), 6, 3, 0}, {s(2), 0, 5, 0}, {s(5), -back, 2, 0}, {s(4), 0, 3, 0}, {s(4), -back, 3, 0.05}}};
    speed = 6;
  } else if (deed_ == Deed::parks_across) {
    behaviour = Parked{};
    turned = base::kHalfPi + random_.uniform(-0.6, 0.6);
    speed = 0;
  }
  const AddedExternal added = simulation.add_external(
      random_.below(4) == 0 ? ObjectKind::truck : ObjectKind::car,
      {turned == base::kPi ? path.front() : place(track, from_m), heading(track, from_m) + turned, speed},
      behaviour);
  BACKLOT_CHECK(added.refused.empty(), "the body can be there");
  id_ = added.id;
  start_ = simulation.find_external(*id_)->external.body.middle;
  age_ = 0;
  ++deeds_;
}

bool Rogue::is_red(const Simulation& simulation, TrackId corridor) const {
  const network::SignalGroupId group = net_.corridor(tracks_[corridor].corridor).signal_group;
  if (group.is_empty()) return true;  // no light: just as if
  network::SignalState signals;
  network::show_programmes(net_, simulation.tick().time, signals);
  return signals[group.index()] == network::Aspect::red;
}
geometry::WorldPoint Rogue::place(const Track& track, double metres) const {
  const double distance = tracks_.distance_at(track, metres);
  return tracks_.place(track, distance, tracks_.centre_at(track, distance));
}
double Rogue::heading(const Track& track, double metres) const {
  const geometry::Vec3 t = tracks_.tangent_at(track, tracks_.distance_at(track, metres));
  return base::atan2(track.sign() * t.y, track.sign() * t.x);
}

}  // namespace backlot::sim
