// SQLite, as thin as it can be: a connection and a statement that end themselves. What goes wrong is thrown, and never leaves the room.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace backlot::campaign {

struct SqliteError {
  int code = 0;  // SQLITE_BUSY and so on, without the extended part
  std::string text{};
};

class Connection {
 public:
  // Flags as for sqlite3_open_v2.
  Connection(const std::string& path, int flags);

  void execute(const std::string& sql);
  // The first column of the first row; 0 without one.
  std::int64_t number(const std::string& sql);
  std::string text(const std::string& sql);
  std::int64_t last_id() const { return sqlite3_last_insert_rowid(handle_.get()); }

 private:
  friend class Query;
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  std::unique_ptr<sqlite3, Close> handle_;
};

// One statement, with its values bound in order.
//   Query q(db, "SELECT name FROM t WHERE id = ?");
//   q.bind(7);
//   while (q.step()) use(q.text(0));
class Query {
 public:
  Query(Connection& connection, std::string_view sql);

  Query& bind(std::int64_t value);
  Query& bind(double value);
  Query& bind(std::string_view value);
  // True as long as there is a row.
  bool step();
  // For the next values.
  void reset();

  std::int64_t number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  double real(int column) const { return sqlite3_column_double(statement_.get(), column); }
  std::string text(int column) const;
  bool is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

 private:
  void check(int code) const;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  sqlite3* connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int next_ = 1;
};

}  // namespace backlot::campaign
