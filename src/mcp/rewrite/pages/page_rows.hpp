// SPDX-License-Identifier: MIT
/// @file
/// A value as rows that can be handed out some at a time.
#ifndef PITH_MCP_REWRITE_PAGES_PAGE_ROWS_HPP
#define PITH_MCP_REWRITE_PAGES_PAGE_ROWS_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// The rows of a value: the elements of the array in which nearly all of it
/// lies (`[...]`, `{"entities":[...]}`, `{"data":{"rows":[...]}}`). Where there
/// is none, the members of the object in which nearly all of it lies, and of
/// those that are arrays the elements.
///
/// Slices put together, in order, give the value: objects of the same place by
/// their members, arrays of the same place one after the other. Refers to the
/// document.
class page_rows {
 public:
  /// Nothing when `root` is a scalar or empty. Linear in the value, a few
  /// times.
  [[nodiscard]] static std::optional<page_rows> of(value root);

  [[nodiscard]] std::size_t size() const noexcept { return units_.size(); }
  /// They are elements of one array, and nothing else.
  [[nodiscard]] bool are_rows() const noexcept { return are_rows_; }
  /// The keys from the value to what holds the rows.
  [[nodiscard]] const std::vector<std::string_view>& path() const noexcept {
    return path_;
  }
  /// The value with `count` rows from `first` on, and nothing of the others.
  /// What is beside the rows comes with the first one.
  [[nodiscard]] result<document> slice(std::size_t first,
                                       std::size_t count) const;

 private:
  struct unit {
    value what;
    std::string_view key{};   ///< of the member it belongs to
    bool is_element = false;  ///< of that member's array
  };
  explicit page_rows(value root) noexcept : root_(root), place_(root) {}
  static void copy_members(builder& to, std::span<const unit> wanted);

  value root_;
  value place_;                         // the array or object that is cut
  std::vector<std::string_view> path_;  // from the root to it
  std::vector<unit> units_;
  bool are_rows_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_PAGES_PAGE_ROWS_HPP
