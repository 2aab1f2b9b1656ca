#include "backlot/draw/mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_palette.h"
#include "backlot/draw/internal/network_sampling.h"
#include "backlot/draw/internal/network_triangulation.h"

namespace backlot::draw {

using geometry::Vec3;
using geometry::WorldPoint;
using network::LaneId;
using network::LaneKind;
using network::Network;
using network::StripId;

namespace {

constexpr double kFar_m = 10'000;
constexpr double kThinnest_m = 1e-4;          // what is narrower is closed; the digits written end here too
constexpr std::size_t kFlushBytes = 1 << 20;  // text is handed on in blocks of about this size

class ObjWriter {
 public:
  ObjWriter(std::ostream& out, const Network& network, const MeshOptions& options)
      : out_(out), network_(network), options_(options), origin_(mesh_origin(network)) {}

  void write() {
    head();
    for (const network::Way& way : network_.ways()) strip(way.strip);
    for (std::size_t i = 0; options_.areas && i < network_.intersections().size(); ++i) {
      area(network::IntersectionId::from_size(i));
    }
    if (options_.corridors) {
      for (const network::Corridor& corridor : network_.corridors()) strip(corridor.strip);
    }
    flush();
  }

 private:
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    if (text_.size() > kFlushBytes) flush();
  }

  void flush() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }

  void head() {
    print("# Backlot: surface of {}\n", network_.name().empty() ? "a network" : word(network_.name()));
    print("# x east, y north, z up, metres\n");
    print("# origin {:.0f} {:.0f} {:.0f}\n", origin_.x, origin_.y, origin_.z);
    if (!options_.materials.empty()) print("mtllib {}\n", options_.materials);
  }

  // Names hold no white space in this format.
  static std::string word(std::string text) {
    for (char& c : text) {
      if (static_cast<unsigned char>(c) <= 32) c = '_';
    }
    return text;
  }

  void vertex(const WorldPoint& p) {
    const WorldPoint q = p - origin_;
    print("v {:.4f} {:.4f} {:.4f}\n", q.x, q.y, q.z);
  }

  // The cuts of a strip, each with the boundaries of its lanes from left to right.
  struct Row {
    std::vector<double> offsets;
    std::vector<WorldPoint> points;
    Vec3 normal;
  };

  std::vector<Row> rows_of(StripId id) const {
    const network::Strip& strip = network_.strip(id);
    std::vector<Row> rows;
    for (const double d :
         internal::sample_strip(network_, id, 0, strip.length(),
                                {.tolerance_m = options_.tolerance_m, .longest_m = options_.longest_m})) {
      Row row;
      internal::boundary_offsets(network_, id, d, row.offsets);
      for (const double offset : row.offsets) {
        row.points.push_back(internal::surface_point(network_, id, d, offset));
      }
      row.normal = network_.ribbon(strip.ribbon).frame(strip.from + d).normal;
      rows.push_back(std::move(row));
    }
    return rows;
  }

  // A grid of vertices, and then the lanes, kind by kind.
  void strip(StripId id) {
    const network::Strip& strip = network_.strip(id);
    const std::vector<Row> rows = rows_of(id);
    const std::string name = word(network_.name_of(id));
    print("o {}\n", name);
    for (const Row& row : rows) {
      for (const WorldPoint& p : row.points) vertex(p);
    }
    for (const LaneKind kind : network::kLaneKinds) {
      bool is_first = true;
      for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
        if (network_.lane(LaneId(strip.first_lane + i)).kind != kind) continue;
        if (is_first) print("g {}/{}\nusemtl {}\n", name, to_text(kind), to_text(kind));
        is_first = false;
        lane(rows, i);
      }
    }
    next_vertex_ += rows.size() * (strip.lane_count + 1);
  }

  // Two triangles between each two rows, but one where the lane opens or closes, and none where it is closed.
  void lane(const std::vector<Row>& rows, std::uint32_t i) {
    const auto is_open = [&](const Row& row) { return row.offsets[i] - row.offsets[i + 1] > kThinnest_m; };
    for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
      const Row &row = rows[k], &ahead = rows[k + 1];
      const std::size_t left = next_vertex_ + k * row.points.size() + i,
                        left_ahead = left + row.points.size();
      if (is_open(row) && faces_up(row, row.points[i], row.points[i + 1], ahead.points[i + 1])) {
        print("f {} {} {}\n", left, left + 1, left_ahead + 1);
      }
      if (is_open(ahead) && faces_up(row, row.points[i], ahead.points[i + 1], ahead.points[i])) {
        print("f {} {} {}\n", left, left_ahead + 1, left_ahead);
      }
    }
  }

  // Inside a bend that is tighter than the lane is wide the surface folds back on itself: that part is left out.
  static bool faces_up(const Row& row, const WorldPoint& a, const WorldPoint& b, const WorldPoint& c) {
    const Vec3 spanned = cross(b - a, c - a);
    return dot(spanned, row.normal) > kThinnest_m * kThinnest_m;
  }

  // The area of a whole intersection; parts lie within it.
  void area(network::IntersectionId id) {
    const auto boundary = network_.boundary(id);
    if (!network_.intersection(id).whole.is_empty() || boundary.size() < 3) return;
    const std::string name = word(network_.name_of(id));
    print("o {}\n", name);
    for (const WorldPoint& p : boundary) vertex(p);
    print("g {}/intersection\nusemtl intersection\n", name);
    for (const internal::Triangle& t : internal::triangulate(boundary)) {
      print("f {} {} {}\n", next_vertex_ + t[0], next_vertex_ + t[1], next_vertex_ + t[2]);
    }
    next_vertex_ += boundary.size();
  }

  std::ostream& out_;
  const Network& network_;
  const MeshOptions& options_;
  Vec3 origin_;
  std::size_t next_vertex_ = 1;  // the format counts from one
  fmt::memory_buffer text_;
};

// "#rrggbb" as three parts of one
std::string material(std::string_view name, std::string_view colour) {
  BACKLOT_ASSERT(colour.size() == 7 && colour.front() == '#', "a colour is written as #rrggbb");
  const auto part = [&](std::size_t at) {
    const auto digit = [&](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    return (16 * digit(colour[at]) + digit(colour[at + 1])) / 255.0;
  };
  return fmt::format("newmtl {}\nKd {:.4f} {:.4f} {:.4f}\nKs 0 0 0\nillum 1\n", name, part(1), part(3),
                     part(5));
}

}  // namespace

void write_obj(std::ostream& out, const Network& network, const MeshOptions& options) {
  ObjWriter(out, network, options).write();
}

std::string to_obj(const Network& network, const MeshOptions& options) {
  std::ostringstream out;
  write_obj(out, network, options);
  return std::move(out).str();
}

Vec3 mesh_origin(const Network& network) {
  WorldPoint low{}, high{};
  bool is_first = true;
  for (std::size_t i = 0; i < network.ways().size(); ++i) {
    const StripId strip = network.ways()[i].strip;
    for (const double d : {0.0, network.strip(strip).length()}) {
      const WorldPoint p = internal::surface_point(network, strip, d, 0);
      if (is_first) low = high = p;
      is_first = false;
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  const auto origin = [](double a, double b) {
    const bool is_far = std::max(std::fabs(a), std::fabs(b)) > kFar_m;
    return is_far ? 1000 * std::round(0.5 * (a + b) / 1000) : 0.0;
  };
  return {origin(low.x, high.x), origin(low.y, high.y), origin(low.z, high.z)};
}

std::string to_mtl() {
  std::string text = "# Backlot: materials by kind of lane\n";
  for (const LaneKind kind : network::kLaneKinds) {
    const char* colour =
        kind == LaneKind::crosswalk ? internal::palette::kWhitePaint : internal::surface_colour(kind);
    text += material(to_text(kind), colour);
  }
  return text + material("intersection", internal::palette::kAsphalt);
}

base::Diagnostics write_mesh(const Network& network, const std::string& path, const MeshOptions& options) {
  base::Diagnostics found;
  const std::string stem = path.ends_with(".obj") ? path.substr(0, path.size() - 4) : path;
  const std::string materials = stem + ".mtl";
  MeshOptions referring = options;
  referring.materials = materials.substr(materials.find_last_of('/') + 1);
  const auto close = [&](std::ofstream& file, const std::string& name) {
    file.close();
    if (file) return;
    found.error("D102", {.file = name}, "the mesh cannot be written",
                "check that the folder exists and may be written");
  };
  std::ofstream mesh(path, std::ios::binary);
  if (mesh) write_obj(mesh, network, referring);
  close(mesh, path);
  std::ofstream file(materials, std::ios::binary);
  if (file) file << to_mtl();
  close(file, materials);
  return found;
}

}  // namespace backlot::draw
