#include "backlot/campaign/internal/postgres.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "backlot/campaign/internal/store_backend.h"

namespace backlot::campaign {

namespace {

constexpr double kFirstWait_s = 0.1, kLongestWait_s = 5;

// What a server says that may be otherwise a moment later: it shuts down or starts, lacks memory, disk or connections, or chose this transaction to end a deadlock.
bool is_passing(const std::string& state) {
  return state.starts_with("08") || state.starts_with("53") || state.starts_with("57P") || state == "40001" ||
         state == "40P01" || state.starts_with("58");
}

bool is_passing(const std::exception& error) {
  if (dynamic_cast<const pqxx::broken_connection*>(&error) != nullptr) return true;
  if (dynamic_cast<const pqxx::in_doubt_error*>(&error) != nullptr) return true;
  const auto* const said = dynamic_cast<const pqxx::sql_error*>(&error);
  return said != nullptr && is_passing(said->sqlstate());
}

// One line, without its end.
std::string first_line(std::string text) {
  text.erase(std::min(text.find('\n'), text.size()));
  return text;
}

}  // namespace

std::string without_password(const std::string& url) {
  const std::size_t begin = url.find("://");
  if (begin == std::string::npos) return url;
  const std::size_t at = url.find('@', begin), colon = url.find(':', begin + 3);
  std::string shown = url;
  if (at != std::string::npos && colon < at) shown.erase(colon, at - colon);
  // A password may stand among the options as well.
  if (const std::size_t option = shown.find("password="); option != std::string::npos)
    shown.erase(option, std::min(shown.find('&', option), shown.size()) - option);
  return shown;
}

base::Diagnostics PostgresLine::fault(const std::exception& error) const {
  const std::string text = first_line(error.what());
  if (!has_been_connected_)
    return store_fault("K301", shown_, fmt::format("the database server does not answer: {}", text),
                       "check the URL, that the server runs, and that you may use the database");
  const auto* const said = dynamic_cast<const pqxx::sql_error*>(&error);
  if (said != nullptr && said->sqlstate() == "42501")
    return store_fault("K301", shown_, fmt::format("the database may not be used: {}", text),
                       "ask its owner to grant you what is missing");
  return store_fault("K305", shown_, fmt::format("the database cannot be read or written: {}", text),
                     "check that the server runs and that its disk has room, and go on with --resume");
}

base::Diagnostics PostgresLine::work(const std::function<void(pqxx::work&)>& what) {
  double waited_s = 0, wait_s = kFirstWait_s;
  for (;;) {
    try {
      if (!connection_) connection_ = std::make_unique<pqxx::connection>(url_);
      has_been_connected_ = true;
      pqxx::work transaction(*connection_);
      transaction.exec0("SET LOCAL client_min_messages = warning");
      what(transaction);
      transaction.commit();
      return {};
    } catch (const std::exception& error) {
      const base::Diagnostics found = fault(error);
      if (!is_passing(error)) return found;
      // A new connection, since this one may be half dead.
      connection_.reset();
      if (!has_been_connected_ || waited_s >= patience_s_) return found;
      const double pause_s = std::min(wait_s, patience_s_ - waited_s);
      ::usleep(static_cast<useconds_t>(pause_s * 1e6));
      waited_s += pause_s;
      wait_s = std::min(2 * wait_s, kLongestWait_s);
    }
  }
}

}  // namespace backlot::campaign
