// SPDX-License-Identifier: MIT
/// @file
/// Where results are kept that a model may page through or ask about: one
/// interface, so that several gateways can share a store.
#ifndef PITH_MCP_STATE_RESULT_STORE_HPP
#define PITH_MCP_STATE_RESULT_STORE_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

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

/// What was made of kept bytes and can be made of them again.
class made_value {
 public:
  made_value() = default;
  made_value(const made_value&) = delete;
  made_value& operator=(const made_value&) = delete;
  virtual ~made_value() = default;
};

/// What can be made of one result; each at most once.
enum class made_kind : std::uint8_t {
  pages,   ///< read, to be cut into pages
  tables,  ///< loaded, to be asked
};
inline constexpr std::size_t made_kind_count = 2;

/// Bytes under handles that cannot be guessed (128 random bits), each for its
/// owner alone: a handle of somebody else is the same as none. Bounded in
/// number, bytes and time, in all and for each tenant: who has all he may have
/// loses his own oldest. Safe for several threads.
///
/// A store that several gateways share keeps the bytes and the marks; both are
/// plain values. It must key them by owner and handle together, charge them to
/// the tenant, let them expire, send them off before add_mark() returns, and
/// make add_mark() conditional on `known`. What was made of the bytes
/// (find_made, keep_made) never leaves the process: everybody can make it
/// again, so a store may as well keep none of it.
///
/// keep(), forget() and add_mark() never wait for anybody. find() and marks()
/// may, for some milliseconds: they are for the slow lane. The owner is the
/// same, tenant included, for all calls about one handle.
class result_store {
 public:
  result_store() = default;
  result_store(const result_store&) = delete;
  result_store& operator=(const result_store&) = delete;
  virtual ~result_store() = default;

  /// What one tenant may have from now on.
  virtual void set_share(std::size_t entries_each, std::size_t bytes_each) = 0;

  /// Keeps `rest` and returns its handle, 32 hexadecimal digits; empty when it
  /// is too large to keep.
  [[nodiscard]] virtual std::string keep(const page_owner& owner,
                                         std::string rest) = 0;
  /// What is kept under a handle of this owner; null when there is nothing.
  /// Asking again gives the same: a page may have been lost on its way.
  [[nodiscard]] virtual std::shared_ptr<const std::string> find(
      const page_owner& owner, std::string_view handle) = 0;
  /// The same without asking anybody else, for whoever has just kept it.
  [[nodiscard]] virtual std::shared_ptr<const std::string> find_here(
      const page_owner& owner, std::string_view handle) {
    return find(owner, handle);
  }
  /// Keeps it no longer.
  virtual void forget(const page_owner& owner, std::string_view handle) = 0;

  /// The beginnings of pages 2, 3..., as far as they are known. Pages are made
  /// when they are asked for, and each begins where the one before ends.
  [[nodiscard]] virtual std::vector<page_mark> marks(
      const page_owner& owner, std::string_view handle) = 0;
  /// Notes where page `marks.size() + 1` ends. `known` is what marks() gave;
  /// nothing happens when somebody else was faster.
  virtual void add_mark(const page_owner& owner, std::string_view handle,
                        std::size_t known, page_mark next) = 0;

  /// What keep_made() was given; null when that is not kept, or no longer.
  [[nodiscard]] virtual std::shared_ptr<const made_value> find_made(
      const page_owner& owner, std::string_view handle, made_kind what) = 0;
  /// Keeps what was made of the bytes as well, in as many bytes of the share
  /// of its tenant. It is the first to go when room is needed, and not kept
  /// where there is none.
  virtual void keep_made(const page_owner& owner, std::string_view handle,
                         made_kind what, std::shared_ptr<const made_value> made,
                         std::size_t bytes) = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_RESULT_STORE_HPP
