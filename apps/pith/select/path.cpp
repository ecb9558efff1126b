// SPDX-License-Identifier: MIT
#include "select/path.hpp"

#include <pith/builder.hpp>
#include <pith/json.hpp>

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

namespace cli::select {

namespace {

std::optional<std::int64_t> to_index(std::string_view digits) {
  std::int64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, failed] = std::from_chars(digits.data(), end, number);
  if (digits.empty() || failed != std::errc{} || stop != end) {
    return std::nullopt;
  }
  return number;
}

/// The index that a step of a JSON Pointer may be: digits without a leading 0.
std::optional<std::int64_t> pointer_index(std::string_view word) {
  if (word.empty() || word[0] < '0' || word[0] > '9') return std::nullopt;
  if (word.size() > 1 && word[0] == '0') return std::nullopt;
  return to_index(word);
}

path_reading wrong(std::string sentence) { return {{}, std::move(sentence)}; }

path_reading read_pointer(std::string_view text) {
  path_reading got;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('/', at + 1), text.size());
    const std::string_view word = text.substr(at + 1, end - at - 1);
    step one;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (word[i] != '~') {
        one.key += word[i];
        continue;
      }
      const char escaped = i + 1 < word.size() ? word[i + 1] : '\0';
      if (escaped != '0' && escaped != '1') {
        return wrong(
            "in a JSON Pointer, ~0 stands for ~ and ~1 for /; a ~ "
            "alone stands for nothing");
      }
      one.key += escaped == '0' ? '~' : '/';
      ++i;
    }
    one.index = pointer_index(word);
    got.steps.push_back(std::move(one));
    at = end;
  }
  return got;
}

bool ends_bare_key(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7F || c == '.' || c == '[' || c == ']' ||
         c == '"' || c == '\'';
}

/// Whether a key stands without quotes.
bool is_bare(std::string_view key) {
  return !key.empty() && std::ranges::none_of(key, ends_bare_key);
}

/// Reads the dotted form from left to right.
class dotted_reader {
 public:
  explicit dotted_reader(std::string_view text) : text_(text) {}

  path_reading read() {
    if (text_ == ".") return {};
    while (at_ < text_.size() && got_.mistake.empty()) {
      if (text_[at_] == '.') {
        read_after_dot();
      } else if (text_[at_] == '[') {
        read_bracket();
      } else {
        fail("a '.' or a '[' must stand here");
      }
    }
    if (!got_.mistake.empty()) got_.steps.clear();
    return std::move(got_);
  }

 private:
  void fail(const std::string& sentence) {
    got_.mistake = sentence + ", at character " + std::to_string(at_ + 1);
  }

  void read_after_dot() {
    ++at_;
    if (at_ < text_.size() && text_[at_] == '"') {
      if (auto key = read_quoted()) got_.steps.push_back({std::move(*key)});
      return;
    }
    // `.[0]`, as jq writes it, at the beginning and elsewhere.
    if (at_ < text_.size() && text_[at_] == '[') return read_bracket();
    const std::size_t begin = at_;
    while (at_ < text_.size() && !ends_bare_key(text_[at_])) ++at_;
    if (at_ == begin) {
      fail(
          "a key must follow the '.'; one with blanks or dots stands in "
          "quotes, as .\"a b\"");
      return;
    }
    got_.steps.push_back({std::string(text_.substr(begin, at_ - begin))});
  }

  void read_bracket() {
    ++at_;
    std::optional<step> one;
    if (at_ < text_.size() && text_[at_] == '"') {
      auto key = read_quoted();
      if (!key) return;
      one = step{std::move(*key)};
    } else {
      const std::size_t end = std::min(text_.find(']', at_), text_.size());
      const auto index = to_index(text_.substr(at_, end - at_));
      if (!index) {
        fail(
            "brackets hold the number of an element, as [0] or [-1], or a key "
            "in quotes");
        return;
      }
      one = step{.index = index, .may_be_key = false};
      at_ = end;
    }
    if (at_ >= text_.size() || text_[at_] != ']') {
      fail("a ']' is missing");
      return;
    }
    ++at_;
    got_.steps.push_back(std::move(*one));
  }

  /// A string of JSON; nothing after a mistake.
  std::optional<std::string> read_quoted() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    if (end >= text_.size()) {
      fail("the closing quotation mark is missing");
      return std::nullopt;
    }
    const auto parsed = pith::json::parse(text_.substr(at_, end + 1 - at_));
    const auto key =
        parsed ? parsed->root().get<std::string>() : pith::maybe<std::string>();
    if (!key) {
      fail("this is not a string of JSON");
      return std::nullopt;
    }
    at_ = end + 1;
    return *key;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  path_reading got_;
};

/// The index from the beginning; nothing when it lies before it.
std::optional<std::size_t> from_begin(std::int64_t index, std::size_t size) {
  if (index >= 0) return static_cast<std::size_t>(index);
  const auto back = static_cast<std::uint64_t>(-(index + 1)) + 1;
  if (back > size) return std::nullopt;
  return size - static_cast<std::size_t>(back);
}

pith::maybe_value go(pith::value from, const step& one) noexcept {
  if (const auto elements = from.get_array()) {
    if (!one.index) return {};
    const auto at = from_begin(*one.index, elements->size());
    return at ? from.at(*at) : pith::maybe_value();
  }
  return one.may_be_key ? from.find(one.key) : pith::maybe_value();
}

}  // namespace

path_reading read_path(std::string_view text) {
  if (text.size() > max_path_bytes) return wrong("the path is too long");
  if (text.empty() || text[0] == '/') return read_pointer(text);
  if (text[0] == '.') return dotted_reader{text}.read();
  std::string meant = "." + std::string(text);
  if (text[0] != '[' && !dotted_reader{meant}.read().mistake.empty())
    meant = "";
  return wrong(
      "a path begins with '.' (as .result.rows) or with '/' (a JSON "
      "Pointer, as /result/rows)" +
      (meant.empty() ? "" : "; did you mean '" + meant + "'?"));
}

std::string dotted(const path& steps, std::size_t count) {
  if (count == 0) return ".";
  std::string out;
  for (const step& one : std::span(steps).first(count)) {
    if (!one.may_be_key) {
      if (out.empty()) out += '.';
      out += '[' + std::to_string(one.index.value_or(0)) + ']';
    } else if (is_bare(one.key)) {
      out += '.' + one.key;
    } else {
      pith::builder b;
      const auto quoted = b.string(one.key).finish();
      out += '.';
      if (quoted) (void)pith::json::append(out, quoted->root());
    }
  }
  return out;
}

lookup find(pith::value from, const path& steps) noexcept {
  lookup now{from, from, 0};
  for (const step& one : steps) {
    now.found = go(now.last, one);
    if (!now.found) return now;
    now.last = *now.found;
    ++now.steps;
  }
  return now;
}

}  // namespace cli::select
