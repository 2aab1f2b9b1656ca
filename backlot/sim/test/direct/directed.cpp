#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim {

using direct::Answer;
using direct::AnswerKind;
using direct::DirectiveNumber;

const std::string_view kSignalledCrossing = R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street {
  vehicle backward 3.5 m; vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m
}
way west { profile street;  begin at (-620 m, 0 m) heading 0 deg;  line 600 m;  start open }
way east { profile street;  begin at (620 m, 0 m) heading 180 deg;  line 600 m;  start open }
way north { profile street;  begin at (0 m, 620 m) heading 270 deg;  line 600 m;  start open }
way south { profile street;  begin at (0 m, -620 m) heading 90 deg;  line 600 m;  start open }
intersection x {
  arm west: west.end signal ew
  arm east: east.end signal ew
  arm north: north.end signal ns
  arm south: south.end signal ns
  signals {
    groups ew ns
    programme offset 0 s {
      40 s: ew red, ns green
      3 s: ew red, ns yellow
      2 s: ew red, ns red
      40 s: ew green, ns red
      3 s: ew yellow, ns red
      2 s: ew red, ns red
    }
  }
}
)";

const std::string_view kMotorRoad = R"(
network motor_road
traffic on the right
speed limit 120 km/h
profile road {
  vehicle backward 3.5 m; vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m
}
way road { profile road;  begin at (-100 m, 0 m) heading 0 deg;  line 6000 m;  start open;  end open }
)";

const std::string_view kTwoLaneRoad = R"(
network two_lane_road
traffic on the right
speed limit 100 km/h
profile road { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way road { profile road;  begin at (0 m, 0 m) heading 0 deg;  line 4000 m;  start open;  end open }
)";

const std::string_view kStreet = R"(
network street
traffic on the right
speed limit 50 km/h
profile street { sidewalk 2.5 m; vehicle backward 3.25 m; spine; vehicle forward 3.25 m; sidewalk 2.5 m }
way road { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 400 m;  start open;  end open }
)";

Directed::Directed(std::string_view road) {
  for (traffic::KindOfDriver& kind : settings_.drivers.kinds) kind.spread = {0, 0, 0};
  restart_on(road);
}

void Directed::restart() {
  run_ = std::make_unique<Simulation>(roads_->roads, settings_);
  answers_.clear();
}

void Directed::restart_on(std::string_view road) {
  run_.reset();
  roads_ = roads_of(road);
  restart();
}

world::TrackId Directed::lane(const char* way, const char* name) const {
  return roads_->roads.tracks.track_of(
      {roads_->network.find_lane(roads_->network.find_strip(way), name), true});
}

world::TrackId Directed::lane_back(const char* way, const char* name) const {
  return roads_->roads.tracks.track_of(
      {roads_->network.find_lane(roads_->network.find_strip(way), name), false});
}

world::ObjectId Directed::put(const char* way, const char* name, double metres, double speed_mps) {
  return run_->insert(world::ObjectKind::car, lane(way, name), metres, speed_mps);
}

world::ObjectId Directed::put_external(const char* way, const char* name, double metres, double speed_mps) {
  const world::TrackId track = lane(way, name);
  const std::vector<geometry::WorldPoint> points =
      points_along(roads_->roads.tracks, std::span(&track, 1), metres);
  const double x = points[1].x - points[0].x, y = points[1].y - points[0].y;
  const AddedExternal added =
      run_->add_external(world::ObjectKind::car, {points[0], base::atan2(y, x), speed_mps},
                         ByPath{.points = points, .speed_mps = speed_mps});
  EXPECT_TRUE(added.refused.empty()) << added.refused;
  return added.id;
}

record::FrameObject Directed::seen(world::ObjectId id) const {
  record::Frame frame;
  run_->frame(frame);
  const record::FrameObject* object = record::find(frame, id);
  EXPECT_NE(object, nullptr);
  return object == nullptr ? record::FrameObject{} : *object;
}

DirectiveNumber Directed::tell(direct::Directive directive) {
  if (directive.issuer.is_empty()) directive.issuer = kMe;
  return run_->direct(std::move(directive));
}

void Directed::step(std::span<const ExternalCommand> commands) {
  run_->step(kStep, commands);
  for (const Answer& answer : run_->direction().answers()) answers_[answer.directive].push_back(answer);
}

bool Directed::run_until(const std::function<bool()>& holds, double seconds) {
  for (int k = 0; k < static_cast<int>(10 * seconds) && !holds(); ++k) step();
  return holds();
}

bool Directed::is_ended(DirectiveNumber number) const {
  const auto at = answers_.find(number);
  return at != answers_.end() && at->second.back().answer != AnswerKind::accepted;
}

Answer Directed::outcome(DirectiveNumber number, double seconds) {
  EXPECT_TRUE(run_until([&] { return is_ended(number); }, seconds)) << "never answered";
  const std::vector<Answer>& all = answers_[number];
  EXPECT_LE(all.size(), 2U);
  if (all.empty()) return {};
  if (all.back().answer != AnswerKind::refused) {
    EXPECT_EQ(all.front().answer, AnswerKind::accepted);
  }
  return all.back();
}

AnswerKind Directed::first_answer(DirectiveNumber number) {
  step();
  return answers_[number].empty() ? AnswerKind::cancelled : answers_[number].front().answer;
}

}  // namespace backlot::sim
