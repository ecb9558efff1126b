// SPDX-License-Identifier: MIT
#include "files/glob.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace cli::files {

namespace {

constexpr std::string_view with_meaning = "*?[\\";

struct named_class {
  std::string_view name;
  int (*holds)(int);
};

// The locale is that of C: the command never sets another. Not constexpr: in
// a library of Windows, functions have their addresses when it is loaded.
const std::array<named_class, 12> classes{{{"alnum", std::isalnum},
                                           {"alpha", std::isalpha},
                                           {"blank", std::isblank},
                                           {"cntrl", std::iscntrl},
                                           {"digit", std::isdigit},
                                           {"graph", std::isgraph},
                                           {"lower", std::islower},
                                           {"print", std::isprint},
                                           {"punct", std::ispunct},
                                           {"space", std::isspace},
                                           {"upper", std::isupper},
                                           {"xdigit", std::isxdigit}}};

bool add_class(std::bitset<256>& to, std::string_view name) {
  const auto found = std::ranges::find(classes, name, &named_class::name);
  if (found == classes.end()) return false;
  for (int c = 0; c < 128; ++c) {
    if (found->holds(c) != 0) to.set(static_cast<std::size_t>(c));
  }
  return true;
}

}  // namespace

glob::glob(std::string_view pattern) {
  const std::size_t literal =
      std::min(pattern.find_first_of(with_meaning), pattern.size());
  prefix_ = pattern.substr(0, literal);
  for (std::size_t at = literal; at < pattern.size() && !is_malformed_;) {
    switch (pattern[at]) {
      case '*':
        at = add_stars(pattern, at);
        break;
      case '?':
        sets_.emplace_back().set().reset('/');
        parts_.push_back({kind::set, 0, sets_.size() - 1});
        ++at;
        break;
      case '[':
        at = add_set(pattern, at);
        break;
      case '\\':
        is_malformed_ = at + 1 == pattern.size();
        if (!is_malformed_) add(pattern[at + 1]);
        at += 2;
        break;
      default:
        add(pattern[at++]);
    }
  }
}

/// Returns where the stars end.
std::size_t glob::add_stars(std::string_view pattern, std::size_t at) {
  const std::size_t end =
      std::min(pattern.find_first_not_of('*', at), pattern.size());
  const std::string_view rest = pattern.substr(end);
  // git looks at what follows the literal beginning alone, so that stars which
  // come first there count as after a slash: `a**/b` matches `ax/y/b`.
  const bool begins = at == prefix_.size() || pattern[at - 1] == '/';
  const bool ends =
      rest.empty() || rest.starts_with('/') || rest.starts_with("\\/");
  if (end - at < 2 || !begins || !ends) {
    parts_.push_back({kind::star});
    return end;
  }
  if (!rest.starts_with('/')) {
    parts_.push_back({kind::deep});
    return end;
  }
  parts_.push_back({kind::skip});
  parts_.push_back({kind::deep});
  add('/');
  return end + 1;
}

/// Returns where the set ends.
std::size_t glob::add_set(std::string_view pattern, std::size_t at) {
  std::bitset<256> set;
  const auto byte_at = [&](std::size_t place) {
    return static_cast<unsigned char>(pattern[place]);
  };
  const auto fail = [&] {
    is_malformed_ = true;
    return pattern.size();
  };
  ++at;
  const bool is_negated =
      at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (is_negated) ++at;
  unsigned before = 0;  // the byte from which a range may begin
  // A closing bracket that comes first is one of the set.
  for (bool is_first = true;; is_first = false) {
    if (at >= pattern.size()) return fail();
    if (pattern[at] == ']' && !is_first) break;
    const bool is_range = pattern[at] == '-' && before != 0 &&
                          at + 1 < pattern.size() && pattern[at + 1] != ']';
    if (is_range) {
      ++at;
      if (pattern[at] == '\\' && ++at >= pattern.size()) return fail();
      for (unsigned c = before; c <= byte_at(at); ++c) set.set(c);
      before = 0;
    } else if (pattern.substr(at).starts_with("[:")) {
      const std::size_t close = pattern.find(']', at + 2);
      if (close == std::string_view::npos) return fail();
      // Without a colon before it, the bracket is a byte like others.
      if (close < at + 3 || pattern[close - 1] != ':') {
        before = '[';
        set.set('[');
      } else {
        const auto name = pattern.substr(at + 2, close - at - 3);
        if (!add_class(set, name)) return fail();
        at = close;
        before = 0;
      }
    } else {
      if (pattern[at] == '\\' && ++at >= pattern.size()) return fail();
      before = byte_at(at);
      set.set(before);
    }
    ++at;
  }
  if (is_negated) set.flip();
  set.reset('/');
  sets_.push_back(set);
  parts_.push_back({kind::set, 0, sets_.size() - 1});
  return at + 1;
}

bool glob::takes(const part& one, char byte) const {
  switch (one.what) {
    case kind::byte:
      return one.byte == byte;
    case kind::set:
      return sets_[one.set].test(static_cast<unsigned char>(byte));
    case kind::star:
      return byte != '/';
    case kind::deep:
      return true;
    case kind::skip:
      return false;
  }
  return false;
}

bool glob::matches(std::string_view text) const {
  if (is_malformed_ || !text.starts_with(prefix_)) return false;
  text.remove_prefix(prefix_.size());
  if (parts_.empty()) return text.empty();
  std::vector<bool> now(parts_.size() + 1, false);
  std::vector<bool> next(parts_.size() + 1, false);
  now[0] = true;
  for (std::size_t at = 0;; ++at) {
    // From left to right: what is reached without a byte lies to the right.
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!now[i]) continue;
      const kind what = parts_[i].what;
      if (what == kind::skip) now[i + 3] = true;
      if (what != kind::byte && what != kind::set) now[i + 1] = true;
    }
    if (at == text.size()) return now.back();
    bool is_alive = false;
    std::fill(next.begin(), next.end(), false);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!now[i] || !takes(parts_[i], text[at])) continue;
      is_alive = true;
      const kind what = parts_[i].what;
      next[what == kind::star || what == kind::deep ? i : i + 1] = true;
    }
    if (!is_alive) return false;
    std::swap(now, next);
  }
}

}  // namespace cli::files
