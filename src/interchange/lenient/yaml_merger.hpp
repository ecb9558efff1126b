// SPDX-License-Identifier: MIT
/// @file
/// `<<` of YAML 1.1 (https://yaml.org/type/merge.html): the members of other
/// maps, where a map has none of the same key.
#ifndef PITH_INTERCHANGE_LENIENT_YAML_MERGER_HPP
#define PITH_INTERCHANGE_LENIENT_YAML_MERGER_HPP

#include <pith/error.hpp>
#include <pith/result.hpp>

#include "interchange/yaml_scalar.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0 {
class builder;
}

namespace pith::interchange {

/// A document in the order of its text, with aliases as references, until all
/// of it is known. Merged members stand where the `<<` stood; of two with the
/// same key the map's own counts, then that of the earlier map.
///
/// `place` is whatever the caller finds its place by; errors carry it in their
/// offset. Nothing recurses. What aliases and merges cost is taken from a
/// budget of bytes, so that a page of them ends as expansion_limit.
class yaml_merger {
 public:
  explicit yaml_merger(std::size_t budget) : budget_(budget) {}

  void begin(bool is_map, std::size_t place);
  /// The map or list that was begun last; resolves its merges: misplaced_value
  /// if something else than maps is to be merged, duplicate_key for two `<<`.
  [[nodiscard]] result<void> end(std::size_t place);
  void scalar(const yaml_scalar& what, std::string_view text,
              std::size_t place);
  void key(std::string_view text, std::size_t place);
  void merge_key(std::size_t place);
  /// unresolved_reference for an unknown name, not_supported for a node that is
  /// not complete, or for a map or a list as a key.
  [[nodiscard]] result<void> alias(std::string_view name, bool is_key,
                                   std::size_t place);

  /// The next node has this name.
  void name(std::string_view anchor);

  /// Builds the document, and fails as the builder does. Call once.
  [[nodiscard]] result<void> build(builder& into);

  /// What is left of the budget.
  [[nodiscard]] std::size_t left() const noexcept { return budget_; }

 private:
  enum class type : std::uint8_t { scalar, key, merge, map, list, end, alias };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct step {
    type what = type::scalar;
    yaml_scalar scalar{};
    std::size_t text_begin = 0;
    std::size_t text_size = 0;
    std::size_t place = 0;
    /// Of a map or list the step of its end, of an alias that which it names.
    std::size_t other = none;
    /// Of a map with merges, where its members are.
    std::size_t members = none;
  };
  /// A key and its value.
  struct member {
    std::size_t key;
    std::size_t value;
    bool is_merged;
  };
  using member_list = std::vector<member>;
  struct walk;

  std::size_t add(step s, std::string_view text, std::size_t place);
  [[nodiscard]] std::string_view text_of(std::size_t index) const;
  [[nodiscard]] std::size_t after(std::size_t index) const;
  [[nodiscard]] std::size_t followed(std::size_t index) const;
  [[nodiscard]] result<void> resolve(std::size_t map);
  [[nodiscard]] result<void> merge(std::size_t value, member_list& into,
                                   std::set<std::string_view>& taken);
  [[nodiscard]] result<void> merge_map(std::size_t map, std::size_t place,
                                       member_list& into,
                                       std::set<std::string_view>& taken);
  [[nodiscard]] result<void> spend(std::size_t bytes, std::size_t place);
  [[nodiscard]] result<void> enter(builder& into, std::vector<walk>& open,
                                   std::size_t index, bool is_copy,
                                   std::size_t place);

  std::size_t budget_;
  std::vector<step> steps_;
  std::string text_;
  std::vector<std::size_t> open_;
  std::vector<member_list> merged_;
  // Maps whose `<<` was seen, innermost last; with open_.
  std::vector<bool> has_merge_;
  // Sorted, as no choice of names makes that slow.
  std::map<std::string, std::size_t, std::less<>> names_;
};

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_LENIENT_YAML_MERGER_HPP
