// SPDX-License-Identifier: MIT
#include "interchange/spelling.hpp"
#include "interchange/walk.hpp"
#include "interchange/yaml.hpp"
#include "interchange/yaml_scalar.hpp"
#include "text/output.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pith::interchange {

namespace {

/// What a reader takes as it is, YAML 1.2.2 section 5.1, without line breaks
/// of YAML 1.1 and byte order marks.
bool is_printable(std::uint32_t code) {
  const bool is_break = code == 0x2028 || code == 0x2029;
  const bool is_odd = code == 0xFEFF || code == 0xFFFE || code == 0xFFFF;
  return code >= 0xA0 && !is_break && !is_odd;
}

constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Words that YAML 1.1 takes for booleans.
bool is_old_boolean(std::string_view text) {
  if (text.size() > 3) return false;
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower == "y" || lower == "n" || lower == "yes" || lower == "no" ||
         lower == "on" || lower == "off";
}

/// A letter first, and then nothing that means something anywhere in YAML; so
/// it can be neither a number nor the beginning of anything.
bool is_plain(std::string_view text) {
  constexpr std::string_view inside = " _-./+,()@=;'*&%$^~";
  if (text.empty() || !is_letter(text[0]) || text.back() == ' ') return false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_letter(c) && !is_digit &&
        inside.find(c) == std::string_view::npos) {
      return false;
    }
  }
  return resolve_yaml(text).type == yaml_type::string &&
         !is_old_boolean(text) && !begins_like_another_format(text);
}

class writer {
 public:
  explicit writer(text::output& out) noexcept : out_(&out) {}

  bool scalar(value v) {
    begin_value();
    text_.clear();
    if (const auto text = v.get_string()) {
      append_string(*text);
    } else if (!append_plain(text_, v)) {
      text_ = "null";
    }
    put_inline(text_);
    return !out_->failed();
  }

  bool begin_array(const array_view& v) { return begin(false, v.empty()); }
  bool begin_object(const object_view& v) { return begin(true, v.empty()); }
  bool end_array() { return end(); }
  bool end_object() { return end(); }

  bool key(std::string_view text) {
    // libyaml, like others, takes longer ones only with a question mark.
    constexpr std::size_t max_simple_bytes = 1000;
    begin_line();
    text_.clear();
    append_string(text);
    if (text_.size() > max_simple_bytes) {
      out_->put("? ");
      out_->put(text_);
      out_->put('\n');
      out_->fill(' ', indent());
    } else {
      out_->put(text_);
    }
    out_->put(':');
    state_ = place::after_key;
    return !out_->failed();
  }

 private:
  enum class place : std::uint8_t {
    line_start,
    after_dash,  // "- " was written: a container may begin on this line
    after_key,   // "key:" was written
  };
  /// The column of the entries of the innermost container.
  [[nodiscard]] std::size_t indent() const noexcept {
    return open_.empty() ? 0 : 2 * (open_.size() - 1);
  }

  /// To where the next entry begins.
  void begin_line() {
    if (state_ == place::line_start) out_->fill(' ', indent());
  }

  /// An element of a list stands after a dash.
  void begin_value() {
    if (open_.empty() || open_.back()) return;
    begin_line();
    out_->put("- ");
    state_ = place::after_dash;
  }

  /// The rest of a line.
  void put_inline(std::string_view text) {
    if (state_ == place::after_key) out_->put(' ');
    out_->put(text);
    out_->put('\n');
    state_ = place::line_start;
  }

  bool begin(bool is_map, bool is_empty) {
    begin_value();
    if (is_empty) {
      put_inline(is_map ? "{}" : "[]");
    } else if (state_ == place::after_key) {
      out_->put('\n');
      state_ = place::line_start;
    }
    open_.push_back(is_map);
    return !out_->failed();
  }

  bool end() {
    open_.pop_back();
    return true;
  }

  void append_string(std::string_view text) {
    if (is_plain(text)) {
      text_ += text;
    } else {
      append_quoted(text_, text, is_printable);
    }
  }

  text::output* out_;
  std::vector<bool> open_;  // is it a map
  std::string text_;
  place state_ = place::line_start;
};

}  // namespace

result<void> write_yaml(sink& out, value v, const limits& bounds) {
  return write_walked<writer>(out, v, bounds);
}

}  // namespace pith::interchange
