// SPDX-License-Identifier: MIT
#include "mcp/protocol/format_wish.hpp"

#include <pith/json.hpp>

#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

constexpr std::string_view capabilities_key =
    "io.modelcontextprotocol/clientCapabilities";

/// Places in a request, the nearest first; paths from params on.
constexpr std::array<std::string_view, 2> in_meta{"_meta", result_encoding_key};
constexpr std::array<std::string_view, 4> in_meta_capabilities{
    "_meta", capabilities_key, "extensions", result_encoding_key};
/// And in initialize.
constexpr std::array<std::string_view, 3> in_extensions{
    "capabilities", "extensions", result_encoding_key};
constexpr std::array<std::string_view, 3> in_experimental{
    "capabilities", "experimental", result_encoding_key};

/// The value of the only member of this name.
std::optional<std::string_view> only_member_called(std::string_view object,
                                                   std::string_view key) {
  const auto members = members_of(object);
  if (!members) return std::nullopt;
  const member_span* found = nullptr;
  for (const member_span& m : *members) {
    if (!is_text(m.key, key)) continue;
    if (found != nullptr) return std::nullopt;
    found = &m;
  }
  if (found == nullptr) return std::nullopt;
  return found->value;
}

/// Objects that hold capabilities; larger ones are not looked into.
constexpr std::size_t max_object_bytes = 1U << 20U;

result_encoding wish_at(std::string_view params,
                        std::span<const std::string_view> path) {
  // params may be large, and are known to have no member of ours twice.
  auto at = find_member(params, path.front());
  for (const std::string_view key : path.subspan(1)) {
    if (!at || at->size() > max_object_bytes) return {};
    at = only_member_called(*at, key);
  }
  if (!at || at->size() > max_wish_bytes) return {};
  const auto said = json::parse(*at);
  return said ? read_result_encoding(said->root()) : result_encoding{};
}

/// The raw object without what is at the end of the path; nothing when that is
/// not there. Calls itself once per key of the path.
// NOLINTNEXTLINE(misc-no-recursion): as deep as a path of three keys
std::optional<std::string> without_path(
    std::string_view object, std::span<const std::string_view> path) {
  const auto members = members_of(object);
  if (!members) return std::nullopt;
  std::string out{'{'};
  bool is_changed = false;
  for (const member_span& m : *members) {
    std::optional<std::string> inside;
    if (is_text(m.key, path.front())) {
      if (path.size() == 1) {
        is_changed = true;
        continue;
      }
      inside = without_path(m.value, path.subspan(1));
    }
    if (out.size() > 1) out.push_back(',');
    if (!inside) {
      out.append(whole_member(m));
      continue;
    }
    is_changed = true;
    out.append(m.key).push_back(':');
    out.append(*inside);
  }
  if (!is_changed) return std::nullopt;
  out.push_back('}');
  return out;
}

/// A member of params, and what takes its place.
struct changed_part {
  std::string_view part;
  std::string with;
};

void strip(std::string_view params, std::string_view member,
           std::initializer_list<std::span<const std::string_view>> paths,
           std::vector<changed_part>& into) {
  const auto part = find_member(params, member);
  if (!part) return;
  std::optional<std::string> now;
  for (const auto path : paths) {
    auto next =
        without_path(now ? std::string_view{*now} : *part, path.subspan(1));
    if (next) now = std::move(next);
  }
  if (now) into.push_back({*part, std::move(*now)});
}

/// "gcf, application/json".
std::vector<std::string> accepted_words(std::string_view list) {
  constexpr std::size_t most = 16;
  std::vector<std::string> formats;
  for (std::size_t seen = 0; seen < most && !list.empty(); ++seen) {
    std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    const codec* const found = find_accepted(trimmed(word));
    if (found != nullptr &&
        std::ranges::find(formats, found->name) == formats.end()) {
      formats.push_back(found->name);
    }
  }
  return formats;
}

/// What `%2F` and the like stand for; nothing when one of them is cut off.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i] == '+' ? ' ' : text[i]);
      continue;
    }
    unsigned byte = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, byte, 16);
    if (digits.size() != 2 || read.ec != std::errc{} || read.ptr != end) {
      return std::nullopt;
    }
    out.push_back(static_cast<char>(byte));
    i += 2;
  }
  return out;
}

result_encoding wish_of_fields(const http_fields& fields) {
  result_encoding said;
  const auto list = fields.find(accept_field);
  if (!list || fields.count(accept_field) != 1 ||
      list->size() > max_wish_bytes) {
    return said;
  }
  said.formats = accepted_words(*list);
  return said;
}

result_encoding wish_of_target(std::string_view target) {
  result_encoding said;
  const std::size_t query = target.find('?');
  if (query == target.npos) return said;
  std::string_view rest = target.substr(query + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    constexpr std::string_view key = "format=";
    if (!pair.starts_with(key) || pair.size() > max_wish_bytes) continue;
    // Twice is as good as not at all.
    if (said.formats) return {};
    const auto list = percent_decoded(pair.substr(key.size()));
    if (list) said.formats = accepted_words(*list);
  }
  return said;
}

constexpr char name_mark = '~';
constexpr std::string_view nothing_said = "-";

}  // namespace

result_encoding wish_of_request(const message& request) {
  return wish_at(request.params, in_meta)
      .value_or_from(wish_of_capabilities(request));
}

result_encoding wish_of_capabilities(const message& request) {
  return wish_at(request.params, in_meta_capabilities);
}

result_encoding wish_of_session(const message& initialize) {
  return wish_at(initialize.params, in_extensions)
      .value_or_from(wish_at(initialize.params, in_experimental));
}

result_encoding wish_of_head(const http_request& head) {
  return wish_of_fields(head.fields).value_or_from(wish_of_target(head.target));
}

std::optional<std::string> without_wish(const message& request) {
  std::vector<changed_part> changes;
  strip(request.params, "_meta", {in_meta, in_meta_capabilities}, changes);
  if (request.method == "initialize") {
    strip(request.params, "capabilities", {in_extensions, in_experimental},
          changes);
  }
  if (changes.empty()) return std::nullopt;
  std::ranges::sort(changes, {},
                    [](const changed_part& c) { return c.part.data(); });
  splice changed{request.text};
  for (const changed_part& c : changes) changed.replace(c.part, c.with);
  return changed.finish();
}

// ~gcf,json~8000~ID, ~-~8000~ID

std::string name_session(std::string_view id, const result_encoding& said) {
  if (!said.says_something() && !id.starts_with(name_mark)) {
    return std::string(id);
  }
  std::string name{name_mark};
  if (!said.formats) name.append(nothing_said);
  if (said.formats) {
    for (const std::string& format : *said.formats) {
      if (name.size() > 1) name.push_back(',');
      name.append(format);
    }
  }
  name.push_back(name_mark);
  name.append(std::to_string(said.max_tokens)).push_back(name_mark);
  name.append(id);
  return name;
}

named_session read_session_name(std::string_view name) {
  if (!name.starts_with(name_mark)) return {{}, name};
  const std::string_view rest = name.substr(1);
  const std::size_t first = rest.find(name_mark);
  if (first == rest.npos || first > max_wish_bytes) return {{}, name};
  const std::size_t second = rest.find(name_mark, first + 1);
  if (second == rest.npos) return {{}, name};
  const std::string_view digits = rest.substr(first + 1, second - first - 1);
  constexpr std::size_t most = 1'000'000'000;
  std::size_t max_tokens = 0;
  const char* const end = digits.data() + digits.size();
  const auto number = std::from_chars(digits.data(), end, max_tokens);
  if (number.ec != std::errc{} || number.ptr != end || max_tokens > most) {
    return {{}, name};
  }
  result_encoding said;
  said.max_tokens = max_tokens;
  const std::string_view formats = rest.substr(0, first);
  if (formats != nothing_said) said.formats = accepted_words(formats);
  return {std::move(said), rest.substr(second + 1)};
}

}  // namespace pith::mcp
