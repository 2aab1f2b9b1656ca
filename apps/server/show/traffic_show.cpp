#include "apps/server/show/traffic_show.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/server/show/questions.h"
#include "apps/server/show/run_message.h"
#include "backlot/base/hash.h"

namespace backlot::server {

namespace {

constexpr double kLivelyPerCell = 0.2;  // of the vehicles for which there is room
constexpr std::size_t kMostLively = 300;
constexpr double kMostSeed = 9007199254740991;  // that a page can tell exactly

// One run of traffic, from its first step to its last, and what pages ask of it.
class TrafficRun {
 public:
  TrafficRun(Theatre& theatre, Pace& pace, const Set& set, const world::Roads& roads,
             const TrafficShowSettings& settings, std::size_t vehicles)
      : theatre_(theatre),
        pace_(pace),
        set_(set),
        settings_(settings),
        run_(roads, {.seed = settings.seed,
                     .threads = settings.threads,
                     .drivers = traffic::suiting_drivers(roads.tracks)}) {
    if (vehicles > 0) run_.insert_spread(vehicles);
    run_.spread_cyclists(settings.bicycles);
    run_.people().spread(settings.pedestrians);
  }

  // Until the inbox is closed, or a page wants another run; then `restart` holds what it asked for.
  std::optional<Request> play() {
    show(true);
    std::optional<Request> restart;
    const auto handle = [&](const Request& request) {
      if (request.what == "restart") {
        restart = request;
        return false;
      }
      take(request);
      return true;
    };
    const auto changed = [&] { show(true); };
    while (pace_.wait(handle, changed)) {
      run_.step(settings_.step);
      ++steps_;
      const bool is_over = settings_.seconds && run_.tick().time.seconds() >= *settings_.seconds;
      if (is_over && pace_.is_playing()) pace_.set_playing(false);
      show(is_over);
    }
    return restart;
  }

  const sim::Simulation& run() const { return run_; }
  std::uint64_t steps() const { return steps_; }

 private:
  const network::Network& network() const { return run_.roads().tracks.network(); }

  // The newest frame, and now and then how the run goes.
  void show(bool is_forced) {
    const bool wants_frame = (theatre_.inbox.viewers() > 0 && frame_rate_.is_due()) || idle_rate_.is_due();
    if (is_forced || wants_frame) {
      std::shared_ptr<record::Frame> frame = pool_.take();
      run_.frame(*frame, {.has_signals = true});
      theatre_.board.set_frame(0, frame);
    }
    if (!is_forced && !text_rate_.is_due()) return;
    theatre_.board.set_topic(Topic::run, dumped(run_message({.time_s = run_.tick().time.seconds(),
                                                             .seed = settings_.seed,
                                                             .hash = run_.hash(),
                                                             .steps = steps_,
                                                             .objects = run_.size() + run_.external_count(),
                                                             .viewers = theatre_.inbox.viewers()},
                                                            pace_)));
    tell_selected();
  }

  void tell_selected() {
    if (selected_.empty()) return;
    record::Frame frame;
    run_.frame(frame, {.has_signals = true});
    for (auto at = selected_.begin(); at != selected_.end();) {
      const Json actor = actor_of(set_, run_, frame, at->second);
      theatre_.board.answer(at->first, dumped(actor));
      at = actor["gone"].get<bool>() ? selected_.erase(at) : std::next(at);
    }
  }

  void take(const Request& request) {
    if (request.what == "locate") {
      theatre_.board.answer(request.viewer, dumped(located(network(), request)));
    } else if (request.what == "find") {
      record::Frame frame;
      run_.frame(frame);
      theatre_.board.answer(request.viewer, dumped(found(set_, network(), frame, request.text("text"))));
    } else if (request.what == "select") {
      select(request);
    } else {
      refuse(theatre_.board, request, "This does nothing in live traffic.");
    }
  }

  void select(const Request& request) {
    const double id = request.number("id", -1);
    selected_.erase(request.viewer);
    if (id < 0 || id > 4e9) return;
    constexpr std::size_t kMostSelected = 64;  // pages may have gone without a word
    if (selected_.size() >= kMostSelected) selected_.erase(selected_.begin());
    selected_[request.viewer] = static_cast<std::uint32_t>(id);
    tell_selected();
  }

  Theatre& theatre_;
  Pace& pace_;
  const Set& set_;
  const TrafficShowSettings& settings_;
  sim::Simulation run_;
  std::uint64_t steps_ = 0;
  FramePool pool_;
  Every frame_rate_{std::chrono::milliseconds(15)}, idle_rate_{std::chrono::milliseconds(500)},
      text_rate_{std::chrono::milliseconds(200)};
  std::map<ViewerId, std::uint32_t> selected_;
};

}  // namespace

TrafficShow::TrafficShow(std::shared_ptr<const network::Network> network, TrafficShowSettings settings)
    : network_(std::move(network)),
      settings_(std::move(settings)),
      roads_(std::make_unique<world::Roads>(*network_)),
      vehicles_(settings_.vehicles.value_or(std::min(
          kMostLively,
          static_cast<std::size_t>(kLivelyPerCell * static_cast<double>(roads_->cells.usable()))))) {}

void TrafficShow::run(Theatre& theatre) {
  Set set = make_set(*network_);
  set.hello["mode"] = vehicles_ + settings_.bicycles + settings_.pedestrians > 0 ? "traffic" : "network";
  set.hello["file"] = settings_.file;
  set.hello["version"] = settings_.version;
  set.hello["step_s"] = settings_.step.seconds();
  set.hello["can"] = {"play", "pause", "step", "speed", "restart", "select", "find", "locate"};
  if (set.hello["title"] == "") set.hello["title"] = settings_.file;

  Pace pace(theatre.inbox, settings_.step);
  pace.set_factor(settings_.factor);
  pace.set_playing(!settings_.is_paused && vehicles_ + settings_.bicycles + settings_.pedestrians > 0);
  bool is_first = true;
  for (;;) {
    set.hello["seed"] = settings_.seed;
    if (is_first)
      theatre.board.set_world(set.world, dumped(set.hello));
    else
      theatre.board.set_hello(dumped(set.hello));
    is_first = false;
    pace.restart();
    TrafficRun traffic(theatre, pace, set, *roads_, settings_, vehicles_);
    const std::optional<Request> restart = traffic.play();
    hash_ = traffic.run().hash();
    steps_ = traffic.steps();
    if (!restart) return;
    const double seed = restart->number("seed", static_cast<double>(settings_.seed));
    if (seed >= 0 && seed <= kMostSeed) settings_.seed = static_cast<std::uint64_t>(seed);
  }
}

}  // namespace backlot::server
