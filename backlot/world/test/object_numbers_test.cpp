#include "backlot/world/object_numbers.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/fields.h"
#include "backlot/base/random.h"

namespace backlot::world::object_numbers_test {
namespace {

TEST(ObjectNumbers, AreDenseInTheOrderOfComing) {
  ObjectNumbers numbers;
  for (std::uint32_t k = 0; k < 5; ++k) EXPECT_EQ(numbers.create(10 + k), ObjectId(k, k));
  for (std::uint32_t k = 0; k < 5; ++k) EXPECT_EQ(numbers.slot(k), 10 + k);
}

TEST(ObjectNumbers, TheNumberThatWasFreeLastIsUsedAgainAndTheSerialNumberIsNot) {
  ObjectNumbers numbers;
  const ObjectId a = numbers.create(0), b = numbers.create(1), c = numbers.create(2);
  numbers.destroy(a);
  numbers.destroy(c);
  const ObjectId d = numbers.create(2), e = numbers.create(0);
  EXPECT_EQ(d, ObjectId(c.slot(), 3));
  EXPECT_EQ(e, ObjectId(a.slot(), 4));
  EXPECT_EQ(numbers.id(a.slot()), e);
  EXPECT_EQ(numbers.create(3), ObjectId(3, 5));
  EXPECT_NE(numbers.own_stream(a.slot()), std::uint64_t{a.slot()} << 32U) << "another owner, another luck";
  EXPECT_EQ(numbers.find_slot(b), 1U);
}

TEST(ObjectNumbers, AnObjectThatLeftIsNotFoundEvenWhenTheNumberIsUsedAgain) {
  ObjectNumbers numbers;
  const ObjectId a = numbers.create(7);
  EXPECT_EQ(numbers.find_slot(a), 7U);
  numbers.destroy(a);
  EXPECT_EQ(numbers.find_slot(a), std::nullopt);
  const ObjectId b = numbers.create(8);
  EXPECT_EQ(numbers.find_slot(a), std::nullopt);
  EXPECT_EQ(numbers.find_slot(b), 8U);
  EXPECT_EQ(numbers.find_slot(ObjectId()), std::nullopt);
  EXPECT_EQ(numbers.find_slot(ObjectId(99, 0)), std::nullopt);
}

TEST(ObjectNumbers, AnIdStaysTheSameWhenTheTableIsSorted) {
  ObjectNumbers numbers;
  const ObjectId a = numbers.create(0), b = numbers.create(1);
  numbers.move(a.slot(), 1);
  numbers.move(b.slot(), 0);
  EXPECT_EQ(numbers.find_slot(a), 1U);
  EXPECT_EQ(numbers.find_slot(b), 0U);
}

// ApproachingBody, going and moving by chance, against a map of all objects that are there and a list of all that left.
TEST(ObjectNumbers, FindAllObjectsThatExistAndNoOther) {
  base::RandomStream random{4, 0, 0};
  ObjectNumbers numbers;
  std::map<ObjectId, std::uint32_t> there;
  std::vector<ObjectId> gone;
  for (std::uint32_t k = 0; k < 5000; ++k) {
    const auto pick = [&] {
      auto at = there.begin();
      std::advance(at, static_cast<std::ptrdiff_t>(random.below(there.size())));
      return at;
    };
    const auto what = random.below(10);
    if (what < 5 || there.empty()) {
      EXPECT_TRUE(there.emplace(numbers.create(k), k).second);
    } else if (what < 8) {
      const auto at = pick();
      numbers.destroy(at->first);
      gone.push_back(at->first);
      there.erase(at);
    } else {
      const auto at = pick();
      numbers.move(at->first.slot(), k);
      at->second = k;
    }
  }
  for (const auto& [id, slot] : there) {
    EXPECT_EQ(numbers.find_slot(id), slot);
    EXPECT_EQ(numbers.id(id.slot()), id);
  }
  for (const ObjectId id : gone) EXPECT_EQ(numbers.find_slot(id), std::nullopt);
  // no number is given while one is free
  std::size_t free = 0;
  for (std::uint32_t k = 0; k < numbers.size(); ++k) free += numbers.is_taken(k) ? 0U : 1U;
  EXPECT_EQ(numbers.size(), there.size() + free);
  EXPECT_TRUE(numbers.is_sound());
  std::set<std::uint32_t> serials;
  for (const auto& [id, slot] : there) serials.insert(id.generation());
  for (const ObjectId id : gone) serials.insert(id.generation());
  EXPECT_EQ(serials.size(), there.size() + gone.size()) << "no serial number is given twice";
}

TEST(ObjectNumbers, GoOnAfterTheyWereRestored) {
  ObjectNumbers numbers;
  const ObjectId a = numbers.create(0), b = numbers.create(1);
  numbers.create(2);
  numbers.destroy(b);
  numbers.destroy(a);

  base::FieldWriter writer;
  writer(numbers);
  const std::string bytes = writer.take_bytes();
  ObjectNumbers restored;
  base::FieldReader reader(bytes);
  reader(restored);
  ASSERT_TRUE(restored.is_sound());
  restored.forget_slots();
  restored.move(2, 5);
  EXPECT_EQ(restored.find_slot(ObjectId(2, 2)), 5U);
  EXPECT_EQ(restored.find_slot(a), std::nullopt);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(restored.create(9), numbers.create(9));
}

// Damaged bytes with a number that is free and taken, free twice, or beyond the table.
TEST(ObjectNumbers, FindOutWhenTheyContradictThemselves) {
  const auto is_sound = [](std::vector<std::uint32_t> serials, std::vector<std::uint32_t> free) {
    base::FieldWriter writer;
    writer(serials, std::vector<std::uint32_t>(serials.size()), free, std::uint32_t{5});
    const std::string bytes = writer.take_bytes();
    ObjectNumbers numbers;
    base::FieldReader reader(bytes);
    reader(numbers);
    return !reader.has_failed() && numbers.is_sound();
  };
  constexpr std::uint32_t kGone = 0xffffffffU;
  EXPECT_TRUE(is_sound({0, kGone, 4}, {1}));
  EXPECT_FALSE(is_sound({0, 3, 4}, {1})) << "taken and free";
  EXPECT_FALSE(is_sound({0, kGone, kGone}, {1, 1})) << "free twice";
  EXPECT_FALSE(is_sound({0, kGone, 4}, {})) << "neither taken nor free";
  EXPECT_FALSE(is_sound({0, 0, 4}, {})) << "one serial number for two";
  EXPECT_FALSE(is_sound({0, 9, 4}, {})) << "a serial number that was not given yet";
  EXPECT_FALSE(is_sound({0}, {7}));
}

#if BACKLOT_ENABLE_ASSERTS

TEST(ObjectNumbersDeathTest, TellNothingOfANumberWithoutOwner) {
  ObjectNumbers numbers;
  const ObjectId gone = numbers.create(7);
  EXPECT_EQ(numbers.slot(gone.slot()), 7U);
  numbers.destroy(gone);
  EXPECT_DEATH(numbers.slot(gone.slot()), "the number has no owner");
  EXPECT_DEATH(numbers.id(gone.slot()), "the number has no owner");
  EXPECT_DEATH(numbers.slot(1), "the number has no owner");
  EXPECT_DEATH(numbers.move(1, 0), "the number has no owner");
  EXPECT_DEATH(numbers.destroy(gone), "this object has left already");
}

#endif

}  // namespace
}  // namespace backlot::world::object_numbers_test
