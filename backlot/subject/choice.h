// Which driver the subject has, as `--subject` names it, and the driver made from it.
//
//   calm, brisk, slow, distracted, any    a model driver of this style, drawn by the seed
//   60%                                   a model driver that keeps this share of the limit exactly where the road is free
//   stops                                 a calm model driver that stops 300 m before its first crossing for no reason, and stays
//   FILE.csv                              a speed profile (speed_profile.h), driven whatever happens
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "backlot/base/result.h"
#include "backlot/subject/driver.h"
#include "backlot/subject/speed_profile.h"
#include "backlot/subject/style.h"
#include "backlot/world/course.h"
#include "backlot/world/ids.h"

namespace backlot::subject {

struct StyleChoice {
  StyleKind kind = StyleKind::any;
};
struct ShareChoice {
  double share_of_limit = 1;  // 0.05 to 2
};
struct StopsChoice {};
struct ProfileChoice {
  std::string file;
  std::shared_ptr<const SpeedProfile> profile;
};
using SubjectChoice = std::variant<StyleChoice, ShareChoice, StopsChoice, ProfileChoice>;

// The content of a file; empty where it cannot be read. Which files there are is the caller's business.
using ReadFile = std::function<std::optional<std::string>(const std::string& file)>;

//   U110  no such subject     U111  a share outside 5 to 200 %     U112  a file that cannot be read     U101-U105  what is wrong in a file
base::Result<SubjectChoice> parse_subject(std::string_view word, const ReadFile& read);

// The course stays where it is for as long as the driver is used. `self` is the object that is the subject.
std::unique_ptr<Driver> make_driver(const SubjectChoice& choice, const world::Course& course,
                                    world::ObjectId self, std::uint64_t seed);

// The speed at which such a subject starts at a metre of its course: as fast as it would drive there on a free road.
double start_speed_mps(const SubjectChoice& choice, const world::Course& course, double metre,
                       std::uint64_t seed);

}  // namespace backlot::subject
