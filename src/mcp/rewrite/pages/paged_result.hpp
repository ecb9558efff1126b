// SPDX-License-Identifier: MIT
/// @file
/// A result that is too large for its client, page by page.
#ifndef PITH_MCP_REWRITE_PAGES_PAGED_RESULT_HPP
#define PITH_MCP_REWRITE_PAGES_PAGED_RESULT_HPP

#include <pith/auto_encode.hpp>
#include <pith/document.hpp>
#include <pith/tokens.hpp>

#include "mcp/protocol/call_result.hpp"
#include "mcp/rewrite/pages/own_tools.hpp"
#include "mcp/rewrite/pages/page_rows.hpp"
#include "mcp/rewrite/pages/text_cut.hpp"
#include "mcp/state/result_store.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What pages are made of.
enum class page_kind : std::uint8_t {
  rows,    ///< of a value: every page is a document of its own
  blocks,  ///< text blocks; one that is too large is cut
};

/// All that is needed to make any page, and the same one again.
struct page_plan {
  page_kind kind = page_kind::blocks;
  text_cost limits{};  ///< of a page; 0 stands for any number
  /// The candidate that rows are encoded with.
  std::string format = "json";
  /// The value as JSON, or a raw array of text blocks.
  std::string payload{};
  /// The model was offered to ask about it instead of reading it.
  bool is_asked = false;
  /// When it was kept, in milliseconds since 1970; what `now` is to a query.
  std::int64_t kept_at = 0;
};

/// A plan as one text, for the page store.
[[nodiscard]] std::string pack(const page_plan& plan);

/// A page: texts, each of a block of its own, and the words after them.
struct result_page {
  struct part {
    std::size_t unit = 0;  ///< of page_kind::blocks: which block
    std::string text;
  };
  std::vector<part> parts{};
  /// Says what is shown and how to ask for more; a block of its own.
  std::string trailer{};
  text_cost cost{};  ///< of all texts, the trailer included
  page_mark next{};  ///< where the next page begins
  bool is_last = false;
};

/// Makes pages. What is on a page depends on the plan, the place and the
/// handle alone.
///
/// Pages of rows are documents whose rows follow one another (page_rows.hpp);
/// a row that does not fit alone comes in pieces of its text. Pages of blocks
/// hold whole blocks, or a piece of one. Every page costs at most the limits,
/// all its blocks and the trailer counted one by one.
///
/// Reading what is kept takes longer than making a page of it: keep the object.
/// It never changes, and several threads may use it.
class paged_result final : public made_value {
 public:
  /// Null when `packed` is not a plan, or nothing can be cut. The text is kept.
  [[nodiscard]] static std::shared_ptr<const paged_result> open(
      std::shared_ptr<const std::string> packed);

  /// The page that begins at `at`, called `number`. `beside` is the cost of
  /// what is shown with it, within the same limits. Nothing when there is no
  /// room for anything, or nothing left.
  [[nodiscard]] std::optional<result_page> make(
      token_counter& counter, page_mark at, std::size_t number,
      std::string_view handle, const text_cost& beside = {}) const;

  /// The first few rows, and how to go on: by pages, or with questions about
  /// the tables that `shape` describes. At most `max_rows` rows that together
  /// cost at most `most_tokens` with all words; possibly none. Nothing when
  /// there is no room for the words.
  [[nodiscard]] std::optional<result_page> make_preview(
      token_counter& counter, std::size_t max_rows, std::size_t most_tokens,
      std::string_view handle, std::string_view shape,
      const text_cost& beside) const;

  /// Whether `packed` says page_plan::is_asked; without reading all of it.
  [[nodiscard]] static bool is_asked(std::string_view packed) noexcept;
  [[nodiscard]] std::int64_t kept_at() const noexcept { return kept_at_; }
  /// The value, and where its rows are; null when it is not one.
  [[nodiscard]] const page_rows* rows() const noexcept { return rows_.get(); }
  [[nodiscard]] value root() const noexcept { return value_.root(); }
  /// The format of rows; empty for blocks.
  [[nodiscard]] std::string_view format() const noexcept {
    return kind_ == page_kind::rows ? std::string_view{with_.with->name} : "";
  }
  /// What it holds beside the text.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// A part as a raw block; with the annotations of the block it is of.
  [[nodiscard]] std::string block_of(const result_page::part& part) const;

 private:
  struct span_of_page {
    page_mark begin;
    page_mark end;
    std::size_t unit_bytes = 0;  ///< of the unit that is cut; 0: none is
  };

  explicit paged_result(std::shared_ptr<const std::string> packed) noexcept
      : packed_(std::move(packed)) {}
  bool read_payload(std::string_view payload);
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] std::string unit_name() const;
  [[nodiscard]] std::string trailer_of(const span_of_page& shown,
                                       std::size_t number,
                                       std::string_view handle) const;
  [[nodiscard]] double usage(const text_cost& cost) const noexcept;
  [[nodiscard]] std::optional<result_page> make_whole(
      token_counter& counter, page_mark at, std::size_t number,
      std::string_view handle, const text_cost& beside,
      const candidate& with) const;
  [[nodiscard]] std::optional<result_page> make_trial(
      token_counter& counter, page_mark at, std::size_t units,
      std::size_t number, std::string_view handle, const candidate& with) const;
  [[nodiscard]] std::optional<result_page> make_piece(
      token_counter& counter, page_mark at, std::size_t number,
      std::string_view handle, const text_cost& beside) const;
  [[nodiscard]] std::optional<std::string> unit_text(std::size_t unit) const;
  [[nodiscard]] std::optional<std::string> encode(std::size_t first,
                                                  std::size_t count,
                                                  const candidate& with) const;
  [[nodiscard]] bool is_faithful(const result_page& page, page_mark at,
                                 const candidate& with) const;
  static void add_shape(token_counter& counter, result_page& page,
                        std::string_view shape);
  [[nodiscard]] std::size_t guess(page_mark at) const noexcept;

  std::shared_ptr<const std::string> packed_;
  page_kind kind_ = page_kind::blocks;
  text_cost limits_{};
  std::int64_t kept_at_ = 0;
  candidate with_{};
  std::size_t payload_bytes_ = 0;
  document value_{};                         // rows
  std::unique_ptr<page_rows> rows_{};        // of it
  std::vector<content_block> raw_blocks_{};  // blocks
  std::vector<std::string> texts_{};         // of them
};

/// The candidate of this name ("gcf", "toon-tab"); JSON when there is none.
[[nodiscard]] candidate candidate_called(std::string_view name);

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_PAGES_PAGED_RESULT_HPP
