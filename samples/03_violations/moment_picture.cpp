#include "moment_picture.h"

#include "backlot/draw/network_picture.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

constexpr double kWidth_m = 150, kHeight_m = 90;

// The subject is yellow, the vehicle in its way red; both are pale where they were before.
struct Colours {
  const char *subject, *actor, *other;
};
constexpr Colours kLong{"#f5ecc8", "#f3d3cf", nullptr}, kShort{"#ecd98c", "#e5a69e", nullptr},
    kNow{"#e3b505", "#c0392b", "#7f8c9b"};

void add_bodies(const record::Frame& frame, const Performance& performance, const Colours& colours,
                std::vector<draw::PictureBody>& bodies) {
  for (const record::FrameObject& o : frame.objects) {
    const char* fill = o.id == performance.subject       ? colours.subject
                       : o.id == performance.verdict.who ? colours.actor
                                                         : colours.other;
    if (fill == nullptr) continue;
    bodies.push_back({o.centre, o.heading_x, o.heading_y, static_cast<double>(o.length_m),
                      static_cast<double>(o.width_m), fill});
  }
}

}  // namespace

draw::Sheet draw_moment(const CountyRoad& set, const Performance& performance, const std::string& title) {
  draw::NetworkPicture picture;
  picture.title = title;
  picture.legend = picture.names = picture.corridors = false;
  const Colours colours[] = {kLong, kShort, kNow};
  for (std::size_t k = 0; k < performance.moment.size(); ++k)
    add_bodies(performance.moment[k], performance, colours[k], picture.bodies);
  // the crossing, and what is before it
  const geometry::WorldPoint centre = set.route.points()[static_cast<std::size_t>(0.5 * set.line_m)];
  picture.window = {centre, kWidth_m, kHeight_m};
  return draw::draw_network(set.network, picture);
}

}  // namespace violations
