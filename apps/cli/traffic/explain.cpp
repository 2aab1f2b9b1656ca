#include "apps/cli/traffic/explain.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/fields.h"
#include "apps/cli/message.h"
#include "backlot/base/find_number.h"
#include "backlot/record/frame.h"

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
      return "a vehicle that comes into its lane";
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
      return "a vehicle that comes towards it";
    case Limit::overtaken:
      return "a vehicle that overtakes";
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

std::optional<ExplainRequest> find_explain_request(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::optional<double> number = base::find_number(text.substr(0, at));
  if (!number || !(*number >= 0) || *number > 4e9 ||
      *number != static_cast<double>(static_cast<std::uint32_t>(*number)))
    return std::nullopt;
  ExplainRequest request{static_cast<std::uint32_t>(*number)};
  if (at == std::string_view::npos) return request;
  request.time_s = base::find_number(text.substr(at + 1));
  if (!request.time_s || !(*request.time_s >= 0)) return std::nullopt;
  return request;
}

bool Explainer::look(sim::Simulation& simulation, bool is_end) {
  constexpr double kRounding_s = 1e-9;
  if (requests_.empty()) return true;
  const double now_s = simulation.tick().time.seconds();
  bool is_fine = true;
  std::erase_if(requests_, [&](const ExplainRequest& request) {
    const bool is_due = is_end || (request.time_s && *request.time_s <= now_s + kRounding_s);
    if (is_due) is_fine = answer(simulation, request) && is_fine;
    return is_due;
  });
  return is_fine;
}

bool Explainer::answer(sim::Simulation& simulation, const ExplainRequest& request) {
  record::Frame frame;
  simulation.frame(frame);
  std::uint32_t least = UINT32_MAX, most = 0;
  for (const record::FrameObject& o : frame.objects) {
    const std::uint32_t number = world::number_for_people(o.id);
    if (number == request.number) {
      const std::optional<traffic::Why> why = simulation.explain(o.id);
      if (!why) break;
      answers_.push_back({number, frame.time.seconds(), place_of(o), o.speed_mps, *why});
      return true;
    }
    least = std::min(least, number);
    most = std::max(most, number);
  }
  usage_error(fmt::format("no vehicle {} is on the road at {}", request.number,
                          request.time_s ? fmt::format("{:g} s", frame.time.seconds()) : "the end"),
              frame.objects.empty() ? "the road is empty"
                                    : fmt::format("there are {}, with numbers from {} to {}",
                                                  frame.objects.size(), least, most));
  return false;
}

std::string explain_text(const network::Network& network, const Explained& explained) {
  const traffic::Why& why = explained.why;
  std::string text =
      fmt::format("why vehicle {} drives as it does at {:g} s\n", explained.number, explained.time_s);
  const auto add = [&text](std::string_view what, const std::string& value) {
    text += fmt::format("  {:<22} {}\n", what, value);
  };
  add("on", place_text(network, explained.place));
  add("speed", fmt::format("{:.1f} m/s ({:.0f} km/h)", explained.speed_mps, 3.6 * explained.speed_mps));
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
  for (const traffic::HeldLease& lease : why.leases)
    add("lease", fmt::format("directive {} of {}: {}", lease.directive, lease.issuer, lease.kind));
  std::string states;
  for (const std::string& state : why.states) states += (states.empty() ? "" : " | ") + state;
  add("states", states);
  return text;
}

Json explain_json(const network::Network& network, const Explained& explained) {
  const traffic::Why& why = explained.why;
  Json leases = Json::array();
  for (const traffic::HeldLease& lease : why.leases)
    leases.push_back({{"directive", lease.directive}, {"issuer", lease.issuer}, {"kind", lease.kind}});
  Json json = place_json(network, explained.place);
  json.update({{"id", explained.number},
               {"time_s", explained.time_s},
               {"speed_mps", explained.speed_mps},
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
               {"leases", leases}});
  return json;
}

}  // namespace backlot::cli
