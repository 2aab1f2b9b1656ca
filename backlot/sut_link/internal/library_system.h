// A driver in a shared library with the functions of backlot_driver.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/sut/system.h"
#include "backlot/sut_link/backlot_driver.h"

namespace backlot::sut_link {

// The functions of a library that is loaded, for as long as this exists.
class DriverLibrary {
 public:
  // `text` is the name of the driver as the user gave it. L103 where the library cannot be used.
  static base::Result<std::shared_ptr<const DriverLibrary>> load(const std::string& text);
  ~DriverLibrary();
  DriverLibrary(const DriverLibrary&) = delete;
  DriverLibrary& operator=(const DriverLibrary&) = delete;

  decltype(&backlot_driver_create) create = nullptr;
  decltype(&backlot_driver_reset) reset = nullptr;
  decltype(&backlot_driver_step) step = nullptr;
  decltype(&backlot_driver_destroy) destroy = nullptr;
  decltype(&backlot_driver_message) message = nullptr;  // null where the library does not have it

 private:
  explicit DriverLibrary(void* handle) : handle_(handle) {}
  void* handle_;
};

class LibrarySystem final : public sut::System {
 public:
  explicit LibrarySystem(std::shared_ptr<const DriverLibrary> library);
  ~LibrarySystem() override;
  LibrarySystem(const LibrarySystem&) = delete;
  LibrarySystem& operator=(const LibrarySystem&) = delete;

  std::optional<sut::Trouble> reset(const sut::Mission& mission) override;
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override;

 private:
  sut::Trouble trouble_of(const char* function, int result) const;

  std::shared_ptr<const DriverLibrary> library_;
  void* driver_ = nullptr;
  std::vector<backlot_object> objects_;  // of the view
};

}  // namespace backlot::sut_link
