// SPDX-License-Identifier: MIT
/// @file
/// Decodes a text in chunks and puts the document together again.
#ifndef PITH_TESTS_SUPPORT_CHUNKED_HPP
#define PITH_TESTS_SUPPORT_CHUNKED_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "gcf/stream/chunk_feed.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace pith_tests {

/// Builds the document of which it is told, and puts sections together that
/// are begun once more. Also checks the order of events.
class rebuilding_handler final : public pith::gcf::event_handler {
 public:
  rebuilding_handler();

  void begin_section(const pith::gcf::section& s) override;
  void item(pith::value v) override;
  void entry(std::string_view key, pith::value v) override;
  void end_section(std::uint64_t count) override;
  void member(std::string_view key, pith::value v) override;
  void root(pith::value v) override;

  /// What was built; ready for another document.
  [[nodiscard]] pith::result<pith::document> finish();
  /// Forgets what was built.
  void clear();
  /// True unless events came in an impossible order.
  [[nodiscard]] bool is_orderly() const noexcept { return is_orderly_; }
  /// True when a section was begun once more.
  [[nodiscard]] bool has_continued() const noexcept {
    return !continued_.empty();
  }

 private:
  enum class place : std::uint8_t { beginning, object, whole };
  void expect(bool holds) noexcept { is_orderly_ = is_orderly_ && holds; }
  void open_object();
  [[nodiscard]] pith::result<pith::document> put_together(pith::value built);

  /// Items of a section that was told before.
  struct continuation {
    std::string name;
    pith::builder items;
  };

  pith::builder builder_;
  std::set<std::string, std::less<>> names_;  // of sections
  std::deque<continuation> continued_;
  place at_ = place::beginning;
  bool is_in_section_ = false;
  bool is_continuing_ = false;  // one of continued_
  pith::gcf::section_kind kind_{};
  std::uint64_t count_ = 0;
  bool is_orderly_ = true;
};

/// Holds the verdict about a text that comes in chunks against that about the
/// text in one piece. Reuses its memory; one thread at a time.
class chunked_decoding {
 public:
  /// Gives the size of the next chunk; at least 1.
  using sizes = std::function<std::size_t()>;

  /// True when both verdicts are the same: code and offset, or the document, up
  /// to what incremental_decoder says of symbols after edges.
  /// `slide_bytes` says how eagerly text is dropped; 0 stands for the decoder
  /// as users have it.
  [[nodiscard]] bool agrees(std::string_view text, const pith::limits& bounds,
                            const sizes& next, std::size_t slide_bytes);
  /// What is wrong when not.
  [[nodiscard]] const std::string& complaint() const noexcept {
    return complaint_;
  }
  [[nodiscard]] bool was_accepted() const noexcept { return was_accepted_; }

 private:
  std::optional<pith::error> decode(std::string_view text,
                                    const pith::limits& bounds,
                                    const sizes& next);
  std::optional<pith::error> read(std::string_view text,
                                  const pith::limits& bounds, const sizes& next,
                                  std::size_t slide_bytes);
  bool complain(std::string words);

  pith::gcf::chunk_feed feed_;
  rebuilding_handler handler_;
  std::string complaint_;
  bool was_accepted_ = false;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_CHUNKED_HPP
