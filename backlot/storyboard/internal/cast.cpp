#include "backlot/storyboard/internal/cast.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace backlot::storyboard::internal {

namespace {

// Told apart on grey asphalt, in print, and by eyes that see few colours; after Okabe and Ito, "Color universal design". None of them is
// the green or the yellow of a light.
constexpr const char* kSubjectColour = "#0063b2";
constexpr std::array<const char*, 6> kActorColours = {"#d55e00", "#7d2c8c", "#e6a500",
                                                      "#0f7d74", "#b0124b", "#5c3d1e"};

void add_name(std::vector<std::string>& names, std::string_view name) {
  if (name.empty() || name == record::kSubjectRole) return;
  if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
}

// All roles of the storyboard but the subject's, in order of appearance.
std::vector<std::string> roles_of(const Storyboard& storyboard) {
  std::vector<std::string> names;
  for (const Trail& trail : storyboard.trails)
    if (trail.id != storyboard.subject) add_name(names, trail.role);
  for (const Panel& panel : storyboard.panels) {
    for (const record::FrameObject& o : panel.frame.objects)
      if (o.id != storyboard.subject) add_name(names, panel.frame.role_name(o.role));
  }
  return names;
}

const record::FrameObject* find_drawable(const record::Frame& frame, world::ObjectId id) {
  const record::FrameObject* object = id.is_empty() ? nullptr : record::find(frame, id);
  return object != nullptr && is_drawable(*object) ? object : nullptr;
}

world::ObjectId subject_of(const Storyboard& storyboard, const Panel& panel) {
  if (!storyboard.subject.is_empty()) return storyboard.subject;
  for (const record::FrameObject& o : panel.frame.objects)
    if (panel.frame.role_name(o.role) == record::kSubjectRole) return o.id;
  return {};
}

// The object that has the role in the frame; else the last one that a trail says will have it.
CastMember player_of(const std::string& role, const Storyboard& storyboard, const Panel& panel) {
  CastMember member{.role = role};
  for (const record::FrameObject& o : panel.frame.objects) {
    if (panel.frame.role_name(o.role) != role || !is_drawable(o)) continue;
    member.id = o.id;
    return member;
  }
  member.is_cast = false;
  for (const Trail& trail : storyboard.trails) {
    const record::FrameObject* object = find_drawable(panel.frame, trail.id);
    if (trail.role == role && object != nullptr && panel.frame.role_name(object->role).empty())
      member.id = trail.id;
  }
  return member;
}

}  // namespace

bool is_finite(const geometry::WorldPoint& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

bool is_drawable(const record::FrameObject& object) {
  return is_finite(object.centre) && std::isfinite(object.heading_x) && std::isfinite(object.heading_y) &&
         std::isfinite(object.length_m) && std::isfinite(object.width_m) && object.length_m > 0 &&
         object.width_m > 0;
}

std::vector<CastMember> cast_of(const Storyboard& storyboard, const Panel& panel) {
  std::vector<CastMember> cast;
  const world::ObjectId subject = subject_of(storyboard, panel);
  if (find_drawable(panel.frame, subject) != nullptr)
    cast.push_back({subject, std::string(record::kSubjectRole), kSubjectColour, true, true});
  const std::vector<std::string> roles = roles_of(storyboard);
  for (std::size_t k = 0; k < roles.size(); ++k) {
    CastMember member = player_of(roles[k], storyboard, panel);
    if (member.id.is_empty() || member.id == subject) continue;
    member.colour = kActorColours[k % kActorColours.size()];
    cast.push_back(std::move(member));
  }
  return cast;
}

const CastMember* find(const std::vector<CastMember>& cast, world::ObjectId id) {
  for (const CastMember& member : cast)
    if (member.id == id) return &member;
  return nullptr;
}

}  // namespace backlot::storyboard::internal
