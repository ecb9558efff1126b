// SPDX-License-Identifier: MIT
#include "mcp/search/request.hpp"

#include "mcp/search/words.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace pith::mcp {

namespace {

bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

constexpr auto picture_endings = std::to_array<std::string_view>(
    {"bmp", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp"});
constexpr auto file_endings = std::to_array<std::string_view>(
    {"c",   "cpp", "css",  "csv",  "doc",  "docx", "go",   "h",
     "hpp", "htm", "html", "ini",  "java", "js",   "json", "jsx",
     "log", "lua", "md",   "pdf",  "php",  "ppt",  "pptx", "py",
     "rb",  "rs",  "rst",  "sh",   "sql",  "tar",  "toml", "ts",
     "tsx", "txt", "xls",  "xlsx", "xml",  "yaml", "yml",  "zip"});
constexpr auto site_endings =
    std::to_array<std::string_view>({"com", "dev", "io", "net", "org"});

bool is_decimal(std::string_view token) {
  return token.find('.') != std::string_view::npos &&
         token.find_first_not_of("0123456789.-+") == std::string_view::npos;
}

/// What a token is the name of, in words; empty when it is just a word. Nobody
/// finds a tool by the words in the name of a file, but by that it is a file.
std::string_view kind_of_name(std::string_view token) {
  if (token.find("://") != std::string_view::npos ||
      token.starts_with("www.")) {
    return "url";
  }
  const std::size_t dot = token.rfind('.');
  if (dot == std::string_view::npos || is_decimal(token)) return {};
  const std::string_view ending = token.substr(dot + 1);
  const auto is_in = [ending](const auto& endings) {
    return std::ranges::find(endings, ending) != endings.end();
  };
  if (is_in(picture_endings)) return "image file";
  if (is_in(file_endings)) return "file";
  if (dot > 0 && is_in(site_endings)) return "url site";
  return {};
}

/// The text with names of files, addresses and coordinates replaced by what
/// they are.
std::string spelled_out(std::string_view text) {
  std::string out;
  std::size_t decimals = 0;
  while (!text.empty()) {
    const std::size_t end =
        std::min(text.find_first_of(" \t\r\n"), text.size());
    const std::string_view token = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::string_view around = "\"'`()[]{}<>,;:?!.*";
    const std::size_t begin = token.find_first_not_of(around);
    const std::string_view bare =
        begin == std::string_view::npos
            ? std::string_view{}
            : token.substr(begin, token.find_last_not_of(around) + 1 - begin);
    const std::string_view kind = kind_of_name(bare);
    decimals += is_decimal(bare) ? 1 : 0;
    out += kind.empty() ? token : kind;
    out += ' ';
  }
  if (decimals > 1) out += "coordinates";
  return out;
}

class request_reader {
 public:
  request_reader(std::vector<std::string> words, const synonym_table& synonyms)
      : words_(std::move(words)), synonyms_(&synonyms) {}

  search_request read() {
    for (const std::string& word : words_) {
      if (out_.wanted == deed::none) out_.wanted = deed_of(base_form(word));
    }
    take_all(false);
    if (out_.concepts.empty()) take_all(true);
    take_pairs();
    return std::move(out_);
  }

 private:
  void take_all(bool with_stop_words) {
    for (std::size_t i = 0; i < words_.size();) {
      const std::size_t length = phrase_at(i);
      const bool says_nothing =
          length == 1 && (is_stop_word(words_[i]) || is_number(words_[i]));
      if (with_stop_words || !says_nothing) take(i, length);
      i += length;
    }
  }

  void take_pairs() {
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (out_.pairs.size() >= max_concepts) return;
      if (is_stop_word(words_[i - 1]) || is_stop_word(words_[i])) continue;
      out_.pairs.push_back(words_[i - 1] + ' ' + words_[i]);
    }
  }

  /// The length of the longest known phrase that begins there; 1 without one.
  [[nodiscard]] std::size_t phrase_at(std::size_t i) const {
    const std::span all{words_};
    std::size_t length = std::min(synonyms_->longest(), words_.size() - i);
    for (; length > 1; --length) {
      if (synonyms_->knows(base_of_phrase(all.subspan(i, length)))) break;
    }
    return std::max<std::size_t>(length, 1);
  }

  void take(std::size_t i, std::size_t length) {
    if (out_.concepts.size() >= max_concepts) return;
    concept_words made;
    for (std::size_t k = i; k < i + length; ++k) {
      if (!made.literal.empty()) made.literal += ' ';
      made.literal += words_[k];
    }
    made.base = base_of_phrase(std::span{words_}.subspan(i, length));
    if (std::ranges::find(out_.concepts, made.base, &concept_words::base) !=
        out_.concepts.end()) {
      return;
    }
    made.synonyms = synonyms_->alternatives(made.base);
    if (made.synonyms.size() > max_synonyms) made.synonyms.resize(max_synonyms);
    out_.concepts.push_back(std::move(made));
  }

  std::vector<std::string> words_;
  const synonym_table* synonyms_;
  search_request out_;
};

}  // namespace

search_request read_request(std::string_view text, std::size_t most,
                            const synonym_table& synonyms) {
  return request_reader{words_of(spelled_out(text), most), synonyms}.read();
}

}  // namespace pith::mcp
