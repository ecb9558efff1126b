// SPDX-License-Identifier: MIT
/// @file
/// What of a result did not fit its client, until it is asked for.
#ifndef PITH_MCP_REWRITE_PAGES_PAGE_STORE_HPP
#define PITH_MCP_REWRITE_PAGES_PAGE_STORE_HPP

#include <chrono>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// The name of the tool that hands out the rest of a result.
inline constexpr std::string_view more_tool = "pith_more";

/// Where a page begins in what is kept.
struct page_mark {
  std::size_t unit = 0;    ///< a row, or a block
  std::size_t offset = 0;  ///< bytes of the unit that earlier pages have shown

  friend bool operator==(const page_mark&, const page_mark&) = default;
};

/// For whom something is kept: who may have it, and whose share it is of.
/// Views; what they view must outlive it.
struct page_owner {
  template <typename Text>
    requires std::convertible_to<const Text&, std::string_view>
  // NOLINTNEXTLINE(google-explicit-constructor): an owner is mostly a name
  page_owner(const Text& text, std::string_view whose = {}) noexcept
      : name(text), tenant(whose) {}

  std::string_view name;
  /// Sessions of one principal share what it may have. Empty: nobody limits
  /// it, and it stands for itself.
  std::string_view tenant;
};

class paged_result;

/// Texts under handles that cannot be guessed (128 random bits), each for its
/// owner alone. Bounded in number, bytes and time: who has all he may have
/// loses his own oldest, and when the store is full, the oldest of who holds
/// most goes first, so that nobody can drive out what is kept for others. Safe
/// for several threads.
class page_store {
 public:
  struct limits {
    std::size_t entries = 1'000;
    std::size_t bytes = 256U << 20U;
    std::chrono::seconds life{1800};
    /// The same of one tenant.
    std::size_t entries_each = 200;
    std::size_t bytes_each = 64U << 20U;
  };
  explicit page_store(const limits& bounds);
  page_store() : page_store(limits{}) {}
  ~page_store();
  page_store(const page_store&) = delete;
  page_store& operator=(const page_store&) = delete;

  /// What one tenant may have from now on.
  void set_share(std::size_t entries_each, std::size_t bytes_each);

  /// Keeps `rest` and returns its handle, 32 hexadecimal digits; empty when it
  /// is too large to keep.
  [[nodiscard]] std::string keep(const page_owner& owner, std::string rest);
  /// What is kept under a handle of this owner; null when there is nothing.
  /// Asking again gives the same: a page may have been lost on its way.
  [[nodiscard]] std::shared_ptr<const std::string> find(
      std::string_view owner, std::string_view handle);
  /// What keep_opened() was given; null when that is not kept, or no longer.
  [[nodiscard]] std::shared_ptr<const paged_result> find_opened(
      std::string_view owner, std::string_view handle);
  /// Keeps what was made of the text as well, in as many bytes of the share of
  /// its tenant. It is the first to go when room is needed, and not kept where
  /// there is none.
  void keep_opened(std::string_view owner, std::string_view handle,
                   std::shared_ptr<const paged_result> opened,
                   std::size_t bytes);
  /// Keeps it no longer.
  void forget(std::string_view owner, std::string_view handle);

  /// The beginnings of pages 2, 3..., as far as they are known. Pages are made
  /// when they are asked for, and each begins where the one before ends.
  [[nodiscard]] std::vector<page_mark> marks(std::string_view owner,
                                             std::string_view handle);
  /// Notes where page `marks.size() + 1` ends. `known` is what marks() gave;
  /// nothing happens when somebody else was faster.
  void add_mark(std::string_view owner, std::string_view handle,
                std::size_t known, page_mark next);

  [[nodiscard]] std::size_t size() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_PAGES_PAGE_STORE_HPP
