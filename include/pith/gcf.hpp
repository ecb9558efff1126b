// SPDX-License-Identifier: MIT
/// @file
/// GCF, the Graph Compact Format (specification v3.5.3): the generic profile.
#ifndef PITH_GCF_HPP
#define PITH_GCF_HPP

#include <pith/document.hpp>
#include <pith/graph.hpp>
#include <pith/limits.hpp>
#include <pith/numbers.hpp>
#include <pith/owned_list.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace pith::inline v0::gcf {

/// The canonical form uses every optional form that the specification defines.
/// Switching one off gives text that is longer but still valid GCF.
struct encode_options {
  /// `"customer>name"` columns for nested objects of one shape (7.4.6).
  bool flatten = true;
  /// `^{a,b,c}` positional bodies where flattening does not apply (7.4.5.1).
  bool inline_schemas = true;
  /// `.items [2]` without fields once the first row declared them (7.4.5.3).
  bool shared_array_schemas = true;
  /// `## [N:]{key,...}` for objects of objects (7.2a).
  bool keyed_maps = true;
  limits bounds{};
};

/// Encodes a value in the generic profile. Deterministic: one value and one
/// set of options give one text. decode(encode(x)) equals x, up to the order
/// of members inside table rows, which takes the order of the header. Fails
/// with depth_limit, expansion_limit, field_limit or write_failed.
[[nodiscard]] PITH_API result<std::string> encode(
    value v, const encode_options& options = {});

/// Appends to `out`. On failure `out` is as long as before.
PITH_API result<void> append(std::string& out, value v,
                             const encode_options& options = {});

/// An encoder that keeps its memory between values. One thread at a time.
class PITH_API encoder {
 public:
  explicit encoder(const encode_options& options = {});
  encoder(encoder&&) noexcept;
  encoder& operator=(encoder&&) noexcept;
  ~encoder();

  /// Writes `v` to a sink. Memory beyond the document is proportional to the
  /// number of shapes and fields, not of rows.
  result<void> encode_to(sink& out, value v);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

struct decode_options {
  limits bounds{};
  /// Graph profile: kinds beyond those of section 5, with their abbreviations.
  /// They come before the standard ones.
  owned_list<graph::kind_name> more_kinds{};
  /// Refuse a text that does not end with `##! summary` (missing_summary).
  /// For texts that stream_writer and graph_writer make: their sections do not
  /// say how long they are, so without the summary a text that was cut between
  /// two lines looks complete.
  bool require_summary = false;
  /// As json::parse_options::numbers.
  number_options numbers{};
};

/// Decodes a text of either profile; the header decides. A graph becomes the
/// document that graph::from_value() reads (gcf_graph.hpp says more).
///
/// Strictly: whatever section 16.5 lists as an
/// error is one, with its category and the offset of the first offending byte.
/// Deferred counts (`[?]`, `[?:]`) and the `##! summary` trailer are read.
/// A full payload that takes part in deltas is read as its document; a delta
/// or an unchanged answer is validated and then not_supported (gcf_delta.hpp).
/// The document owns a copy of what it needs. Linear time, no recursion.
[[nodiscard]] PITH_API result<document> decode(
    std::string_view text, const decode_options& options = {});

/// A decoder that keeps its memory between texts. One thread at a time.
class PITH_API decoder {
 public:
  explicit decoder(const decode_options& options = {});
  decoder(decoder&&) noexcept;
  decoder& operator=(decoder&&) noexcept;
  ~decoder();

  /// As gcf::decode, but reuses the memory of `target`, whose earlier values
  /// become invalid. On failure `target` holds `null`.
  result<void> decode_into(document& target, std::string_view text);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_HPP
