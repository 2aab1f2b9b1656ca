#include "backlot/recording/step.h"

#include <fmt/format.h>

namespace backlot::recording {

namespace {

template <class Id>
bool is_in(Id id, std::size_t size) {
  return id.is_empty() || id.index() < size;
}

bool is_number(std::uint32_t number, std::size_t size) {
  return number == scene::Scene::kNone || number < size;
}

std::string play_fault(const scene::PlayState& state, const scene::Scene& scene) {
  const scene::SceneDescription& wanted = scene.description();
  if (state.beats.size() != wanted.script.beats.size())
    return fmt::format("the play has {} beats, the scene has {}", state.beats.size(),
                       wanted.script.beats.size());
  if (state.roles.size() != wanted.cast.size())
    return fmt::format("the play has {} roles, the scene has {}", state.roles.size(), wanted.cast.size());
  if (state.sources.size() != wanted.set.sources.size() || state.sinks.size() != wanted.set.sinks.size())
    return "the play has other sources or sinks than the scene";
  if (!is_number(state.trouble_beat, state.beats.size()) ||
      !is_number(state.trouble_role, state.roles.size()))
    return "the play is about a beat or a role that the scene does not have";
  return {};
}

}  // namespace

std::string find_fault(const record::Frame& frame, const network::Network& network) {
  for (const record::FrameObject& object : frame.objects)
    if (!is_in(object.strip, network.strips().size()) || !is_in(object.lane, network.lanes().size()) ||
        !is_in(object.corridor, network.corridors().size()))
      return fmt::format("object {} is on a lane that the network does not have",
                         object.id.is_empty() ? 0 : world::number_for_people(object.id));
  if (!frame.signals.empty() && frame.signals.size() != network.signal_groups().size())
    return fmt::format("{} signal groups, the network has {}", frame.signals.size(),
                       network.signal_groups().size());
  return {};
}

std::string find_fault(const record::Event& event, const network::Network& network) {
  const bool is_fine =
      is_in(event.corridor, network.corridors().size()) &&
      is_in(event.other_corridor, network.corridors().size()) && is_in(event.from, network.lanes().size()) &&
      is_in(event.to, network.lanes().size()) &&
      (event.programme == record::kNoProgramme || event.programme < network.programmes().size());
  return is_fine ? std::string() : "an event is at a place that the network does not have";
}

std::string settle(Step& step, const scene::Scene& scene) {
  const network::Network& network = scene.roads().tracks.network();
  if (std::string fault = find_fault(step.frame, network); !fault.empty()) return fault;
  for (const record::Event& event : step.events)
    if (std::string fault = find_fault(event, network); !fault.empty()) return fault;
  if (std::string fault = play_fault(step.state, scene); !fault.empty()) return fault;
  if (!step.clocks.settle(scene.roads().conflicts.signals()))
    return "the clocks of signals are of another network";
  return {};
}

}  // namespace backlot::recording
