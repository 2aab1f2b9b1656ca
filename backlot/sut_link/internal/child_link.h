// The link to a driver that runs as a child process.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "backlot/sut_link/internal/child.h"
#include "backlot/sut_link/internal/link.h"

namespace backlot::sut_link {

class ChildLink final : public Link {
 public:
  // The outputs of the program are appended to the log file; without a name of one, the last line is kept.
  ChildLink(Program program, std::string log_file);
  ~ChildLink() override;

  std::optional<sut::Trouble> open(Deadline deadline) override;
  Wire* wire() override { return wire_ ? &*wire_ : nullptr; }
  void close(bool is_polite) override;
  std::string how_it_ended() override;
  std::string what_it_printed() override;

 private:
  Program program_;
  std::string log_file_;
  LastLines lines_;
  std::optional<Child> child_;
  std::optional<Wire> wire_;
};

}  // namespace backlot::sut_link
