// SPDX-License-Identifier: MIT
#include "json/diagnose.hpp"

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "json/max_text.hpp"
#include "text/digits.hpp"
#include "text/number.hpp"
#include "text/quoted.hpp"
#include "text/utf8.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::json {

namespace {

/// What may come next.
enum class state : std::uint8_t {
  value,          ///< a value
  first_element,  ///< a value or `]`
  first_key,      ///< a key or `}`
  key,            ///< a key
  colon,          ///< `:`
  separator,      ///< `,` or the closing bracket
  end,            ///< nothing
};

/// A plain automaton over the characters, with the kernels that all readers
/// share for strings and numbers. It shares no code with the fast path's
/// handling of tokens, and both are tested against each other.
class checker {
 public:
  checker(std::string_view text, const limits& bounds) : bounds_(&bounds) {
    // A copy, since strings are decoded in place; its keys stay in it.
    data_.reset();
    data_.text.ensure(text.size() + detail::text_padding);
    data_.text.append(text.data(), text.size());
    std::memset(data_.text.end(), 0, detail::text_padding);
    shapes_.reset(data_);
    begin_ = data_.text.data();
    end_ = begin_ + text.size();
    p_ = begin_;
  }

  [[nodiscard]] std::optional<error> run() {
    for (;;) {
      while (p_ != end_ && is_space(*p_)) ++p_;
      if (p_ == end_) break;
      step(*p_);
      if (fault_) return fault_;
    }
    if (state_ == state::end) return std::nullopt;
    return error{error_code::unexpected_end, offset(end_),
                 "the text ends before the value does"};
  }

 private:
  struct frame {
    std::size_t count = 0;
    detail::shape_cursor cursor;
    bool is_array = false;
  };

  [[nodiscard]] static bool is_space(char c) noexcept {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
  [[nodiscard]] std::size_t offset(const char* p) const noexcept {
    return static_cast<std::size_t>(p - begin_);
  }
  void fail(error_code code, const char* at, const char* detail) {
    fault_ = error{code, offset(at), detail};
  }
  void unexpected(const char* detail) {
    fail(error_code::unexpected_character, p_, detail);
  }

  void step(char c) {
    switch (state_) {
      case state::first_element:
        return c == ']' ? close() : value(c);
      case state::value:
        return value(c);
      case state::first_key:
        return c == '}' ? close() : key(c);
      case state::key:
        return key(c);
      case state::colon:
        if (c != ':') return unexpected("a colon must follow a key");
        ++p_;
        state_ = state::value;
        return;
      case state::separator:
        return separator(c);
      case state::end:
        break;
    }
    fail(error_code::trailing_characters, p_,
         "nothing may follow the value of the text");
  }

  void separator(char c) {
    const bool is_array = open_.back().is_array;
    if (c == ',') {
      ++p_;
      state_ = is_array ? state::value : state::key;
    } else if (c == (is_array ? ']' : '}')) {
      close();
    } else {
      unexpected(is_array ? "a comma or ] must follow an element"
                          : "a comma or } must follow a member");
    }
  }

  /// Counts one more item of the innermost container, which begins here.
  [[nodiscard]] bool admit() {
    if (open_.empty()) return true;
    if (open_.back().count >= bounds_->max_items) {
      fail(error_code::item_limit, p_,
           "a container has more items than limits::max_items");
      return false;
    }
    ++open_.back().count;
    return true;
  }

  void value(char c) {
    // The members of an object were counted at their keys.
    if (!open_.empty() && open_.back().is_array && !admit()) return;
    switch (c) {
      case '{':
      case '[':
        return open(c == '[');
      case '"':
        if (!string(nullptr)) return;
        break;
      default:
        if (is_letter(c) ? !literal(c) : !number(c)) return;
        break;
    }
    finish_value();
  }

  void finish_value() {
    state_ = open_.empty() ? state::end : state::separator;
  }

  void open(bool is_array) {
    if (open_.size() >= bounds_->max_depth) {
      return fail(error_code::depth_limit, p_,
                  "containers are nested deeper than limits::max_depth");
    }
    frame f;
    f.is_array = is_array;
    open_.push_back(f);
    ++p_;
    state_ = is_array ? state::first_element : state::first_key;
  }

  void close() {
    open_.pop_back();
    ++p_;
    finish_value();
  }

  void key(char c) {
    if (c != '"') return unexpected("a key must begin with a quote");
    if (!admit()) return;
    std::string_view decoded;
    const char* const quote = p_;
    if (!string(&decoded)) return;
    if (decoded.size() > detail::key_place::max_length) {
      return fail(error_code::size_limit, quote,
                  "a key must be shorter than 16 MiB");
    }
    const auto place = [this, decoded] { return offset(decoded.data()); };
    if (!shapes_.advance(open_.back().cursor, decoded, place)) {
      return fail(error_code::duplicate_key, quote,
                  "an object has the same key twice");
    }
    state_ = state::colon;
  }

  [[nodiscard]] bool string(std::string_view* decoded) {
    const text::read_quoted_result r = text::read_quoted(p_, end_);
    if (!r.ok) {
      fail(r.code, r.end, describe(r.code));
      return false;
    }
    if (decoded != nullptr) *decoded = {p_ + 1, r.length};
    p_ = begin_ + offset(r.end);
    return true;
  }

  [[nodiscard]] static const char* describe(error_code code) noexcept {
    switch (code) {
      case error_code::control_character:
        return "control characters in strings must be escaped";
      case error_code::invalid_escape:
        return "a backslash must begin one of JSON's escapes";
      case error_code::invalid_surrogate:
        return "a \\u escape must not leave a surrogate without its other half";
      default:
        return "a string must end with a quote";
    }
  }

  /// True when a number or a word that ends before `p` goes on there. Another
  /// character is an error of its own, which the next step finds.
  [[nodiscard]] bool goes_on(const char* p) const noexcept {
    if (p == end_) return false;
    return is_letter(*p) || text::is_digit(*p) || *p == '.' || *p == '+' ||
           *p == '-' || *p == '_';
  }
  [[nodiscard]] static bool is_letter(char c) noexcept {
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'z';
  }

  [[nodiscard]] bool literal(char c) {
    const std::string_view word = c == 't'   ? "true"
                                  : c == 'f' ? "false"
                                             : "null";
    const std::string_view here(p_, static_cast<std::size_t>(end_ - p_));
    if (!here.starts_with(word) || goes_on(p_ + word.size())) {
      fail(error_code::invalid_literal, p_,
           p_ == begin_ ? "this is not JSON" : "expected true, false or null");
      return false;
    }
    p_ += word.size();
    return true;
  }

  [[nodiscard]] bool number(char c) {
    if (c != '-' && !text::is_digit(c)) {
      unexpected("expected a value");
      return false;
    }
    const text::parsed_number n = text::parse_number(p_, end_);
    if (n.kind == text::number_kind::none || goes_on(n.end)) {
      fail(error_code::invalid_number, p_, "this is not a JSON number");
      return false;
    }
    if (n.kind == text::number_kind::out_of_range) {
      fail(error_code::out_of_range, p_,
           "an integer must be within int64, and a real must be finite");
      return false;
    }
    p_ = begin_ + offset(n.end);
    return true;
  }

  const limits* bounds_;
  detail::document_data data_;
  detail::shape_tree shapes_;
  detail::pod_buffer<frame> open_;
  state state_ = state::value;
  char* begin_ = nullptr;
  char* end_ = nullptr;
  char* p_ = nullptr;
  std::optional<error> fault_;
};

/// True for errors that the end of the text alone made.
[[nodiscard]] bool is_about_the_end(const error& e) noexcept {
  return e.code == error_code::unexpected_end ||
         e.code == error_code::unterminated_quote;
}

}  // namespace

std::optional<error> diagnose(std::string_view text, const limits& bounds) {
  const std::size_t most = max_text_bytes(bounds);
  if (text.size() > most) {
    return error{error_code::size_limit, most,
                 "the text is longer than limits::max_bytes"};
  }
  const std::size_t invalid = text::find_invalid_utf8(text);
  std::optional<error> fault = checker(text.substr(0, invalid), bounds).run();
  if (invalid != text::valid_utf8 && (!fault || is_about_the_end(*fault))) {
    return error{error_code::invalid_utf8, invalid, "the text is not UTF-8"};
  }
  return fault;
}

}  // namespace pith::inline v0::json
