// SPDX-License-Identifier: MIT
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"
#include "view/view.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace cli {

namespace {

std::optional<std::size_t> items_of(pith::value v) {
  if (const auto array = v.get_array()) return array->size();
  if (const auto object = v.get_object()) return object->size();
  return std::nullopt;
}

/// "[12 items]" or "{1 member}".
std::string closed_text(pith::value v, std::size_t count) {
  return v.get_array() ? '[' + counted(count, "item") + ']'
                       : '{' + counted(count, "member") + '}';
}

/// Elements and members alike, one after another.
class walk {
 public:
  struct item {
    std::optional<std::string_view> key;
    std::size_t index;
    pith::value v;
  };

  walk(pith::array_view array, std::size_t most)
      : at_(array.begin()),
        count_(array.size()),
        shown_(std::min(count_, most)) {}
  walk(pith::object_view object, std::size_t most)
      : at_(object.begin()),
        count_(object.size()),
        shown_(std::min(count_, most)) {}

  [[nodiscard]] bool is_done() const { return taken_ == shown_; }
  [[nodiscard]] std::size_t left_out() const { return count_ - shown_; }
  /// Whether nothing comes after what was taken last.
  [[nodiscard]] bool is_last() const {
    return taken_ == shown_ && left_out() == 0;
  }

  item next() {
    const std::size_t index = taken_++;
    if (auto* array = std::get_if<pith::array_view::iterator>(&at_)) {
      const pith::value v = **array;
      ++*array;
      return {std::nullopt, index, v};
    }
    auto& object = std::get<pith::object_view::iterator>(at_);
    const pith::member m = *object;
    ++object;
    return {m.key, index, m.value};
  }

 private:
  std::variant<pith::array_view::iterator, pith::object_view::iterator> at_;
  std::size_t count_;
  std::size_t shown_;
  std::size_t taken_ = 0;
};

class tree {
 public:
  tree(const view_style& style, const std::string_view* closed)
      : style_(style), closed_(closed) {}

  std::string text(pith::value root) {
    const auto items = items_of(root);
    if (!items || *items == 0) {
      return one_line(root, style_.width, style_) + '\n';
    }
    if (style_.depth == 0) return closed_text(root, *items) + '\n';
    open(root);
    while (!open_.empty()) step();
    return std::move(out_);
  }

 private:
  void open(pith::value v) {
    // Ten of forty below the top: a tree of lists grows quickly.
    constexpr std::size_t least = 3;
    const std::size_t below = std::max(least, style_.rows / 4);
    const std::size_t most =
        open_.empty() ? style_.rows : std::min(style_.rows, below);
    if (const auto array = v.get_array()) {
      open_.emplace_back(*array, most);
    } else if (const auto object = v.get_object()) {
      open_.emplace_back(*object, most);
    }
  }

  void step() {
    walk& here = open_.back();
    if (here.is_done()) {
      if (here.left_out() > 0) {
        out_ += margin(true) + more_of(here.left_out(), style_) + '\n';
      }
      open_.pop_back();
      if (!branches_.empty()) branches_.pop_back();
      return;
    }
    const walk::item item = here.next();
    const bool is_last = here.is_last();
    const std::string before = margin(is_last);
    const std::string label =
        item.key ? key_text(*item.key) : std::to_string(item.index);
    out_ += before + painted(label, colour::cyan, style_.colour) + ':';
    const std::size_t taken = columns_of(before) + columns_of(label) + 2;
    const std::size_t room =
        std::max<std::size_t>(style_.width, taken + 8) - taken;
    const auto items = items_of(item.v);
    const bool is_closed =
        open_.size() >= style_.depth ||
        (open_.size() == 1 && closed_ != nullptr && item.key == *closed_);
    if (!items || *items == 0 || is_short_list(item.v, room)) {
      out_ += ' ' + one_line(item.v, room, style_) + '\n';
    } else if (is_closed) {
      out_ += ' ' + closed_text(item.v, *items) + '\n';
    } else {
      if (item.v.get_array()) out_ += ' ' + closed_text(item.v, *items);
      out_ += '\n';
      if (open_.size() > 1) branches_.push_back(!is_last);
      open(item.v);
    }
  }

  /// The branches that lead to an item of the innermost container. What is
  /// directly in the top container has none.
  [[nodiscard]] std::string margin(bool is_last) const {
    std::string out;
    if (open_.size() < 2) return out;
    for (const bool goes_on : branches_) {
      out += style_.unicode ? (goes_on ? "\u2502  " : "   ")
                            : (goes_on ? "|  " : "   ");
    }
    if (style_.unicode)
      return out + (is_last ? "\u2514\u2500 " : "\u251c\u2500 ");
    return out + (is_last ? "`- " : "|- ");
  }

  [[nodiscard]] std::string key_text(std::string_view key) const {
    if (key.empty()) return "\"\"";
    return bare_text(key, std::max<std::size_t>(style_.width / 2, 8), style_);
  }

  /// Scalars that fit one line are best read there.
  [[nodiscard]] bool is_short_list(pith::value v, std::size_t room) const {
    const auto array = v.get_array();
    if (!array || array->size() > room) return false;
    for (const pith::value item : *array) {
      if (items_of(item)) return false;
    }
    return columns_of(one_line(v, room + 1, style_)) <= room;
  }

  const view_style& style_;
  const std::string_view* closed_;
  std::vector<walk> open_;
  // Of each open container below the second: whether its parent goes on.
  std::vector<bool> branches_;
  std::string out_;
};

}  // namespace

std::string tree_view(pith::value v, const view_style& style,
                      const std::string_view* closed) {
  return tree{style, closed}.text(v);
}

}  // namespace cli
