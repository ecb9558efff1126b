// SPDX-License-Identifier: MIT
/// @file
/// The rewriting of one result, step by step.
#ifndef PITH_MCP_REWRITE_REWRITING_HPP
#define PITH_MCP_REWRITE_REWRITING_HPP

#include <pith/auto_encode.hpp>
#include <pith/document.hpp>
#include <pith/json.hpp>
#include <pith/tokens.hpp>

#include "mcp/protocol/call_result.hpp"
#include "mcp/protocol/encoding_mark.hpp"
#include "mcp/rewrite/pages/text_cut.hpp"
#include "mcp/rewrite/policy.hpp"
#include "mcp/rewrite/result_rewriter.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What is kept from one result to the next.
struct workbench {
  const rewrite_policy* policy = nullptr;
  token_counter* counter = nullptr;
  auto_options options{};  ///< with the candidates of the policy
  json::parser parser{};
  document structured{};
  document text{};
};

/// A text of a result: what it was, and what it becomes.
struct text_slot {
  /// The block it is of.
  std::size_t block = 0;
  /// Nothing: an escape in it stands for no character.
  std::optional<std::string> before{};
  std::size_t tokens = 0;  ///< of `before`, once it is counted
  bool is_counted = false;
  std::optional<std::string> after{};  ///< nothing: it stays
  std::size_t tokens_after = 0;        ///< of `after`
  std::string format{};                ///< of `after`
  /// What the server marked it as, and that in JSON; both empty when it is to
  /// be taken for what it looks like.
  std::string native{};
  std::string native_json{};

  /// The text to be read as JSON; empty when there is none.
  [[nodiscard]] std::string_view source() const noexcept {
    if (!native.empty()) return native_json;
    return before ? std::string_view{*before} : std::string_view{};
  }
};

/// A text block of our own, where a result has none.
struct added_text {
  std::string text{};
  std::size_t tokens = 0;
  bool exists = false;
  std::string format{};
};

/// Decides what becomes of one result. The result must outlive it.
class rewriting {
 public:
  /// `may_grow`: what is decided need not be smaller; somebody else makes it
  /// so.
  rewriting(workbench& bench, const client_profile& client, rewrite_mode mode,
            bool may_grow = false) noexcept
      : bench_(bench), client_(client), mode_(mode), may_grow_(may_grow) {}

  /// Reads the result and decides. Afterwards the functions below tell what
  /// is to be done.
  void decide(std::string_view result);

  /// Whether the result says that it is an error.
  [[nodiscard]] bool is_error() const noexcept {
    return is_read_ && call_.is_error;
  }
  [[nodiscard]] pass_reason reason() const noexcept { return reason_; }
  [[nodiscard]] std::string_view format() const noexcept { return format_; }
  /// What the client shows without us, and with what was decided.
  [[nodiscard]] std::size_t tokens_before();
  [[nodiscard]] std::size_t tokens_after();
  /// The formats of all texts, as far as they are known: of those that were
  /// changed, and of those with a mark that is believed. Of texts that are cut,
  /// see result_cutting.hpp. The places are those in compose().
  [[nodiscard]] std::vector<encoding_mark> marks() const;
  /// The result as decided; nothing when it stays as it came.
  [[nodiscard]] std::optional<std::string> compose() const;

  // For the cutting into pages (result_cutting.hpp):

  [[nodiscard]] const call_result& call() const noexcept { return call_; }
  [[nodiscard]] const client_profile& client() const noexcept {
    return client_;
  }
  [[nodiscard]] token_counter& counter() noexcept { return *bench_.counter; }
  /// Whether the client shows more than it takes, without us and as decided.
  [[nodiscard]] bool was_too_large();
  [[nodiscard]] bool is_too_large();
  /// Makes texts of all that is shown, even where that saves nothing. False
  /// when they may not be cut: by configuration, or as structuredContent must
  /// stay.
  [[nodiscard]] bool make_cuttable();
  /// As decided before make_cuttable(), because nothing came of it.
  void take_back();
  [[nodiscard]] const std::vector<text_slot>& slots() const noexcept {
    return slots_;
  }
  [[nodiscard]] const added_text& added() const noexcept { return added_; }
  [[nodiscard]] bool drops_structured() const noexcept {
    return drops_structured_;
  }
  /// The text of a slot as it will be shown; of the added one, when `i` is
  /// slots().size(). Raw when it cannot be decoded.
  [[nodiscard]] std::string_view shown_text(std::size_t i) const;
  /// The JSON that such a text stands for; empty when it is none, or must not
  /// be written in another way.
  [[nodiscard]] std::string_view json_of(std::size_t i);
  /// What that JSON says; valid until the next json_of(). Only after json_of(i)
  /// which was not empty.
  [[nodiscard]] value value_of(std::size_t i) const PITH_LIFETIMEBOUND;
  /// The format of a text that stays: what the server marked it as, or JSON.
  [[nodiscard]] std::string_view format_before(std::size_t i) const noexcept;

 private:
  struct encoded {
    std::string text;
    std::string format;
    std::size_t tokens = 0;
    /// Of compact JSON; the tokens only when they were asked for.
    std::size_t json_tokens = 0;
    std::size_t json_bytes = 0;
  };

  [[nodiscard]] bool shows_structured() const noexcept;
  [[nodiscard]] bool shows_texts() const noexcept;
  [[nodiscard]] bool would_uncover() const noexcept;
  void read_slots();
  void read_native(text_slot& slot) const;
  [[nodiscard]] bool accepts(std::string_view format) const;
  pass_reason unfold_native();
  pass_reason look();
  pass_reason rewrite_all();
  pass_reason rewrite_texts();
  pass_reason rewrite_slot(text_slot& slot);
  [[nodiscard]] bool is_eligible(const content_block& block) const noexcept;
  /// The slots of text blocks.
  [[nodiscard]] std::vector<std::size_t> text_slots() const;
  std::optional<encoded> encode(value v, bool with_json_count);
  pass_reason take_structured(std::optional<std::size_t> slot);
  pass_reason take_text(std::size_t slot);
  void undo();
  std::size_t tokens_of(text_slot& slot);
  std::size_t structured_tokens();

  workbench& bench_;
  const client_profile& client_;
  rewrite_mode mode_;
  bool may_grow_;
  call_result call_{};
  bool is_read_ = false;
  std::optional<std::size_t> slot_read_{};  // whose text bench_.text is
  bool must_change_ = false;  // the server chose a format that is not accepted
  pass_reason reason_ = pass_reason::not_complete;
  /// What make_cuttable() found, if it changed that.
  std::optional<pass_reason> reason_before_{};
  std::vector<text_slot> slots_{};
  added_text added_{};
  bool drops_structured_ = false;
  bool structured_is_read_ = false;
  /// Which slot stands for structuredContent; slots_.size(): the added text.
  std::optional<std::size_t> structured_slot_{};
  std::optional<std::size_t> structured_tokens_{};
  std::string format_{};
};

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_REWRITING_HPP
