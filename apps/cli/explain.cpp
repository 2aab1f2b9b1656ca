#include "apps/cli/explain.h"

#include <string_view>

#include <fmt/format.h>

namespace backlot::cli {

namespace {

using traffic::Limit;

std::string_view in_words(Limit limit) {
  switch (limit) {
    case Limit::free_road:
      return "nothing: it gains speed on a free road";
    case Limit::speed_limit:
      return "the speed limit, here or soon";
    case Limit::bend:
      return "a bend, here or soon";
    case Limit::leader:
      return "the one ahead";
    case Limit::crossing:
      return "one who crosses its path";
    case Limit::merging:
      return "one who comes into its lane";
    case Limit::red_light:
      return "a light that tells it to stop";
    case Limit::stop_line:
      return "a line at which it has to stop, or to look";
    case Limit::gap:
      return "a gap that it waits for";
    case Limit::exit_room:
      return "want of room behind the intersection";
    case Limit::lane_end:
      return "the end of its lane";
    case Limit::oncoming:
      return "one who comes towards it";
    case Limit::overtaken:
      return "one who overtakes";
    case Limit::reaction:
      return "the moment that it needs to start";
    case Limit::directive:
      return "a directive";
  }
  return "";
}

Json name_or_null(const network::Network& network, network::CorridorId corridor) {
  return corridor.is_empty() ? Json() : Json(network.name_of(network.strip_of(corridor)));
}

}  // namespace

std::string explain_text(const network::Network& network, std::uint32_t id, const traffic::Why& why) {
  std::string text = fmt::format("why vehicle {} drives as it does\n", id);
  const auto add = [&text](std::string_view what, const std::string& value) {
    text += fmt::format("  {:<22} {}\n", what, value);
  };
  add("limited by", std::string(in_words(why.limit)));
  if (!why.corridor.is_empty()) add("at", network.name_of(network.strip_of(why.corridor)));
  if (why.waits_for) {
    add("waits for", why.others_corridor.is_empty()
                         ? fmt::format("{}", *why.waits_for)
                         : fmt::format("{} on {}", *why.waits_for,
                                       network.name_of(network.strip_of(why.others_corridor))));
  }
  if (why.gap) add("gap", fmt::format("{:.1f} s, it asks for {:.1f} s", why.gap->gap_s, why.gap->asked_s));
  if (why.leader)
    add("ahead", fmt::format("{} in {:.1f} m, {:.1f} m/s", why.leader->number, why.leader->gap_m,
                             why.leader->speed_mps));
  add("acceleration", fmt::format("{:.2f} m/s2", why.accel_mps2));
  for (const traffic::Told& lease : why.leases)
    add("lease", fmt::format("directive {} of {}: {}", lease.directive, lease.issuer, lease.kind));
  std::string states;
  for (const std::string& state : why.states) states += (states.empty() ? "" : " | ") + state;
  add("states", states);
  return text;
}

Json explain_json(const network::Network& network, std::uint32_t id, const traffic::Why& why) {
  Json leases = Json::array();
  for (const traffic::Told& lease : why.leases)
    leases.push_back({{"directive", lease.directive}, {"issuer", lease.issuer}, {"kind", lease.kind}});
  return {{"id", id},
          {"states", why.states},
          {"accel_mps2", why.accel_mps2},
          {"limit", traffic::to_text(why.limit)},
          {"leader", why.leader ? Json{{"id", why.leader->number},
                                       {"gap_m", why.leader->gap_m},
                                       {"speed_mps", why.leader->speed_mps}}
                                : Json()},
          {"waits_for", why.waits_for ? Json(*why.waits_for) : Json()},
          {"corridor", name_or_null(network, why.corridor)},
          {"others_corridor", name_or_null(network, why.others_corridor)},
          {"gap", why.gap ? Json{{"gap_s", why.gap->gap_s}, {"asked_s", why.gap->asked_s}} : Json()},
          {"leases", leases}};
}

}  // namespace backlot::cli
