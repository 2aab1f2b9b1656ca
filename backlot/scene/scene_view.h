// What conditions ask of a moment. It is answered by the stage of a running scene, or by a recorded frame.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "backlot/look/snapshot.h"
#include "backlot/network/signal_description.h"
#include "backlot/record/frame.h"
#include "backlot/scene/scene.h"

namespace backlot::scene {

class SceneView {
 public:
  virtual ~SceneView() = default;

  virtual const Scene& scene() const = 0;
  virtual double now_s() const = 0;      // of the run
  virtual double started_s() const = 0;  // when the subject started
  // The subject, or the actor of a role; empty where it is not there or not cast.
  virtual std::optional<record::FrameObject> find(std::string_view object) const = 0;
  // Seconds until the front of the object is at the mark, and metres on the way; below zero past it.
  virtual std::optional<double> seconds_to(std::string_view object, const PlacedMark& mark) const = 0;
  virtual std::optional<double> metres_to(std::string_view object, const PlacedMark& mark) const = 0;
  // Whether the role can be at the mark no earlier than so long before the subject.
  virtual bool can_be(const CanBe& can, const PlacedMark& mark) const = 0;
  // Whether the person on foot could not meet the front of the subject earlier, if it crosses now.
  virtual bool can_meet(const CanMeet& can) const = 0;
  virtual network::Aspect aspect(const PlacedMark& line) const = 0;
  // How far the light is from the middle of what it shows when the subject is at the line, as predicted or known; empty where it is not.
  virtual std::optional<double> from_middle_s(const PlacedMark& line) const = 0;
  // Of bodies other than the subject on its way up to a mark, or around it.
  virtual bool is_clear(const Clear& clear) const = 0;
  // When a beat began, or was over; empty where it has not, or where no beat has this name.
  virtual std::optional<double> began_s(std::string_view beat) const = 0;
  virtual std::optional<double> over_s(std::string_view beat) const = 0;
  virtual bool is_signalled(std::string_view name) const = 0;
  // A number that the system under test publishes; empty where it has published none, and for all but the judge.
  virtual std::optional<double> published(std::string_view /*name*/) const { return std::nullopt; }
  // Whether the subject can see the actor of a role.
  virtual bool is_visible(std::string_view role) const = 0;
  virtual bool has_touched(std::string_view object, std::string_view other) const = 0;
};

// The value of a measure; empty where it has none.
std::optional<double> measure(const SceneView& view, const Compared& compared);

// Since when the conditions of a scene hold that ask for how long they have: by their numbers (Scene::lasting). Plain data.
struct HoldTimes {
  static constexpr double kNot = -1;
  std::vector<double> since_s;

  static void visit(auto& self, auto& field) { field(self.since_s); }
};

// Whether a condition of the scene holds. To be asked in each step where the condition, or a part of it, asks for how long it has.
bool holds(const SceneView& view, const Condition& condition, HoldTimes& times);

// ---- places along the course of the subject
// The metre of the middle of an object that is on the course or on a lane beside it; empty elsewhere.
std::optional<double> find_on_course(const Scene& scene, const record::FrameObject& object);
// Whether a body is so near to the subject that it would be seen if nothing hid it.
bool is_within_sight(const record::FrameObject& subject, const record::FrameObject& body);
world::BodyBox box_of(const record::FrameObject& object);
// The first metre of the course that a body covers, within a width of its middle; empty where the body is beside the course.
std::optional<double> first_on_course(const world::Course& course, const record::FrameObject& body,
                                      double half_width_m, double about_m);
// Whether the first body on the way of the subject, from the metre of its front on, is that one.
bool is_next_ahead(const Scene& scene, const look::Snapshot& now, world::ObjectId subject, double front_m,
                   world::ObjectId other);

}  // namespace backlot::scene
