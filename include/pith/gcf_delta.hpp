// SPDX-License-Identifier: MIT
/// @file
/// Deltas of GCF (sections 10 and 10a of the specification): a consumer that
/// holds a set of rows, or a graph, is sent only what has changed.
#ifndef PITH_GCF_DELTA_HPP
#define PITH_GCF_DELTA_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf {

/// How a value is a keyed set: rows in any order, told apart by one field.
///
/// The value is an array of objects, of which `key` names the identity field,
/// or an object of objects, whose keys are the identities; `key` then is the
/// label of the key column (section 10a.7). An identity is any scalar, unique
/// in the set. 1 and "1" are two identities, 1 and 1.0 are one.
struct keyed_set {
  /// Printable ASCII without spaces, since it stands in the header; without
  /// `>`, since it must be a column. Anything else is invalid_identity.
  std::string key = "id";
  /// The section that holds the rows. Empty stands for `rows`; for a map, for
  /// none: the map is the whole document.
  std::string name{};
  /// Which columns come first. Names that no row has are passed over; fields
  /// that are not named follow as they are met.
  std::vector<std::string> fields{};
};

/// The root of a keyed set: `sha256:` and 64 hexadecimal digits
/// (gcf-pack-root-v1, section 10a.3). Neither the order of rows nor that of
/// members counts. What the specification leaves open is in docs/deltas.md.
/// Fails with invalid_identity when the value is not a keyed set; where one row
/// is to blame, the offset is its number, from 0. n log n time, memory
/// proportional to the set.
[[nodiscard]] PITH_API result<std::string> pack_root(value rows,
                                                     const keyed_set& set);

/// What makes one keyed set of another (section 10a.2).
struct delta {
  /// `decode_delta(text)->changes.root()` does not compile (see result).
  using lends_views = void;

  std::string tool{};
  /// The identity field.
  std::string key{};
  /// Roots of the set before and after. Empty where the wire had none, which
  /// only apply_options::verify = false accepts.
  std::string base_root{};
  std::string new_root{};
  /// The columns of the set, in order: declared by every section. Fields of
  /// rows that are not named here follow.
  std::vector<std::string> fields{};
  /// {"added": [row...], "changed": [row...], "removed": [identity...]}; any
  /// of them may be absent. Rows are complete and include the identity, also
  /// those of a map; each changed row replaces the one that it names.
  document changes{};
  /// If both are given, the wire says what share of the full payload is saved.
  std::uint64_t delta_tokens = 0;
  std::uint64_t full_tokens = 0;
};

/// What the next set adds to, changes in and removes from the base, with both
/// roots. Added and changed rows stand in the order of `next`, removed ones in
/// that of `base`. Fails with invalid_identity when one of the values is not
/// a keyed set, or one is a map and the other an array. Time as for
/// pack_root().
[[nodiscard]] PITH_API result<delta> diff(value base, value next,
                                          const keyed_set& set);

/// A full payload that takes part in deltas: key= and pack_root= in the
/// header, `@` before the identity field (section 10a.1). gcf::decode() reads
/// it as a document. Fails with invalid_identity, with invalid_name when the
/// tool is not printable ASCII without spaces, keyed_map when the rows of a
/// map have no field that can be a column, or as gcf::encode().
[[nodiscard]] PITH_API result<std::string> encode_full(
    value rows, const keyed_set& set, std::string_view tool = {});

/// The header-only answer to a consumer that has everything (10a.4). Fails
/// with invalid_name.
[[nodiscard]] PITH_API result<std::string> encode_unchanged(
    std::string_view pack_root, std::size_t count, std::string_view tool = {});

/// A delta as it is sent. Fails with malformed_delta when `changes` has
/// another form than described, invalid_identity, invalid_name, or as
/// gcf::encode().
[[nodiscard]] PITH_API result<std::string> encode_delta(const delta& d);

struct delta_decode_options {
  limits bounds{};
  /// Accept deltas that lack key= or their roots.
  bool allow_missing_roots = false;
};

/// Reads a delta, strictly: counts, sections, identities that occur twice or
/// in two sections are errors before anything is applied. Fails as
/// gcf::decode(), and with malformed_delta when the text is not a delta.
[[nodiscard]] PITH_API result<delta> decode_delta(
    std::string_view text, const delta_decode_options& options = {});

struct apply_options {
  limits bounds{};
  /// Hold the base and the result against the roots of the delta. Without it
  /// nothing notices that a delta was made for another base.
  bool verify = true;
};

/// The set that a delta makes of its base: rows of the base in their order,
/// those changed in their places, those added after them. The base is not
/// changed. Fails with
/// - base_mismatch: the delta starts from another root;
/// - delta_conflict: an added identity already exists, a changed or removed
///   one does not, or two sections name the same;
/// - root_mismatch: the result has another root than announced;
/// - invalid_identity, malformed_delta, or a limit.
/// Time as for pack_root().
[[nodiscard]] PITH_API result<document> apply(
    value base, const keyed_set& set, const delta& d,
    const apply_options& options = {});

/// The three outcomes of section 10a.4.
enum class outcome : std::uint8_t { unchanged, delta, full };

/// What a producer sends.
struct update {
  outcome kind = outcome::full;
  std::string wire{};
};

/// When a producer sends everything again, although a delta would do (10a.8).
enum class reanchor : std::uint8_t {
  never,
  every_n,  ///< instead of the n-th delta since the last full payload
  by_size,  ///< before deltas since then together reach its size
};

struct producer_options {
  /// Named by full payloads and unchanged answers.
  std::string tool{};
  reanchor policy = reanchor::every_n;
  std::size_t every = 15;
  /// A delta must be smaller than this share of the full payload (10a.2);
  /// 0 allows any.
  unsigned max_percent = 60;
  limits bounds{};
};

/// Answers with the least that brings a consumer up to date. It holds a copy
/// of what was sent last. One thread at a time.
///
/// Each answer fails with invalid_identity when the value is not a keyed set,
/// as pack_root() does, or as encode_full(); after a failure the next answer is
/// full. Time and memory are linear in the set; of a full payload that nothing
/// came before, n log n.
class PITH_API delta_producer {
 public:
  explicit delta_producer(keyed_set set, producer_options options = {});
  delta_producer(delta_producer&&) noexcept;
  delta_producer& operator=(delta_producer&&) noexcept;
  ~delta_producer();

  /// A full payload, which the consumer is then taken to hold.
  result<update> full(value rows);
  /// For a consumer that holds what was sent last: unchanged, a delta, or a
  /// full payload if there is no base, the set of fields differs, the delta
  /// would be too large, or it is time to start again.
  result<update> next(value rows);
  /// For a consumer that names the root it holds (10a.4). If that is not the
  /// root of what was sent last, the answer is unchanged or full.
  result<update> answer(value rows, std::string_view held_root);

  /// The root of what was sent last; empty before the first.
  [[nodiscard]] std::string root() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

struct consumer_options {
  limits bounds{};
  /// Take payloads without keys and roots, and check none.
  bool verify = true;
};

/// Holds a keyed set and follows its updates. One thread at a time.
class PITH_API delta_consumer {
 public:
  explicit delta_consumer(const consumer_options& options = {});
  delta_consumer(delta_consumer&&) noexcept;
  delta_consumer& operator=(delta_consumer&&) noexcept;
  ~delta_consumer();

  /// Takes a full payload, a delta or an unchanged answer, whatever came
  /// before. All or nothing: on failure the set is as it was, and the producer
  /// should be asked for a full payload. Fails as gcf::decode() and apply();
  /// with base_mismatch when nothing is held yet; with root_mismatch when a
  /// full payload has another root than it says.
  result<outcome> receive(std::string_view wire);

  [[nodiscard]] bool has_set() const noexcept;
  /// The rows: an array, or an object if the set is a map; null before the
  /// first full payload. Valid until the next receive() that succeeds.
  [[nodiscard]] value rows() const noexcept PITH_LIFETIMEBOUND;
  /// What the payload called the set and its key.
  [[nodiscard]] const keyed_set& set() const noexcept PITH_LIFETIMEBOUND;
  /// To be sent with the next request; empty before the first full payload.
  [[nodiscard]] std::string root() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_DELTA_HPP
