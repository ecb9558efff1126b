// SPDX-License-Identifier: MIT
/// @file
/// Builds a document value by value.
#ifndef PITH_BUILDER_HPP
#define PITH_BUILDER_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace pith::inline v0 {

/// Builds a document from calls in document order:
///
///     pith::builder b;
///     b.begin_object().key("id").integer(7).key("tags").begin_array();
///     b.string("x").end_array().end_object();
///     pith::result<pith::document> doc = b.finish();
///
/// The first failing call decides the error that finish() returns; later calls
/// do nothing. Strings and keys are copied and must be UTF-8 (invalid_utf8);
/// keys must be unique in their object (duplicate_key). A call that does not
/// fit its place is misplaced_value. The offset of the error is the number of
/// the row, from 0: of the element of the outermost array that was being built;
/// 0 outside of arrays. Before finish(), place() says more. Constant time per
/// call, apart from the copying. A builder that was moved from is a new one
/// with default limits.
class PITH_API builder {
 public:
  explicit builder(const limits& bounds = {});
  builder(builder&&) noexcept;
  builder& operator=(builder&&) noexcept;
  ~builder();

  builder& null();
  /// A bool, or what stands for one, such as an element of
  /// std::vector<bool>; neither a number nor a pointer.
  template <class T>
    requires(std::same_as<T, bool> ||
             (std::is_class_v<T> && std::convertible_to<T, bool>))
  builder& boolean(T v) {
    return put_boolean(static_cast<bool>(v));
  }
  /// Any integer type, but neither bool nor a character type. A number beyond
  /// int64 fails with out_of_range.
  template <detail::index_like T>
  builder& integer(T v) {
    if (!std::in_range<std::int64_t>(v)) return refuse_integer();
    return put_integer(static_cast<std::int64_t>(v));
  }
  /// NaN and infinities fail with not_finite.
  builder& real(double v);
  builder& string(std::string_view v);
  builder& string(std::nullptr_t) = delete;
  builder& begin_array();
  builder& end_array();
  builder& begin_object();
  builder& key(std::string_view k);
  builder& key(std::nullptr_t) = delete;
  builder& end_object();
  /// Copies a value of any document, with everything inside it.
  builder& copy(value v);

  /// Fails here, with an error of the caller's and the offset of this place:
  /// for values that come from elsewhere and have no form in a document.
  builder& refuse(const error& what);

  /// The error that finish() will return, for readers that stop where it came
  /// about; null when there is none yet. Valid until the next call.
  [[nodiscard]] const error* failure() const noexcept PITH_LIFETIMEBOUND;

  /// A JSON pointer (RFC 6901) to the value that is due or open, or that
  /// failed, for example "/orders/777/id". Linear in the depth; up to finish().
  [[nodiscard]] std::string place() const;

  /// The finished document; the builder is empty and usable afterwards.
  /// Fails with the first error, or with `incomplete` when containers are
  /// open or no value was given.
  result<document> finish();
  /// As finish(), but into `target`, whose memory the builder takes over for
  /// what it builds next. On failure `target` is as before.
  result<void> finish_into(document& target);

 private:
  struct state;

  state& now();
  builder& put_boolean(bool v);
  builder& put_integer(std::int64_t v);
  builder& refuse_integer();

  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0

#endif  // PITH_BUILDER_HPP
