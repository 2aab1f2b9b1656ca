// A connection to a PostgreSQL server that comes back after the server went away: work that can be done again is done again. What goes wrong is thrown inside, and never
// leaves the room.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>

#include <pqxx/pqxx>

#include "backlot/base/diagnostic.h"

namespace backlot::campaign {

// The same URL without the password, for people.
std::string without_password(const std::string& url);

class PostgresLine {
 public:
  explicit PostgresLine(std::string url) : url_(std::move(url)), shown_(without_password(url_)) {}

  // Seconds, all waits of one `work` together.
  void set_patience(double seconds) { patience_s_ = seconds; }
  const std::string& shown() const { return shown_; }

  // Calls `what` in a transaction and commits it. Where the server went away, is short of memory or disk, or ended the transaction for the sake of another one, all of that
  // is done again, with waits that grow up to 5 s, as long as there is patience. So `what` has to leave the same when it is done twice: the server may have committed
  // just before it went away. Empty where it was done.
  base::Diagnostics work(const std::function<void(pqxx::work&)>& what);

 private:
  base::Diagnostics fault(const std::exception& error) const;

  std::string url_, shown_;
  double patience_s_ = 60;
  bool has_been_connected_ = false;  // a server that never answered is not waited for
  std::unique_ptr<pqxx::connection> connection_;
};

}  // namespace backlot::campaign
