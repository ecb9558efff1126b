// SPDX-License-Identifier: MIT
/// @file
/// GCF sessions (section 9): symbols are declared once and then referred to by
/// id, call after call.
#ifndef PITH_GCF_SESSION_HPP
#define PITH_GCF_SESSION_HPP

#include <pith/gcf_graph.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace pith::inline v0::gcf {

/// When a session ends by itself (section 9.5).
struct session_limits {
  /// Time between two calls.
  std::chrono::nanoseconds max_idle = std::chrono::hours(1);
  /// Time since the first call.
  std::chrono::nanoseconds max_lifetime = std::chrono::hours(24);
  /// Symbols that have an id.
  std::size_t max_symbols = 100'000;
  /// Bytes of their names, kinds and provenances.
  std::size_t max_text_bytes = std::size_t{64} << 20;
};

struct session_options {
  session_limits limits{};
  graph_encode_options graph{};
};

/// One answer of a session.
struct session_answer {
  std::string wire;
  /// Names this answer when its delivery is confirmed; 0 when it is a full
  /// payload outside any session, which needs no confirmation.
  std::uint64_t ticket = 0;
  graph_encode_summary summary{};
  /// Symbols written as `@N  # previously transmitted`.
  std::size_t references = 0;

  [[nodiscard]] bool is_session() const noexcept { return ticket != 0; }
};

/// The side that answers. One per principal, conversation and namespace
/// (section 9.3); one thread at a time.
///
/// An id is bound to a kind and a qualified name from the first answer that
/// has the symbol until the session ends. A bare reference is written only
/// when the last declaration of the symbol was confirmed and score (as on the
/// wire) and provenance are still the same; otherwise the symbol is declared
/// in full under its id (9.1, 9.4). Answers must reach the consumer in the
/// order in which they were made; any of them may be lost.
class PITH_API session_producer {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  explicit session_producer(const session_options& options = {});
  session_producer(session_producer&&) noexcept;
  session_producer& operator=(session_producer&&) noexcept;
  ~session_producer();

  /// Encodes the next answer. Fails as gcf::encode() does, and then nothing
  /// has happened. When a limit is exceeded, the answer is a full payload and
  /// the session is over; the next call begins another (9.5). Linear in the
  /// payload, whatever the session holds.
  [[nodiscard]] result<session_answer> encode(
      const graph::payload& graph,
      time_point now = std::chrono::steady_clock::now());

  /// The consumer has taken the answer with this ticket. False when it does
  /// not matter any more: another session, confirmed before, or so long ago
  /// that it is forgotten. Then the symbols are declared again.
  bool confirm(std::uint64_t ticket);

  /// Ends the session: the consumer has lost or reset its own (9.4). The next
  /// answer declares everything, under ids from 0 on.
  void reset();

  /// Symbols that have an id.
  [[nodiscard]] std::size_t size() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

struct session_consumer_options {
  decode_options decode{};
  /// Symbols that are remembered, and bytes of their texts; above what
  /// producers retain.
  std::size_t max_symbols = 1'000'000;
  std::size_t max_text_bytes = std::size_t{256} << 20;
};

/// The side that receives the answers. One thread at a time.
class PITH_API session_consumer {
 public:
  explicit session_consumer(const session_consumer_options& options = {});
  session_consumer(session_consumer&&) noexcept;
  session_consumer& operator=(session_consumer&&) noexcept;
  ~session_consumer();

  /// Decodes an answer, with references resolved: the payload is what the
  /// producer was given, as gcf::decode_graph() would give it, with edges in
  /// the order of the session's ids. A payload without `session=true` ends the
  /// session (9.4): ids are forgotten.
  ///
  /// Fails as gcf::decode_graph() does, with unresolved_reference for an id
  /// that no answer declared, with invalid_symbol_id for an id that belongs to
  /// another symbol or a symbol that has another id, and with item_limit or
  /// size_limit when more would have to be remembered than allowed. After a
  /// failure everything is as before: ask for a full payload and do not
  /// confirm.
  [[nodiscard]] result<graph::payload> decode(std::string_view text);

  /// Forgets everything. Tell the producer.
  void reset();

  /// Symbols that are remembered.
  [[nodiscard]] std::size_t size() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_SESSION_HPP
