// SPDX-License-Identifier: MIT
/// @file
/// From the rows of a graph to what callers want of it.
#ifndef PITH_GCF_GRAPH_DECODER_HPP
#define PITH_GCF_GRAPH_DECODER_HPP

#include <pith/gcf.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "gcf/graph/document_terms.hpp"
#include "gcf/graph/reader.hpp"
#include "graph/kinds.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// Makes a payload of what `from` has read. Fails with expansion_limit when
/// the names that edges repeat would take more than limits::max_expansion
/// times `text_bytes`.
[[nodiscard]] result<graph::payload> make_payload(
    const reader& from, const graph::kind_names& kinds, std::size_t text_bytes,
    const limits& bounds);

/// Decodes into documents. Keeps its memory between texts.
class document_decoder {
 public:
  /// On failure `data` holds `null`.
  [[nodiscard]] result<void> run(detail::document_data& data,
                                 std::string_view text,
                                 const decode_options& options);

 private:
  void write(detail::document_data& data, const graph::kind_names& kinds);
  void write_symbols(detail::document_data& data,
                     const graph::kind_names& kinds);
  void write_edges(detail::document_data& data);

  reader reader_;
  document_terms terms_;
  /// By symbol, as on the tape. A name that is long, or that symbols of other
  /// kinds have too, is 0: edges look no further for all the others.
  detail::pod_buffer<detail::word> names_;
  detail::pod_buffer<detail::word> kinds_;
};

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_DECODER_HPP
