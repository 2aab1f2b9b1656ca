#include "apps/server/web/window.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backlot/world/body.h"

namespace backlot::server {

namespace {

constexpr int kDeepest = 8;                      // values inside values; messages of the protocol have four
constexpr std::size_t kMostAnswersWaiting = 64;  // of one page; then the oldest are dropped

Text text_of(const Json& json) {
  return std::make_shared<const std::string>(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Text error_text(const std::string& what, const std::string& why) {
  return text_of({{"is", "error"}, {"do", what}, {"text", why}});
}

Text shapes_text(const ShapeTable& table) {
  Json list = Json::array();
  for (const Shape& shape : table.shapes())
    list.push_back({{"kind", to_text(shape.kind)},
                    {"length_m", shape.length_m},
                    {"width_m", shape.width_m},
                    {"height_m", shape.height_m}});
  return text_of({{"is", "shapes"}, {"shapes", std::move(list)}});
}

// What a participant can ask for; all else is the operator's.
bool may_participant(std::string_view what) {
  constexpr std::array<std::string_view, 5> kAllowed{"view", "ping", "drive", "takeover", "go_on"};
  return std::find(kAllowed.begin(), kAllowed.end(), what) != kAllowed.end();
}

// Which page is told what.
bool is_for(Topic topic, Door door) {
  if (topic == Topic::run) return true;
  return (topic == Topic::participant) == (door == Door::participant);
}

// A participant must not see which vehicle is about to act.
std::vector<std::string> roles_for(Door door, std::vector<std::string> roles) {
  if (door == Door::participant)
    for (std::string& role : roles)
      if (role != record::kSubjectRole) role.clear();
  return roles;
}

}  // namespace

void Window::opened(ViewerId id, Door door) {
  viewers_[id].door = door;
  inbox_.set_viewers(viewers_.size());
}

void Window::closed(ViewerId id) {
  viewers_.erase(id);
  inbox_.set_viewers(viewers_.size());
}

void Window::answer(Viewer& viewer, Text text) {
  if (viewer.answers.size() >= kMostAnswersWaiting) viewer.answers.pop_front();
  viewer.answers.push_back(std::move(text));
}

void Window::said(ViewerId id, std::string_view text) {
  const auto at = viewers_.find(id);
  if (at == viewers_.end()) return;
  Viewer& viewer = at->second;
  // values inside values are copied and written by functions that call themselves: a message of brackets alone would end the program
  bool is_deep = false;
  Json body = Json::parse(
      text,
      [&](int depth, Json::parse_event_t, const Json&) {
        is_deep = is_deep || depth > kDeepest;
        return depth <= kDeepest;
      },
      false);
  if (is_deep) return answer(viewer, error_text("", "The message has too many values inside values."));
  if (!body.is_object() || !body.contains("do") || !body["do"].is_string())
    return answer(viewer, error_text("", "The message is no JSON object with the key \"do\"."));
  Request request{id, body["do"].get<std::string>(), std::move(body), viewer.door};
  if (viewer.door == Door::participant && !may_participant(request.what))
    return answer(viewer, error_text(request.what, "Only the operator of the study can do that."));
  if (request.what == "view") return view_asked(viewer, request.body);
  if (request.what == "ping") {
    request.body["is"] = "pong";
    return answer(viewer, text_of(request.body));
  }
  const std::string what = request.what;
  if (!inbox_.put(std::move(request)))
    answer(viewer, error_text(what, "The run is busy; the message was not taken."));
}

void Window::view_asked(Viewer& viewer, const Json& body) {
  std::optional<ViewBox> box;
  const auto at = body.find("box");
  if (at != body.end() && !at->is_null()) {
    std::vector<double> sides;
    for (const Json& n : at->is_array() ? *at : Json::array())
      if (n.is_number() && std::fabs(n.get<double>()) < 1e9) sides.push_back(n.get<double>());
    if (sides.size() != 4 || at->size() != 4 || sides[0] > sides[2] || sides[1] > sides[3])
      return answer(viewer, error_text("view", "\"box\" is a list of four numbers: x0, y0, x1, y1."));
    const geometry::Vec3 origin = shown_.world.value ? shown_.world.value->origin : geometry::Vec3{};
    box = ViewBox{sides[0] + origin.x, sides[1] + origin.y, sides[2] + origin.x, sides[3] + origin.y};
  }
  const auto fine = body.find("metres_per_pixel");
  double metres_per_pixel = fine != body.end() && fine->is_number() ? fine->get<double>() : 0;
  if (!(metres_per_pixel >= 0)) metres_per_pixel = 0;
  const View view = make_view(box, metres_per_pixel);
  if (viewer.view == view) return;
  viewer.view = view;
  viewer.seen.clear();
}

void Window::take_news() {
  shown_ = board_.shown();
  for (Answered& answered : board_.take_answers()) {
    const auto at = viewers_.find(answered.viewer);
    if (at != viewers_.end()) answer(at->second, std::move(answered.text));
    if (answered.viewer != 0) continue;
    for (auto& [id, viewer] : viewers_)
      if (viewer.door == Door::viewer) answer(viewer, answered.text);
  }
  if (shown_.epoch != epoch_) {  // ids mean other objects now
    epoch_ = shown_.epoch;
    chains_.clear();
    for (auto& [id, viewer] : viewers_) viewer.seen.clear();
  }
}

std::optional<Outgoing> Window::next(ViewerId id) {
  const auto at = viewers_.find(id);
  if (at == viewers_.end()) return std::nullopt;
  take_news();
  Viewer& viewer = at->second;
  if (auto message = next_static(viewer)) return message;
  if (!viewer.has_world) return std::nullopt;
  if (!viewer.answers.empty()) {
    Text text = std::move(viewer.answers.front());
    viewer.answers.pop_front();
    return Outgoing{std::move(text), false};
  }
  for (std::size_t k = 0; k < kTopics; ++k) {
    const auto& topic = shown_.topics[k];
    if (topic.version == 0 || viewer.topics[k] == topic.version) continue;
    if (!is_for(static_cast<Topic>(k), viewer.door)) continue;
    viewer.topics[k] = topic.version;
    return Outgoing{topic.value, false};
  }
  for (const Announcement& announcement : shown_.announcements)
    if (announcement.serial > viewer.announced && viewer.door == Door::viewer) {
      viewer.announced = announcement.serial;
      return Outgoing{announcement.text, false};
    }
  return next_frame(viewer);
}

// A participant does not see what is played with it: neither the scene nor its parameters.
Text Window::hello_for(Door door) {
  if (door == Door::viewer) return shown_.hello.value;
  if (participant_hello_.version != shown_.hello.version) {
    Json hello = Json::parse(*shown_.hello.value);
    for (const char* key : {"title", "file"}) hello[key] = "";
    for (const char* key : {"styles", "drivers", "parameters", "columns"}) hello[key] = Json::array();
    hello["seed"] = nullptr;
    hello["roles"] = roles_for(door, hello.value("roles", std::vector<std::string>{}));
    hello["can"] = {"drive", "takeover", "go_on"};
    participant_hello_ = {shown_.hello.version, text_of(hello)};
  }
  return participant_hello_.value;
}

std::optional<Outgoing> Window::next_static(Viewer& viewer) {
  if (shown_.world.version == 0) return std::nullopt;
  if (viewer.world != shown_.world.version) {
    viewer.world = shown_.world.version;
    viewer.meshes = 0;
    viewer.has_world = false;
    viewer.hello = 0;
    viewer.seen.clear();
  }
  if (viewer.hello != shown_.hello.version) {
    viewer.hello = shown_.hello.version;
    viewer.topics = {};
    viewer.seen.clear();
    return Outgoing{hello_for(viewer.door), false};
  }
  const StaticWorld& world = *shown_.world.value;
  if (!viewer.has_world) {
    viewer.has_world = true;
    return Outgoing{world.world, false};
  }
  if (viewer.meshes < world.meshes.size()) return Outgoing{world.meshes[viewer.meshes++], true};
  return std::nullopt;
}

std::shared_ptr<Window::Chain> Window::chain_for(const View& view, std::size_t stream) {
  if (chains_.size() <= stream) chains_.resize(stream + 1);
  auto& chains = chains_[stream];
  std::erase_if(chains, [](const std::weak_ptr<Chain>& chain) { return chain.expired(); });
  for (const std::weak_ptr<Chain>& chain : chains)
    if (auto kept = chain.lock(); kept && kept->encoder.view() == view) return kept;
  const StaticWorld& world = *shown_.world.value;
  auto fresh = std::make_shared<Chain>(
      Chain{FrameEncoder(view, world.origin, world.signal_places, static_cast<std::uint8_t>(stream)),
            0,
            {},
            {},
            {}});
  chains.push_back(fresh);
  return fresh;
}

std::optional<Outgoing> Window::next_frame(Viewer& viewer) {
  if (!viewer.view) return std::nullopt;
  if (viewer.seen.size() < shown_.frames.size()) viewer.seen.resize(shown_.frames.size());
  for (std::size_t stream = 0; stream < shown_.frames.size(); ++stream) {
    const auto& frame = shown_.frames[stream];
    if (frame.version == 0) continue;
    Seen& seen = viewer.seen[stream];
    if (!seen.chain) seen.chain = chain_for(*viewer.view, stream);
    Chain& chain = *seen.chain;
    if (chain.version != frame.version) {
      chain.version = frame.version;
      chain.encoder.advance(*frame.value, shapes_);
      chain.delta = std::make_shared<const std::string>(chain.encoder.delta());
      chain.key.reset();
      chain.roles = frame.value->role_names;
      ++encoded_;
    }
    const std::uint32_t number = chain.encoder.number();
    if (seen.number == number) continue;
    // what a frame refers to comes before it
    if (viewer.shapes < shapes_.shapes().size()) {
      viewer.shapes = shapes_.shapes().size();
      return Outgoing{shapes_text(shapes_), false};
    }
    if (viewer.roles != chain.roles) {
      viewer.roles = chain.roles;
      return Outgoing{text_of({{"is", "roles"}, {"roles", roles_for(viewer.door, viewer.roles)}}), false};
    }
    const bool has_before = seen.number != 0 && seen.number + 1 == number;
    seen.number = number;
    if (has_before) return Outgoing{chain.delta, true};
    if (!chain.key) chain.key = std::make_shared<const std::string>(chain.encoder.key());
    return Outgoing{chain.key, true};
  }
  return std::nullopt;
}

}  // namespace backlot::server
