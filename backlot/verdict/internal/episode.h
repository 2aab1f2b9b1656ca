// What validators of many kinds share: findings, and stretches of time in which a limit is passed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "backlot/verdict/measured.h"
#include "backlot/verdict/validator.h"

namespace backlot::verdict::internal {

std::string other_text(world::ObjectId other);  // " with vehicle 7"; empty without one
Finding finding_at(const JudgedMoment& moment, std::string_view validator, const std::string& rule);

// Opens a finding when its limit is passed, keeps the worst value while that lasts, and closes it. A limit that is passed again within half a second is
// passed still.
class Episode {
 public:
  // `says` formats the worst value and the limit.
  Episode(std::string_view name, std::string rule, double limit, bool is_over, std::string_view says)
      : name_(name), rule_(std::move(rule)), limit_(limit), is_over_(is_over), says_(says) {}

  void watch(const JudgedMoment& moment, const std::optional<Measured>& now, Findings& found);

 private:
  double margin(double value) const { return is_over_ ? value - limit_ : limit_ - value; }

  std::string_view name_;
  std::string rule_;
  double limit_;
  bool is_over_;
  std::string_view says_;
  std::optional<std::size_t> open_;
};

}  // namespace backlot::verdict::internal
