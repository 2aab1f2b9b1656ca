#include "backlot/verdict/test/judged_scene.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::verdict {

namespace {

constexpr const char* kCrossing = R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
template cross {
  arm west at (-15 m, 0 m) heading 0 deg signal main { vehicle out; vehicle in }
  arm east at (15 m, 0 m) heading 180 deg signal main { vehicle out; vehicle in }
  arm south at (0 m, -15 m) heading 90 deg signal side { vehicle out; vehicle in }
  arm north at (0 m, 15 m) heading 270 deg signal side { vehicle out; vehicle in }
  signals {
    groups main side
    programme { 40 s: main green, side red;  4 s: main yellow, side red;  36 s: main red, side green }
  }
}
intersection x is cross at (0 m, 0 m) {
  arm west: west.end
  arm east: east.start
  arm south: south.start
  arm north: north.start
}
way west { profile street;  begin at (-315 m, 0 m) heading 0 deg;  line 300 m;  start open }
way east { profile street;  begin at (15 m, 0 m) heading 0 deg;  line 1000 m;  end open }
way south { profile street;  begin at (0 m, -15 m) heading 270 deg;  line 200 m;  end open }
way north { profile street;  begin at (0 m, 15 m) heading 90 deg;  line 200 m;  end open }
)";

std::string crossing_with(const std::string& control) {
  std::string text = kCrossing;
  const std::string usual = "signal main";
  for (std::size_t at = text.find(usual); at != std::string::npos; at = text.find(usual, at + 1))
    text.replace(at, usual.size(), control);
  return text;
}

scene::SceneDescription description_of(std::vector<scene::ExpectationDescription> expect,
                                       std::vector<scene::JudgeDescription> judge) {
  scene::SceneDescription scene;
  scene.name = "judged";
  scene.set.subject.way = "west";
  scene.set.subject.lane = "R1";
  scene.set.subject.at_m = 10;
  scene.set.subject.to_way = "east";
  const auto add_mark = [&](std::string name, auto where) {
    scene::MarkDescription mark;
    mark.name = std::move(name);
    mark.where = std::move(where);
    scene.set.marks.push_back(std::move(mark));
  };
  scene::Crossing x;
  x.name = "x";
  add_mark("line", scene::StopLine{scene::Approach::own, x});
  add_mark("left_line", scene::StopLine{scene::Approach::left, x});
  add_mark("conflict", scene::Conflict{network::Turn::straight, "left_line"});
  scene::RoleDescription actor;
  actor.name = "actor";
  scene.cast.push_back(actor);
  scene::BeatDescription event;
  event.name = "event";
  event.commits = true;
  scene::ActionDescription launch;
  launch.what = scene::Tell{.role = "actor", .what = direct::Launch{}, .object = {}, .mark = {}, .for_s = {}};
  event.actions.push_back(launch);
  scene.script.beats.push_back(event);
  scene.expect = std::move(expect);
  scene.judge = std::move(judge);
  return scene;
}

// The estimate of the director is where the judge begins to look for the subject.
void set_front(scene::SubjectWatch& watch, double front_m) {
  const auto set = [&](bool& is_there, bool& is_on_route, bool&, double& front, auto&...) {
    is_there = is_on_route = true;
    front = front_m;
  };
  scene::SubjectWatch::visit(watch, set);
}

}  // namespace

JudgedScene::JudgedScene(std::vector<scene::ExpectationDescription> expect,
                         std::vector<scene::JudgeDescription> judge, const std::string& control)
    : roads_(crossing_with(control)) {
  auto built = scene::Scene::build(description_of(std::move(expect), std::move(judge)), roads_.roads);
  BACKLOT_CHECK(built.has_value(), base::to_text(built.diagnostics()).c_str());
  scene_ = *built;
  judge_ = std::make_unique<SceneJudge>(scene_, kSubject);
}

double JudgedScene::line_m() const { return *scene_->find_mark("line")->subject_m; }

record::FrameObject JudgedScene::car(world::ObjectId id, world::TrackId track_id, double front_m,
                                     double speed_mps) const {
  const world::Track& track = roads_.track(track_id);
  const world::BodyShape shape = world::usual_shape(world::ObjectKind::car);
  const double middle_m = front_m - 0.5 * static_cast<double>(shape.length_m);
  const double distance = roads_.tracks.distance_at(track, middle_m);
  const double offset = roads_.tracks.centre_at(track, distance);
  const world::Tracks::Pose pose = roads_.tracks.pose(track, distance, offset);
  record::FrameObject o;
  o.id = id;
  o.centre = pose.point;
  o.heading_x = track.sign() * pose.tangent.x;
  o.heading_y = track.sign() * pose.tangent.y;
  o.length_m = shape.length_m;
  o.width_m = shape.width_m;
  o.height_m = shape.height_m;
  o.speed_mps = speed_mps;
  o.strip = track.strip;
  o.lane = track.lane;
  o.corridor = track.corridor;
  o.distance = distance;
  o.offset = offset;
  return o;
}

record::FrameObject JudgedScene::crossing_car(double before_m, double speed_mps) const {
  // it drives south on x = -1.75; the way of the subject is 1.8 m wide around y = -1.75
  constexpr double kEdge_y = -1.75 + 0.9;
  record::FrameObject o = car(kActor, roads_.corridor("x.north_to_south"), 10, speed_mps);
  o.centre.y = kEdge_y + before_m + 0.5 * static_cast<double>(o.length_m);
  return o;
}

void JudgedScene::play(double event_s, const std::function<void(Moment&)>& fill) {
  scene::PlayState play;
  play.beats.resize(1);
  play.roles.resize(1);
  play.roles[0].actor = kActor;
  const world::TrackId west = roads_.lane("west", "R1");
  record::Frame before;
  for (int k = 0; kStep_s * k < kEnd_s; ++k) {
    Moment moment;
    moment.time_s = kStep_s * k;
    moment.frame.time = base::SimTime{} + base::Duration::from_seconds(moment.time_s);
    moment.frame.signals.assign(roads_.network.signal_groups().size(), network::Aspect::green);
    const double front_m = kStart_m + kSpeed_mps * moment.time_s;
    record::FrameObject subject = car(kSubject, west, 60, kSpeed_mps);
    subject.behaviour = record::Behaviour::external_path;
    subject.centre = scene_->course().point_at(front_m - 0.5 * static_cast<double>(subject.length_m));
    moment.frame.objects.push_back(subject);
    fill(moment);
    std::sort(moment.frame.objects.begin(), moment.frame.objects.end(),
              [](const record::FrameObject& a, const record::FrameObject& b) { return a.id < b.id; });
    set_front(play.watch, front_m);
    if (event_s >= 0 && play.beats[0].began_s < 0 && moment.time_s >= event_s - 1e-9) {
      play.beats[0].phase = scene::BeatPhase::plays;
      play.beats[0].began_s = moment.time_s;
    }
    judge_->watch(k == 0 ? nullptr : &before, moment.frame, moment.events, play, {});
    before = std::move(moment.frame);
  }
}

}  // namespace backlot::verdict
