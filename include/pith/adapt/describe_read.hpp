// SPDX-License-Identifier: MIT
/// @file
/// Values as described structs; see describe.hpp.
#ifndef PITH_ADAPT_DESCRIBE_READ_HPP
#define PITH_ADAPT_DESCRIBE_READ_HPP

#include <pith/adapt/description.hpp>
#include <pith/document.hpp>
#include <pith/result.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace pith::inline v0::adapt {

/// Reads a value into a described struct, or anything that can be a member of
/// one. Members that the struct does not have are passed over; one that the
/// value lacks, or has as null, leaves an optional empty and is missing_member
/// or wrong_kind otherwise. A number that the type does not hold is
/// out_of_range; an integer is a double too, but not the other way.
///
/// The offset of an error is the number of the row, from 0, and `place`
/// receives a JSON pointer to the value: "/777/total". What was read before
/// stays in the target.
class described_reader {
 public:
  /// `place` may be null, and must live as long as this.
  explicit described_reader(std::string* place = nullptr) noexcept
      : place_(place) {
    if (place_ != nullptr) place_->clear();
  }

  template <class T>
  result<void> read(value v, T& into) {
    if constexpr (is_optional<T>) {
      if (v.is_null()) {
        into.reset();
        return {};
      }
      return read(v, into.emplace());
    } else if constexpr (described<T>) {
      return read_struct(v, into);
    } else if constexpr (map_like<T>) {
      return read_map(v, into);
    } else if constexpr (range_like<T>) {
      return read_range(v, into);
    } else {
      return read_scalar(v, into);
    }
  }

 private:
  template <class T>
  static result<void> read_scalar(value v, T& into) {
    using source = std::conditional_t<std::floating_point<T>, double, T>;
    static_assert(pith::detail::readable<source>,
                  "a member must be a scalar, a string or described");
    const auto found = v.get<source>();
    if (!found) {
      if (pith::detail::index_like<T> && v.type() == kind::integer) {
        return error{error_code::out_of_range, 0,
                     "the number does not fit the type of the member"};
      }
      return error{error_code::wrong_kind, 0,
                   "the value is of another kind than the member"};
    }
    into = static_cast<T>(*found);
    return {};
  }

  template <class T>
  result<void> read_struct(value v, T& into) {
    if (v.type() != kind::object) {
      return error{error_code::wrong_kind, 0, "an object is due"};
    }
    result<void> done;
    for_each_member<T>([&](const auto& m) {
      if (done) done = read_member(v, m.name, into.*m.pointer);
    });
    return done;
  }

  template <class M>
  result<void> read_member(value object, std::string_view name, M& into) {
    const maybe_value found = object[name];
    result<void> done;
    if (found) {
      done = read(*found, into);
    } else if constexpr (is_optional<M>) {
      into.reset();
    } else {
      done = error{error_code::missing_member, 0,
                   "a member that is not optional is missing"};
    }
    if (!done) add_step(name);
    return done;
  }

  template <class T>
  result<void> read_map(value v, T& into) {
    if (v.type() != kind::object) {
      return error{error_code::wrong_kind, 0, "an object is due"};
    }
    into.clear();
    for (const auto& [key, mapped] : v.members()) {
      const auto made =
          into.emplace(typename T::key_type(key), typename T::mapped_type{});
      if (result<void> done = read(mapped, made.first->second); !done) {
        add_step(key);
        return done;
      }
    }
    return {};
  }

  template <class T>
  result<void> read_range(value v, T& into) {
    if (v.type() != kind::array) {
      return error{error_code::wrong_kind, 0, "an array is due"};
    }
    into.clear();
    std::size_t row = 0;
    for (const value one : v.elements()) {
      typename T::value_type made{};
      if (const result<void> done = read(one, made); !done) {
        add_step(std::to_string(row));
        error what = done.error();
        what.offset = row;  // the outermost array has the last word
        return what;
      }
      into.push_back(std::move(made));
      ++row;
    }
    return {};
  }

  /// Steps come from the inside, when something is wrong.
  void add_step(std::string_view name) {
    if (place_ == nullptr) return;
    std::string step = "/";
    for (const char c : name) {  // RFC 6901
      if (c == '~') {
        step += "~0";
      } else if (c == '/') {
        step += "~1";
      } else {
        step += c;
      }
    }
    place_->insert(0, step);
  }

  std::string* place_;
};

}  // namespace pith::inline v0::adapt

#endif  // PITH_ADAPT_DESCRIBE_READ_HPP
