// SPDX-License-Identifier: MIT
#include "gcf/extract/brackets.hpp"

#include "gcf/extract/answer_lines.hpp"

#include <array>

namespace pith::inline v0::gcf::extraction {

namespace {

/// The brackets that are open. Prose opens brackets that nobody closes, so
/// the outermost are forgotten when there are too many; the decoders would
/// not accept that depth anyway.
class open_brackets {
 public:
  struct entry {
    std::size_t at;
    char closer;
    likeness kind;
    bool has_comma = false;
    bool has_words = false;  // something that JSON does not have
  };

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] entry& top() noexcept {
    return entries_[(next_ - 1) % capacity];
  }
  void push(const entry& e) noexcept {
    entries_[next_ % capacity] = e;
    ++next_;
    if (count_ != capacity) ++count_;
  }
  void pop() noexcept {
    --next_;
    --count_;
  }
  void clear() noexcept { next_ = count_ = 0; }

 private:
  static constexpr std::size_t capacity = 1024;
  std::array<entry, capacity> entries_;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
};

/// After the string whose opening quote is at `at`; npos if it is not closed
/// on its line, where JSON has none.
std::size_t skip_string(std::string_view text, std::size_t at) noexcept {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\n') break;
    if (text[i] == '\\') ++i;
  }
  return std::string_view::npos;
}

/// The length of what may stand outside strings and brackets of JSON at `at`:
/// a literal, or a byte of a number, a separator or a space. 0 for others.
std::size_t plain_length(std::string_view text, std::size_t at) noexcept {
  constexpr std::string_view plain = " \t\r\n,:0123456789+-.eE";
  for (const std::string_view literal : {"true", "false", "null"}) {
    if (text.substr(at).starts_with(literal)) return literal.size();
  }
  return plain.find(text[at]) != std::string_view::npos ? 1 : 0;
}

/// Whether the lines from `begin` to `end` have nothing else on them but
/// blanks and backticks. Stops at the first other byte, so that asking for all
/// pairs of a text is linear.
bool is_alone(std::string_view text, std::size_t begin,
              std::size_t end) noexcept {
  const auto is_nothing = [](char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '`';
  };
  while (begin != 0 && is_nothing(text[begin - 1])) --begin;
  while (end != text.size() && is_nothing(text[end])) ++end;
  return (begin == 0 || text[begin - 1] == '\n') &&
         (end == text.size() || text[end] == '\n');
}

/// What closes here. A weak array is JSON only if all of it could be, and if it
/// is more than the `[1]` of prose, or is not in prose.
bracketed closed_pair(std::string_view text, std::size_t end,
                      const open_brackets::entry& e) noexcept {
  bracketed pair{e.at, end, e.kind};
  if (e.kind == likeness::weak && e.closer == ']' &&
      (e.has_words || !(e.has_comma || is_alone(text, e.at, end)))) {
    pair.kind = likeness::none;
  }
  return pair;
}

/// Calls `found` for each pair of brackets where it closes, inner ones first,
/// until it returns true.
template <class Found>
void scan(std::string_view text, std::size_t from, Found&& found) noexcept {
  open_brackets open;
  for (std::size_t i = from; i < text.size();) {
    const char c = text[i];
    if (c == '{' || c == '[') {
      const likeness kind = json_likeness(text, i);
      if (kind != likeness::none) {
        open.push({i, c == '{' ? '}' : ']', kind});
      }
    } else if (open.empty()) {
      // Prose: quotes and closing brackets mean nothing.
    } else if (c == '"') {
      const std::size_t after = skip_string(text, i);
      if (after != std::string_view::npos) {
        i = after;
        continue;
      }
      open.clear();
    } else if (c == '}' || c == ']') {
      const open_brackets::entry last = open.top();
      if (last.closer != c) {
        open.clear();
      } else {
        open.pop();
        if (!open.empty() && last.has_words) open.top().has_words = true;
        if (found(closed_pair(text, i + 1, last), open.empty())) return;
      }
    } else if (const std::size_t length = plain_length(text, i); length != 0) {
      if (c == ',') open.top().has_comma = true;
      i += length;
      continue;
    } else {
      open.top().has_words = true;
    }
    ++i;
  }
}

}  // namespace

likeness json_likeness(std::string_view text, std::size_t at) noexcept {
  const std::size_t inside = skip_space(text, at + 1, text.size());
  if (inside == text.size()) return likeness::none;
  const char c = text[inside];
  if (text[at] == '{') {
    if (c == '"') return likeness::strong;
    return c == '}' ? likeness::weak : likeness::none;
  }
  switch (c) {
    case '{':
    case '[':
    case '"':
      return likeness::strong;
    case ']':
    case '-':
    case 't':
    case 'f':
    case 'n':
      return likeness::weak;
    default:
      return c >= '0' && c <= '9' ? likeness::weak : likeness::none;
  }
}

bracketed find_json(std::string_view text, std::size_t from) noexcept {
  bracketed strong;
  bracketed weak;
  scan(text, from, [&](const bracketed& pair, bool is_outermost) {
    if (pair.kind == likeness::none) {
      return is_outermost && strong.kind != likeness::none;
    }
    bracketed& best = pair.kind == likeness::strong ? strong : weak;
    // Pairs nest: one that ends later and begins earlier is around the other.
    if (best.kind == likeness::none || pair.begin < best.begin) best = pair;
    return is_outermost && strong.kind != likeness::none;
  });
  return strong.kind != likeness::none ? strong : weak;
}

std::size_t find_json_end(std::string_view text, std::size_t from) noexcept {
  std::size_t end = std::string_view::npos;
  scan(text, from, [&](const bracketed& pair, bool) {
    if (pair.begin != from) return false;
    end = pair.end;
    return true;
  });
  return end;
}

}  // namespace pith::inline v0::gcf::extraction
