#include "apps/server/web/admission.h"

#include <gtest/gtest.h>

namespace backlot::server::admission_test {
namespace {

const Doorkeeper kDoor("127.0.0.1", 8080, "secret");

Asked asked(std::string_view target) {
  return {.method = "GET",
          .target = target,
          .host = "127.0.0.1:8080",
          .origin = {},
          .cookie = {},
          .is_upgrade = false};
}

TEST(Admission, TheLinkOpensThePageAndSetsACookie) {
  const Admission admission = kDoor.admit(asked("/?token=secret"));
  EXPECT_EQ(admission.kind, AdmissionKind::asset);
  EXPECT_EQ(admission.name, "");
  EXPECT_TRUE(admission.sets_cookie);
  EXPECT_EQ(kDoor.link(), "http://127.0.0.1:8080/?token=secret");
  EXPECT_NE(kDoor.cookie().find("HttpOnly"), std::string::npos);
  EXPECT_NE(kDoor.cookie().find("SameSite=Strict"), std::string::npos);
}

TEST(Admission, WithoutTheTokenNothingIsServed) {
  for (const char* target : {"/", "/app.js", "/?token=", "/?token=wrong!", "/?token=secre", "/?token=secrett",
                             "/?tokens=secret", "/socket", "/?x=token=secret"})
    EXPECT_EQ(kDoor.admit(asked(target)).kind, AdmissionKind::forbidden) << target;
  Asked with_cookie = asked("/app.js");
  for (const char* cookie :
       {"backlot_8080=wrong!", "backlot_8081=secret", "xbacklot_8080=secret", "backlot_8080=", "secret"}) {
    with_cookie.cookie = cookie;
    EXPECT_EQ(kDoor.admit(with_cookie).kind, AdmissionKind::forbidden) << cookie;
  }
  with_cookie.cookie = "other=1; backlot_8080=secret";
  EXPECT_EQ(kDoor.admit(with_cookie).kind, AdmissionKind::asset);
  EXPECT_FALSE(kDoor.admit(with_cookie).sets_cookie);
}

TEST(Admission, OnlyTheOwnHostIsAnswered) {
  Asked one = asked("/?token=secret");
  for (const char* host :
       {"127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "127.1.2.3:8080"}) {
    one.host = host;
    EXPECT_EQ(kDoor.admit(one).kind, AdmissionKind::asset) << host;
  }
  for (const char* host :
       {"", ":8080", "127.0.0.1", "127.0.0.1:80", "evil.example:8080", "127.0.0.1.evil.example:8080",
        "localhost.evil.example:8080", "192.168.0.7:8080", "localhost:8080:8080", "127.evil:8080"}) {
    one.host = host;
    EXPECT_EQ(kDoor.admit(one).kind, AdmissionKind::forbidden) << host;
  }
}

TEST(Admission, AnOpenServerAnswersToItsAddresses) {
  const Doorkeeper everywhere("0.0.0.0", 8080, "secret"), one("10.0.0.5", 8080, "secret");
  Asked asks = asked("/?token=secret");
  asks.host = "192.168.0.7:8080";
  EXPECT_EQ(everywhere.admit(asks).kind, AdmissionKind::asset);
  EXPECT_EQ(one.admit(asks).kind, AdmissionKind::forbidden);
  asks.host = "10.0.0.5:8080";
  EXPECT_EQ(one.admit(asks).kind, AdmissionKind::asset);
  asks.host = "evil.example:8080";  // a name can be made to lead anywhere
  EXPECT_EQ(everywhere.admit(asks).kind, AdmissionKind::forbidden);
}

TEST(Admission, ASocketIsOpenedByTheOwnPageOnly) {
  Asked socket = asked("/socket");
  socket.cookie = "backlot_8080=secret";
  socket.is_upgrade = true;
  socket.origin = "http://127.0.0.1:8080";
  EXPECT_EQ(kDoor.admit(socket).kind, AdmissionKind::socket);
  for (const char* origin :
       {"", "null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081",
        "http://127.0.0.1:8080.evil.example", "http://evil.example/127.0.0.1:8080"}) {
    socket.origin = origin;
    EXPECT_EQ(kDoor.admit(socket).kind, AdmissionKind::forbidden) << origin;
  }
  // a program that is no browser has the token in its address
  socket.origin = "";
  socket.cookie = "";
  socket.target = "/socket?token=secret";
  EXPECT_EQ(kDoor.admit(socket).kind, AdmissionKind::socket);
  socket.is_upgrade = false;
  EXPECT_EQ(kDoor.admit(socket).kind, AdmissionKind::not_found);
}

TEST(Admission, OnlyReadingIsUnderstood) {
  Asked one = asked("/?token=secret");
  for (const char* method : {"POST", "PUT", "DELETE", "CONNECT", "get", ""}) {
    one.method = method;
    EXPECT_EQ(kDoor.admit(one).kind, AdmissionKind::bad_method) << method;
  }
}

TEST(Admission, TokensAreLongAndDiffer) {
  const std::string a = make_token(), b = make_token();
  EXPECT_EQ(a.size(), 32U);
  EXPECT_NE(a, b);
}

}  // namespace
}  // namespace backlot::server::admission_test
