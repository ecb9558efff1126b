// SPDX-License-Identifier: MIT
/// @file
/// What anchors name, so that aliases can repeat it.
#ifndef PITH_INTERCHANGE_YAML_ALIASES_HPP
#define PITH_INTERCHANGE_YAML_ALIASES_HPP

#include "interchange/yaml_scalar.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::interchange {

/// A step of a document in the order of its text.
struct yaml_step {
  enum class type : std::uint8_t {
    scalar,
    key,
    begin_map,
    end_map,
    begin_list,
    end_list,
  };
  type what = type::scalar;
  yaml_scalar scalar{};
  std::size_t text_begin = 0;
  std::size_t text_size = 0;
};

/// The steps of a document so far, and which of them have names.
class yaml_aliases {
 public:
  struct span {
    std::size_t begin;
    std::size_t end;
    bool is_open;  ///< the node is not complete
  };

  [[nodiscard]] std::size_t size() const noexcept { return steps_.size(); }
  void add(yaml_step step, std::string_view text) {
    step.text_begin = text_.size();
    step.text_size = text.size();
    text_ += text;
    steps_.push_back(step);
  }
  /// A step that is one of these, once more.
  void add_again(const yaml_step& step) { steps_.push_back(step); }
  [[nodiscard]] const yaml_step& at(std::size_t index) const {
    return steps_[index];
  }
  [[nodiscard]] std::string_view text_of(const yaml_step& step) const {
    return std::string_view(text_).substr(step.text_begin, step.text_size);
  }

  /// The node that begins with the next step bears this name; a later one of
  /// the same name takes it over.
  void name(std::string_view anchor) {
    spans_.insert_or_assign(std::string(anchor), span{size(), size(), true});
  }
  /// The node of this name, if it is the one that began there, is complete.
  void complete(const std::string& anchor, std::size_t begin) {
    const auto found = spans_.find(anchor);
    if (found == spans_.end() || found->second.begin != begin) return;
    found->second = {begin, size(), false};
  }
  [[nodiscard]] std::optional<span> find(std::string_view anchor) const {
    const auto found = spans_.find(anchor);
    if (found == spans_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::vector<yaml_step> steps_;
  std::string text_;
  // Sorted, as no choice of names makes that slow.
  std::map<std::string, span, std::less<>> spans_;
};

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_YAML_ALIASES_HPP
