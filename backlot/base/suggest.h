// "Did you mean": the known word that is nearest to an unknown one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace backlot::base {

// How many letters must be changed, added, left out or exchanged with their neighbour to make one word of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// `did you mean "street"?`, or nothing when no candidate is near. Of equally near ones the first. A single word is compared with
// the first word of a phrase.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace backlot::base
