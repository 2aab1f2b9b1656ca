// One list of the fields of a struct, for everything that goes over them: saving, restoring and hashing.
//
//   struct FlowState {
//     std::uint64_t asked = 0;
//     base::SimTime next;
//
//     static void visit(auto& self, auto& field) { field(self.asked, self.next); }
//   };
//
//   FieldWriter writer;               FieldReader reader(bytes);          FieldHasher hasher;
//   writer(state);                    reader(state);                      hasher(state);
//   writer.bytes()                    reader.has_failed()                 hasher.value()
//
// `self` is const for the writer and the hasher. A field is a number, a bool, an enum, an Id or Handle, a time, a string, an
// array, vector, optional or variant of fields, or a struct with such a list. An enum needs a constexpr function `count_of(E)`
// beside it: the reader takes no value beyond it. Bytes have the lowest first, whatever the machine.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "backlot/base/hash.h"
#include "backlot/base/id.h"
#include "backlot/base/sim_time.h"

namespace backlot::base {

namespace fields_detail {

template <class T>
inline constexpr bool kIsId = false;
template <class Tag>
inline constexpr bool kIsId<Id<Tag>> = true;
template <class T>
inline constexpr bool kIsHandle = false;
template <class Tag>
inline constexpr bool kIsHandle<Handle<Tag>> = true;
template <class T>
inline constexpr bool kIsArray = false;
template <class T, std::size_t kSize>
inline constexpr bool kIsArray<std::array<T, kSize>> = true;
template <class T>
inline constexpr bool kIsVector = false;
template <class T, class Allocator>
inline constexpr bool kIsVector<std::vector<T, Allocator>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsVariant = false;
template <class... Ts>
inline constexpr bool kIsVariant<std::variant<Ts...>> = true;

// Breaks a value down to words: `sink(word, bytes)` takes each of them.
template <class Sink>
class Breaker {
 public:
  template <class... Ts>
  void operator()(const Ts&... values) {
    (one(values), ...);
  }

 private:
  void word(std::uint64_t value, unsigned bytes) { static_cast<Sink*>(this)->take(value, bytes); }

  template <class T>
  void one(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      word(value ? 1 : 0, 1);
    } else if constexpr (std::is_same_v<T, double>) {
      word(std::bit_cast<std::uint64_t>(value), 8);
    } else if constexpr (std::is_same_v<T, float>) {
      word(std::bit_cast<std::uint32_t>(value), 4);
    } else if constexpr (std::is_enum_v<T>) {
      word(static_cast<std::uint64_t>(value), sizeof(T));
    } else if constexpr (std::is_integral_v<T>) {
      word(static_cast<std::make_unsigned_t<T>>(value), sizeof(T));
    } else if constexpr (kIsId<T>) {
      word(value.raw(), 4);
    } else if constexpr (kIsHandle<T>) {
      word(value.raw(), 8);
    } else if constexpr (std::is_same_v<T, SimTime> || std::is_same_v<T, Duration>) {
      word(static_cast<std::uint64_t>(value.nanoseconds()), 8);
    } else if constexpr (std::is_same_v<T, std::string>) {
      word(value.size(), 8);
      for (const char c : value) word(static_cast<unsigned char>(c), 1);
    } else if constexpr (kIsArray<T>) {
      for (const auto& each : value) one(each);
    } else if constexpr (kIsVector<T>) {
      word(value.size(), 8);
      for (const auto& each : value) one(each);
    } else if constexpr (kIsOptional<T>) {
      word(value ? 1 : 0, 1);
      if (value) one(*value);
    } else if constexpr (kIsVariant<T>) {
      word(value.index(), 1);
      std::visit([this](const auto& held) { this->one(held); }, value);
    } else {
      T::visit(value, *static_cast<Sink*>(this));
    }
  }
};

}  // namespace fields_detail

class FieldWriter : public fields_detail::Breaker<FieldWriter> {
 public:
  const std::string& bytes() const { return bytes_; }
  std::string take_bytes() { return std::move(bytes_); }

 private:
  friend class fields_detail::Breaker<FieldWriter>;

  void take(std::uint64_t value, unsigned bytes) {
    for (unsigned k = 0; k < bytes; ++k) bytes_.push_back(static_cast<char>((value >> (8 * k)) & 0xffU));
  }

  std::string bytes_;
};

// Of the words that a FieldWriter writes, in its order; so two states with the same bytes have the same hash.
class FieldHasher : public fields_detail::Breaker<FieldHasher> {
 public:
  std::uint64_t value() const { return hasher_.value(); }

 private:
  friend class fields_detail::Breaker<FieldHasher>;

  void take(std::uint64_t value, unsigned) { hasher_.add(value); }

  Hasher hasher_;
};

// Reads what a FieldWriter wrote. Bytes that cannot be such are safe to read: past their end and from the first fault on it gives zeros,
// and has_failed() says so. A list takes no more memory than some times the bytes that are left.
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : bytes_(bytes) {}

  template <class... Ts>
  void operator()(Ts&... values) {
    (one(values), ...);
  }

  std::size_t left() const { return bytes_.size() - at_; }
  bool has_failed() const { return has_failed_; }
  void fail() {
    has_failed_ = true;
    at_ = bytes_.size();
  }

 private:
  std::uint64_t word(unsigned bytes) {
    if (left() < bytes) {
      fail();
      return 0;
    }
    std::uint64_t value = 0;
    for (unsigned k = 0; k < bytes; ++k)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_ + k])} << (8 * k);
    at_ += bytes;
    return value;
  }

  // How many things follow: each takes a byte at least.
  std::size_t count() {
    const std::uint64_t size = word(8);
    if (size <= left()) return size;
    fail();
    return 0;
  }

  template <class T>
  void one(T& value) {
    using namespace fields_detail;
    if constexpr (std::is_same_v<T, bool>) {
      value = word(1) != 0;
    } else if constexpr (std::is_same_v<T, double>) {
      value = std::bit_cast<double>(word(8));
    } else if constexpr (std::is_same_v<T, float>) {
      value = std::bit_cast<float>(static_cast<std::uint32_t>(word(4)));
    } else if constexpr (std::is_enum_v<T>) {
      const std::uint64_t number = word(sizeof(T));
      if (number >= count_of(T{})) return fail();
      value = static_cast<T>(number);
    } else if constexpr (std::is_integral_v<T>) {
      value = static_cast<T>(word(sizeof(T)));
    } else if constexpr (kIsId<T>) {
      const auto raw = static_cast<std::uint32_t>(word(4));
      value = raw == T().raw() ? T() : T(raw);
    } else if constexpr (kIsHandle<T>) {
      const std::uint64_t raw = word(8);
      const auto slot = static_cast<std::uint32_t>(raw >> 32U);
      value = slot == T().raw() >> 32U ? T() : T(slot, static_cast<std::uint32_t>(raw));
    } else if constexpr (std::is_same_v<T, SimTime> || std::is_same_v<T, Duration>) {
      value = T::from_nanoseconds(static_cast<std::int64_t>(word(8)));
    } else if constexpr (std::is_same_v<T, std::string>) {
      value.resize(count());
      for (char& c : value) c = static_cast<char>(word(1));
    } else if constexpr (kIsArray<T>) {
      for (auto& each : value) one(each);
    } else if constexpr (kIsVector<T>) {
      value.clear();
      value.resize(count());
      for (auto& each : value) one(each);
    } else if constexpr (kIsOptional<T>) {
      value.reset();
      if (word(1) != 0) one(value.emplace());
    } else if constexpr (kIsVariant<T>) {
      one_of(word(1), value, std::make_index_sequence<std::variant_size_v<T>>());
    } else {
      T::visit(value, *this);
    }
  }

  template <class T, std::size_t... kIndex>
  void one_of(std::uint64_t index, T& value, std::index_sequence<kIndex...>) {
    const bool is_one = ((index == kIndex && (one(value.template emplace<kIndex>()), true)) || ...);
    if (!is_one) fail();
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool has_failed_ = false;
};

}  // namespace backlot::base
