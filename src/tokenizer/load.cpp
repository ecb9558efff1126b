// SPDX-License-Identifier: MIT
#include "tokenizer/model/mapped_file.hpp"
#include "tokenizer/ranked/encodings.hpp"
#include "tokenizer/ranked/ranked_model.hpp"
#include "tokenizer/tokenizer_json/pair_model.hpp"

#include <utility>

namespace pith::inline v0 {

/// What makes tokenizers.
class tokenizer_access {
 public:
  static tokenizer make(std::shared_ptr<const tokens::model> data,
                        bool is_estimate) {
    return {std::move(data), is_estimate};
  }
};

namespace {

using tokens::held_bytes;
using tokens::model;

result<tokenizer> from_model(std::shared_ptr<const model> data,
                             bool is_estimate) {
  if (data == nullptr) {
    return error{error_code::not_supported, 0,
                 "the file is not a tokenizer image of this version"};
  }
  return tokenizer_access::make(std::move(data), is_estimate);
}

/// "dir/o200k_base.tiktoken" -> "o200k_base".
std::string_view stem_of(std::string_view path, std::string_view extension) {
  path.remove_suffix(extension.size());
  return path.substr(path.rfind('/') + 1);
}

/// A rank file says nothing about pieces and special tokens, so its name must
/// be that of an encoding.
result<tokenizer> from_ranks(std::string_view path, const held_bytes& file) {
  const tokens::encoding* const known =
      tokens::find_encoding(stem_of(path, ".tiktoken"));
  if (known == nullptr) {
    return error{error_code::unknown_tokenizer, 0,
                 "a rank file must be named after its encoding"};
  }
  tokens::vocabulary_source source = tokens::source_of(*known);
  auto ranks = tokens::read_ranks(file.bytes);
  if (ranks) source.tokens = std::move(*ranks);
  auto image = ranks ? tokens::make_image(source) : std::nullopt;
  if (!image) {
    return error{error_code::not_supported, 0, "the file is not a rank file"};
  }
  auto holder = std::make_shared<const std::string>(std::move(*image));
  const std::string_view bytes = *holder;
  return from_model(
      tokens::make_ranked_model(std::string{path}, {bytes, std::move(holder)}),
      false);
}

result<tokenizer> from_json(std::string_view path, std::string_view text) {
  auto parts = tokens::read_tokenizer_json(text);
  if (!parts) return parts.error();
  return from_model(
      tokens::make_pair_model(std::string{path}, std::move(*parts)), false);
}

bool is_json_object(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

result<tokenizer> from_file(std::string_view path, held_bytes file) {
  if (is_json_object(file.bytes)) return from_json(path, file.bytes);
  if (path.ends_with(".tiktoken")) return from_ranks(path, file);
  return from_model(
      tokens::make_ranked_model(std::string{path}, std::move(file)), false);
}

result<tokenizer> from_path(std::string_view path) {
  auto file = tokens::map_file(std::string{path});
  if (!file) return file.error();
  return from_file(path, std::move(*file));
}

}  // namespace

result<tokenizer> load_tokenizer_bytes(std::string bytes,
                                       std::string_view name) {
  auto holder = std::make_shared<const std::string>(std::move(bytes));
  const std::string_view view = *holder;
  return from_file(name, {view, std::move(holder)});
}

result<tokenizer> load_tokenizer(std::string_view name_or_path) {
  if (const tokenizer_name* const known = find_tokenizer_name(name_or_path)) {
    const std::string_view image = tokens::embedded_image(known->encoding);
    if (image.empty()) {
      return error{
          error_code::unknown_tokenizer, 0,
          "this build has no embedded tokenizers; give the path of one"};
    }
    return from_model(
        tokens::make_ranked_model(std::string{known->encoding}, {image}),
        known->is_estimate);
  }
  const bool has_folder = name_or_path.find('/') != std::string_view::npos;
  if (has_folder || name_or_path.find('.') != std::string_view::npos) {
    auto found = from_path(name_or_path);
    // A word with a point in it is more often a model than a missing file.
    if (found || has_folder || found.error().code != error_code::read_failed) {
      return found;
    }
  }
  return error{error_code::unknown_tokenizer, 0,
               "neither the path of a tokenizer nor one of o200k_base, "
               "cl100k_base, p50k_base, r50k_base, nor a model of gpt-5, "
               "gpt-4.1, gpt-4o, gpt-oss, o1, o3, o4-mini, gpt-4, gpt-3.5, "
               "text-embedding-3, text-davinci, gpt2, claude, gemini, grok"};
}

}  // namespace pith::inline v0
