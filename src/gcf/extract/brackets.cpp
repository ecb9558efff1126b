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
  };

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] const entry& top() const noexcept {
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

/// Behind the string whose opening quote is at `at`; npos if it is not closed
/// on its line, where JSON has none.
std::size_t skip_string(std::string_view text, std::size_t at) noexcept {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\n') break;
    if (text[i] == '\\') ++i;
  }
  return std::string_view::npos;
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
      const std::size_t behind = skip_string(text, i);
      if (behind != std::string_view::npos) {
        i = behind;
        continue;
      }
      open.clear();
    } else if (c == '}' || c == ']') {
      const open_brackets::entry last = open.top();
      if (last.closer != c) {
        open.clear();
      } else {
        open.pop();
        if (found(bracketed{last.at, i + 1, last.kind}, open.empty())) return;
      }
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
