// SPDX-License-Identifier: MIT
/// @file
/// The header line (section 3), and pairs as it and the trailer have them.
#ifndef PITH_GCF_LEX_HEADER_HPP
#define PITH_GCF_LEX_HEADER_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "gcf/lex/source.hpp"

#include <string_view>

namespace pith::inline v0::gcf::decoding {

struct header_pair {
  char* at = nullptr;  ///< its first byte
  std::string_view key;
  std::string_view value;
};

/// Reads the pair at `p`, which ends before a space or at `end`. Returns where
/// it ends. Fails with malformed_header_field.
[[nodiscard]] char* read_header_pair(source& text, char* p, char* end,
                                     header_pair& pair);

/// What a header says about deltas (section 10a). Views into the text; `at`
/// is null where a field is not given.
struct header_fields {
  header_pair tool;
  header_pair key;
  header_pair pack_root;
  header_pair base_root;
  header_pair new_root;
  header_pair count;
  header_pair delta;      ///< `delta=true`
  header_pair unchanged;  ///< `unchanged=true`

  [[nodiscard]] bool is_delta() const noexcept { return delta.at != nullptr; }
  [[nodiscard]] bool is_unchanged() const noexcept {
    return unchanged.at != nullptr;
  }
};

/// Reads the first line into its pairs, of which the first says the profile.
/// Returns the beginning of the second line. Fails with the header errors of
/// section 16.5. `shapes`, which must be empty, is used to find duplicates and
/// left empty.
[[nodiscard]] char* read_header_line(source& text, detail::document_data& data,
                                     detail::shape_tree& shapes,
                                     detail::pod_buffer<header_pair>& pairs);

/// Reads the header of a document of the generic profile. Fails as above, and
/// with not_supported for what is not in that profile.
[[nodiscard]] char* read_header(source& text, detail::document_data& data,
                                detail::shape_tree& shapes,
                                header_fields& fields);

/// True when the header of a text says profile=graph; it may still be wrong
/// in other ways.
[[nodiscard]] bool is_graph_text(std::string_view text) noexcept;

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_HEADER_HPP
