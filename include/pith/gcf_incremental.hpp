// SPDX-License-Identifier: MIT
/// @file
/// Reads GCF that comes in chunks, and hands out rows as they are complete.
#ifndef PITH_GCF_INCREMENTAL_HPP
#define PITH_GCF_INCREMENTAL_HPP

#include <pith/document.hpp>
#include <pith/graph.hpp>
#include <pith/limits.hpp>
#include <pith/numbers.hpp>
#include <pith/owned_list.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace pith::inline v0::gcf {

/// What the lines of a section at the top of a document make.
enum class section_kind : std::uint8_t {
  table,      ///< an array of objects; its rows are items
  keyed_map,  ///< an object of objects; its rows are entries
  list,       ///< an array of anything, one element after the other; items
};

/// A section that begins. The views are valid during the call only.
struct section {
  /// The member of the document that it is; nothing when it is the document.
  std::optional<std::string_view> name;
  section_kind kind = section_kind::table;
  /// The declared fields of a table or a keyed map, without the label of the
  /// key column; those of nested objects are paths such as `customer>name`.
  std::span<const std::string_view> fields;
  /// How many items or entries the header announces; nothing for `[?]`. Of a
  /// graph, how many symbols or edges its first line announces in all.
  std::optional<std::uint64_t> declared;
};

/// Is told what an incremental_decoder reads, in the order of the text:
///
///     begin_section, item or entry ..., end_section   (or)   member   ...
///
/// if the document is an object, one such section without a name if it is an
/// array or a keyed map, or else one root(). An empty object is not an event at
/// all. A graph is always told as four members and the tables `symbols` and
/// `edges`, empty ones too; incremental_decoder says more. Values are valid
/// during the call only; copy what must stay (builder::copy). What a handler
/// throws passes through feed() and finish(), and the decoder must be reset
/// before it is used again.
class PITH_API event_handler {
 public:
  event_handler() = default;
  event_handler(const event_handler&) = delete;
  event_handler& operator=(const event_handler&) = delete;
  virtual ~event_handler();

  virtual void begin_section(const section& s);
  /// A row of a table, or an element of a list.
  virtual void item(value v);
  /// A row of a keyed map.
  virtual void entry(std::string_view key, value v);
  virtual void end_section(std::uint64_t count);
  /// A member of the document that is not a section.
  virtual void member(std::string_view key, value v);
  /// The document, if it is a scalar or an array without lines of its own.
  virtual void root(value v);
};

struct incremental_options {
  limits bounds{};
  /// Bytes that the decoder may hold: the text and the values of the unit that
  /// is being read, and the names and schemas of the text so far. More is a
  /// size_limit.
  std::size_t max_held_bytes = std::size_t{1} << 30;
  /// As decode_options::more_kinds.
  owned_list<graph::kind_name> more_kinds{};
  /// As decode_options::require_summary.
  bool require_summary = false;
  /// As decode_options::numbers. The report grows with every chunk.
  number_options numbers{};
};

/// Decodes a text that comes in chunks of any size. A unit (a row, an element
/// of a list, any other member of the document, a symbol or an edge of a graph,
/// each with all that is inside it) is handed out as soon as the text shows
/// that it is complete: with the line feed of a plain row, a scalar, a symbol
/// or an edge, with the next line for one that could go on.
///
/// The verdict is that of gcf::decode() on the whole text, whatever the
/// chunks: the same error code at the same offset, or the same document. Units
/// handed out before an error were good by themselves.
///
/// Memory is bounded by the longest unit, not by the text, and grows besides
/// only with what the rest of the text is held against: each distinct key,
/// field declaration and sequence of keys once (so a keyed map needs its keys,
/// to find a second one), one count per `[?]` section, and of a graph the kind
/// and the name of each symbol, to which edges refer. Payloads that take part
/// in deltas (a header with key=, delta= or unchanged=) are held as a whole
/// until finish(), because only all rows together show whether they can be told
/// apart; their sections come as members.
///
/// A graph may go on with symbols after edges. Then `symbols` is begun once
/// more, its items belong to those before, and so on. Only there something can
/// be missing from what gcf::decode() makes of the text: `sourceKind` and
/// `targetKind` are given where the name alone does not say which symbol it is
/// among those read so far, and an edge that has been handed out cannot know of
/// a second symbol of that name that comes after it.
///
/// Linear time whatever the chunks. One thread at a time.
class PITH_API incremental_decoder {
 public:
  /// `events` must outlive the decoder.
  explicit incremental_decoder(event_handler& events PITH_LIFETIMEBOUND,
                               const incremental_options& options = {});
  incremental_decoder(incremental_decoder&&) noexcept;
  incremental_decoder& operator=(incremental_decoder&&) noexcept;
  ~incremental_decoder();

  /// Takes the next bytes of the text, which it copies. Fails as gcf::decode()
  /// does; after that, every call returns the same error.
  result<void> feed(std::string_view chunk);
  /// Says that the text is complete; reads a last line without a line feed.
  /// After it, feed() fails with misplaced_value until reset().
  result<void> finish();
  /// Begins another text. Keeps memory.
  void reset();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_INCREMENTAL_HPP
