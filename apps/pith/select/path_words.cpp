// SPDX-License-Identifier: MIT
/// @file
/// Sentences about what a path does not lead to.
#include <pith/format_error.hpp>

#include "mcp/words/nearest_word.hpp"
#include "select/path.hpp"

#include <algorithm>
#include <string_view>

namespace cli::select {

namespace {

constexpr std::size_t max_keys_named = 8;
constexpr std::size_t max_keys_compared = 500;
constexpr std::size_t max_key_bytes = 40;

/// A key that fits into a message.
std::string shown(std::string_view key) {
  if (key.size() <= max_key_bytes) return pith::printable(key);
  std::size_t end = max_key_bytes;
  // Not in the middle of a code point.
  while (end > 0 && (static_cast<unsigned char>(key[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return pith::printable(key.substr(0, end)) + "...";
}

std::string count_words(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " element" : " elements");
}

std::string in_array(const std::string& place, const step& next,
                     std::size_t size) {
  if (size == 0) return place + " is an empty array";
  if (next.index) {
    return place + " has " + count_words(size) + ", so there is no [" +
           std::to_string(*next.index) + "]; the last one is [" +
           std::to_string(size - 1) + "]";
  }
  return place + " is an array of " + count_words(size) + ", which has no '" +
         shown(next.key) + "'; name an element, as [0]";
}

}  // namespace

std::string_view kind_words(pith::kind k) {
  switch (k) {
    case pith::kind::null:
      return "null";
    case pith::kind::boolean:
      return "a boolean";
    case pith::kind::integer:
    case pith::kind::real:
      return "a number";
    case pith::kind::string:
      return "a string";
    case pith::kind::array:
      return "an array";
    case pith::kind::object:
      return "an object";
  }
  return "a value";
}

std::string keys_of(pith::value object) {
  std::string out;
  const auto members = object.members();
  const std::size_t count = members.size();
  // Two names are as short as "1 other".
  const std::size_t named =
      count <= max_keys_named + 1 ? count : max_keys_named;
  std::size_t at = 0;
  for (const auto& [key, value] : members) {
    if (at == named) break;
    if (at != 0) out += at + 1 == count ? " and " : ", ";
    out += shown(key);
    ++at;
  }
  if (named < count) out += " and " + std::to_string(count - named) + " others";
  return out;
}

std::string nearest_key(pith::value object, std::string_view key) {
  // Any other letter is near one letter.
  if (key.size() < 2) return {};
  std::vector<std::string_view> known;
  for (const auto& [name, value] : object.members()) {
    if (known.size() == max_keys_compared) break;
    known.push_back(name);
  }
  const std::string_view meant = pith::mcp::nearest_word(key, known);
  return meant.empty() ? "" : "; did you mean '" + shown(meant) + "'?";
}

std::string why_missing(const lookup& stopped, const path& steps) {
  if (stopped.steps >= steps.size()) return {};
  const step& next = steps[stopped.steps];
  const std::string place =
      stopped.steps == 0
          ? "the document"
          : "'" + pith::printable(dotted(steps, stopped.steps)) + "'";
  if (const auto elements = stopped.last.get_array()) {
    return in_array(place, next, elements->size());
  }
  const auto members = stopped.last.get_object();
  if (!members) {
    return place + " is " + std::string(kind_words(stopped.last.type())) +
           ", which has nothing inside it";
  }
  if (members->empty()) return place + " is an empty object";
  if (!next.may_be_key) {
    return place + " is an object, not an array; it has " +
           keys_of(stopped.last);
  }
  return place + " has " + keys_of(stopped.last) + ", but no '" +
         shown(next.key) + "'" + nearest_key(stopped.last, next.key);
}

}  // namespace cli::select
