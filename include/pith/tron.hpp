// SPDX-License-Identifier: MIT
/// @file
/// TRON, the Token Reduced Object Notation: JSON with classes. Objects that
/// have the same keys are written as `A(1,"x")` after `class A: id,name`.
#ifndef PITH_TRON_HPP
#define PITH_TRON_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/numbers.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace pith::inline v0::tron {

struct encode_options {
  /// Which keys get a class. By default those that at least two objects with
  /// at least two members have, as in the reference implementation. With this,
  /// only where the specification's inequality holds, n > (2x+3) / (2x-2) for
  /// n objects with x members: then no class costs more tokens than it saves,
  /// as the specification counts them.
  bool never_worse = false;
  limits bounds{};
};

/// Encodes a value. Deterministic: one value and one set of options give one
/// text. decode(encode(x)) equals x with the order of all members: two objects
/// share a class only if their keys have the same order. A class has at most
/// limits::max_fields properties. Fails with depth_limit, expansion_limit or
/// write_failed. Linear time, no recursion.
[[nodiscard]] PITH_API result<std::string> encode(
    value v, const encode_options& options = {});

/// Appends to `out`. On failure `out` is as long as before.
PITH_API result<void> append(std::string& out, value v,
                             const encode_options& options = {});

/// Writes to a sink. Memory beyond the document is proportional to the number
/// of distinct key lists, not of objects.
PITH_API result<void> encode_to(sink& out, value v,
                                const encode_options& options = {});

/// Encodes several values, also of different documents, as one array, so that
/// they share their classes: schemas of tools are alike, and a class pays only
/// within one text. Copies the values.
/// Fails as encode() does, and with a limit that the whole exceeds.
[[nodiscard]] PITH_API result<std::string> encode_batch(
    std::span<const value> values, const encode_options& options = {});

struct decode_options {
  limits bounds{};
  /// As json::parse_options::numbers.
  number_options numbers{};
};

/// Decodes a text: the whole grammar, and so all of JSON, but strictly.
/// Strings and numbers are read as json::parse() reads them; keys, properties
/// and classes must be unique, every property of an instance must have its
/// argument. Errors carry the offset of the first offending byte:
/// - invalid_field_declaration, invalid_name, duplicate_header_field,
///   duplicate_field_name, field_limit: in the definition of a class;
/// - unresolved_reference: a class, parent or named property that there is not;
/// - row_width_mismatch: too many or too few arguments;
/// - duplicate_key: a key or named argument that was there before;
/// - everything that json::parse() may say.
///
/// Members of an instance come in the order of the class; named arguments, in
/// the order in which they stand. The document owns a copy of what it needs.
/// Linear time, no recursion.
[[nodiscard]] PITH_API result<document> decode(
    std::string_view text, const decode_options& options = {});

/// A decoder that keeps its memory between texts. One thread at a time.
class PITH_API decoder {
 public:
  explicit decoder(const decode_options& options = {});
  decoder(decoder&&) noexcept;
  decoder& operator=(decoder&&) noexcept;
  ~decoder();

  /// As tron::decode, but reuses the memory of `target`, whose earlier values
  /// become invalid. On failure `target` holds `null`.
  result<void> decode_into(document& target, std::string_view text);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_HPP
