#include "backlot/campaign/test/postgres_server.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <pqxx/pqxx>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace backlot::campaign::test {

namespace {

constexpr int kTries = 300;  // of 0.1 s, for the server to take connections

// The folder of the server's programs; empty where it is not installed.
std::string find_programs() {
  for (const char* const version : {"15", "16", "17"}) {
    const std::string folder = std::string("/usr/lib/postgresql/") + version + "/bin";
    if (::access((folder + "/initdb").c_str(), X_OK) == 0) return folder;
  }
  return {};
}

// The server refuses to run as root: then it runs as its own user.
const passwd* user_of_server() {
  return ::geteuid() == 0 ? ::getpwnam("postgres")
                          : ::getpwuid(::geteuid());  // NOLINT(concurrency-mt-unsafe)
}

// Starts a program as the user of the server; it dies with this process.
pid_t start_program(const std::vector<std::string>& command, const std::string& log) {
  const passwd* const user = user_of_server();
  const bool is_root = ::geteuid() == 0;
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  if (is_root && (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0))
    ::_exit(98);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (::getppid() != parent || ::chdir("/") != 0) ::_exit(97);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  ::_exit(96);
}

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

std::unique_ptr<PostgresServer> PostgresServer::start(std::string& why, Durability durability) {
  std::unique_ptr<PostgresServer> server(new PostgresServer);
  server->durability_ = durability;
  server->programs_ = find_programs();
  if (server->programs_.empty()) {
    why = "PostgreSQL is not installed (postgresql-15)";
    return nullptr;
  }
  const passwd* const user = user_of_server();
  if (user == nullptr) {
    why = "PostgreSQL does not run as root, and there is no user postgres";
    return nullptr;
  }
  std::string pattern = "/tmp/backlot_postgres_XXXXXX";  // a Unix socket has a short path
  if (::mkdtemp(pattern.data()) == nullptr) {
    why = "no temporary folder could be made";
    return nullptr;
  }
  server->folder_ = pattern;
  if (::geteuid() == 0 && ::chown(pattern.c_str(), user->pw_uid, user->pw_gid) != 0) {
    why = "the temporary folder could not be given to the user postgres";
    return nullptr;
  }
  const pid_t init = start_program({server->programs_ + "/initdb", "-D", pattern + "/data", "-A", "trust",
                                    "-U", "postgres", "--no-sync", "--no-locale", "-E", "UTF8"},
                                   "/dev/null");
  if (const int status = wait_for(init); status != 0) {
    why = "initdb failed with status " + std::to_string(status);
    return nullptr;
  }
  if (!server->start_again()) {
    why = "the server takes no connections: " + pattern + "/log";
    return nullptr;
  }
  return server;
}

bool PostgresServer::start_again() {
  pid_ = start_program(
      {programs_ + "/postgres", "-D", folder_ + "/data", "-k", folder_, "-c", "listen_addresses=", "-c",
       durability_ == Durability::durable ? "fsync=on" : "fsync=off", "-c", "max_connections=40"},
      "/dev/null");
  for (int k = 0; k < kTries; ++k) {
    try {
      const pqxx::connection line(url());
      return true;
    } catch (const pqxx::broken_connection&) {
      ::usleep(100'000);
    }
  }
  return false;
}

void PostgresServer::stop() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGQUIT);
  wait_for(pid_);
  pid_ = -1;
}

PostgresServer::~PostgresServer() {
  stop();
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

std::string PostgresServer::url(const std::string& database) const {
  return "postgresql:///" + database + "?host=" + folder_ + "&user=postgres";
}

void PostgresServer::make_database(const std::string& name) const {
  pqxx::connection line(url());
  pqxx::nontransaction work(line);
  work.exec0("CREATE DATABASE " + line.quote_name(name));
}

}  // namespace backlot::campaign::test
