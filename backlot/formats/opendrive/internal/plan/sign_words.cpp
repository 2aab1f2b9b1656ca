#include "backlot/formats/opendrive/internal/plan/sign_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace backlot::formats::opendrive {

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

SignMeaning meaning_of(const Signal& signal) {
  const std::string country = lower(signal.country), type = lower(signal.type),
                    subtype = lower(signal.subtype);
  // lights with three, two or one lamp, with arrows or without; 1000002 and 1000007 are for those on foot
  if (is_one_of(type, {"1000001", "1000008", "1000009", "1000010", "1000011", "1000012", "1000020"}))
    return SignMeaning::light;
  if (country == "us" || country == "usa") {
    if (type == "r1-1") return SignMeaning::stop;
    if (type == "r1-2") return SignMeaning::yield;
    if (type == "r2-1") return SignMeaning::speed;
    return SignMeaning::none;
  }
  if (country == "se") {
    if (type == "b" && subtype == "1") return SignMeaning::yield;
    if (type == "b" && subtype == "2") return SignMeaning::stop;
    if (type == "b" && subtype == "4") return SignMeaning::priority;
    if (type == "c" && subtype == "31") return SignMeaning::speed;
    return SignMeaning::none;
  }
  if (type == "206") return SignMeaning::stop;
  if (type == "205") return SignMeaning::yield;
  if (is_one_of(type, {"306", "301"})) return SignMeaning::priority;
  if (type == "274") return SignMeaning::speed;
  if (type == "294") return SignMeaning::stop_line;
  return SignMeaning::none;
}

bool concerns(const std::vector<Validity>& validities, Orientation orientation, int lane, bool is_along) {
  const bool is_faced = orientation == Orientation::both || (orientation == Orientation::along) == is_along;
  if (validities.empty()) return is_faced;
  return std::any_of(validities.begin(), validities.end(), [&](const Validity& v) {
    const auto [low, high] = std::minmax(v.from_lane, v.to_lane);
    return low <= lane && lane <= high && (is_faced || low >= 0 || high <= 0);
  });
}

}  // namespace backlot::formats::opendrive
