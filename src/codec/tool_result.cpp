// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/json.hpp>
#include <pith/tool_result.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace pith::inline v0 {

namespace {

constexpr std::size_t max_accepted = 16;
constexpr std::size_t max_word_bytes = 64;
constexpr std::int64_t max_said_tokens = 1'000'000'000;

bool carries_every_value(const codec& format) noexcept {
  return format.is_lossless() && format.subject == codec_subject::any_value &&
         format.read && !format.is_binary;
}

const codec* named_by(std::string_view word) noexcept {
  if (word.find('/') == word.npos) return codecs().find(word);
  if (word.find(';') != word.npos) return nullptr;
  if (const codec* const found = codecs().find_media_type(word)) return found;
  // Types that are not registered were spelled so for long.
  constexpr std::string_view unregistered = "text/x-";
  if (!word.starts_with(unregistered)) return nullptr;
  std::array<char, max_word_bytes + 8> plain{};
  const std::string_view name = word.substr(unregistered.size());
  char* const end =
      std::copy(name.begin(), name.end(),
                std::ranges::copy(std::string_view{"text/"}, plain.data()).out);
  return codecs().find_media_type(
      {plain.data(), static_cast<std::size_t>(end - plain.data())});
}

std::vector<std::string> known_formats(array_view words) {
  std::vector<std::string> formats;
  std::size_t seen = 0;
  for (const value word : words) {
    if (++seen > max_accepted) break;
    const codec* const found = find_accepted(word.get_string().value_or(""));
    if (found == nullptr ||
        std::ranges::find(formats, found->name) != formats.end()) {
      continue;
    }
    formats.push_back(found->name);
  }
  return formats;
}

void add_mark(builder& to, std::string_view format) {
  to.key("_meta").begin_object();
  to.key(encoding_mark_key).string(format).end_object();
}

}  // namespace

bool result_encoding::is_json_alone() const noexcept {
  return formats && std::ranges::all_of(*formats, [](const std::string& name) {
           return name == "json";
         });
}

result_encoding result_encoding::value_or_from(
    const result_encoding& farther) const {
  result_encoding out = *this;
  if (!out.formats) out.formats = farther.formats;
  if (out.max_tokens == 0) out.max_tokens = farther.max_tokens;
  return out;
}

const codec* find_accepted(std::string_view word) noexcept {
  if (word.empty() || word.size() > max_word_bytes) return nullptr;
  const codec* const found = named_by(word);
  return found != nullptr && carries_every_value(*found) ? found : nullptr;
}

result_encoding read_result_encoding(value said) {
  result_encoding out;
  if (const auto words = said.find("accept").get_array()) {
    out.formats = known_formats(*words);
  }
  const std::int64_t most = said.find("maxTokens").get_integer().value_or(0);
  if (most > 0 && most <= max_said_tokens) {
    out.max_tokens = static_cast<std::size_t>(most);
  }
  return out;
}

result_encoding find_result_encoding(maybe_value params) {
  result_encoding out;
  const auto take = [&out](maybe_value said) {
    if (said) out = out.value_or_from(read_result_encoding(*said));
  };
  const maybe_value meta = params["_meta"];
  take(meta[result_encoding_key]);
  take(meta["io.modelcontextprotocol/clientCapabilities"]["extensions"]
           [result_encoding_key]);
  take(params["capabilities"]["extensions"][result_encoding_key]);
  take(params["capabilities"]["experimental"][result_encoding_key]);
  return out;
}

result<tool_result> make_tool_result(value v, const result_encoding& asked,
                                     token_meter tokens) {
  const bool asks = asked.formats && !asked.is_json_alone();
  std::vector<candidate> candidates;
  if (asks) {
    for (const std::string& name : *asked.formats) {
      const codec* const found = find_accepted(name);
      if (found != nullptr && found->name != "json") {
        candidates.push_back({found});
      }
    }
  }
  // None at all would stand for GCF.
  if (candidates.empty()) candidates.push_back({codecs().find("json")});
  auto best = auto_encode(v, tokens, {.candidates = std::move(candidates)});
  if (!best) return best.error();
  const bool is_marked = best->used->name != "json";
  builder to;
  to.begin_object().key("content").begin_array().begin_object();
  to.key("type").string("text").key("text").string(best->text);
  if (is_marked) add_mark(to, best->used->name);
  to.end_object().end_array();
  if (!asks && v.get_object()) to.key("structuredContent").copy(v);
  if (is_marked) add_mark(to, best->used->name);
  to.end_object();
  const auto made = to.finish();
  if (!made) return made.error();
  auto json = json::write(made->root());
  if (!json) return json.error();
  return tool_result{std::move(*json), best->used->name, best->tokens};
}

}  // namespace pith::inline v0
