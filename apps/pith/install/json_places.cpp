// SPDX-License-Identifier: MIT
/// @file
/// JSON as editors write it: with comments, and commas before closing brackets.
#include "install/source_tree.hpp"
#include "terminal/code_point.hpp"

namespace cli {

namespace {

using pith::error_code;
using type = source_node::type;

constexpr std::size_t max_depth = 512;
class reader {
 public:
  explicit reader(std::string_view text) : text_(text) {
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  pith::result<source_tree> read() {
    if (const auto done = skip_blanks(); !done) return done.error();
    if (peek() != '{') {
      return fail(error_code::unexpected_character, "expected an object");
    }
    tree_.at(0).what = type::table;
    tree_.at(0).begin = at_++;
    open_.push_back(0);
    bool is_fresh = true;
    while (!open_.empty()) {
      const auto opened = read_next(is_fresh);
      if (!opened) return opened.error();
      is_fresh = *opened;
    }
    if (const auto done = skip_blanks(); !done) return done.error();
    if (at_ != text_.size()) {
      return fail(error_code::trailing_characters,
                  "unexpected text after the object");
    }
    return std::move(tree_);
  }

 private:
  [[nodiscard]] char peek() const {
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  [[nodiscard]] pith::error fail(error_code code,
                                 pith::static_text detail) const {
    return {at_ < text_.size() ? code : error_code::unexpected_end, at_,
            detail};
  }

  /// Blanks and comments.
  pith::result<void> skip_blanks() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == text_.npos) {
          return pith::error{error_code::unexpected_end, at_,
                             "a comment has no end"};
        }
        at_ = end + 2;
      } else {
        return {};
      }
    }
  }

  /// The next value of the innermost container, or its end. True when it was
  /// the beginning of another one.
  pith::result<bool> read_next(bool is_fresh) {
    const std::size_t parent = open_.back();
    const bool is_table = tree_.at(parent).what == type::table;
    if (const auto done = skip_blanks(); !done) return done.error();
    if (!is_fresh && peek() == ',') {
      ++at_;
      if (const auto done = skip_blanks(); !done) return done.error();
    } else if (!is_fresh && peek() != (is_table ? '}' : ']')) {
      return fail(error_code::unexpected_character,
                  "expected a comma or a closing bracket");
    }
    if (peek() == (is_table ? '}' : ']')) {
      tree_.at(parent).end = ++at_;
      open_.pop_back();
      return false;
    }
    source_node node;
    if (is_table) {
      if (const auto done = read_key(node); !done) return done.error();
    }
    return read_value(parent, std::move(node));
  }

  pith::result<void> read_key(source_node& node) {
    if (peek() != '"') {
      return fail(error_code::unexpected_character, "expected a key");
    }
    source_node key;
    key.what = type::text;
    key.begin = at_;
    if (const auto done = skip_string(); !done) return done;
    key.end = at_;
    node.key = meaning_of(source_dialect::json, text_, key);
    node.key_begin = node.name_begin = key.begin;
    if (const auto done = skip_blanks(); !done) return done;
    if (peek() != ':') {
      return fail(error_code::unexpected_character,
                  "expected a colon after the key");
    }
    ++at_;
    return skip_blanks();
  }

  pith::result<bool> read_value(std::size_t parent, source_node node) {
    node.begin = at_;
    const char c = peek();
    if (c == '{' || c == '[') {
      if (open_.size() >= max_depth) {
        return fail(error_code::depth_limit,
                    "containers are nested too deeply");
      }
      node.what = c == '{' ? type::table : type::list;
      ++at_;
      open_.push_back(tree_.add(parent, std::move(node)));
      return true;
    }
    if (c == '"') {
      node.what = type::text;
      if (const auto done = skip_string(); !done) return done.error();
    } else {
      at_ = std::min(text_.find_first_not_of("+-.0123456789Eaeflnrstu", at_),
                     text_.size());
      if (at_ == node.begin) {
        return fail(error_code::unexpected_character, "expected a value");
      }
    }
    node.end = at_;
    tree_.add(parent, std::move(node));
    return false;
  }

  pith::result<void> skip_string() {
    const std::size_t opening = at_++;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return {};
      }
      if (static_cast<unsigned char>(c) < 0x20) break;
      if (c == '\\') {
        if (const auto done = skip_escape(); !done) return done;
      }
    }
    return pith::error{error_code::unterminated_quote, opening,
                       "the string has no closing quote"};
  }

  /// Leaves off at its last character.
  pith::result<void> skip_escape() {
    const char kind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    std::size_t bytes = 1;
    if (kind == 'u') {
      const std::string_view hex = text_.substr(at_ + 2, 4);
      if (hex.size() == 4 &&
          hex.find_first_not_of("0123456789abcdefABCDEF") == hex.npos) {
        bytes = 5;
      } else {
        bytes = 0;
      }
    } else if (std::string_view("\"\\/bfnrt").find(kind) ==
               std::string_view::npos) {
      bytes = 0;
    }
    if (bytes == 0) {
      return fail(error_code::invalid_escape, "unknown escape");
    }
    at_ += bytes;
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  source_tree tree_;
  std::vector<std::size_t> open_;
};

}  // namespace

pith::result<source_tree> read_json_places(std::string_view text) {
  return reader(text).read();
}

}  // namespace cli
