// SPDX-License-Identifier: MIT
/// @file
/// Writes the lines of a graph. What is written must be checked before.
#ifndef PITH_GCF_GRAPH_LINES_HPP
#define PITH_GCF_GRAPH_LINES_HPP

#include "gcf/graph/score.hpp"
#include "text/digits.hpp"
#include "text/output.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

inline constexpr std::string_view reference_mark = "  # previously transmitted";

/// What stands in a header, as far as it is known.
struct header_fields {
  std::string_view tool;
  std::uint64_t budget = 0;
  std::uint64_t tokens = 0;
  bool has_counts = true;  ///< a stream knows none (8.1)
  std::size_t symbols = 0;
  std::size_t edges = 0;
  bool is_session = false;
  std::string_view pack_root;
};

class line_writer {
 public:
  explicit line_writer(text::output& out) noexcept : out_(&out) {}

  /// Empty values and zeros are left out, but for the number of symbols (3.2).
  void header(const header_fields& h);
  /// `## targets` and so on (6a).
  void group(std::uint32_t distance);
  /// The name of the group of a distance; needs 24 bytes of room.
  static char* write_group_name(char* out, std::uint32_t distance) noexcept;
  void edges_header(std::size_t count);
  void deferred_edges_header() { out_->put("## edges [?]\n"); }

  void symbol(std::uint64_t id, std::string_view kind, std::string_view name,
              double score, std::string_view provenance) {
    const std::size_t texts = kind.size() + name.size() + provenance.size();
    if (texts > text::output::chunk_bytes / 2) {
      long_symbol(id, kind, name, score, provenance);
      return;
    }
    char* p = out_->reserve(texts + max_score_bytes + 32);
    *p = '@';
    p = text::write_digits(p + 1, id);
    *p = ' ';
    p = copy(p + 1, kind);
    *p = ' ';
    p = copy(p + 1, name);
    *p = ' ';
    p = write_score(p + 1, score);
    *p = ' ';
    p = copy(p + 1, provenance);
    *p = '\n';
    out_->commit(p + 1);
  }
  /// A symbol that the other side has.
  void reference(std::uint64_t id);

  /// What follows the ends of an edge, with the space before and the line feed
  /// after, when it is short. Edges of one type share it.
  struct edge_tail {
    char bytes[31];
    std::uint8_t length;  ///< 0 when it is too long
  };
  [[nodiscard]] static edge_tail make_tail(std::string_view type,
                                           std::string_view status) noexcept;
  void edge(std::uint64_t target, std::uint64_t source, const edge_tail& tail) {
    char* const p = edge_ends(out_->reserve(96), target, source);
    std::memcpy(p, tail.bytes, sizeof tail.bytes);
    out_->commit(p + tail.length);
  }
  void edge(std::uint64_t target, std::uint64_t source, std::string_view type,
            std::string_view status) {
    const std::size_t texts = type.size() + status.size();
    if (texts > text::output::chunk_bytes / 2) {
      long_edge(target, source, type, status);
      return;
    }
    char* p = edge_ends(out_->reserve(texts + 64), target, source);
    *p = ' ';
    p = copy(p + 1, type);
    if (!status.empty()) {
      *p = ' ';
      p = copy(p + 1, status);
    }
    *p = '\n';
    out_->commit(p + 1);
  }

 private:
  static char* copy(char* out, std::string_view text) noexcept {
    const std::size_t n = text.size();
    const char* const from = text.data();
    if (n >= 8 && n <= 32) {  // most are; two copies that meet or overlap
      const std::size_t half = n <= 16 ? 8 : 16;
      copy_word(out, from);
      copy_word(out + half - 8, from + half - 8);
      copy_word(out + n - half, from + n - half);
      copy_word(out + n - 8, from + n - 8);
    } else if (n >= 4 && n < 8) {
      std::memcpy(out, from, 4);
      std::memcpy(out + n - 4, from + n - 4, 4);
    } else {
      std::memcpy(out, from, n);
    }
    return out + n;
  }
  static void copy_word(char* out, const char* from) noexcept {
    std::memcpy(out, from, 8);
  }
  static char* edge_ends(char* p, std::uint64_t target,
                         std::uint64_t source) noexcept {
    *p = '@';
    p = text::write_digits(p + 1, target);
    p[0] = '<';
    p[1] = '@';
    return text::write_digits(p + 2, source);
  }
  void number(std::uint64_t v);
  void long_symbol(std::uint64_t id, std::string_view kind,
                   std::string_view name, double score,
                   std::string_view provenance);
  void long_edge(std::uint64_t target, std::uint64_t source,
                 std::string_view type, std::string_view status);

  text::output* out_;
};

/// The status that is written: none for "unchanged", which is the rule.
[[nodiscard]] inline std::string_view wire_status(
    std::string_view status) noexcept {
  return status == "unchanged" ? std::string_view{} : status;
}

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_LINES_HPP
