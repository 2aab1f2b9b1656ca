#include "backlot/sut_link/internal/library_system.h"

#include <exception>

#include <dlfcn.h>
#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::sut_link {

namespace {

using sut::Failure;
using sut::Trouble;

template <class Function>
bool find_function(void* handle, const char* name, Function& function) {
  BACKLOT_ASSERT(handle != nullptr && name != nullptr, "a function of a library has a name");
  function = reinterpret_cast<Function>(::dlsym(handle, name));
  return function != nullptr;
}

backlot_object object_of(const sut::SeenObject& from) {
  backlot_object to{};
  to.id = from.id;
  to.kind = static_cast<int32_t>(from.kind);
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
  to.heading_rad = from.heading_rad;
  to.speed_mps = from.speed_mps;
  to.acceleration_mps2 = from.acceleration_mps2;
  to.length_m = from.length_m;
  to.width_m = from.width_m;
  to.height_m = from.height_m;
  to.brakes = from.brakes ? 1 : 0;
  to.indicates_left = from.indicates_left ? 1 : 0;
  to.indicates_right = from.indicates_right ? 1 : 0;
  return to;
}

backlot_vehicle vehicle_of(const sut::Vehicle& v) {
  return {v.length_m,    v.width_m,        v.height_m,        v.wheelbase_m,
          v.rear_axle_m, v.most_steer_rad, v.most_accel_mps2, v.most_brake_mps2};
}

// What is wrong with the answer, as a sentence; empty where nothing is. Numbers are looked at by the caller.
std::string read(const backlot_command& from, sut::Command& to) {
  // looked at before they are copied: a number of points or signals from uninitialised memory would read anywhere
  constexpr std::size_t kMostPoints = 1000, kMostSignals = 256;
  if (from.path_count > kMostPoints) return "the target path has more than 1,000 points";
  if (from.signal_count > kMostSignals) return "there are more than 256 signals in one answer";
  if (from.signals == nullptr && from.signal_count > 0) return "signals are counted and not given";
  if (from.path == nullptr) {
    to.motion = sut::Steering{from.steering_rad, from.acceleration_mps2};
  } else {
    if (!std::holds_alternative<sut::TargetPath>(to.motion)) to.motion = sut::TargetPath{};
    auto& points = std::get<sut::TargetPath>(to.motion).points;
    points.clear();
    for (std::size_t k = 0; k < from.path_count; ++k)
      points.push_back({from.path[k].x, from.path[k].y, from.path[k].speed_mps});
  }
  to.indicates_left = from.indicates_left != 0;
  to.indicates_right = from.indicates_right != 0;
  to.signals.resize(from.signal_count);
  for (std::size_t k = 0; k < from.signal_count; ++k) {
    to.signals[k].name = from.signals[k].name == nullptr ? "" : from.signals[k].name;
    to.signals[k].value = from.signals[k].value;
  }
  return {};
}

// A driver in C++ may let an exception out, which ends the run and not the program.
template <class Call>
std::optional<Trouble> guarded(const Call& call) {
  try {
    return call();
  } catch (const std::exception& exception) {
    return Trouble{Failure::crashed, std::string("an exception left the driver: ") + exception.what()};
  } catch (...) {
    return Trouble{Failure::crashed, "an exception of an unknown kind left the driver"};
  }
}

}  // namespace

base::Result<std::shared_ptr<const DriverLibrary>> DriverLibrary::load(const std::string& text) {
  const auto refused = [&](const std::string& what, const std::string& hint) {
    base::Diagnostics found;
    found.error("L103", {.file = text}, what, hint);
    return base::Result<std::shared_ptr<const DriverLibrary>>::failure(std::move(found));
  };
  // a name without a slash would be looked for in the folders of the system
  const std::string path = text.find('/') == std::string::npos ? "./" + text : text;
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    return refused(fmt::format("the shared library cannot be loaded: {}", ::dlerror()),
                   "compile it with -shared -fPIC, and look at its name and its rights");
  const std::shared_ptr<DriverLibrary> library(new DriverLibrary(handle));
  decltype(&backlot_driver_version) version = nullptr;
  if (!find_function(handle, "backlot_driver_version", version))
    return refused("the shared library is no driver: it has no function backlot_driver_version",
                   "a driver exports the functions of backlot_driver.h; in C++, as extern \"C\"");
  if (const std::uint32_t number = version(); number != BACKLOT_DRIVER_VERSION)
    return refused(fmt::format("the driver is of version {} of the interface; this program has version {}",
                               number, BACKLOT_DRIVER_VERSION),
                   "compile it with the backlot_driver.h of this program");
  std::string missing;
  const auto need = [&](const char* name, auto& function) {
    if (!find_function(handle, name, function)) missing += (missing.empty() ? "" : ", ") + std::string(name);
  };
  need("backlot_driver_create", library->create);
  need("backlot_driver_reset", library->reset);
  need("backlot_driver_step", library->step);
  need("backlot_driver_destroy", library->destroy);
  find_function(handle, "backlot_driver_message", library->message);
  if (!missing.empty())
    return refused(fmt::format("the shared library lacks {}", missing),
                   "a driver exports the functions of backlot_driver.h");
  return std::shared_ptr<const DriverLibrary>(library);
}

DriverLibrary::~DriverLibrary() { ::dlclose(handle_); }

LibrarySystem::LibrarySystem(std::shared_ptr<const DriverLibrary> library) : library_(std::move(library)) {}

LibrarySystem::~LibrarySystem() {
  if (driver_ != nullptr) library_->destroy(driver_);
}

Trouble LibrarySystem::trouble_of(const char* function, int result) const {
  BACKLOT_ASSERT(function != nullptr, "a function has a name");
  const char* text = library_->message != nullptr ? library_->message(driver_) : nullptr;
  return {Failure::crashed, text != nullptr && *text != '\0'
                                ? std::string(text)
                                : fmt::format("{} of the driver returned {}", function, result)};
}

std::optional<Trouble> LibrarySystem::reset(const sut::Mission& mission) {
  return guarded([&]() -> std::optional<Trouble> {
    if (driver_ == nullptr) driver_ = library_->create();
    if (driver_ == nullptr)
      return Trouble{Failure::crashed, "backlot_driver_create of the driver returned null"};
    std::vector<backlot_road_point> points;
    for (const sut::RoadPoint& p : mission.road.points)
      points.push_back({p.x, p.y, p.z, p.heading_rad, p.left_m, p.right_m, p.limit_mps});
    std::vector<backlot_road_line> lines;
    for (const sut::RoadLine& line : mission.road.lines)
      lines.push_back({line.metre, line.end_metre, static_cast<int32_t>(line.rule), line.turn});
    std::vector<backlot_place> checkpoints;
    for (const sut::Mission::Checkpoint& place : mission.checkpoints)
      checkpoints.push_back({place.x, place.y, place.z});
    const backlot_mission given{.scene = mission.scene.c_str(),
                                .seed = mission.seed,
                                .cycle_s = mission.cycle_s,
                                .start_time_s = mission.start_time_s,
                                .vehicle = vehicle_of(mission.vehicle),
                                .spacing_m = mission.road.spacing_m,
                                .points = points.data(),
                                .point_count = points.size(),
                                .lines = lines.data(),
                                .line_count = lines.size(),
                                .checkpoints = checkpoints.data(),
                                .checkpoint_count = checkpoints.size()};
    if (const int result = library_->reset(driver_, &given); result != 0)
      return trouble_of("backlot_driver_reset", result);
    return std::nullopt;
  });
}

std::optional<Trouble> LibrarySystem::step(const sut::View& view, sut::Command& command) {
  objects_.clear();
  for (const sut::SeenObject& object : view.objects) objects_.push_back(object_of(object));
  const sut::OwnState& own = view.own;
  backlot_view given{};
  given.cycle = view.cycle;
  given.time_s = view.time_s;
  given.own = {own.x, own.y, own.z, own.heading_rad, own.speed_mps, own.acceleration_mps2};
  given.objects = objects_.data();
  given.object_count = objects_.size();
  given.next_line = -1;
  if (view.road) {
    given.has_road = 1;
    given.next_line = view.road->next_line;
    given.metre = view.road->metre;
    given.offset_m = view.road->offset_m;
    given.light = static_cast<int32_t>(view.road->light);
  }
  return guarded([&]() -> std::optional<Trouble> {
    backlot_command answer{};
    if (const int result = library_->step(driver_, &given, &answer); result != 0)
      return trouble_of("backlot_driver_step", result);
    if (std::string fault = read(answer, command); !fault.empty())
      return Trouble{Failure::protocol, fmt::format("in cycle {}, {}", view.cycle, fault)};
    return std::nullopt;
  });
}

}  // namespace backlot::sut_link
