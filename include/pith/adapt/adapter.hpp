// SPDX-License-Identifier: MIT
/// @file
/// Values of other libraries as documents, and straight to GCF. The headers
/// beside this one say for which types; include theirs.
///
///     auto doc = pith::adapt::to_document(any);
///     auto text = pith::adapt::encode(any);  // GCF
///     auto back = pith::adapt::from_document<nlohmann::json>(doc->root());
///
/// No other header of the library includes what is in adapt/, and nothing of it
/// is in the library: the other library is a dependency of yours, not of pith.
#ifndef PITH_ADAPT_ADAPTER_HPP
#define PITH_ADAPT_ADAPTER_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>
#include <pith/gcf.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <string>
#include <utility>

namespace pith::inline v0::adapt {

/// How values of a type are read and made. Specializations have one or both of
///
///     static void put(pith::builder& to, const T& v);
///     static result<void> read(value v, T& into, std::string* place);
template <class T>
struct adapter;

template <class T>
concept writable =
    requires(builder& to, const T& v) { adapter<T>::put(to, v); };
template <class T>
concept readable = requires(value v, T& into, std::string* place) {
  adapter<T>::read(v, into, place);
};

/// A copy of `v` as a document. Fails as a builder does: out_of_range for an
/// integer beyond int64, not_finite, invalid_utf8, duplicate_key, a limit; and
/// with not_supported for what JSON has no form for. The offset is that of
/// builder errors. On failure, `place` receives a JSON pointer to the value.
/// Linear; no recursion, but see adapt/describe.hpp.
template <writable T>
[[nodiscard]] result<document> to_document(const T& v,
                                           const limits& bounds = {},
                                           std::string* place = nullptr) {
  builder to(bounds);
  adapter<T>::put(to, v);
  if (place != nullptr && to.failure() != nullptr) *place = to.place();
  return to.finish();
}

/// The value as a `T`. Types that hold any JSON take every value; for others,
/// adapt/describe.hpp says how it fails.
template <readable T>
[[nodiscard]] result<T> from_document(value v, std::string* place = nullptr) {
  T made{};
  if (result<void> done = adapter<T>::read(v, made, place); !done) {
    return done.error();
  }
  return made;
}

/// Encodes values as GCF and keeps its memory between them. One thread at a
/// time.
class gcf_encoder {
 public:
  explicit gcf_encoder(const gcf::encode_options& options = {})
      : to_(options.bounds), encoder_(options) {}

  /// Fails as to_document() and gcf::encode() do.
  template <writable T>
  result<void> encode_to(sink& out, const T& v) {
    adapter<T>::put(to_, v);
    return to_.finish_into(held_).and_then(
        [&] { return encoder_.encode_to(out, held_.root()); });
  }

 private:
  builder to_;
  document held_;
  gcf::encoder encoder_;
};

/// The canonical GCF text of `v`: what gcf::encode() makes of its document.
template <writable T>
[[nodiscard]] result<std::string> encode(
    const T& v, const gcf::encode_options& options = {}) {
  std::string text;
  string_sink out(text);
  return gcf_encoder(options).encode_to(out, v).transform(
      [&] { return std::move(text); });
}

}  // namespace pith::inline v0::adapt

#endif  // PITH_ADAPT_ADAPTER_HPP
