// SPDX-License-Identifier: MIT
/// @file
/// Exact token counts.
///
///     auto o200k = pith::load_tokenizer("o200k_base");
///     std::size_t tokens = o200k->count(text);
#ifndef PITH_TOKENS_HPP
#define PITH_TOKENS_HPP

#include <pith/config.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0 {

namespace tokens {
class model;        // src/tokenizer/model/model.hpp
class engine;       // src/tokenizer/model/model.hpp
class engine_pool;  // src/tokenizer/model/engine_pool.hpp
}  // namespace tokens

using token_id = std::uint32_t;

/// What the strings of special tokens ("<|endoftext|>") are in a text.
enum class special_tokens : std::uint8_t {
  /// Text like any other: what a tool answers never steers a model.
  as_text,
  as_tokens,
};

/// The data of a tokenizer: immutable, shared between copies and threads. One
/// that was moved from has no name and no tokens.
class PITH_API tokenizer {
 public:
  /// "o200k_base", or the path it was loaded from.
  [[nodiscard]] std::string_view name() const noexcept;
  /// One more than the largest token id, special ones included.
  [[nodiscard]] std::size_t vocabulary_size() const noexcept;
  /// The tokenizer that was asked for is not public, and this one stands in:
  /// its counts are no more than a hint.
  [[nodiscard]] bool is_estimate() const noexcept { return is_estimate_; }
  /// The text of a token; empty for a number that is none. Points into the
  /// tokenizer's data.
  [[nodiscard]] std::string_view text(token_id id) const noexcept;
  /// The number of tokens of a text, as token_counter::count(); any number of
  /// threads at a time. Copies share a few counters, which are made when they
  /// are first needed and kept as long as one of the copies is: at most 16 of
  /// some megabytes each. A token_counter of your own saves no more than the
  /// exchange of two pointers, and remembers the words of its thread.
  [[nodiscard]] std::size_t count(std::string_view text) const;

 private:
  friend class token_counter;
  friend class tokenizer_access;
  tokenizer(std::shared_ptr<const tokens::model> data, bool is_estimate);

  std::shared_ptr<const tokens::model> model_;
  std::shared_ptr<tokens::engine_pool> pool_;
  bool is_estimate_ = false;
};

/// Loads a tokenizer by name ("o200k_base", "cl100k_base", "p50k_base",
/// "r50k_base"), by the name of a model ("gpt-4o", "claude"), or by path: an
/// image, a rank file (o200k_base.tiktoken) or a tokenizer.json. Embedded
/// ones are ready at once; nothing is unpacked.
///
/// Fails with unknown_tokenizer, read_failed, or not_supported when a file
/// asks for something that cannot be counted exactly.
[[nodiscard]] PITH_API result<tokenizer> load_tokenizer(
    std::string_view name_or_path);

/// Makes a tokenizer of what its file would hold: an image, a rank file or a
/// tokenizer.json. For where there are no files (WebAssembly), and for data
/// that come from elsewhere. `name` is what name() says; it must be that of
/// its file for a rank file ("o200k_base.tiktoken").
///
/// Fails with unknown_tokenizer or not_supported, as load_tokenizer() does.
[[nodiscard]] PITH_API result<tokenizer> load_tokenizer_bytes(
    std::string bytes, std::string_view name);

/// A name that load_tokenizer() knows without a file.
struct tokenizer_name {
  std::string_view name;
  /// The tokenizer that it stands for.
  std::string_view encoding;
  bool is_estimate;
};

/// All of them; static.
[[nodiscard]] PITH_API std::span<const tokenizer_name> tokenizer_names();

/// The name that load_tokenizer() takes this word for. Letter case does not
/// matter; before the name of a model a provider may stand (`openai/`, `ft:`),
/// after it a size, a date or a version (`gpt-4o-mini`, `gpt-5.1`,
/// `claude-sonnet-4-5`). The longest name decides. Null for paths, so for all
/// that ends as a file of a tokenizer does, and for what is not known.
[[nodiscard]] PITH_API const tokenizer_name* find_tokenizer_name(
    std::string_view word) noexcept;

/// Counts, encodes and decodes with one tokenizer. Keeps what it has seen, so
/// that the same words are not looked up twice: one per thread, and keep it.
/// Making one takes milliseconds and megabytes. One that was moved from counts
/// every text as 0 tokens.
class PITH_API token_counter {
 public:
  token_counter(tokenizer data);
  token_counter(token_counter&&) noexcept;
  token_counter& operator=(token_counter&&) noexcept;
  ~token_counter();

  [[nodiscard]] const tokenizer& data() const noexcept PITH_LIFETIMEBOUND {
    return tokenizer_;
  }

  /// The number of tokens of a text; special tokens are text. Texts of up to
  /// 4 GiB. Linear in the text, O(n log n) in the longest word.
  [[nodiscard]] std::size_t count(std::string_view text);
  /// Appends the tokens of a text to `out`.
  void encode(std::string_view text, std::vector<token_id>& out,
              special_tokens specials = special_tokens::as_text);
  /// The text of tokens. Fails with out_of_range at a number that is not a
  /// token; the offset is its place in `ids`.
  [[nodiscard]] result<std::string> decode(std::span<const token_id> ids) const;

  /// A place at or before `at`, as far on as possible, where `text` may be
  /// cut so that the counts of both parts add up to that of the whole,
  /// whatever follows `text`. 0 when there is none.
  [[nodiscard]] std::size_t last_safe_cut(std::string_view text,
                                          std::size_t at) const noexcept;

 private:
  tokenizer tokenizer_;
  std::unique_ptr<tokens::engine> engine_;
};

/// The exact count of a text that grows. Costs what is appended, and what
/// stands since the last safe cut.
class PITH_API running_count {
 public:
  explicit running_count(token_counter& counter PITH_LIFETIMEBOUND) noexcept
      : counter_(&counter) {}

  /// The count of everything so far, `more` included.
  std::size_t append(std::string_view more);
  [[nodiscard]] std::size_t total() const noexcept { return total_; }

 private:
  token_counter* counter_;
  std::string tail_;  // after the last safe cut
  std::size_t settled_ = 0;
  std::size_t total_ = 0;
};

/// How much of a table fits.
struct fitted {
  std::size_t rows = 0;    ///< the first ones
  std::size_t tokens = 0;  ///< of head, rows and tail together
  /// False when not even head and tail fit; then `rows` is 0.
  bool fits = false;
};

/// The most rows such that `head`, the rows and `tail(rows)` together cost at
/// most `budget` tokens: exactly, as if the whole were counted. `tail` makes
/// the text after the rows, which may tell how many were left out; an empty
/// function stands for no text. Linear in the rows, with a few calls of `tail`.
[[nodiscard]] PITH_API fitted
fit(token_counter& counter, std::string_view head,
    std::span<const std::string_view> rows,
    const std::function<std::string(std::size_t rows)>& tail,
    std::size_t budget);

}  // namespace pith::inline v0

#endif  // PITH_TOKENS_HPP
