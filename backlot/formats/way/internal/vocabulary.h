// The words of the language for the values of enumerations, in the order of the enumerators.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "backlot/network/intersection_description.h"
#include "backlot/network/lane_kind.h"
#include "backlot/network/signal_description.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::way {

using Word = std::string_view;

inline constexpr std::array<Word, 10> kLaneKindWords = {
    "vehicle", "bus", "bicycle", "parking", "shoulder", "sidewalk", "crosswalk", "verge", "median", "border"};
inline constexpr std::array<Word, 4> kDirectionWords = {"forward", "backward", "both", "none"};
inline constexpr std::array<Word, 2> kSideWords = {"right", "left"};
inline constexpr std::array<Word, 4> kFlowWords = {"in", "out", "both", "none"};
inline constexpr std::array<Word, 2> kEndWords = {"start", "end"};
inline constexpr std::array<Word, 3> kEndKindWords = {"joined", "open", "closed"};
inline constexpr std::array<Word, 8> kMarkingWords = {"automatic",    "none",         "broken",       "solid",
                                                      "broken solid", "solid broken", "double solid", "kerb"};
inline constexpr std::array<Word, 9> kControlWords = {
    "automatic", "uncontrolled", "priority to the right", "priority road", "yield", "stop", "all way stop",
    "signal",    "flag man"};
inline constexpr std::array<Word, 8> kAspectWords = {
    "dark", "red", "red yellow", "green", "green arrow", "yellow", "flashing yellow", "flashing red"};
inline constexpr std::array<Word, 10> kAttributeWords = {
    "speed limit", "advised speed", "no passing",  "no stopping", "no lane change",
    "stop line",   "flag man",      "school zone", "work zone",   "custom"};
inline constexpr std::array<Word, 14> kFeatureWords = {
    "sign stop", "sign yield", "sign priority", "sign speed", "sign",      "signal head",   "tree",
    "pole",      "building",   "barrier",       "bench",      "crosswalk", "parking space", "feature"};
inline constexpr std::array<Word, 3> kFlagManWords = {"stop", "slow", "go"};
// Between the corridors of a rule.
inline constexpr std::array<Word, 3> kRuleWords = {"is independent of", "yields to", "by arrival with"};

// Each table has a word for every enumerator.
static_assert(kLaneKindWords.size() == network::kLaneKinds.size());
static_assert(kDirectionWords.size() == network::kLaneDirections.size());
static_assert(kSideWords.size() == static_cast<std::size_t>(network::TrafficSide::left) + 1);
static_assert(kFlowWords.size() == static_cast<std::size_t>(network::Flow::none) + 1);
static_assert(kEndWords.size() == static_cast<std::size_t>(network::End::end) + 1);
static_assert(kEndKindWords.size() == static_cast<std::size_t>(network::EndKind::closed) + 1);
static_assert(kMarkingWords.size() == static_cast<std::size_t>(network::Marking::kerb) + 1);
static_assert(kControlWords.size() == static_cast<std::size_t>(network::Control::flag_man) + 1);
static_assert(kAspectWords.size() == count_of(network::Aspect{}));
static_assert(kAttributeWords.size() == static_cast<std::size_t>(network::AttributeKind::custom) + 1);
static_assert(kFeatureWords.size() == static_cast<std::size_t>(network::FeatureKind::custom) + 1);

// The word of a value.
template <std::size_t N, class Enum>
constexpr Word word_of(const std::array<Word, N>& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

// An attribute that reaches to the end of its way, as it is described: beyond every end.
inline constexpr double kToTheEnd = geometry::kLargestCoordinate;

}  // namespace backlot::formats::way
