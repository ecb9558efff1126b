// SPDX-License-Identifier: MIT
/// @file
/// Payloads that take part in deltas (section 10a).
#ifndef PITH_GCF_DECODE_IDENTITY_RULES_HPP
#define PITH_GCF_DECODE_IDENTITY_RULES_HPP

#include "gcf/lex/header.hpp"
#include "gcf/rows/layout.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

/// What is wanted of a text.
enum class purpose : std::uint8_t {
  document,      ///< a value; a delta is validated and not_supported
  update,        ///< a full payload, a delta or an unchanged answer
  loose_update,  ///< the same; keys and roots may be missing
};

inline constexpr std::size_t no_table = ~std::size_t{0};

/// The field that tells rows apart, and the table that declares it; the table
/// is no_table when there is none.
struct identity {
  std::string_view key;
  std::size_t table = no_table;  ///< on the tape
  bool is_keyed = false;         ///< the table is a map
};

/// Knows the header: whether the payload takes part in deltas, which field
/// then tells rows apart, and whether it does. The functions that fail leave
/// the reason in the text.
class identity_rules {
 public:
  explicit identity_rules(reading& in) noexcept : in_(in) {}

  /// Begins another text.
  void begin(purpose wanted) noexcept {
    wanted_ = wanted;
    identity_ = {};
    takes_part_ = false;
  }

  /// Reads the header line and checks what it must have, by what it says the
  /// payload is. Returns the second line. Fails as headers do, and with
  /// malformed_delta or invalid_identity.
  [[nodiscard]] char* read_header_line();
  /// Views into the text of the document.
  [[nodiscard]] const header_fields& header() const noexcept { return header_; }
  [[nodiscard]] bool is_delta() const noexcept { return header_.is_delta(); }
  /// In deltas: fields may be marked.
  [[nodiscard]] bool takes_part() const noexcept { return takes_part_; }
  [[nodiscard]] const identity& identified() const noexcept {
    return identity_;
  }

  /// Only three sections are valid, and each is a table (10a.2). `at` is the
  /// name, `p` is after it.
  [[nodiscard]] bool check_section(std::string_view name, const char* at,
                                   const char* p);
  /// Holds the mark of a declaration against the header (10a.1); the table that
  /// it belongs to is opened next. `fields` is the declaration.
  [[nodiscard]] bool note_table(const layout& plan, const char* fields,
                                bool is_keyed);
  /// What only the whole text can show: rows that cannot be told apart, changes
  /// that contradict one another, a key that no table has. Fails with
  /// not_supported for what is not wanted.
  [[nodiscard]] bool check_document();

 private:
  [[nodiscard]] bool check_participation();

  reading& in_;
  purpose wanted_ = purpose::document;
  header_fields header_;
  identity identity_;
  bool takes_part_ = false;
  bool is_removed_list_ = false;  // the section of a delta that is opened
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_IDENTITY_RULES_HPP
