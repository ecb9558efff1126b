// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/encodings.hpp"

namespace pith::inline v0::tokens {

namespace {

constexpr special_name gpt2_specials[] = {{50256, "<|endoftext|>"}};
constexpr special_name cl100k_specials[] = {{100257, "<|endoftext|>"},
                                            {100258, "<|fim_prefix|>"},
                                            {100259, "<|fim_middle|>"},
                                            {100260, "<|fim_suffix|>"},
                                            {100276, "<|endofprompt|>"}};
constexpr special_name o200k_specials[] = {{199999, "<|endoftext|>"},
                                           {200018, "<|endofprompt|>"}};

constexpr encoding known[] = {
    {"o200k_base", piece_family::o200k,
     "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
     o200k_specials},
    {"cl100k_base", piece_family::cl100k,
     "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
     cl100k_specials},
    {"p50k_base", piece_family::gpt2,
     "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
     gpt2_specials},
    {"r50k_base", piece_family::gpt2,
     "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
     gpt2_specials},
};

/// Encodings first, then models. The tokenizers of Claude 3 and later, Gemini
/// and Grok are not public: o200k_base is the nearest public one by size and
/// age, and says that it only stands in. o200k_harmony differs from o200k_base
/// by special tokens, which are text here.
constexpr tokenizer_name names[] = {
    {"o200k_base", "o200k_base", false},
    {"cl100k_base", "cl100k_base", false},
    {"p50k_base", "p50k_base", false},
    {"r50k_base", "r50k_base", false},
    {"o200k_harmony", "o200k_base", false},
    {"gpt-5", "o200k_base", false},
    {"gpt-4.5", "o200k_base", false},
    {"gpt-4.1", "o200k_base", false},
    {"gpt-4o", "o200k_base", false},
    {"chatgpt-4o", "o200k_base", false},
    {"gpt-oss", "o200k_base", false},
    {"o1", "o200k_base", false},
    {"o3", "o200k_base", false},
    {"o4-mini", "o200k_base", false},
    {"gpt-4", "cl100k_base", false},
    {"gpt-3.5-turbo", "cl100k_base", false},
    {"gpt-3.5", "cl100k_base", false},
    {"gpt-35-turbo", "cl100k_base", false},
    {"davinci-002", "cl100k_base", false},
    {"babbage-002", "cl100k_base", false},
    {"text-embedding-3-small", "cl100k_base", false},
    {"text-embedding-3-large", "cl100k_base", false},
    {"text-embedding-ada-002", "cl100k_base", false},
    {"text-davinci-003", "p50k_base", false},
    {"text-davinci-002", "p50k_base", false},
    {"code-davinci-002", "p50k_base", false},
    {"text-davinci-001", "r50k_base", false},
    {"davinci", "r50k_base", false},
    {"gpt-2", "r50k_base", false},
    {"gpt2", "r50k_base", false},
    {"claude", "o200k_base", true},
    {"gemini", "o200k_base", true},
    {"grok", "o200k_base", true},
};

char to_lower_case(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool begins_with(std::string_view word, std::string_view beginning) noexcept {
  if (word.size() < beginning.size()) return false;
  for (std::size_t i = 0; i < beginning.size(); ++i) {
    if (to_lower_case(word[i]) != beginning[i]) return false;
  }
  return true;
}

/// Models have sizes, dates and versions after their name: gpt-4o-mini,
/// gpt-4o-2024-08-06, gpt-5.1, ft:gpt-4o:us. Encodings do not. A point tells
/// older generations apart (gpt-4.1 is not a gpt-4), so it is only taken where
/// all that follow have the same encoding.
bool is_of_model(std::string_view word, std::string_view model) noexcept {
  constexpr std::string_view separators = "-:@";
  if (!begins_with(word, model)) return false;
  if (word.size() == model.size()) return true;
  const char next = word[model.size()];
  if (next == '.') return model == "gpt-5";
  return find_encoding(model) == nullptr &&
         separators.find(next) != std::string_view::npos;
}

}  // namespace

std::span<const encoding> encodings() noexcept { return known; }

vocabulary_source source_of(const encoding& of) {
  vocabulary_source source;
  source.family = of.family;
  for (const special_name& special : of.specials) {
    source.specials.emplace_back(special.id, special.text);
  }
  return source;
}

const encoding* find_encoding(std::string_view name) noexcept {
  for (const encoding& e : known) {
    if (e.name == name) return &e;
  }
  return nullptr;
}

std::optional<std::string> make_r50k_image(std::string_view p50k_base) {
  // The end of text is in the middle of p50k_base, and after r50k_base.
  constexpr std::uint32_t token_count = gpt2_specials[0].id;
  vocabulary words;
  if (!words.attach(p50k_base) || words.size() < token_count) {
    return std::nullopt;
  }
  vocabulary_source source = source_of(*find_encoding("r50k_base"));
  source.tokens.resize(token_count);
  for (std::uint32_t place = 0; place < words.place_count(); ++place) {
    const std::uint32_t id = words.id_at(place);
    if (id < token_count) source.tokens[id] = words.text_at(place);
  }
  return make_image(source);
}

}  // namespace pith::inline v0::tokens

namespace pith::inline v0 {

std::span<const tokenizer_name> tokenizer_names() { return tokens::names; }

const tokenizer_name* find_tokenizer_name(std::string_view word) noexcept {
  for (const std::string_view extension : {".json", ".tiktoken", ".pithtok"}) {
    if (word.ends_with(extension)) return nullptr;
  }
  for (const std::string_view provider :
       {"openai/", "azure/", "anthropic/", "google/", "x-ai/", "xai/", "ft:"}) {
    if (tokens::begins_with(word, provider)) {
      word.remove_prefix(provider.size());
    }
  }
  const tokenizer_name* longest = nullptr;
  for (const tokenizer_name& one : tokens::names) {
    if (tokens::is_of_model(word, one.name) &&
        (longest == nullptr || one.name.size() > longest->name.size())) {
      longest = &one;
    }
  }
  return longest;
}

}  // namespace pith::inline v0
