// A PostgreSQL server of a test's own, on a Unix socket in a temporary folder. It ends with the test, in whatever way that ends.
#pragma once

#include <memory>
#include <string>

#include <sys/types.h>

namespace backlot::campaign::test {

// Whether commits survive a power failure, which costs time, or only the death of processes.
enum class Durability { processes, durable };

class PostgresServer {
 public:
  // Null where no server is installed, or it may not be started here; then `why` says so.
  static std::unique_ptr<PostgresServer> start(std::string& why,
                                               Durability durability = Durability::processes);
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // Of a database; `make_database` makes one.
  std::string url(const std::string& database = "postgres") const;
  void make_database(const std::string& name) const;

  // Ends the server at once, as a crash does, and starts it again on the same data.
  void stop();
  pid_t pid() const { return pid_; }
  bool start_again();

 private:
  PostgresServer() = default;

  std::string folder_, programs_;
  Durability durability_ = Durability::processes;
  pid_t pid_ = -1;
};

}  // namespace backlot::campaign::test
