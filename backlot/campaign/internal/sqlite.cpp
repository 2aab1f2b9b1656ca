#include "backlot/campaign/internal/sqlite.h"

namespace backlot::campaign {

namespace {

constexpr int kBusy_ms = 3000;  // so long another process is waited for

[[noreturn]] void fail(sqlite3* handle, int code) {
  throw SqliteError{code & 0xFF, handle == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle)};
}

}  // namespace

Connection::Connection(const std::string& path, int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(handle, code);
  sqlite3_busy_timeout(handle, kBusy_ms);
}

void Connection::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(handle_.get(), code);
}

std::int64_t Connection::number(const std::string& sql) {
  Query query(*this, sql);
  return query.step() ? query.number(0) : 0;
}

std::string Connection::text(const std::string& sql) {
  Query query(*this, sql);
  return query.step() ? query.text(0) : std::string();
}

Query::Query(Connection& connection, std::string_view sql) : connection_(connection.handle_.get()) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(connection_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Query::check(int code) const {
  if (code != SQLITE_OK) fail(connection_, code);
}

Query& Query::bind(std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), next_++, value));
  return *this;
}
Query& Query::bind(double value) {
  check(sqlite3_bind_double(statement_.get(), next_++, value));
  return *this;
}
Query& Query::bind(std::string_view value) {
  check(sqlite3_bind_text64(statement_.get(), next_++, value.data() == nullptr ? "" : value.data(),
                            value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

bool Query::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(connection_, code);
  return false;
}

void Query::reset() {
  sqlite3_reset(statement_.get());
  next_ = 1;
}

std::string Query::text(int column) const {
  const void* const bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes == nullptr ? std::string()
                          : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace backlot::campaign
