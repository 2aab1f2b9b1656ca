// Time to collision, necessary deceleration and post-encroachment time beside SUMO's device for surrogate safety measures (SSM), on the same trajectories. Usage:
// ssm_bench [--smoke] [--results FOLDER]. SUMO drives two vehicles and writes down, for each step, where they were, how fast, and what its device says; the measures
// of backlot/verdict are computed from those places and speeds. Without sumo and netconvert on the PATH it says so and compares nothing.
//
//   behind   the ego follows a slower vehicle, or one that brakes to a stop, on the same lane
//   cross    the two cross at a right angle, one before the other
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "backlot/look/boxes.h"
#include "backlot/verdict/crossing.h"
#include "backlot/verdict/encroachment.h"
#include "bench/child.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

using verdict::TimedBox;

constexpr double kLength_m = 4.5, kWidth_m = 1.8;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();  // SUMO's NA

// One vehicle as SUMO is told to drive it: it starts with its front so far along its road.
struct Part {
  std::string route;
  double from_m = 0, speed_mps = 0;
  std::optional<double> stops_at_m{};
};
struct Case {
  std::string name;
  Part ego, foe;
};

std::vector<Case> cases(bool is_short) {
  std::vector<Case> all{
      {"behind, 14 m/s after 10 m/s", {"wc ce", 20, 14}, {"wc ce", 120, 10}},
      {"behind, 20 m/s after 5 m/s", {"wc ce", 20, 20}, {"wc ce", 180, 5}},
      {"behind, leader brakes to a stop", {"wc ce", 60, 13}, {"wc ce", 100, 13, 220}},
  };
  // up to 46.3 m they touch; SUMO 1.15 aborts on some starts between
  for (const double from_m : {34.0, 36.0, 38.0, 44.7, 46.3, 47.9, 50.1, 53.0, 60.0, 75.0, 105.0})
    all.push_back({fmt::format("cross, ego from {} m", from_m), {"wc ce", from_m, 10}, {"sc cn", 90, 8}});
  if (is_short) all.resize(4);
  return all;
}

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

bool make_roads(const std::filesystem::path& folder) {
  write(folder / "n.nod.xml",
        "<nodes><node id=\"c\" x=\"0\" y=\"0\" type=\"priority\"/><node id=\"w\" x=\"-300\" y=\"0\"/><node "
        "id=\"e\" "
        "x=\"300\" y=\"0\"/><node id=\"s\" x=\"0\" y=\"-300\"/><node id=\"n\" x=\"0\" y=\"300\"/></nodes>");
  std::string edges = "<edges>";
  for (const char* edge : {"wc", "ce", "sc", "cn"})
    edges +=
        fmt::format("<edge id=\"{}\" from=\"{}\" to=\"{}\" numLanes=\"1\" speed=\"30\" priority=\"{}\"/>",
                    edge, edge[0], edge[1], edge[0] == 's' || edge[1] == 'n' ? 1 : 2);
  write(folder / "n.edg.xml", edges + "</edges>");
  return run_child({"netconvert", "-n", (folder / "n.nod.xml").string(), "-e",
                    (folder / "n.edg.xml").string(), "-o", (folder / "n.net.xml").string(),
                    "--no-turnarounds"})
             .exit_code == 0;
}

std::string vehicle_xml(const std::string& id, const Part& part, bool has_device, const std::string& file) {
  std::string text = fmt::format(
      "<vType id=\"{0}_type\" length=\"{1}\" width=\"{2}\" minGap=\"0\" tau=\"0.1\" accel=\"3\" decel=\"6\" "
      "emergencyDecel=\"9\" sigma=\"0\" speedFactor=\"1\" speedDev=\"0\" maxSpeed=\"{3}\" "
      "jmIgnoreFoeProb=\"1\" "
      "jmIgnoreFoeSpeed=\"100\" jmIgnoreJunctionFoeProb=\"1\"/><vehicle id=\"{0}\" type=\"{0}_type\" "
      "depart=\"0\" "
      "departPos=\"{4}\" departSpeed=\"{3}\"><route edges=\"{5}\"/>",
      id, kLength_m, kWidth_m, part.speed_mps, part.from_m, part.route);
  if (part.stops_at_m)
    text += fmt::format("<stop lane=\"{}_0\" endPos=\"{}\" duration=\"100\"/>", part.route.substr(0, 2),
                        *part.stops_at_m);
  if (has_device)
    for (const auto& [key, value] :
         std::initializer_list<std::pair<std::string, std::string>>{{"has.ssm.device", "true"},
                                                                    {"device.ssm.measures", "TTC DRAC PET"},
                                                                    {"device.ssm.thresholds", "1000 0 1000"},
                                                                    {"device.ssm.range", "400"},
                                                                    {"device.ssm.extratime", "5"},
                                                                    {"device.ssm.file", file},
                                                                    {"device.ssm.trajectories", "true"}})
      text += fmt::format("<param key=\"{}\" value=\"{}\"/>", key, value);
  return text + "</vehicle>";
}

// ---- what SUMO says

struct Sample {
  double time_s = 0;
  world::BodyBox ego{}, foe{};
  double ego_mps = 0, foe_mps = 0;
  double ttc_s = kNone, drac_mps2 = kNone;
};
struct Encounter {
  std::vector<Sample> samples;
  double pet_s = kNone;
};

// The value of an attribute behind a place of a text; empty where it is missing.
std::string attribute(const std::string& text, const std::string& element, const std::string& name) {
  const std::size_t at = text.find("<" + element + " ");
  if (at == std::string::npos) return {};
  const std::size_t from = text.find(" " + name + "=\"", at);
  if (from == std::string::npos) return {};
  const std::size_t begin = from + name.size() + 3;
  return text.substr(begin, text.find('"', begin) - begin);
}

double number(const std::string& word) { return word.empty() || word == "NA" ? kNone : std::stod(word); }

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> found;
  for (std::string word; stream >> word;) found.push_back(word);
  return found;
}

struct Pair {
  double x = 0, y = 0;
};
std::vector<Pair> pairs(const std::string& text) {
  std::vector<Pair> found;
  for (const std::string& word : words(text)) {
    const std::size_t comma = word.find(',');
    found.push_back({number(word.substr(0, comma)), number(word.substr(comma + 1))});
  }
  return found;
}

// SUMO's places are those of the fronts. A vehicle that stands heads as it did.
void set_body(const Pair& front, const Pair& velocity, world::BodyBox& box, double& speed_mps) {
  speed_mps = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
  if (speed_mps > 1e-6) {
    box.heading_x = velocity.x / speed_mps;
    box.heading_y = velocity.y / speed_mps;
  }
  box.half_length = 0.5 * kLength_m;
  box.half_width = 0.5 * kWidth_m;
  box.centre = {front.x - box.half_length * box.heading_x, front.y - box.half_length * box.heading_y, 0};
}

Encounter read_encounter(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream all;
  all << stream.rdbuf();
  const std::string text = all.str();
  const std::vector<std::string> times = words(attribute(text, "timeSpan", "values"));
  const std::vector<std::string> ttc = words(attribute(text, "TTCSpan", "values"));
  const std::vector<std::string> drac = words(attribute(text, "DRACSpan", "values"));
  const std::vector<Pair> ego = pairs(attribute(text, "egoPosition", "values")),
                          ego_v = pairs(attribute(text, "egoVelocity", "values")),
                          foe = pairs(attribute(text, "foePosition", "values")),
                          foe_v = pairs(attribute(text, "foeVelocity", "values"));
  Encounter found;
  found.pet_s = number(attribute(text, "PET", "value"));
  Sample sample;
  for (std::size_t k = 0; k < times.size(); ++k) {
    sample.time_s = number(times[k]);
    set_body(ego[k], ego_v[k], sample.ego, sample.ego_mps);
    set_body(foe[k], foe_v[k], sample.foe, sample.foe_mps);
    sample.ttc_s = number(ttc[k]);
    sample.drac_mps2 = number(drac[k]);
    found.samples.push_back(sample);
  }
  return found;
}

Encounter drive(const Case& one, const std::filesystem::path& folder) {
  const std::string result = (folder / "ssm.xml").string();
  std::filesystem::remove(result);
  write(folder / "r.rou.xml", "<routes>" + vehicle_xml("ego", one.ego, true, result) +
                                  vehicle_xml("foe", one.foe, false, result) + "</routes>");
  run_child({"sumo", "-n", (folder / "n.net.xml").string(), "-r", (folder / "r.rou.xml").string(),
             "--step-length", "0.05", "--step-method.ballistic", "--collision.action", "none",
             "--collision.check-junctions", "false", "--end", "60", "--precision", "9"});
  return read_encounter(result);
}

// ---- what we say

double follower_drac(const Sample& s) {
  const double gap = s.foe.centre.x - s.ego.centre.x - kLength_m, closing = s.ego_mps - s.foe_mps;
  return closing > 0 && gap > 0 ? closing * closing / (2 * gap) : kNone;
}

// How SUMO means the necessary deceleration of a crossing: constant until the first body has left, also where the second one would drive back then.
double drac_of_sumo(const Sample& s, bool is_ego_second) {
  const auto crossing = verdict::find_crossing(s.ego, s.foe);
  const double room_m = is_ego_second ? crossing->a.in_m : crossing->b.in_m;
  const double until_s = is_ego_second ? crossing->b.out_m / s.foe_mps : crossing->a.out_m / s.ego_mps;
  return 2 * ((is_ego_second ? s.ego_mps : s.foe_mps) - room_m / until_s) / until_s;
}

// Where speeds are all but equal, the last digits that SUMO writes decide: such values are taken as none.
constexpr double kLongest_s = 100, kLeast_mps2 = 1e-3;
double bounded_ttc(double seconds) { return seconds <= kLongest_s ? seconds : kNone; }
double bounded_drac(double mps2) { return mps2 >= kLeast_mps2 ? mps2 : kNone; }

// The largest difference of a measure over the samples of a case.
struct Compared {
  std::size_t samples = 0, only_sumo = 0, only_backlot = 0;
  double largest = 0;

  void add(double sumo, double backlot) {
    if (std::isnan(sumo) && std::isnan(backlot)) return;
    if (std::isnan(backlot)) ++only_sumo;
    if (std::isnan(sumo)) ++only_backlot;
    if (std::isnan(sumo) || std::isnan(backlot)) return;
    ++samples;
    largest = std::max(largest, std::fabs(sumo - backlot));
  }
};

class Table {
 public:
  void add(const std::string& name, const char* measure, const Compared& one) {
    if (one.samples + one.only_sumo + one.only_backlot == 0) return;
    rows_ += fmt::format("{},{},{},{:.2g},{},{}\n", '"' + name + '"', measure, one.samples, one.largest,
                         one.only_sumo, one.only_backlot);
    fmt::print(
        "{:34} {:26} {:5} samples, differ by {:.2g} at most; {:3} of SUMO alone, {:3} of Backlot alone\n",
        name, measure, one.samples, one.largest, one.only_sumo, one.only_backlot);
    total_ += one.samples;
    largest_ = std::max(largest_, one.largest);
  }
  bool write_to(const std::string& folder) const {
    std::ofstream file(std::filesystem::path(folder) / "ssm.csv");
    write_origin(file);
    file << "# differences of TTC in s, of DRAC in m/s2, of PET in s\n"
            "case,measure,samples,largest_difference,of_sumo_alone,of_backlot_alone\n"
         << rows_;
    return file.good();
  }
  std::size_t total() const { return total_; }
  double largest() const { return largest_; }

 private:
  std::string rows_;
  std::size_t total_ = 0;
  double largest_ = 0;
};

void compare(const Case& one, const Encounter& encounter, Table& table) {
  const bool crosses = one.name.starts_with("cross");
  Compared ttc, drac, stop, order;
  std::vector<TimedBox> ego, foe;
  for (const Sample& s : encounter.samples) {
    if (world::overlap(s.ego, s.foe)) break;  // a contact: nothing is measured from then on
    ego.push_back({s.time_s, s.ego, s.ego_mps});
    foe.push_back({s.time_s, s.foe, s.foe_mps});
    const double seconds = look::time_to_contact(s.ego, s.ego_mps, s.foe, s.foe_mps);
    ttc.add(bounded_ttc(s.ttc_s), bounded_ttc(seconds));
    if (!crosses) {
      drac.add(bounded_drac(s.drac_mps2), bounded_drac(follower_drac(s)));
      continue;
    }
    const auto found = verdict::find_crossing_deceleration(s.ego, s.ego_mps, s.foe, s.foe_mps);
    const double ours = found ? bounded_drac(found->mps2) : kNone, its = bounded_drac(s.drac_mps2);
    // where the two mean different things, SUMO's value is compared with its own formula
    if (found && std::fabs(its - drac_of_sumo(s, !found->is_of_a)) < kLeast_mps2)
      order.add(its, drac_of_sumo(s, !found->is_of_a));
    else if (found && std::fabs(drac_of_sumo(s, found->is_of_a) - ours) > 1e-9)
      stop.add(its, bounded_drac(drac_of_sumo(s, found->is_of_a)));
    else
      drac.add(its, ours);
  }
  table.add(one.name, "TTC", ttc);
  table.add(one.name, "DRAC", drac);
  if (!crosses) return;
  table.add(one.name, "DRAC where it is a stop", stop);
  table.add(one.name, "DRAC in the other order", order);
  Compared pet;
  const auto found = verdict::find_encroachment(ego, foe);
  pet.add(encounter.pet_s, found ? found->seconds : kNone);
  table.add(one.name, "PET", pet);
}

int run(const Options& options) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("backlot_ssm_{}", ::getpid());
  std::filesystem::create_directories(folder);
  int code = 0;
  if (!make_roads(folder)) {
    fmt::print("netconvert and sumo are not here: nothing was compared\n");
  } else {
    Table table;
    for (const Case& one : cases(options.smoke)) compare(one, drive(one, folder), table);
    fmt::print("{} values compared, largest difference {:.2g}\n", table.total(), table.largest());
    const bool is_written = table.write_to(options.folder);
    code = table.total() > 100 && table.largest() < 1e-3 && is_written ? 0 : 1;
  }
  std::filesystem::remove_all(folder);
  return code;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "ssm_bench", options)) return 2;
  return backlot::bench::run(options);
}
